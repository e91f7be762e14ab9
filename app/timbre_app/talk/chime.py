"""The sound that asks others to wait."""

from __future__ import annotations

import numpy as np

_TONES_HZ = (659.3, 880.0)
_TONE_S, _FADE_S, _PEAK = 0.22, 0.18, 11_000


def chime(sample_rate: int) -> np.ndarray:
    """Two rising tones that ring out, (n,) int16."""
    time_s = np.arange(round((_TONE_S + _FADE_S * 2) * sample_rate)) / sample_rate
    sound = np.zeros(len(time_s) + round(_TONE_S * sample_rate))
    for number, hz in enumerate(_TONES_HZ):
        at = round(number * _TONE_S * sample_rate)
        ringing = (
            np.sin(2 * np.pi * hz * time_s) * np.exp(-time_s / _FADE_S) * np.minimum(1.0, time_s / 0.005)
        )
        sound[at : at + len(time_s)] += ringing
    sound *= np.minimum(1.0, np.arange(len(sound))[::-1] / (0.05 * sample_rate))
    return np.round(_PEAK * sound / np.abs(sound).max()).astype(np.int16)


def at_volume(samples: np.ndarray, percent: float) -> np.ndarray:
    """Samples at another loudness, (n,) int16; what would be too loud is rounded off instead of cut.

    Args:
        samples: (n,) int16.
        percent: 100 leaves them as they are.
    """
    if percent == 100:
        return samples
    level = samples.astype(np.float32) * (percent / 100 / 32768)
    if percent > 100:
        knee = 0.8
        over = np.abs(level) - knee
        level = np.where(over > 0, np.sign(level) * (knee + (1 - knee) * np.tanh(over / (1 - knee))), level)
    return np.round(level * 32767).astype(np.int16)
