"""Takes the noise of a room out of takes: a clone would learn it as a part of the voice.

At 20 dB of fan noise a clone's likeness falls to that of another person (docs/experiments). So the noise of noisy
takes is turned down by spectral gating (Sainburg et al. 2020, the package noisereduce), which learns the noise
from the quietest moments of the same take. Gating damages the voice a little, so it is not for clean takes.
"""

from __future__ import annotations

import numpy as np

FRAME_SAMPLES = 1024
HOP_SAMPLES = 256
QUIET_SHARE = 0.12
REDUCTION = 0.9


def quiet_moments(waveform: np.ndarray) -> np.ndarray:
    """Join the quietest frames, about an eighth of a waveform (n,); n must be at least FRAME_SAMPLES."""
    frames = np.lib.stride_tricks.sliding_window_view(waveform, FRAME_SAMPLES)[::HOP_SAMPLES]
    count = max(4, int(len(frames) * QUIET_SHARE))
    return np.concatenate(frames[np.sort(np.argsort(np.square(frames).mean(1))[:count])])


def reduce_noise(waveform: np.ndarray, sample_rate: int) -> np.ndarray:
    """Reduce the noise of the room in a take, (n,) float32; a take too short for that is returned unchanged."""
    if len(waveform) < 2 * FRAME_SAMPLES:
        return waveform
    import noisereduce

    return noisereduce.reduce_noise(
        y=waveform,
        sr=sample_rate,
        stationary=True,
        y_noise=quiet_moments(waveform),
        prop_decrease=REDUCTION,
        n_fft=FRAME_SAMPLES,
    ).astype(np.float32)
