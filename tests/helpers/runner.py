"""The processes that work on jobs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from tests.helpers.speech_server import wait_until
from timbre_app.jobs.process import LOCK
from timbre_app.jobs.queue import JobQueue


def runner_pid(queue: JobQueue) -> int:
    """The process that holds the runner's lock; one that waits for the lock does not count."""
    inode = (queue.folder / LOCK).stat().st_ino
    rows = [line.split()[1:] for line in Path("/proc/locks").read_text().splitlines()]
    (pid,) = {int(row[3]) for row in rows if row[0] == "POSIX" and int(row[4].rsplit(":")[-1]) == inode}
    return pid


def wait_for_no_runner(timeout_s: float) -> None:
    """Wait until no runner of this home lives: one that still starts holds no lock, and takes the next job."""
    assert wait_until(lambda: not any(_runners()), timeout_s)


def _runners() -> Iterator[str]:
    """The processes of this home that are runners; those of another home are another test process's."""
    home = f"TIMBRE_HOME={os.environ['TIMBRE_HOME']}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended
            is_runner = b"timbre_app.jobs" in (process / "cmdline").read_bytes().split(b"\0")
            if is_runner and home in (process / "environ").read_bytes().split(b"\0"):
                yield process.name
