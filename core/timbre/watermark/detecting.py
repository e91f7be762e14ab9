"""Looks for the watermark in a recording.

```
10 s of sound ─▶ level of each band, every 10 ms ─▶ differences in each pair of bands ─▶ sums over slots
             ─▶ correlation with the pattern, from every beginning that it may have ─▶ score
```

The score is the largest correlation, divided by the standard deviation that it has if the signs of the pattern are
drawn without regard to the sound. So for sound without the mark each correlation has a normal distribution, whatever
the sound is, and `false_alarm_probability` follows from THRESHOLD and the number of correlations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

import numpy as np
from scipy.ndimage import uniform_filter1d

from timbre.watermark.pattern import BANDS, PAIRS, SLOT_S, SLOTS, bands_of, signs

DETECTOR_RATE = 16_000
THRESHOLD = 6.5
SHORTEST_S = 4.9
"""Without a mark, a shorter recording says nothing. Five seconds lose some samples in codecs and resamplers."""
PASSAGE_S, PASSAGE_STEP_S = 10.0, 5.0
SPEEDS = (1.0, 0.995, 1.005)
"""How much faster than it was made the sound may be."""
_HOP, _SIZE = 160, 640
_FLOOR = 10**-6.5
"""Power below the loud parts under which levels say nothing."""
_SMOOTHING_FRAMES = 50
_LARGEST_DB = 4.0
"""Larger differences are the speech's own, and are limited."""
_SLOT_FRAMES = round(SLOT_S * DETECTOR_RATE / _HOP)
_PERIOD_FRAMES = SLOTS * _SLOT_FRAMES


class Verdict(Enum):
    """What can be said of a recording."""

    MARKED = "marked"
    UNMARKED = "unmarked"
    TOO_SHORT = "too short"


@dataclass(frozen=True)
class Finding:
    """The result of a search.

    Attributes:
        score: The best score of all passages; from THRESHOLD on it is a mark.
        at_s: Where the passage with the best score begins.
        duration_s: Length of the recording.
        passages: How many passages were searched.
    """

    score: float
    at_s: float
    duration_s: float
    passages: int

    @property
    def verdict(self) -> Verdict:
        """What follows from the score and the length."""
        if self.score >= THRESHOLD:
            return Verdict.MARKED
        return Verdict.TOO_SHORT if self.duration_s < SHORTEST_S else Verdict.UNMARKED

    @property
    def false_alarm_probability(self) -> float:
        """How likely a recording of this length without a mark reaches THRESHOLD; at most 1."""
        correlations = max(1, self.passages) * _PERIOD_FRAMES * len(SPEEDS)
        return min(1.0, correlations * 0.5 * math.erfc(THRESHOLD / math.sqrt(2)))


class Detector:
    """Searches a recording that comes in chunks; memory does not grow with its length."""

    def __init__(self) -> None:
        self._waiting = np.zeros(0, np.float32)
        self._begin = self._passages = 0
        self._score, self._at = 0.0, 0
        self._size, self._step = (int(s * DETECTOR_RATE) for s in (PASSAGE_S, PASSAGE_STEP_S))

    def feed(self, samples: np.ndarray) -> None:
        """Add samples (n,) float32 at DETECTOR_RATE."""
        self._waiting = np.concatenate([self._waiting, samples])
        while len(self._waiting) >= self._size + self._step:
            self._search(self._waiting[: self._size])
            self._waiting = self._waiting[self._step :]
            self._begin += self._step

    def finish(self) -> Finding:
        """The result; nothing may be added after it."""
        samples = self._begin + len(self._waiting)
        self._search(self._waiting[: self._size])
        if len(self._waiting) > self._size:
            self._begin += len(self._waiting) - self._size
            self._search(self._waiting[-self._size :])
        return Finding(self._score, self._at / DETECTOR_RATE, samples / DETECTOR_RATE, self._passages)

    def _search(self, passage: np.ndarray) -> None:
        self._passages += 1
        score = passage_score(passage)
        if score > self._score:
            self._score, self._at = score, self._begin


def passage_score(samples: np.ndarray) -> float:
    """The score of a passage (n,) float32 at DETECTOR_RATE; 0 if it is silent or shorter than a slot."""
    if len(samples) < _SIZE + _SLOT_FRAMES * _HOP:
        return 0.0
    differences = _pair_differences(samples)
    return max(_best_correlation(_folded_slots(differences, speed)) for speed in SPEEDS)


def _pair_differences(samples: np.ndarray) -> np.ndarray:
    """How much the lower band of each pair is louder than the upper one, beside the time around, dB, (T, PAIRS)."""
    windows = np.lib.stride_tricks.sliding_window_view(samples, _SIZE)[::_HOP]
    power = np.square(np.abs(np.fft.rfft(windows * np.hanning(_SIZE), axis=1)))
    floor = float(np.percentile(power, 95)) * _FLOOR
    levels = 10 * np.log10(power + floor + 1e-20) @ _BAND_MEANS
    pairs = levels[:, 0::2] - levels[:, 1::2]
    return np.clip(pairs - uniform_filter1d(pairs, _SMOOTHING_FRAMES, axis=0), -_LARGEST_DB, _LARGEST_DB)


def _band_means() -> np.ndarray:
    """The matrix (F, BANDS) that makes of a spectrum the mean of each band."""
    bands = bands_of(np.fft.rfftfreq(_SIZE, 1 / DETECTOR_RATE))
    member = (bands[:, None] == np.arange(BANDS)).astype(np.float64)
    return member / member.sum(0)


_BAND_MEANS = _band_means()
_SPECTRUM_OF_SIGNS = np.conj(np.fft.rfft(signs(), axis=0))


def _folded_slots(differences: np.ndarray, speed: float) -> np.ndarray:
    """Sums over a slot that begins at each frame of the period; all periods are added, (_PERIOD_FRAMES, PAIRS)."""
    frames = (np.arange(int(len(differences) * speed)) / speed).astype(np.int64)
    periods = -(-len(frames) // _PERIOD_FRAMES)
    padded = np.zeros((periods * _PERIOD_FRAMES, PAIRS))
    padded[: len(frames)] = differences[np.minimum(frames, len(differences) - 1)]
    folded = padded.reshape(periods, _PERIOD_FRAMES, PAIRS).sum(0)
    sums = np.cumsum(np.concatenate([np.zeros((1, PAIRS)), folded, folded[:_SLOT_FRAMES]]), axis=0)
    return sums[_SLOT_FRAMES:-1] - sums[: -_SLOT_FRAMES - 1]


def _best_correlation(slots: np.ndarray) -> float:
    best = 0.0
    for phase in range(_SLOT_FRAMES):
        sums = slots[phase::_SLOT_FRAMES]
        scale = math.sqrt(float(np.square(sums).sum()))
        if scale > 1e-6:
            products = np.fft.irfft((np.fft.rfft(sums, axis=0) * _SPECTRUM_OF_SIGNS).sum(1), SLOTS)
            best = max(best, float(products.max()) / scale)
    return best
