"""One worker that serves many streams: at each tick the most urgent call, and those that can join it.

A stream is urgent when its listener has little speech left: its deadline is the moment at which the
speech made for it so far has been played. So a new request goes before the far end of a long text,
but not before speech that runs out in RESERVE_S; it joins at the next tick. When there is too much to do,
the stream that has waited longest is served first. A stream in the background has no listener: it is as urgent as if it
had come BACKGROUND_S later, so live speech goes first and the stream still comes forward. Where calls run one by one it
also rests while live speech is in another model, so that live speech finds no call in its way when it comes on.

A stream that comes while no other has anything to run does not wait until the worker's thread is awake: the thread that
adds the stream makes its first speech.
"""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence, Set
from typing import NamedTuple, Protocol

from timbre.serving.cancellation import CancelFlags, flags_of
from timbre.serving.engine_loading import is_broken, leave
from timbre.serving.errors import CancelledRequestError
from timbre.serving.limits import Limits
from timbre.serving.metrics import Metrics
from timbre.speech.batching import Call, Results, run_together

RESERVE_S = 0.08
"""A listener with so much speech left is as urgent as a new one: in that time the next chunk's calls wait and run.

Without the reserve every new stream goes first, and under load the next chunks of the others begin when they are late
already. With a longer one fewer chunks share a batch, and first speech waits for them (end of docs/performance.md).
"""
BACKGROUND_S = 10.0
SWEEP_S = 0.1
"""Time between two looks at streams that have nothing to run; perhaps nobody wants them any more."""
_log = logging.getLogger(__name__)


class Stream(Protocol):
    """One utterance in the making. Its methods are called from the worker's thread."""

    @property
    def request_id(self) -> str:
        """The id by which a client cancels it."""
        ...

    @property
    def name(self) -> str:
        """The utterance's name in all its stages, empty if there is only one; it differs from all ids of requests."""
        ...

    @property
    def background(self) -> bool:
        """Whether nobody listens to it."""
        ...

    @property
    def ready(self) -> bool:
        """Whether it has something to run."""
        ...

    @property
    def lost(self) -> bool:
        """Whether its next input is so late that it will never come."""
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
    flags: Set[str]
    deadline: float
    spoken: bool = False

    @property
    def urgency(self) -> float:
        """The moment that ranks it, the earliest first."""
        reserve_s = RESERVE_S if self.spoken else 0.0
        return self.deadline - reserve_s + (BACKGROUND_S if self.stream.background else 0.0)


class _Due(NamedTuple):
    entry: _Entry
    call: Call


class TickWorker:
    """Runs the calls of streams on its own thread, and those for the first speech of a lone stream on the caller's.

    Args:
        stage: Name of the model, for the metrics.
        flags: The cancelled streams.
        max_batch: Most calls that run together.
        limits: How many streams are accepted; None for any number.
        metrics: Gets the counts.
        clock: Returns the time in seconds.
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
        self._metrics.watch("timbre_streams_in_flight", lambda: self.in_flight, stage=stage)
        self._metrics.watch("timbre_queue_length", lambda: self.waiting, stage=stage)
        self._turn = threading.Lock()  # held by the thread that ticks
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def in_flight(self) -> int:
        """Streams that are served."""
        return len(self._entries)

    @property
    def waiting(self) -> int:
        """Streams of these that have something to run."""
        return sum(entry.stream.ready for entry in self._entries)

    def add(self, stream: Stream, here: bool = False) -> None:
        """Begin to serve a stream.

        Args:
            stream: The new stream.
            here: Whether to make its first speech before returning, if no other stream has anything to run.
        Raises:
            BusyError: if there are too many already.
        """
        if not stream.background:
            self._flags.live.note()
        with self._lock:
            if self._limits is not None:
                waiting = sum(not entry.spoken for entry in self._entries)
                self._limits.check(len(self._entries), waiting)
            others = (entry.stream for entry in self._entries if not entry.stream.background)
            alone = here and not stream.background and not any(other.ready for other in others)
            entry = _Entry(stream, flags_of(stream.request_id) | flags_of(stream.name), self._clock())
            self._entries.append(entry)
        if alone and self._turn.acquire(blocking=False):
            try:
                while stream.ready and not entry.spoken:
                    self._tick_if_ready()
            finally:
                self._turn.release()
        if not stream.ended:  # the worker looks after it from now on, whether it has something to run or not
            self.wake()

    def wake(self) -> None:
        """Wake the worker: a stream has something to run again."""
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
            while not self._bell.empty():  # before the streams are looked at: a later ring is heard below
                self._bell.get()
            with self._turn:
                ticked = self._tick_if_ready()
            if self._entries:
                self._flags.bell.ring()
            if not ticked:
                self._wait()

    def _wait(self) -> None:
        """Wait until the bell rings, or until it is time to look at streams that have nothing to run."""
        with contextlib.suppress(queue.Empty):
            self._bell.get(timeout=SWEEP_S if self._entries else None)

    def _tick_if_ready(self) -> bool:
        """One tick, if a stream has something to run; streams that nobody wants end before it."""
        self._end_unwanted()
        ready = self._ready()
        if ready:
            self._tick(ready)
            self._forget_ended()
        return bool(ready)

    def _ready(self) -> list[_Entry]:
        """The entries that have something to run, the most urgent first."""
        with self._lock:
            ready = [entry for entry in self._entries if entry.stream.ready]
        if any(not entry.stream.background for entry in ready):
            self._flags.live.note()
        elif ready and self._max_batch == 1 and self._flags.live.is_recent:
            now = self._clock()
            ready = [entry for entry in ready if entry.urgency < now]
        ready.sort(key=lambda entry: entry.urgency)
        return ready

    def _end_unwanted(self) -> None:
        """End streams that have a flag, and those for which nothing more comes."""
        flags = self._flags.current() if self._entries else frozenset[str]()
        with self._lock:
            unwanted = [
                entry for entry in self._entries if entry.stream.lost or not flags.isdisjoint(entry.flags)
            ]
        for entry in unwanted:
            self._fail(entry, CancelledRequestError("The request was cancelled."))
            self.remove(entry.stream)

    def _fail(self, entry: _Entry, error: Exception) -> None:
        """End a stream; its other stages hear of it unless they see the same flag."""
        if not isinstance(error, CancelledRequestError):
            with contextlib.suppress(OSError):
                self._flags.set(entry.stream.name)
        try:
            entry.stream.fail(error)
        except Exception:  # noqa: BLE001  the worker must live
            _log.exception("A stream that failed could not say so.")

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
            self._fail(entry, error)
            return None

    def _run_calls(self, due: Sequence[_Due]) -> None:
        started = time.perf_counter()
        try:
            results = run_together([item.call for item in due])
        except Exception as error:  # noqa: BLE001  as above
            if is_broken(error):
                leave(error)
            if len(due) > 1:  # one of the calls may have spoilt the batch
                for item in due:
                    self._run_calls([item])
            else:
                self._fail(due[0].entry, error)
            return
        took_s = time.perf_counter() - started
        self._metrics.add("timbre_busy_seconds_total", took_s, stage=self._stage)
        if due[0].call.source:
            self._metrics.observe("timbre_batch_size", len(due), stage=self._stage)
        for item, result in zip(due, results, strict=True):
            self._deliver(item.entry, result, took_s / len(due))

    def _deliver(self, entry: _Entry, result: Results, took_s: float) -> None:
        try:
            made_s = entry.stream.accept(result, took_s)
        except Exception as error:  # noqa: BLE001  as above
            if is_broken(error):
                leave(error)
            self._fail(entry, error)
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
