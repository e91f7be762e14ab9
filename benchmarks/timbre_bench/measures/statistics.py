"""Means with confidence intervals and percentiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Interval:
    """A mean and its 95 % bootstrap confidence interval."""

    mean: float
    low: float
    high: float
    count: int

    def to_dict(self) -> dict[str, float | int]:
        """Plain values for JSON."""
        return {"mean": self.mean, "low": self.low, "high": self.high, "count": self.count}


def bootstrap_mean(values: Sequence[float], resamples: int = 4000, seed: int = 7) -> Interval:
    """The mean of the values and its percentile-bootstrap 95 % confidence interval.

    Args:
        values: One value per sentence; values that are not finite are left out.
        resamples: How many times the sentences are drawn again, with replacement.
        seed: Seed of the draws, so that a report is repeatable.

    Raises:
        ValueError: if no finite value is given.
    """
    finite = np.asarray([value for value in values if np.isfinite(value)], dtype=np.float64)
    if finite.size == 0:
        raise ValueError("no finite value to average")
    generator = np.random.default_rng(seed)
    draws = generator.integers(0, finite.size, size=(resamples, finite.size))
    low, high = np.percentile(finite[draws].mean(axis=1), [2.5, 97.5])
    return Interval(float(finite.mean()), float(low), float(high), int(finite.size))


def percentile(values: Sequence[float], rank: float) -> float:
    """The rank-th percentile (0 to 100), linear between neighbours."""
    if not len(values):
        raise ValueError("no value to rank")
    return float(np.percentile(np.asarray(values, dtype=np.float64), rank))
