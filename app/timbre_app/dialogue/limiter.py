"""Keeps a mix below full scale by turning loud moments down, smoothly, before they come.

samples      |  done  |  REACH  |  can be given out  |  REACH  |
                        ▲ kept as context              ▲ held back until more is known
"""

from __future__ import annotations

import numpy as np

CEILING = 0.95
SPAN = 110
"""5 ms: a loud sample turns down so many samples on both sides, and the change takes as long again."""
REACH = 2 * SPAN


class Limiter:
    """Limits one stream of samples; what it gives out lags behind what it gets by REACH samples."""

    def __init__(self) -> None:
        self._held = np.zeros(REACH, np.float32)
        """The context, REACH samples, and then what is held back."""

    def add(self, samples: np.ndarray, is_last: bool = False) -> np.ndarray:
        """Take samples, (n,) float32; returns those that are ready, no sample above CEILING."""
        held = np.concatenate([self._held, samples.astype(np.float32, copy=False)])
        if is_last:
            held = np.concatenate([held, np.zeros(REACH, np.float32)])
        end = max(REACH, len(held) - REACH)
        self._held = held[end - REACH :]
        ready = held[REACH:end]
        if not len(ready) or np.abs(held).max() <= CEILING:
            return ready
        return ready * _gains(held[: end + REACH])


def _gains(samples: np.ndarray) -> np.ndarray:
    """The factor of each sample, without REACH samples at both ends."""
    wanted = np.minimum(1.0, CEILING / np.maximum(np.abs(samples), 1e-9))
    window = 2 * SPAN + 1
    least = np.lib.stride_tricks.sliding_window_view(wanted, window).min(1)
    sums = np.cumsum(np.concatenate([[0.0], least]))
    return ((sums[window:] - sums[:-window]) / window).astype(np.float32)
