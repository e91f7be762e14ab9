"""Counts for the `finetune` model."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from timbre.serving.metrics import Metrics, TritonPublisher
from timbre_finetune.clone.request import Progress


class CloneMetrics:
    """Counts clones and publishes the progress of the foremost running one; safe to share between threads.

    Args:
        pb_utils: The module pb_utils, which only a model can import; without it nothing is published.
    """

    def __init__(self, pb_utils: Any = None) -> None:
        self._metrics = Metrics(TritonPublisher(pb_utils) if pb_utils else None)
        self._lock = threading.Lock()
        self._at_work: dict[object, float] = {}

    @contextmanager
    def clone(self) -> Iterator[Callable[[Progress], None]]:
        """A context around one clone; gives a function that takes the clone's progress."""
        clone = object()

        def on_progress(progress: Progress) -> None:
            if progress.stage == "adapt" and progress.max_steps:
                self._set(clone, progress.step / progress.max_steps)

        self._set(clone, 0.0)
        try:
            yield on_progress
        except Exception as error:
            kind = type(error).__name__
            self._metrics.add("timbre_clones_total", outcome="cancelled" if "Cancel" in kind else "failed")
            raise
        else:
            self._metrics.add("timbre_clones_total", outcome="made")
        finally:
            self._set(clone, None)

    def close(self) -> None:
        """Publish the last counts."""
        self._metrics.close()

    def _set(self, clone: object, progress: float | None) -> None:
        """Note the progress of a clone; None when the clone has ended."""
        with self._lock:
            if progress is None:
                del self._at_work[clone]
            else:
                self._at_work[clone] = progress
            self._metrics.set("timbre_clones_in_progress", len(self._at_work))
            self._metrics.set("timbre_clone_progress", max(self._at_work.values(), default=0.0))
