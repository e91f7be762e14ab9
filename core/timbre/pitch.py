"""Fundamental frequency of speech."""

from __future__ import annotations

import numpy as np

from timbre.mel import MelSpec


def pitch_hz(waveform: np.ndarray, spec: MelSpec, f_min: float = 60.0, f_max: float = 500.0) -> np.ndarray:
    """F0 of each mel frame.

    Args:
        waveform: (n,) float32 at spec.sample_rate.
        spec: Mel numbers; frame i is centred at (i + 0.5) * hop_length.
        f_min: Lowest F0 in Hz.
        f_max: Highest F0 in Hz.
    Returns:
        (n // hop_length,) float32 in Hz, 0 where unvoiced.
    Source: Boersma 1993, the autocorrelation method of Praat (praat-parselmouth).
    """
    import parselmouth

    frames = len(waveform) // spec.hop_length
    if len(waveform) < 3 * spec.sample_rate / f_min:
        return np.zeros(frames, np.float32)
    sound = parselmouth.Sound(waveform.astype(np.float64), spec.sample_rate)
    step_s = spec.hop_length / spec.sample_rate
    track = sound.to_pitch_ac(time_step=step_s, pitch_floor=f_min, pitch_ceiling=f_max)
    hz = track.selected_array["frequency"]
    at = np.round(((np.arange(frames) + 0.5) * step_s - track.x1) / step_s).astype(int)
    inside = (at >= 0) & (at < len(hz))
    return np.where(inside, hz[np.clip(at, 0, len(hz) - 1)], 0).astype(np.float32)
