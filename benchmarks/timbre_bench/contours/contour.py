"""The contour of a reading: its melody, voicing and loudness over time, without what tells of a microphone.

waveform ─ trim ─┬─ F0 (Praat, autocorrelation) ─ semitones from the reading's median ─┐
                 │                              └ voiced or not ───────────────────────┼─▶ (3, T)
                 └─ power between 0.1 and 4 kHz ─ dB below its loud frames ─ floor ────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import librosa
import numpy as np
from scipy.ndimage import median_filter, uniform_filter1d

from timbre.mel import MelSpec
from timbre_bench.measures.liveliness import BAND_REFERENCE_HZ, HOP_LENGTH, SAMPLE_RATE, track_f0, trim
from timbre_bench.systems import read_prepared

CHANNELS = 3
MEDIAN_FRAMES = 5
"""Single frames whose F0 is off by an octave give way to their neighbours'."""
SMOOTH_FRAMES = 3
"""The level is averaged over so many frames, so that noise within a frame does not count."""
LARGEST_SEMITONES = 15.0
LOUD_PERCENTILE = 95
FLOOR_DB = -30.0
"""Lower levels are all taken as this one: below it, a recording has noise and a synthetic reading has none."""
MELODY_UNIT, LEVEL_UNIT = 4.0, 10.0
"""Semitones and dB that become 1 in the contour."""


def contour(waveform: np.ndarray) -> np.ndarray:
    """The contour of mono samples (n,) at 22,050 Hz.

    Returns:
        (CHANNELS, T) float32, a frame for each 256 samples: melody in MELODY_UNIT from the median, 0 where unvoiced;
        1 where voiced, else 0; level in LEVEL_UNIT above FLOOR_DB.
    """
    trimmed = trim(waveform)
    hz, power = track_f0(trimmed), _power(trimmed)
    hz, power = hz[: len(power)], power[: len(hz)]
    voiced = hz > 0
    melody = np.zeros(len(hz))
    if voiced.any():
        semitones = 12 * np.log2(hz[voiced] / np.median(hz[voiced]))
        melody[voiced] = median_filter(semitones, MEDIAN_FRAMES, mode="nearest")
    level_db = 10 * np.log10(uniform_filter1d(power, SMOOTH_FRAMES) + 1e-12)
    level_db = np.clip(level_db - np.percentile(level_db, LOUD_PERCENTILE), FLOOR_DB, None) - FLOOR_DB
    melody = np.clip(melody, -LARGEST_SEMITONES, LARGEST_SEMITONES)
    return np.stack([melody / MELODY_UNIT, voiced, level_db / LEVEL_UNIT]).astype(np.float32)


def _power(trimmed: np.ndarray) -> np.ndarray:
    spectrum = np.abs(librosa.stft(trimmed, n_fft=1024, hop_length=HOP_LENGTH)) ** 2
    hz = np.fft.rfftfreq(1024, 1 / SAMPLE_RATE)
    low, high = BAND_REFERENCE_HZ
    return spectrum[(hz >= low) & (hz < high)].mean(0)


def contours(sounds: Sequence[Path], folder: Path) -> list[np.ndarray]:
    """The contours of sound files; each is kept in the folder until its sound file is newer."""
    folder.mkdir(parents=True, exist_ok=True)
    return [_kept_contour(sound, folder / f"{sound.stem}.npy") for sound in sounds]


def _kept_contour(sound: Path, kept: Path) -> np.ndarray:
    if kept.is_file() and kept.stat().st_mtime > sound.stat().st_mtime:
        return np.load(kept)
    result = contour(read_prepared(sound, MelSpec()))
    np.save(kept, result)
    return result
