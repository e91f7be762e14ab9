"""Runs the clones of the `finetune` model, several at once."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import torch

from timbre import contract
from timbre.archive import TakesError
from timbre.serving.limits import Limits
from timbre_finetune.clone.job import CloneJobs
from timbre_finetune.clone.metrics import CloneMetrics
from timbre_finetune.clone.request import Progress

CLONES_ON_GPU = 8
"""One person's takes do not fill a GPU, so clones share it; on a CPU, clones at once would save no time."""

Answer = Progress | bytes | Exception


def clones_at_once(limits: Limits) -> int:
    """The number of clones that run at once."""
    return limits.clones or (CLONES_ON_GPU if torch.cuda.is_available() else 1)


class CloneService:
    """Runs each clone on a thread of its own; their voices train as one batch.

    If only one clone runs at a time, there are no threads, and `submit` returns when the clone has ended: Triton
    notices the death of a model at once only while its `execute` runs. If clones run beside others, their first
    progress is "waiting", so that the client knows that it can probe the process when no progress comes.

    Args:
        metrics: Counts the clones.
        limits: Says how many clones run at once; the others wait.
    """

    def __init__(self, metrics: CloneMetrics, limits: Limits | None = None) -> None:
        self._metrics, self._jobs = metrics, CloneJobs()
        count = clones_at_once(limits or Limits.from_environment())
        self._pool = ThreadPoolExecutor(count, "clone") if count > 1 else None
        self._lock = threading.Lock()
        self._unfinished = 0
        self._on_demand = False

    @property
    def on_demand(self) -> bool:
        """Whether a client had the model loaded for its clone, so that it must be unloaded after the last clone."""
        return self._on_demand

    @property
    def unfinished(self) -> int:
        """The number of clones that were submitted and have not ended; requests in Triton's queue do not count."""
        return self._unfinished

    def prepare(self) -> None:
        """Begin to load the networks; without it they are loaded for the first clone."""
        self._jobs.prepare()

    def submit(
        self, takes: bytes, options: bytes, answer: Callable[[Answer], None], should_stop: Callable[[], bool]
    ) -> None:
        """Make a voice, or begin to make it on another thread.

        Args:
            takes: See CloneJobs.run.
            options: See CloneJobs.run; contract.ON_DEMAND may be among them.
            answer: Called with each progress, and at last with the voice file or an error.
            should_stop: See CloneJobs.run.
        """
        options = self._take_on_demand(options)
        if self._pool is None:
            self._count(1)
            self._run(takes, options, answer, should_stop)
        elif takes:
            self._count(1)
            answer(Progress("waiting"))
            self._pool.submit(self._run, takes, options, answer, should_stop)
        else:
            # A client asks without takes to see that this process lives, so it gets its answer at once.
            answer(TakesError("There are no takes."))

    def close(self) -> None:
        """Wait for the clones, and publish the last counts."""
        if self._pool is not None:
            self._pool.shutdown()
        self._jobs.close()
        self._metrics.close()

    def _run(
        self, takes: bytes, options: bytes, answer: Callable[[Answer], None], should_stop: Callable[[], bool]
    ) -> None:
        try:
            with self._metrics.clone() as count:

                def on_progress(progress: Progress) -> None:
                    count(progress)
                    answer(progress)

                voice = self._jobs.run(takes, options, on_progress, should_stop)
        except Exception as error:  # noqa: BLE001  the error belongs to this clone, not to the server
            self._count(-1)
            answer(error)
        else:
            self._count(-1)
            answer(voice)

    def _take_on_demand(self, options: bytes) -> bytes:
        """Remember contract.ON_DEMAND if it is among the options; returns the options without it."""
        try:
            fields = json.loads(options or b"{}")
            if not fields.pop(contract.ON_DEMAND, False):
                return options
        except (ValueError, AttributeError, RecursionError):
            return options  # CloneJobs.run raises an error that says what is wrong with them
        self._on_demand = True
        return json.dumps(fields).encode()

    def _count(self, change: int) -> None:
        with self._lock:
            self._unfinished += change
