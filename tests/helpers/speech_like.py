"""Sound that has the shape of speech: syllables of harmonics, stops, silence around them, a noise floor."""

from __future__ import annotations

import numpy as np

SAMPLE_RATE = 22_050
STOP_S = 0.08


def speech_like(
    seconds: float = 2.0,
    *,
    lead_in_s: float = 0.4,
    tail_s: float = 0.4,
    level_db: float = -24.0,
    noise_db: float = -75.0,
    f0_hz: float = 140.0,
    sample_rate: int = SAMPLE_RATE,
    seed: int = 0,
) -> np.ndarray:
    """Syllables (n,) float32 of `seconds` between two silences, four a second, gliding in pitch.

    Two stops a second cut them off, as consonants do: without an echo, speech falls silent at once.
    """
    rng = np.random.default_rng(seed)
    n = int(seconds * sample_rate)
    time = np.arange(n) / sample_rate
    phase = 2 * np.pi * np.cumsum(f0_hz * (1 + 0.15 * np.sin(2 * np.pi * 0.7 * time))) / sample_rate
    voice = sum(np.sin(k * phase) / k for k in range(1, 20))
    voice = voice * (0.25 + 0.75 * np.abs(np.sin(2 * np.pi * 2 * time)))
    voice *= (time + 0.3) % 0.5 >= STOP_S
    voice *= 10 ** (level_db / 20) / np.sqrt(np.mean(voice**2))
    ends = [np.zeros(int(s * sample_rate)) for s in (lead_in_s, tail_s)]
    whole = np.concatenate([ends[0], voice, ends[1]])
    return (whole + 10 ** (noise_db / 20) * rng.standard_normal(len(whole))).astype(np.float32)
