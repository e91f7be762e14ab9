"""How good does it sound? DNSMOS' overall score, 1 to 5, from the speechmos wheel."""

from __future__ import annotations

import numpy as np
import soxr

from timbre.audio import normalize_loudness

DNSMOS_RATE = 16_000


def overall_mos(waveform: np.ndarray, sample_rate: int) -> float:
    """DNSMOS overall (`ovrl_mos`) of one utterance.

    The score depends on level, so every waveform is brought to the same active level first.

    Args:
        waveform: Mono samples, (n,) float32.
        sample_rate: Sample rate of the waveform, Hz.
    """
    from speechmos import dnsmos

    resampled = soxr.resample(waveform, sample_rate, DNSMOS_RATE).astype(np.float32)
    levelled = np.clip(normalize_loudness(resampled, DNSMOS_RATE), -1.0, 1.0)
    return float(dnsmos.run(levelled, sr=DNSMOS_RATE)["ovrl_mos"])
