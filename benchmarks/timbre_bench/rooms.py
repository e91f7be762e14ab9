"""What a bad room does to a recording: a fan's noise and the echo of bare walls."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import fftconvolve

from timbre.audio import active_level_db


def add_noise(waveform: np.ndarray, sample_rate: int, snr_db: float, rng: np.random.Generator) -> np.ndarray:
    """Pink noise, as of fans and streets, so many dB below the speech; waveform (n,) float32."""
    spectrum = np.fft.rfft(rng.standard_normal(len(waveform)))
    frequency = np.fft.rfftfreq(len(waveform), 1 / sample_rate)
    noise = np.fft.irfft(spectrum / np.sqrt(np.maximum(frequency, 50.0)), len(waveform))
    level = 10 ** ((active_level_db(waveform, sample_rate) - snr_db) / 20)
    return (waveform + noise * level / np.sqrt(np.mean(noise**2))).astype(np.float32)


def add_reverb(waveform: np.ndarray, sample_rate: int, t60_s: float, rng: np.random.Generator) -> np.ndarray:
    """Echo that dies by 60 dB in so many seconds, 6 dB below the direct sound; waveform (n,) float32."""
    times = np.arange(int(t60_s * sample_rate)) / sample_rate
    tail = rng.standard_normal(len(times)) * 10 ** (-3 * times / t60_s)
    tail[: int(0.005 * sample_rate)] = 0.0  # the first wall is two metres away
    tail *= 0.5 / np.sqrt(np.sum(tail**2))
    echo = fftconvolve(waveform, tail)[: len(waveform)]
    return (waveform + echo).astype(np.float32)


def spoil(path: Path, noise_db: float | None, reverb_s: float | None, seed: int) -> None:
    """Give a sound file an echo and then noise; without either it stays as it is."""
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
