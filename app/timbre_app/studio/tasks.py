"""The only bridge from worker threads to the window: work runs on the threads, and one signal brings its results."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal, Slot

_log = logging.getLogger(__name__)
_Steps = queue.SimpleQueue[Callable[[], None] | None]


DEVICE_LANE = "devices"
"""Lane of all tasks that list or open sound devices."""
IDLE_THREADS = 4
"""Largest number of idle threads; a thread beyond it ends when its work is done."""


def _ignore(_: Any) -> None:
    """Do nothing with a value."""


class _ThreadPool:
    """Threads that run steps at once; one thread always waits for the next step.

    Starting a thread blocks the caller until it runs, for 100 ms on a busy machine, so the window must not do it.
    """

    def __init__(self) -> None:
        self._steps: _Steps = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = 1
        self._start_thread()

    def run(self, step: Callable[[], None]) -> None:
        """Run a step on a thread of its own; returns at once."""
        self._steps.put(step)

    def close(self) -> None:
        """End the threads that wait, and the others when their steps have ended."""
        self._steps.put(None)

    def _start_thread(self) -> None:
        threading.Thread(target=self._serve, name="timbre-task", daemon=True).start()

    def _serve(self) -> None:
        while (step := self._steps.get()) is not None:
            with self._lock:
                is_last = self._waiting == 1
                self._waiting -= not is_last
            if is_last:
                self._start_thread()
            step()
            with self._lock:
                if self._waiting >= IDLE_THREADS:
                    return
                self._waiting += 1
        self._steps.put(None)  # ends the next thread that waits


class Task:
    """A piece of work that runs on a thread for the window; not to be confused with jobs (timbre_app.jobs).

    The work calls `report` and looks at `cancelled`; the window calls `cancel`, after which neither progress
    nor a result nor an error of this task is delivered any more.
    """

    def __init__(
        self, deliver: Callable[[Task, Callable[[], None]], None], on_progress: Callable[[Any], None]
    ):
        self._deliver = deliver
        self._on_progress = on_progress
        self._cancelled = threading.Event()
        self._finished = threading.Event()

    @property
    def cancelled(self) -> bool:
        """Whether the work should stop."""
        return self._cancelled.is_set()

    @property
    def finished(self) -> bool:
        """Whether the work has ended."""
        return self._finished.is_set()

    def cancel(self) -> None:
        """Ask the work to stop, and drop what it still reports."""
        self._cancelled.set()

    def report(self, value: Any) -> None:
        """Send progress to the window (called by the work)."""
        self._deliver(self, lambda: self._on_progress(value))


class Tasks(QObject):
    """Runs callables on daemon threads and calls back on the thread that this object lives in.

    Tasks of one `lane` run one after another in the order given; tasks without a lane run at once, each on its
    own thread. The threads are daemons, because a call that waits for a server must not delay the program's end.
    """

    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._closed = threading.Event()
        self._threads = _ThreadPool()
        self._lanes: dict[str, tuple[_Steps, threading.Event]] = {}
        self._running: set[Task] = set()
        self._lasting: set[Task] = set()
        self._arrived.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[Task], Any],
        on_result: Callable[[Any], None] = _ignore,
        on_error: Callable[[Exception], None] | None = None,
        on_progress: Callable[[Any], None] = _ignore,
        lane: str | None = None,
        lasting: bool = False,
    ) -> Task:
        """Start `work(task)` off the window's thread.

        Args:
            work: Gets its Task; its result goes to `on_result`, what it raises to `on_error` (or the log).
            on_result: Called on the window's thread unless the task was cancelled.
            on_error: Likewise, with the exception.
            on_progress: Likewise, for each `task.report(value)`.
            lane: Name of the queue to wait in.
            lasting: Whether the task watches something until it is cancelled, and so does not count as busy.
        """
        task = Task(self._deliver, on_progress)
        self._running.add(task)
        if lasting:
            self._lasting.add(task)

        def step() -> None:
            self._work(task, work, on_result, on_error or self._log_error)

        if lane is None:
            self._threads.run(step)
        else:
            self._lane(lane).put(step)
        return task

    def close(self, finish: Sequence[str] = (), timeout_s: float = 5.0) -> None:
        """Cancel everything; nothing is delivered afterwards.

        Args:
            finish: Lanes whose tasks are finished first, because they must not be cut off.
            timeout_s: How long to wait for those lanes.
        """
        self._closed.set()
        deadline = time.monotonic() + timeout_s
        for name in finish:
            if name in self._lanes:
                lane, ended = self._lanes[name]
                lane.put(None)
                ended.wait(max(0.0, deadline - time.monotonic()))
        for task in list(self._running):
            task.cancel()
        for lane, _ in self._lanes.values():
            lane.put(None)
        self._threads.close()

    @property
    def busy(self) -> int:
        """Number of tasks whose outcome has not been delivered yet."""
        return len(self._running - self._lasting)

    def _work(
        self,
        task: Task,
        work: Callable[[Task], Any],
        on_result: Callable[[Any], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        try:
            result = None if task.cancelled else work(task)
        except Exception as caught:  # noqa: BLE001 - the boundary: every error is delivered or logged
            error = caught
            self._deliver(task, lambda: on_error(error))
        else:
            self._deliver(task, lambda: on_result(result))
        finally:
            task._finished.set()
            self._deliver_always(lambda: self._forget(task))

    def _forget(self, task: Task) -> None:
        self._running.discard(task)
        self._lasting.discard(task)

    def _deliver(self, task: Task, call: Callable[[], None]) -> None:
        def unless_cancelled() -> None:
            if not task.cancelled:
                call()

        self._deliver_always(unless_cancelled)

    def _deliver_always(self, call: Callable[[], None]) -> None:
        if self._closed.is_set():
            return
        try:
            self._arrived.emit(call)
        except RuntimeError:
            _log.debug("the window went away before a result arrived")

    @Slot(object)
    def _call(self, call: Callable[[], None]) -> None:
        if not self._closed.is_set():
            call()

    def _log_error(self, error: Exception) -> None:
        _log.error("a background task failed: %s", error, exc_info=error)

    def _lane(self, name: str) -> _Steps:
        if name not in self._lanes:
            steps: _Steps = queue.SimpleQueue()
            ended = threading.Event()
            self._lanes[name] = (steps, ended)
            self._threads.run(lambda: self._drain(steps, ended))
        return self._lanes[name][0]

    @staticmethod
    def _drain(steps: _Steps, ended: threading.Event) -> None:
        while (step := steps.get()) is not None:
            step()
        ended.set()
