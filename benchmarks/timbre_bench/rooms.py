"""Makes recordings sound as in a bad room: with a fan's noise and the echo of bare walls."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import fftconvolve

from timbre.audio import active_level_db


def add_noise(waveform: np.ndarray, sample_rate: int, snr_db: float, rng: np.random.Generator) -> np.ndarray:
    """Add pink noise, like that of fans and streets, `snr_db` below the speech; waveform (n,) float32."""
    spectrum = np.fft.rfft(rng.standard_normal(len(waveform)))
    frequency = np.fft.rfftfreq(len(waveform), 1 / sample_rate)
    noise = np.fft.irfft(spectrum / np.sqrt(np.maximum(frequency, 50.0)), len(waveform))
    level = 10 ** ((active_level_db(waveform, sample_rate) - snr_db) / 20)
    return (waveform + noise * level / np.sqrt(np.mean(noise**2))).astype(np.float32)


def add_reverb(waveform: np.ndarray, sample_rate: int, t60_s: float, rng: np.random.Generator) -> np.ndarray:
    """Add an echo that falls by 60 dB in `t60_s`, 6 dB below the direct sound; waveform (n,) float32."""
    times = np.arange(int(t60_s * sample_rate)) / sample_rate
    tail = rng.standard_normal(len(times)) * 10 ** (-3 * times / t60_s)
    tail[: int(0.005 * sample_rate)] = 0.0  # the first wall is two metres away
    tail *= 0.5 / np.sqrt(np.sum(tail**2))
    echo = fftconvolve(waveform, tail)[: len(waveform)]
    return (waveform + echo).astype(np.float32)


def spoil(path: Path, noise_db: float | None, reverb_s: float | None, seed: int) -> None:
    """Add an echo and then noise to a sound file; None stands for no echo or no noise."""
    if noise_db is None and reverb_s is None:
        return
    waveform, sample_rate = soundfile.read(path, dtype="float32")
    rng = np.random.default_rng(seed)
    if reverb_s is not None:
        waveform = add_reverb(waveform, sample_rate, reverb_s, rng)
    if noise_db is not None:
        waveform = add_noise(waveform, sample_rate, noise_db, rng)
    peak = float(np.abs(waveform).max())
    soundfile.write(path, waveform * min(1.0, 0.98 / peak), sample_rate, subtype="PCM_16")
