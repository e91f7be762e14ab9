"""What the `finetune` model does: several clones at once."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import torch

from timbre import contract
from timbre.archive import TakesError
from timbre.serving.limits import Limits
from timbre_finetune.adapt import Progress
from timbre_finetune.clone_job import CloneJobs
from timbre_finetune.clone_metrics import CloneMetrics

CLONES_ON_GPU = 8
"""A GPU is far from busy with the takes of one person; on a CPU two people take as long as one after the other."""

Answer = Progress | bytes | Exception


def clones_at_once(limits: Limits) -> int:
    """How many clones are at work together."""
    return limits.clones or (CLONES_ON_GPU if torch.cuda.is_available() else 1)


class CloneService:
    """Runs each clone on a thread of its own; their voices train as one batch.

    Where one clone is made at a time there are no threads, and `submit` returns when the clone has ended: Triton
    notices at once that a model has died only while its `execute` runs. A clone that runs beside others is told
    so by a first progress, "waiting", so that its client looks into a silence.

    Args:
        metrics: What is counted goes there.
        limits: How many clones are at work at once; the others wait.
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
        """Whether a client said that it had the model loaded for its clone: the last clone's is to unload it."""
        return self._on_demand

    @property
    def unfinished(self) -> int:
        """Clones that were submitted and have not ended; without those that Triton still holds back."""
        return self._unfinished

    def submit(
        self, takes: bytes, options: bytes, answer: Callable[[Answer], None], should_stop: Callable[[], bool]
    ) -> None:
        """Make a voice, or begin to.

        Args:
            takes: See CloneJobs.run.
            options: The same, or with contract.ON_DEMAND among them.
            answer: Called with each progress, and at last with the voice file or an error.
            should_stop: See CloneJobs.run.
        """
        options = self._read_mark(options)
        if self._pool is None:
            self._count(1)
            self._run(takes, options, answer, should_stop)
        elif takes:
            self._count(1)
            answer(Progress("waiting"))
            self._pool.submit(self._run, takes, options, answer, should_stop)
        else:
            answer(
                TakesError("There are no takes.")
            )  # at once: it is how a client sees that this process lives

    def close(self) -> None:
        """Wait for the clones, and publish the last counts."""
        if self._pool is not None:
            self._pool.shutdown()
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
        except Exception as error:  # noqa: BLE001  it belongs to this clone, not to the server
            self._count(-1)
            answer(error)
        else:
            self._count(-1)
            answer(voice)

    def _read_mark(self, options: bytes) -> bytes:
        """The options without contract.ON_DEMAND, as they would be if the model had been there."""
        try:
            fields = json.loads(options or b"{}")
            if not fields.pop(contract.ON_DEMAND, False):
                return options
        except (ValueError, AttributeError):
            return options  # whoever reads them says what is wrong
        self._on_demand = True
        return json.dumps(fields).encode()

    def _count(self, change: int) -> None:
        with self._lock:
            self._unfinished += change
