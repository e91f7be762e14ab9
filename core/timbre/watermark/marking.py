"""Marks speech while it is written, chunk by chunk.

```
samples ─▶ windows of 46 ms, a quarter apart ─▶ spectrum x gains of the slot ─▶ overlap-add ─▶ marked samples
```

Windows lie on a grid that begins before the first sample, so the result does not depend on the chunks. What comes out
is as long as what goes in and at the same place; it comes three quarters of a window later.
"""

from __future__ import annotations

import numpy as np

from timbre.watermark.pattern import SLOT_S, SLOTS, band_gains_db, bands_of

WINDOW_S = 0.0464
OVERLAP = 4
"""Windows over each sample."""
BLOCK_WINDOWS = 64
"""Windows that are transformed at once: what a processor's own cache holds."""


class Marker:
    """Marks one stream of speech.

    Args:
        sample_rate: In Hz.
    """

    def __init__(self, sample_rate: int) -> None:
        self._hop = round(WINDOW_S * sample_rate / OVERLAP)
        self._size = OVERLAP * self._hop
        self._rate = sample_rate
        self._window = np.sqrt(0.5 - 0.5 * np.cos(2 * np.pi * np.arange(self._size) / self._size))
        self._gains = self._gains_of_slots()
        self._waiting = np.zeros(self._size - self._hop)  # samples that the next window begins with
        self._sums = np.zeros(self._size - self._hop)  # output that further windows are added to
        self._windows = 0
        self._to_skip = self._size - self._hop  # output that lies before the first sample
        self._received = self._returned = 0

    def _gains_of_slots(self) -> np.ndarray:
        """Factor of each frequency in each slot, (SLOTS, F)."""
        bands = bands_of(np.fft.rfftfreq(self._size, 1 / self._rate))
        gains_db = np.where(bands >= 0, band_gains_db()[:, bands], 0.0)
        return 10 ** (gains_db / 20)

    def mark(self, samples: np.ndarray) -> np.ndarray:
        """Add samples (n,), full scale 1; returns those that are finished, (m,) float32."""
        self._received += len(samples)
        waiting = np.concatenate([self._waiting, samples.astype(np.float64)])
        count = (len(waiting) - self._size) // self._hop + 1
        if count <= 0:
            self._waiting = waiting
            return np.zeros(0, np.float32)
        self._waiting = waiting[count * self._hop :]
        windows = np.lib.stride_tricks.sliding_window_view(waiting, self._size)[:: self._hop][:count]
        blocks = (windows[start : start + BLOCK_WINDOWS] for start in range(0, count, BLOCK_WINDOWS))
        return self._finished(np.concatenate([self._overlapped(self._marked(block)) for block in blocks]))

    def finish(self) -> np.ndarray:
        """The rest, (m,) float32; nothing may be added after it."""
        missing = self._received - self._returned
        rest = self.mark(np.zeros(self._size + self._hop))
        return rest[:missing]

    def _marked(self, windows: np.ndarray) -> np.ndarray:
        numbers = self._windows + np.arange(len(windows))
        self._windows += len(windows)
        middles_s = (numbers * self._hop + self._hop - self._size // 2) / self._rate
        slots = np.floor(middles_s / SLOT_S).astype(np.int64) % SLOTS
        spectra = np.fft.rfft(windows * self._window, axis=1) * self._gains[slots]
        return np.fft.irfft(spectra, self._size, axis=1) * self._window * (2 / OVERLAP)

    def _overlapped(self, windows: np.ndarray) -> np.ndarray:
        """Add windows (count, size) one hop apart; returns the samples to which no more is added."""
        done = len(windows) * self._hop
        sums = np.concatenate([self._sums, np.zeros(done)])
        parts = windows.reshape(len(windows), OVERLAP, self._hop)
        for part in reversed(range(OVERLAP)):  # the oldest window first, whatever the chunks
            start = part * self._hop
            sums[start : start + done] += parts[:, part].ravel()
        self._sums = sums[done:]
        return sums[:done]

    def _finished(self, samples: np.ndarray) -> np.ndarray:
        """Leave out what lies before the first sample."""
        skipped = min(len(samples), self._to_skip)
        self._to_skip -= skipped
        result = samples[skipped:].astype(np.float32)
        self._returned += len(result)
        return result
