"""Samples as int16 (PCM), as they are recorded, played and kept, and as float32, as signals are computed with."""

from __future__ import annotations

import numpy as np

FULL_SCALE = 32_768.0
"""The int16 value, just out of range, that stands for an amplitude of 1."""


def to_float(pcm: np.ndarray) -> np.ndarray:
    """Samples (n,) int16 as float32 of full scale 1."""
    return pcm.astype(np.float32) / np.float32(FULL_SCALE)


def from_float(waveform: np.ndarray) -> np.ndarray:
    """Samples (n,) of full scale 1 as int16; louder ones are clipped."""
    return (np.clip(waveform, -1.0, 1.0) * 32_767).astype(np.int16)
