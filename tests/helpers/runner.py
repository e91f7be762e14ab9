"""The process that works on jobs."""

from __future__ import annotations

from pathlib import Path

from timbre_app.jobs.process import LOCK
from timbre_app.jobs.queue import JobQueue


def runner_pid(queue: JobQueue) -> int:
    """The process that holds the runner's lock; one that waits for the lock does not count."""
    inode = (queue.folder / LOCK).stat().st_ino
    rows = [line.split()[1:] for line in Path("/proc/locks").read_text().splitlines()]
    (pid,) = {int(row[3]) for row in rows if row[0] == "POSIX" and int(row[4].rsplit(":")[-1]) == inode}
    return pid
