"""The level of a live signal in dBFS, with a peak that stays for a while and then falls."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from timbre_app.sound.pcm import FULL_SCALE

FLOOR_DB = -90.0
CLIP_SAMPLE = 32766


@dataclass(frozen=True)
class Level:
    """The level that a meter draws.

    Attributes:
        rms_db: Level of the last blocks, dBFS.
        peak_db: Highest sample of the last blocks, dBFS.
        hold_db: The held peak, dBFS.
        clipped: Whether a sample reached full scale since the last reset.
    """

    rms_db: float = FLOOR_DB
    peak_db: float = FLOOR_DB
    hold_db: float = FLOOR_DB
    clipped: bool = False


def decibels(amplitude: float) -> float:
    """Convert an amplitude in [0, 1] to dBFS, at least FLOOR_DB."""
    return max(FLOOR_DB, 20.0 * float(np.log10(max(amplitude, 1e-9))))


class LevelMeter:
    """Takes int16 blocks from the audio thread and gives levels to the window's thread.

    The shown level rises at once and falls by `fall_db_per_s`; a peak stays for `hold_s`, then falls too.
    """

    def __init__(
        self,
        hold_s: float = 1.5,
        fall_db_per_s: float = 26.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hold_s = hold_s
        self._fall_db_per_s = fall_db_per_s
        self._clock = clock
        self._lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        """Forget levels, held peak and clipping."""
        with self._lock:
            self._pending_peak = 0.0
            self._pending_power = 0.0
            self._level = Level()
            self._held_since = self._clock()
            self._read_at = self._clock()

    def feed(self, block: np.ndarray) -> None:
        """Add one block, (n,) int16; cheap enough for an audio callback."""
        if block.size == 0:
            return
        samples = block.astype(np.float32)
        peak = float(np.max(np.abs(samples)))
        power = float(np.mean(np.square(samples)))
        with self._lock:
            self._pending_peak = max(self._pending_peak, peak)
            self._pending_power = max(self._pending_power, power)

    def read(self) -> Level:
        """The level now, including the blocks fed since the last call."""
        with self._lock:
            now = self._clock()
            fall = self._fall_db_per_s * max(0.0, now - self._read_at)
            self._read_at = now
            old = self._level
            peak = decibels(self._pending_peak / FULL_SCALE)
            rms = decibels(float(np.sqrt(self._pending_power)) / FULL_SCALE)
            is_clipped = old.clipped or self._pending_peak >= CLIP_SAMPLE
            self._pending_peak = self._pending_power = 0.0
            self._level = Level(
                rms_db=max(rms, old.rms_db - fall, FLOOR_DB),
                peak_db=max(peak, old.peak_db - fall, FLOOR_DB),
                hold_db=self._held(peak, fall, now),
                clipped=is_clipped,
            )
            return self._level

    def _held(self, peak_db: float, fall_db: float, now: float) -> float:
        if peak_db >= self._level.hold_db:
            self._held_since = now
            return peak_db
        if now - self._held_since < self._hold_s:
            return self._level.hold_db
        return max(peak_db, self._level.hold_db - fall_db, FLOOR_DB)
