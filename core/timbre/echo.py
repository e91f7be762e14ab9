"""The echo of a room, heard in how slowly the speech dies away."""

from __future__ import annotations

import numpy as np

WINDOW_S = 0.02
HOP_S = 0.01
FALL_S = 0.1
LOWEST_HZ = 400.0
HIGHEST_HZ = 4000.0
LOUD_DB = 12.0
"""A fall counts if it begins at most so far below the loud moments."""
WHOLE_FALL_DB = 60.0
"""A sound that fell so far cannot be heard any more."""


def fall_db(waveform: np.ndarray, sample_rate: int) -> float:
    """How far the level of speech falls within 0.1 s where it falls fastest, in dB.

    Where a sound ends, the level falls no faster than the room lets it. An echo that takes 0.4 s to die by 60 dB falls
    by 15 dB in 0.1 s, and the step from the voice down to its echo adds a few; in a room without echo it is the voice
    that falls, by 24 dB and more.

    Args:
        waveform: Speech, (n,) float32.
        sample_rate: In Hz.
    Returns:
        The 95th percentile over the loud moments, at most WHOLE_FALL_DB; that too if the waveform is too short to say.
    """
    window, hop = int(WINDOW_S * sample_rate), int(HOP_S * sample_rate)
    gap = round(FALL_S / HOP_S)
    if len(waveform) < window + 2 * gap * hop:
        return WHOLE_FALL_DB
    frames = np.lib.stride_tricks.sliding_window_view(waveform, window)[::hop] * np.hanning(window)
    frequency = np.fft.rfftfreq(window, 1 / sample_rate)
    of_speech = (frequency > LOWEST_HZ) & (frequency < HIGHEST_HZ)
    power = np.square(np.abs(np.fft.rfft(frames)[:, of_speech])).sum(1)
    levels = 10 * np.log10(power + 1e-9)
    is_loud = levels[:-gap] > np.percentile(levels, 80) - LOUD_DB
    falls = (levels[:-gap] - levels[gap:])[is_loud]
    return float(min(WHOLE_FALL_DB, np.percentile(falls, 95))) if len(falls) else WHOLE_FALL_DB
