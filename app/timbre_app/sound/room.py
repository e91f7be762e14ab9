"""Measures how quiet a room is, in a few seconds in which nobody speaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from timbre_app.sound.meter import decibels
from timbre_app.sound.pcm import FULL_SCALE

LISTEN_S = 5.0
FRAME_S = 0.05
DEAD_DB = -85.0
QUIET_DB = -58.0
USABLE_DB = -46.0
RESTLESS_DB = 18.0
"""If the loudest moments are so far above the floor, somebody spoke, or a door fell shut."""

Verdict = Literal["dead", "quiet", "usable", "noisy", "restless"]


@dataclass(frozen=True)
class RoomNoise:
    """The noise of a room.

    Attributes:
        floor_db: Level of the steady noise, dBFS.
        loudest_db: Level of the loudest moments, dBFS.
        verdict: In "quiet" and "usable" rooms takes can be recorded.
    """

    floor_db: float
    loudest_db: float
    verdict: Verdict


def measure_room(samples: np.ndarray, sample_rate: int) -> RoomNoise:
    """Measure a few seconds in which nobody speaks.

    Args:
        samples: (n,) int16.
        sample_rate: Rate of the samples, Hz.
    """
    length = max(1, round(FRAME_S * sample_rate))
    frames = samples[: len(samples) // length * length].reshape(-1, length).astype(np.float32)
    if not len(frames):
        return RoomNoise(DEAD_DB, DEAD_DB, "dead")
    frames = frames - frames.mean(axis=1, keepdims=True)  # nobody hears a constant offset
    levels = np.array([decibels(float(rms) / FULL_SCALE) for rms in np.sqrt(np.mean(frames**2, axis=1))])
    floor, loudest = float(np.median(levels)), float(np.percentile(levels, 97))
    return RoomNoise(floor, loudest, _verdict(floor, loudest))


def _verdict(floor_db: float, loudest_db: float) -> Verdict:
    if loudest_db < DEAD_DB:
        return "dead"
    if loudest_db - floor_db > RESTLESS_DB and loudest_db > USABLE_DB:
        return "restless"
    if floor_db <= QUIET_DB:
        return "quiet"
    return "usable" if floor_db <= USABLE_DB else "noisy"
