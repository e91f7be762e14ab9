"""Notices when somebody has spoken and has fallen silent again, block by block."""

from __future__ import annotations

import numpy as np

from timbre_app.sound.meter import decibels
from timbre_app.sound.pcm import FULL_SCALE

ABOVE_FLOOR_DB = 12.0
LOWEST_SPEECH_DB = -52.0
FLOOR_RISES_DB_PER_S = 1.0
LEAST_SPEECH_S = 0.4
ENDS_AFTER_S = 1.3
"""Longer than a pause inside a sentence, and longer than the silence that a take keeps at its end."""


class SpeechEnd:
    """Finds the end of speech. The audio thread feeds it, and the window's thread reads it.

    The floor falls to a quieter block at once and rises slowly. So it stays below speech, and still follows a fan that
    begins to turn.
    """

    def __init__(self, sample_rate: int) -> None:
        self._sample_rate = sample_rate
        self._floor_db = 0.0
        self.begin()

    def begin(self) -> None:
        """Begin a take: forget the speech, and keep the floor, which depends on the room."""
        self.spoken_s = 0.0
        self.quiet_s = 0.0

    @property
    def has_spoken(self) -> bool:
        """Whether somebody has spoken since `begin`."""
        return self.spoken_s >= LEAST_SPEECH_S

    @property
    def has_ended(self) -> bool:
        """Whether somebody has spoken and has been silent for a while."""
        return self.has_spoken and self.quiet_s >= ENDS_AFTER_S

    def feed(self, block: np.ndarray) -> None:
        """Take one block, (n,) int16."""
        if block.size == 0:
            return
        length_s = block.size / self._sample_rate
        power = float(np.mean(np.square(block.astype(np.float32))))
        level_db = decibels(float(np.sqrt(power)) / FULL_SCALE)
        self._floor_db = min(level_db, self._floor_db + FLOOR_RISES_DB_PER_S * length_s)
        if level_db > max(self._floor_db + ABOVE_FLOOR_DB, LOWEST_SPEECH_DB):
            self.spoken_s += length_s
            self.quiet_s = 0.0
        else:
            self.quiet_s += length_s
