"""Adds the speech of lines at their places, and gives out what no later line can change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from timbre_app.dialogue.limiter import Limiter

LONGEST_BLOCK = 22_050
FULL_SCALE = 32_767.0


class MixBlock(NamedTuple):
    """The next samples of the mix, (n,) int16, and of each stem, (n,) int16 as well."""

    mix: np.ndarray
    stems: Mapping[str, np.ndarray]


class _Piece(NamedTuple):
    at: int
    speaker: str
    samples: np.ndarray

    @property
    def end(self) -> int:
        return self.at + len(self.samples)


class Mixer:
    """Mixes pieces of speech; keeps only those that are not given out yet.

    Args:
        stems: Names of the speakers whose stems are wanted.
    """

    def __init__(self, stems: Sequence[str] = ()) -> None:
        self._pieces: list[_Piece] = []
        self._position = 0
        self._mix_limiter = Limiter()
        self._stem_limiters = {speaker: Limiter() for speaker in stems}

    @property
    def held_samples(self) -> int:
        """Number of samples in memory."""
        return sum(len(piece.samples) for piece in self._pieces)

    def add(self, speaker: str, at: int, samples: np.ndarray) -> None:
        """Add samples, (n,) float32, from the mix's sample `at` on; what would lie before the position is cut off."""
        late = max(0, self._position - at)
        if len(samples) > late:
            self._pieces.append(_Piece(at + late, speaker, samples[late:]))

    def release(self, until: int) -> Iterator[MixBlock]:
        """Give out the samples before `until`; nothing may be added there any more."""
        while self._position < until:
            end = min(until, self._position + LONGEST_BLOCK)
            yield self._block(end, is_last=False)

    def finish(self) -> Iterator[MixBlock]:
        """Give out everything."""
        yield from self.release(max((piece.end for piece in self._pieces), default=self._position))
        yield self._block(self._position, is_last=True)

    def _block(self, end: int, is_last: bool) -> MixBlock:
        begin, self._position = self._position, end
        mix = np.zeros(end - begin, np.float32)
        stems = {speaker: np.zeros(end - begin, np.float32) for speaker in self._stem_limiters}
        for piece in self._pieces:
            first, last = max(begin, piece.at), min(end, piece.end)
            if first < last:
                samples = piece.samples[first - piece.at : last - piece.at]
                for target in (mix, stems.get(piece.speaker)):
                    if target is not None:
                        target[first - begin : last - begin] += samples
        self._pieces = [piece for piece in self._pieces if piece.end > end]
        return MixBlock(
            _pcm(self._mix_limiter.add(mix, is_last)),
            {
                speaker: _pcm(limiter.add(stems[speaker], is_last))
                for speaker, limiter in self._stem_limiters.items()
            },
        )


def _pcm(samples: np.ndarray) -> np.ndarray:
    return np.clip(np.round(samples * FULL_SCALE), -FULL_SCALE - 1, FULL_SCALE).astype(np.int16)
