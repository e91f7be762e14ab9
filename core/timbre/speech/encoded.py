"""Between encoder and decoder: each phoneme becomes as many frames as it lasts."""

from __future__ import annotations

import numpy as np

LONGEST_PHONEME_FRAMES = 120


class Encoded:
    """A sentence ready for the decoder.

    Frames are laid out only when they are asked for, so that the first chunk waits for its own frames alone.

    Args:
        states: The phonemes' states, (T_text, C) float32.
        durations: Frames of each phoneme, (T_text,).
    """

    def __init__(self, states: np.ndarray, durations: np.ndarray) -> None:
        self.durations = durations
        self._states = states
        self._ends = np.cumsum(durations)

    def __len__(self) -> int:
        """Frames in all."""
        return int(self._ends[-1])

    def frames(self, start: int = 0, stop: int | None = None) -> np.ndarray:
        """States repeated for their durations, with each frame's place in its phoneme, (stop - start, C + 2) float32.

        The numpy twin of timbre.models.fastpitch.regulate_len; a test holds them together.
        """
        at = np.arange(start, len(self) if stop is None else min(stop, len(self)))
        index = np.searchsorted(self._ends, at, side="right")
        length = self.durations[index]
        channels = self._states.shape[1]
        frames = np.empty((len(at), channels + 2), np.float32)
        frames[:, :channels] = self._states[index]
        place = (at - (self._ends[index] - length) + 0.5) / length
        frames[:, channels] = place * 2 - 1
        frames[:, channels + 1] = np.log(length) - 2
        return frames


def round_durations(durations: np.ndarray, pace: float) -> np.ndarray:
    """Round predicted durations to whole frames, (T_text,) int64, at least one a phoneme, so that the sum keeps."""
    ends = np.rint(np.cumsum(np.clip(durations / pace, 1, LONGEST_PHONEME_FRAMES))).astype(np.int64)
    ends[1:] -= ends[:-1].copy()
    return np.maximum(ends, 1)
