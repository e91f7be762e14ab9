"""The desk of a `Work`: what the runner gives it (the server, folders), and whether the job is still wanted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from timbre import files
from timbre_app.jobs.job import Job
from timbre_app.jobs.queue import JobQueue
from timbre_app.reading.clip import ClipStore

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient

LOOK_S = 0.25
"""Time between two looks at whether the job is still wanted."""
BUSY_S = 2.0
"""Wait for a server that has too much to do."""


class Desk:
    """What a job that does its own work uses of the runner.

    Args:
        queue: The queue.
        job: The job.
        client: Returns the connection; it may start the server.
        ending: Set when the runner is to end.
        spoken: A store of sentences that were spoken elsewhere; they are not made anew.

    Attributes:
        outbox: Where the work puts its files; they are delivered when all of it is done.
    """

    def __init__(
        self,
        queue: JobQueue,
        job: Job,
        client: Callable[[], TimbreClient] | None,
        ending: threading.Event,
        spoken: ClipStore | None = None,
    ) -> None:
        self._queue, self._job, self._client, self._ending = queue, job, client, ending
        self._spoken = spoken
        self.outbox = queue.outbox(job.id)
        self._looked_s = float("-inf")
        self._done, self._is_ended = job.done, False
        self._lock = threading.Lock()

    @property
    def client(self) -> TimbreClient:
        """The connection to the server; the first time, it may start the server.

        Raises:
            ServerError: if no server can be found or started.
        """
        assert self._client is not None
        return self._client()

    @property
    def results(self) -> Path:
        """Folder of files that stay with the job; made if it does not exist."""
        return files.make_folder(self._queue.results(self._job.id))

    def clips(self) -> ClipStore:
        """The sentences that the job keeps until it is done, without those that a killed runner left unfinished."""
        store = ClipStore(self._queue.clips(self._job.id), self._spoken)
        store.tidy(keep_bytes=1 << 62, part_age_s=-1)
        return store

    def note(self, done: int) -> None:
        """Note how many sentences are spoken; work that is done once more does not count back."""
        self._done = max(self._done, min(done, self._job.count))

    def note_share(self, share: float) -> None:
        """Note which share is spoken, 0 to 1."""
        self.note(int(share * self._job.count))

    def should_stop(self) -> bool:
        """Whether the runner is to end, or nobody wants the job any more; may be called from several threads."""
        if self._ending.is_set():
            return True
        with self._lock:
            now = time.monotonic()
            if now - self._looked_s >= LOOK_S:
                self._looked_s = now
                self._is_ended = not self._queue.is_wanted(self._job.id, self._done)
            return self._is_ended

    def pause(self, seconds: float) -> None:
        """Wait, unless the job is to stop."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.should_stop():
            self._ending.wait(LOOK_S)
