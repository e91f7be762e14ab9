"""The outline of a waveform, for drawing."""

from __future__ import annotations

import numpy as np


def outline(samples: np.ndarray, columns: int = 800) -> np.ndarray:
    """Lowest and highest sample of each column.

    Args:
        samples: (n,) int16, or floats in [-1, 1].
        columns: Largest number of columns to return.
    Returns:
        (2, c) float32 in [-1, 1], c = min(columns, n).
    """
    scale = 32768.0 if samples.dtype == np.int16 else 1.0
    columns = min(columns, len(samples))
    if columns == 0:
        return np.zeros((2, 0), dtype=np.float32)
    edges = np.linspace(0, len(samples), columns, endpoint=False).astype(np.int64)
    low = np.minimum.reduceat(samples, edges)
    high = np.maximum.reduceat(samples, edges)
    return (np.stack([low, high]) / scale).astype(np.float32)
