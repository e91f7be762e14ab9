"""Takes the echo out of takes: a clone would learn it as a part of the voice.

With 0.4 s of echo a clone's likeness is halved (docs/experiments). So if a take has an echo, the echo in each frequency
is predicted from the sound of a moment before, and subtracted: the method of weighted prediction error, with one
channel (Nakatani et al. 2010, Speech dereverberation based on variance-normalized delayed linear prediction). The rest
of the echo is turned down where it is louder than the voice (Lebart et al. 2001, A new method based on spectral
subtraction for speech dereverberation).
"""

from __future__ import annotations

import numpy as np
from scipy.ndimage import uniform_filter1d
from scipy.signal import istft, stft

WINDOW_SAMPLES = 512
HOP_SAMPLES = 128
DELAY_FRAMES = 2
"""Younger sound is the voice itself, which must not be predicted."""
TAPS = 24
ROUNDS = 3
LEAST_POWER = 1e-3
"""Least power of a frame, as a share of its frequency's mean power; it limits the weight of the frame."""
SMOOTHING = 1e-6

REST_FRAMES = 9
REST_SHARE = 0.02
"""Share of the power of REST_FRAMES frames before that is still there as echo, by estimate."""
REST_MEAN_FRAMES = 5
LEAST_GAIN = 0.3


def reduce_echo(waveform: np.ndarray) -> np.ndarray:
    """Reduce the echo of the room in a take, (n,) float32."""
    overlap = WINDOW_SAMPLES - HOP_SAMPLES
    spectrum = stft(waveform, nperseg=WINDOW_SAMPLES, noverlap=overlap)[2]
    voice = without_rest(np.stack([without_echo(frequency) for frequency in spectrum]))
    return istft(voice, nperseg=WINDOW_SAMPLES, noverlap=overlap)[1][: len(waveform)].astype(np.float32)


def without_echo(heard: np.ndarray) -> np.ndarray:
    """Subtract from one frequency, (T,) complex, what can be predicted from its past.

    A frame with much of the voice's power counts little, because the echo is clearest in quiet frames. This power is
    an estimate, which is renewed a few times.
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
    """Turn a spectrum, (F, T) complex, down to no less than LEAST_GAIN where the end of an echo is heard."""
    power = np.square(np.abs(voice))
    rest = np.zeros_like(power)
    rest[:, REST_FRAMES:] = REST_SHARE * uniform_filter1d(power, REST_MEAN_FRAMES, axis=1)[:, :-REST_FRAMES]
    return voice * np.maximum(1 - np.sqrt(rest / np.maximum(power, 1e-20)), LEAST_GAIN)
