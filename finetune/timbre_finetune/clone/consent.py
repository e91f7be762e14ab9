"""Checks whether the person who reads the takes has also read the statement of consent."""

from __future__ import annotations

import numpy as np

LEAST_LIKENESS = 2.1
"""Fewer than 1 % of people fall below it with their own takes (benchmarks/consent_speaker.py)."""
LEAST_TAKES = 3
"""With two takes more than 1 % of people would be refused."""


def likeness(statement: np.ndarray, takes: np.ndarray, others: np.ndarray) -> float:
    """How much nearer a statement's speaker is to the takes' speaker than to other people.

    Args:
        statement: Speaker embedding of the statement, (256,).
        takes: Speaker embeddings of the takes, (n, 256).
        others: Speaker embeddings of other people, (m, 256).
    Returns:
        The cosine of statement and takes, in standard deviations above their cosines with other people.
    Source: Auckenthaler et al. 2000, Score normalization for text-independent speaker verification systems; s-norm is
        the mean of z-norm and t-norm.
    """
    person = takes.mean(axis=0)
    person = person / np.linalg.norm(person)
    cosine = float(statement @ person)
    return float(np.mean([_above(cosine, others @ voice) for voice in (statement, person)]))


def _above(cosine: float, others: np.ndarray) -> float:
    return (cosine - float(others.mean())) / max(float(others.std()), 0.01)
