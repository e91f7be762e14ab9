"""Takes from a room that echoes: a clone would learn the echo as a part of the voice.

With 0.4 s of echo a clone's likeness is halved (docs/experiments). So where a take's check hears an echo, what the room
adds to each frequency is predicted from what was heard there a moment ago, and subtracted: the weighted prediction
error of one channel (Nakatani et al. 2010, Speech dereverberation based on variance-normalized delayed linear
prediction). Takes without an echo stay as they are.
"""

from __future__ import annotations

import numpy as np
from scipy.signal import istft, stft

from timbre.takes import check_take

WINDOW_SAMPLES = 512
HOP_SAMPLES = 128
DELAY_FRAMES = 2
"""What is younger is the voice itself."""
TAPS = 24
ROUNDS = 3
LEAST_POWER = 1e-3
"""Of a frequency's mean: so much a frame weighs at most."""
SMOOTHING = 1e-6


def reduce_echo(waveform: np.ndarray, sample_rate: int) -> np.ndarray:
    """A take (n,) float32 with less of the room's echo, if there is much; else the same array."""
    if all(issue.code != "echo" for issue in check_take(waveform, sample_rate).issues):
        return waveform
    size = {"nperseg": WINDOW_SAMPLES, "noverlap": WINDOW_SAMPLES - HOP_SAMPLES}
    _, dry = istft(without_echo(stft(waveform, **size)[2]), **size)
    return dry[: len(waveform)].astype(np.float32)


def without_echo(heard: np.ndarray) -> np.ndarray:
    """A spectrum (F, T) complex without what its own past predicts of it.

    The prediction weighs each frame by what is believed to be the voice's power there, so that quiet frames, where
    the echo is heard best, count most; the belief is renewed a few times.
    """
    past = np.zeros((len(heard), TAPS, heard.shape[1]), heard.dtype)
    for tap in range(TAPS):
        age = DELAY_FRAMES + tap
        past[:, tap, age:] = heard[:, : heard.shape[1] - age]
    voice = heard
    for _ in range(ROUNDS):
        power = np.square(np.abs(voice))
        power = np.maximum(power, LEAST_POWER * power.mean(1, keepdims=True) + 1e-10)
        weighted = past / power[:, None]
        covariance = weighted @ past.conj().transpose(0, 2, 1)
        size = np.trace(covariance, axis1=1, axis2=2).real / TAPS
        covariance += (SMOOTHING * size + 1e-12)[:, None, None] * np.eye(TAPS)
        filters = np.linalg.solve(covariance, weighted @ heard.conj()[:, :, None])
        voice = heard - (filters.conj().transpose(0, 2, 1) @ past)[:, 0]
    return voice
