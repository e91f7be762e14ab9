"""Takes from a room that echoes: a clone would learn the echo as a part of the voice.

With 0.4 s of echo a clone's likeness is halved (docs/experiments). So where an echo is heard in a take, what the room
adds to each frequency is predicted from what was heard there a moment ago, and subtracted: the weighted prediction
error of one channel (Nakatani et al. 2010, Speech dereverberation based on variance-normalized delayed linear
prediction). What is left of it is turned down where it outweighs the voice (Lebart et al. 2001, A new method based on
spectral subtraction for speech dereverberation).
"""

from __future__ import annotations

import numpy as np
from scipy.ndimage import uniform_filter1d
from scipy.signal import istft, stft

WINDOW_SAMPLES = 512
HOP_SAMPLES = 128
DELAY_FRAMES = 2
"""What is younger is the voice itself."""
TAPS = 24
ROUNDS = 3
LEAST_POWER = 1e-3
"""Of a frequency's mean: so much a frame weighs at most."""
SMOOTHING = 1e-6

REST_FRAMES = 9
REST_SHARE = 0.02
"""Of the power that a frequency had so many frames ago, so much is believed to be left as echo."""
REST_MEAN_FRAMES = 5
LEAST_GAIN = 0.3


def reduce_echo(waveform: np.ndarray) -> np.ndarray:
    """A take (n,) float32 with less of the room's echo."""
    size = {"nperseg": WINDOW_SAMPLES, "noverlap": WINDOW_SAMPLES - HOP_SAMPLES}
    heard = stft(waveform, **size)[2]
    voice = without_rest(np.stack([without_echo(frequency) for frequency in heard]))
    return istft(voice, **size)[1][: len(waveform)].astype(np.float32)


def without_echo(heard: np.ndarray) -> np.ndarray:
    """One frequency (T,) complex without what its own past predicts of it.

    The prediction weighs each frame by what is believed to be the voice's power there, so that quiet frames, where
    the echo is heard best, count most; the belief is renewed a few times.
    """
    before = np.zeros(DELAY_FRAMES + TAPS - 1, heard.dtype)
    past = np.lib.stride_tricks.sliding_window_view(np.concatenate([before, heard]), TAPS)[: len(heard)]
    voice = heard
    for _ in range(ROUNDS):
        power = np.square(np.abs(voice))
        weighted = past.conj().T / np.maximum(power, LEAST_POWER * power.mean() + 1e-10)
        covariance = weighted @ past
        covariance += (SMOOTHING * covariance.trace().real / TAPS + 1e-12) * np.eye(TAPS)
        voice = heard - past @ np.linalg.solve(covariance, weighted @ heard)
    return voice


def without_rest(voice: np.ndarray) -> np.ndarray:
    """A spectrum (F, T) complex, turned down by at most LEAST_GAIN where the end of an echo is heard."""
    power = np.square(np.abs(voice))
    rest = np.zeros_like(power)
    rest[:, REST_FRAMES:] = REST_SHARE * uniform_filter1d(power, REST_MEAN_FRAMES, axis=1)[:, :-REST_FRAMES]
    return voice * np.maximum(1 - np.sqrt(rest / np.maximum(power, 1e-20)), LEAST_GAIN)
