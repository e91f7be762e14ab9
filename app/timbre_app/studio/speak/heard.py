"""Hands the sound of a reading to the loudspeaker, and tells which place of the reading is heard."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple

import numpy as np

from timbre_app.reading.reading import Piece
from timbre_app.reading.timeline import Place

AHEAD_S = 1.5
"""Length of the sound that is handed to the loudspeaker before it is heard."""
_WAIT_S = 0.02


class _HandedPiece(NamedTuple):
    start: int
    place: Place


class HeardPlaces:
    """Follows one playback: a worker hands over pieces, the window asks which place is heard.

    Args:
        sample_rate: Sample rate of the pieces, Hz.
        position_s: Returns how much the loudspeaker has played.
    """

    def __init__(self, sample_rate: int, position_s: Callable[[], float]) -> None:
        self._sample_rate = sample_rate
        self._position_s = position_s
        self._pieces: deque[_HandedPiece] = deque()
        self._began = time.monotonic()
        self.first_after_s: float | None = None

    def paced(
        self, pieces: Iterator[Piece], should_stop: Callable[[], bool]
    ) -> Generator[np.ndarray, None, None]:
        """Hand over pieces shortly before they are heard, so that a seek or a change takes effect at once."""
        handed_samples = 0
        for piece in pieces:
            while handed_samples / self._sample_rate - self._position_s() > AHEAD_S:
                if should_stop():
                    return
                time.sleep(_WAIT_S)
            if not handed_samples:
                self.first_after_s = time.monotonic() - self._began
            self._pieces.append(_HandedPiece(handed_samples, piece.place))
            handed_samples += len(piece.pcm)
            yield piece.pcm

    def now(self) -> Place | None:
        """The place that is heard; None before the first sound."""
        played_samples = round(self._position_s() * self._sample_rate)
        while len(self._pieces) > 1 and self._pieces[1].start <= played_samples:
            self._pieces.popleft()
        if not self._pieces:
            return None
        start, (index, offset) = self._pieces[0]
        return Place(index, offset + max(0, played_samples - start))
