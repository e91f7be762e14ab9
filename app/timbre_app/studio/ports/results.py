"""A finished voice beside the person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np


@dataclass(frozen=True)
class PairItem:
    """A sentence that the voice did not learn from, spoken by the person and by the voice, (n,) int16 each."""

    text: str
    person: np.ndarray
    clone: np.ndarray
    sample_rate: int
    person_error: float
    clone_error: float


@dataclass(frozen=True)
class ResultItem:
    """What a finished voice's page says beside the sentences.

    Attributes:
        similarity: 0 sounds like somebody else, 1 like the person's own other takes; None if not measured.
        nearest_similarity: The same of the nearest speaker that the base model knows.
        take_count: How many takes it was made of.
        noisy_share: Share of the takes whose noise was remarked on.
        echoing_share: Share of the takes in which the room echoes.
    """

    similarity: float | None = None
    nearest_similarity: float | None = None
    take_count: int = 0
    noisy_share: float = 0.0
    echoing_share: float = 0.0


class Comparing(Protocol):
    """Lets a voice speak the sentences of the person's own takes."""

    def compare(
        self,
        voice_id: str,
        takes: Path,
        on_pair: Callable[[PairItem], None],
        should_stop: Callable[[], bool],
    ) -> ResultItem:
        """Tell each pair as it is made, and return what was measured."""
        ...
