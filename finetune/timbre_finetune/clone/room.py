"""Turns down a room's noise or echo in the takes that have much of it; other takes stay unchanged."""

from __future__ import annotations

import numpy as np

from timbre.takes import room_fault
from timbre_finetune.clone.echo import reduce_echo
from timbre_finetune.clone.noise import reduce_noise


def without_room(waveform: np.ndarray, sample_rate: int) -> np.ndarray:
    """Reduce noise or echo in a take, (n,) float32, if there is much; else return the same array."""
    fault = room_fault(waveform, sample_rate)
    if fault == "noisy":
        return reduce_noise(waveform, sample_rate)
    return reduce_echo(waveform) if fault == "echo" else waveform
