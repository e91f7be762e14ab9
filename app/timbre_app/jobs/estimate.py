"""How long a job still takes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from timbre_app.jobs.job import Job

WINDOW_S = 60.0
LEAST_S = 2.0
"""Before a job has been watched for so long there is no estimate."""


class TimeLeft:
    """Estimates the time left of one job, from how fast it came forward in the last minute.

    Args:
        clock: Returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: deque[tuple[float, int]] = deque()

    def of(self, job: Job) -> float | None:
        """Seconds that the job still takes; None if that is not known yet. It must be called now and then."""
        now = self._clock()
        if self._seen and job.done < self._seen[-1][1]:
            self._seen.clear()
        self._seen.append((now, job.done))
        while self._seen[0][0] < now - WINDOW_S:
            self._seen.popleft()
        began, done = self._seen[0]
        if job.done == done or now - began < LEAST_S:
            return None
        return (job.count - job.done) * (now - began) / (job.done - done)
