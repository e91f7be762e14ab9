"""How much memory a piece of use leaves behind."""

from __future__ import annotations

import gc

from timbre_app.studio.probe import memory_mb

MAY_GROW_MB = 50.0


class MemoryWatch:
    """Begins to count when the first rounds have filled every cache: call `settled` then."""

    def __init__(self) -> None:
        self._before_mb = 0.0

    def settled(self) -> None:
        """From here on memory has to stay flat."""
        gc.collect()
        self._before_mb = memory_mb()

    @property
    def growth_mb(self) -> float:
        """Megabytes more than when `settled` was called."""
        gc.collect()
        return memory_mb() - self._before_mb
