"""One worker that serves many streams: at each tick the most urgent call, and those that can join it.

A stream is urgent when its listener has little speech left: its deadline is the moment at which the
speech made for it so far has been played. So a new request goes before the far end of a long text,
but not before speech that runs out in RESERVE_S; it joins at the next tick, and who has waited longest
is served first when there is too much to do.

Who comes when nobody else wants anything need not wait until the worker's thread is awake: the thread that brings the
stream makes its first speech.
"""

from __future__ import annotations

import dataclasses
import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from timbre.batching import Call, Results, run_together
from timbre.serving.cancellation import CancelFlags, flag_of
from timbre.serving.errors import CancelledRequestError
from timbre.serving.limits import Limits
from timbre.serving.metrics import Metrics

RESERVE_S = 0.08
"""What a listener has left when a new one is as urgent: time for the next chunk's calls to wait for others and to run.

Without it every new one goes first, and under load next chunks are begun when they are late already. With more, fewer
of them share a batch and first speech waits for them (end of docs/performance.md).
"""


class Stream(Protocol):
    """One utterance in the making. Its methods are called from the worker's thread."""

    @property
    def request_id(self) -> str:
        """What a client cancels it by."""
        ...

    @property
    def ready(self) -> bool:
        """Whether it has something to run."""
        ...

    @property
    def ended(self) -> bool:
        """Whether nothing more will come of it."""
        ...

    def call(self) -> Call | None:
        """What it wants to run, the same until `accept`; None if there is nothing left to run."""
        ...

    def accept(self, results: Results, took_s: float) -> float:
        """Take the results; returns the seconds of speech made."""
        ...

    def fail(self, error: Exception) -> None:
        """End with an error."""
        ...


@dataclasses.dataclass(eq=False)
class _Entry:
    stream: Stream
    flag: str
    deadline: float
    spoken: bool = False

    @property
    def urgency(self) -> float:
        """The moment that ranks it, the earliest first."""
        return self.deadline - RESERVE_S if self.spoken else self.deadline


class _Due(NamedTuple):
    entry: _Entry
    call: Call


class TickWorker:
    """Runs the calls of streams on a thread of its own, the first ones of a stream that is alone on its bringer's.

    Args:
        stage: Name of the model, for the metrics.
        flags: Of streams that nobody wants any more.
        max_batch: Calls that may run together.
        limits: How much is accepted.
        metrics: What is counted goes there.
        clock: Seconds.
    """

    def __init__(
        self,
        stage: str,
        flags: CancelFlags,
        max_batch: int = 1,
        limits: Limits | None = None,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stage, self._flags, self._max_batch = stage, flags, max_batch
        self._limits, self._metrics, self._clock = limits, metrics or Metrics(), clock
        self._entries: list[_Entry] = []
        self._lock = threading.Lock()
        # Wakes the worker. A Condition would do it in Python, at several times the price.
        self._bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._closed = False
        self._turn = threading.Lock()  # held by the thread that ticks
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def in_flight(self) -> int:
        """Streams that are served."""
        return len(self._entries)

    def add(self, stream: Stream, here: bool = False) -> None:
        """Begin to serve a stream.

        Args:
            stream: It.
            here: Make its first speech before returning, if no other stream wants anything.
        Raises:
            BusyError: if there are too many already.
        """
        with self._lock:
            if self._limits is not None:
                waiting = sum(not entry.spoken for entry in self._entries)
                self._limits.check(len(self._entries), waiting)
            alone = here and not any(entry.stream.ready for entry in self._entries)
            entry = _Entry(stream, flag_of(stream.request_id), self._clock())
            self._entries.append(entry)
        if alone and self._turn.acquire(blocking=False):
            try:
                while stream.ready and not entry.spoken:
                    self._tick_if_ready()
            finally:
                self._turn.release()
        if stream.ready:
            self.wake()

    def wake(self) -> None:
        """Say that a stream has something to run again."""
        self._bell.put(None)

    def remove(self, stream: Stream) -> None:
        """Serve a stream no longer."""
        with self._lock:
            self._entries = [entry for entry in self._entries if entry.stream is not stream]

    def close(self) -> None:
        """End the thread after the tick at hand."""
        self._closed = True
        self.wake()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed:
            while not self._bell.empty():  # before the look around: who rings after it is heard below
                self._bell.get()
            with self._turn:
                ticked = self._tick_if_ready()
            if not ticked:
                self._bell.get()

    def _tick_if_ready(self) -> bool:
        """One tick, if a stream has something to run."""
        ready = self._ready()
        if ready:
            self._tick(self._still_wanted(ready))
            self._forget_ended()
        return bool(ready)

    def _ready(self) -> list[_Entry]:
        """The entries that have something to run, the most urgent first."""
        with self._lock:
            in_flight = len(self._entries)
            ready = [entry for entry in self._entries if entry.stream.ready]
        if ready:
            ready.sort(key=lambda entry: entry.urgency)
            self._metrics.set("timbre_streams_in_flight", in_flight, stage=self._stage)
            self._metrics.set("timbre_queue_length", len(ready), stage=self._stage)
        return ready

    def _still_wanted(self, ready: list[_Entry]) -> list[_Entry]:
        """The entries without a flag."""
        flags = self._flags.current()
        gone = [entry for entry in ready if entry.flag in flags]
        if not gone:
            return ready
        for entry in gone:
            entry.stream.fail(CancelledRequestError("The request was cancelled."))
            self.remove(entry.stream)
        return [entry for entry in ready if entry not in gone]

    def _tick(self, ready: Sequence[_Entry]) -> None:
        due: list[_Due] = []
        for entry in ready:
            call = self._call_of(entry)
            if call is not None and (not due or call.joins(due[0].call)):
                due.append(_Due(entry, call))
            if len(due) == self._max_batch:
                break
        if due:
            self._run_calls(due)

    def _call_of(self, entry: _Entry) -> Call | None:
        try:
            return entry.stream.call()
        except Exception as error:  # noqa: BLE001  the worker must live; the client gets the error
            entry.stream.fail(error)
            return None

    def _run_calls(self, due: Sequence[_Due]) -> None:
        started = time.perf_counter()
        try:
            results = run_together([one.call for one in due])
        except Exception as error:  # noqa: BLE001  as above
            if len(due) > 1:  # one of them may have spoilt it for all
                for one in due:
                    self._run_calls([one])
            else:
                due[0].entry.stream.fail(error)
            return
        took_s = time.perf_counter() - started
        self._metrics.add("timbre_busy_seconds_total", took_s, stage=self._stage)
        if due[0].call.source:
            self._metrics.observe("timbre_batch_size", len(due), stage=self._stage)
        for one, result in zip(due, results, strict=True):
            self._deliver(one.entry, result, took_s / len(due))

    def _deliver(self, entry: _Entry, result: Results, took_s: float) -> None:
        try:
            made_s = entry.stream.accept(result, took_s)
        except Exception as error:  # noqa: BLE001  as above
            entry.stream.fail(error)
            return
        if not made_s:
            return
        now = self._clock()
        if entry.spoken and now > entry.deadline:
            self._metrics.add("timbre_late_chunks_total", stage=self._stage)
        entry.deadline = max(entry.deadline, now) + made_s
        entry.spoken = True

    def _forget_ended(self) -> None:
        with self._lock:
            self._entries = [entry for entry in self._entries if not entry.stream.ended]
            if not self._entries:
                self._metrics.set("timbre_streams_in_flight", 0, stage=self._stage)
                self._metrics.set("timbre_queue_length", 0, stage=self._stage)
