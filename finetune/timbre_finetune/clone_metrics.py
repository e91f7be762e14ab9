"""What the `finetune` model counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from timbre.serving.metrics import Metrics, TritonPublisher
from timbre_finetune.adapt import Progress


class CloneMetrics:
    """Counts clones and says how far the one at work is.

    Args:
        pb_utils: The module of that name, which only a model can import.
    """

    def __init__(self, pb_utils: Any) -> None:
        self._metrics = Metrics(TritonPublisher(pb_utils))

    @contextmanager
    def clone(self) -> Iterator[Callable[[Progress], None]]:
        """Around one clone; gives what to call with its progress."""
        self._set(1, 0.0)
        try:
            yield self._on_progress
        except Exception as error:
            kind = type(error).__name__
            self._metrics.add("timbre_clones_total", outcome="cancelled" if "Cancel" in kind else "failed")
            raise
        else:
            self._metrics.add("timbre_clones_total", outcome="made")
        finally:
            self._set(0, 0.0)

    def close(self) -> None:
        """Publish the last counts."""
        self._metrics.close()

    def _on_progress(self, progress: Progress) -> None:
        if progress.stage == "adapt" and progress.max_steps:
            self._set(1, progress.step / progress.max_steps)

    def _set(self, clones: int, progress: float) -> None:
        self._metrics.set("timbre_clones_in_progress", clones)
        self._metrics.set("timbre_clone_progress", progress)
