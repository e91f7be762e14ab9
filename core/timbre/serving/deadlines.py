"""One worker that serves many streams, the most urgent chunk first.

A stream is urgent when its listener has little speech left: each stream's deadline is its beginning
plus the speech made for it so far. So a new request goes before the far end of a long text.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

Job = Callable[[], float]
"""Makes one chunk; returns the seconds of speech in it."""

IDLE_S = 120.0


class _Stream:
    def __init__(self, now: float) -> None:
        self.deadline = now
        self.used = now
        self.jobs: deque[Job] = deque()


class DeadlineWorker:
    """Runs jobs on a thread of its own; the jobs of one stream stay in order.

    A job must not raise: it answers its request itself, whatever happens.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._streams: dict[str, _Stream] = {}
        self._change = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def add(self, stream: str, job: Job) -> None:
        """Queue the next job of a stream; a stream begins with its first."""
        now = self._clock()
        with self._change:
            entry = self._streams.setdefault(stream, _Stream(now))
            entry.used = now
            entry.jobs.append(job)
            for name in [
                name for name, old in self._streams.items() if not old.jobs and now - old.used > IDLE_S
            ]:
                del self._streams[name]
            self._change.notify()

    def end(self, stream: str) -> None:
        """Forget a stream and the jobs that it still has."""
        with self._change:
            self._streams.pop(stream, None)

    def close(self) -> None:
        """End the thread after the job at hand."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closed or any(s.jobs for s in self._streams.values()))
                if self._closed:
                    return
                stream = min((s for s in self._streams.values() if s.jobs), key=lambda s: s.deadline)
                job = stream.jobs.popleft()
            seconds = job()
            with self._change:
                stream.deadline += seconds
