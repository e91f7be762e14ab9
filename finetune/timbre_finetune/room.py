"""What a room adds to a take, turned down where there is much of it; other takes stay as they are."""

from __future__ import annotations

import numpy as np

from timbre.takes import room_fault
from timbre_finetune.echo import reduce_echo
from timbre_finetune.noise import reduce_noise


def without_room(waveform: np.ndarray, sample_rate: int) -> np.ndarray:
    """A take (n,) float32 with less of the room's noise or echo, if there is much; else the same array."""
    fault = room_fault(waveform, sample_rate)
    if fault == "noisy":
        return reduce_noise(waveform, sample_rate)
    return reduce_echo(waveform) if fault == "echo" else waveform
