"""What programs do with jobs: submit them and have them done."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from timbre_app.jobs.job import COMMAND, Job
from timbre_app.jobs.process import RunnerStarter
from timbre_app.jobs.queue import JobQueue


class JobOffice:
    """Takes jobs in, and starts the runner that does them; may be used from several threads.

    Args:
        queue: The queue; by default the person's.
        environment: Returns what the runner's environment has beside that of this process.
        ensure: Starts the runner; RunnerStarter.ensure.
    """

    def __init__(
        self,
        queue: JobQueue | None = None,
        environment: Callable[[], Mapping[str, str]] = dict,
        ensure: Callable[..., None] | None = None,
    ) -> None:
        self.queue = queue or JobQueue()
        self._environment = environment
        self._ensure = ensure or RunnerStarter(self.queue).ensure
        self._lock = threading.Lock()

    def submit(self, kind: str, title: str, parameters: Mapping[str, Any], origin: str = COMMAND) -> Job:
        """Add a job and have it done; the arguments are those of JobQueue.submit.

        Raises:
            InputError: if its parameters make no sense; nothing was added then.
            JobsError: if the queue cannot be used.
        """
        from timbre_app.jobs.kinds import plan_of

        job = self.queue.submit(kind, title, parameters, plan_of(kind, parameters).count, origin)
        self.have_done(is_new=True)
        return job

    def list(self) -> list[Job]:
        """All jobs, the newest first; has them done if their runner has died."""
        jobs = self.queue.list()
        if any(job.state.is_open for job in jobs):
            self.have_done()
        return jobs

    def get(self, job_id: str) -> Job:
        """A job; has it done if its runner has died. Raises UnknownJobError if there is none of this id."""
        job = self.queue.get(job_id)
        if job.state.is_open:
            self.have_done()
        return job

    def cancel(self, job_id: str) -> Job:
        """See JobQueue.cancel."""
        return self.queue.cancel(job_id)

    def resume(self, job_id: str) -> Job:
        """See JobQueue.resume."""
        job = self.queue.resume(job_id)
        self.have_done(is_new=True)
        return job

    def remove(self, job_id: str) -> None:
        """See JobQueue.remove; raises UnknownJobError if there is none."""
        self.queue.get(job_id)
        self.queue.remove(job_id)

    def have_done(self, is_new: bool = False) -> None:
        """Start the runner if there is work and none runs; `is_new` is that of RunnerStarter.ensure."""
        with self._lock:
            self._ensure(self._environment(), is_new=is_new)
