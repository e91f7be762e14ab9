"""The runner's process: one at a time, started by whoever submits a job or looks at the queue.

The runner holds a lock until it ends; the system releases it when the process ends, for whatever reason. The lock is
SQLite's, on an empty file, because that works on every system. A runner that has no more work gives up the lock and
looks once more: whoever submits a job looks at the lock afterwards, so one of the two sees the other.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from timbre import files, paths
from timbre.priority import BEHIND_THE_WINDOW, step_back
from timbre_app.jobs.queue import JobQueue

LOCK, LOG = "runner.lock", "jobs.log"
LOOKED_AT_S = 1.0
"""A program that looks whether the lock is held has it for a moment."""
_OWN_GROUP = 0x200  # subprocess.CREATE_NEW_PROCESS_GROUP, which only Windows has
_log = logging.getLogger(__name__)


class RunnerLock:
    """Held by the runner of a queue.

    Args:
        queue: The queue.
    """

    def __init__(self, queue: JobQueue) -> None:
        self._path = queue.folder / LOCK
        self._connection: sqlite3.Connection | None = None
        self._inode = 0

    def acquire(self, timeout_s: float = 0.0) -> bool:
        """Take the lock, if nobody holds it for that time; returns whether it is held now."""
        files.make_folder(self._path.parent)
        with contextlib.suppress(FileExistsError):
            files.create(self._path).close()
        connection = sqlite3.connect(
            self._path, timeout=timeout_s, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            connection.close()
            return False
        self._connection, self._inode = connection, _inode(self._path)
        return True

    @property
    def is_lost(self) -> bool:
        """Whether somebody has removed or replaced the file of a lock that was taken: another runner may hold that."""
        return _inode(self._path) != self._inode

    def release(self) -> None:
        """Give the lock up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @property
    def is_held(self) -> bool:
        """Whether a runner lives."""
        if self._connection is not None:
            return True
        if not self._path.exists() or not self.acquire():
            return self._path.exists()
        self.release()
        return False


def _inode(path: Path) -> int:
    """What tells a file from others; 0 if there is none."""
    try:
        return path.stat().st_ino
    except OSError:
        return 0


class RunnerStarter:
    """Starts the runner of a queue if it has work and none runs.

    Args:
        queue: The queue.
    """

    def __init__(self, queue: JobQueue) -> None:
        self._queue = queue
        self._child: subprocess.Popen[bytes] | None = None

    def ensure(self, environment: Mapping[str, str] | None = None, *, is_new: bool = True) -> None:
        """Start it if need be.

        Args:
            environment: Added to that of this process, such as the address of the speech server.
            is_new: Whether work was added just now. A runner of ours that lives but does not hold the lock may be
                past its last look at the queue, so another one is started. Who only looks after the queue now and
                then leaves one that lives alone: it may be about to take the lock.
        Raises:
            OSError: if it cannot be started.
            JobsError: if the queue cannot be used.
        """
        if not is_new and self._child is not None and self._child.poll() is None:
            return
        if RunnerLock(self._queue).is_held or not self._queue.has_work():
            return
        is_posix = os.name == "posix"
        with files.append(files.make_folder(paths.logs_dir()) / LOG) as log:
            self._forget_child()
            self._child = subprocess.Popen(  # it outlives this program; in its session, see server.life
                [sys.executable, "-m", "timbre_app.jobs"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **(environment or {})},
                process_group=0 if is_posix else None,  # Ctrl-C in a terminal does not reach it
                creationflags=0 if is_posix else _OWN_GROUP,
            )

    def __del__(self) -> None:
        self._forget_child()

    def _forget_child(self) -> None:
        if self._child is not None:
            self._child.returncode = self._child.poll() or 0  # Python would complain that it still runs


def run() -> int:
    """Do the person's jobs until there are none, unless another process does; returns 0."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    queue = JobQueue()
    lock = RunnerLock(queue)
    with contextlib.suppress(OSError):
        step_back(BEHIND_THE_WINDOW)
    while queue.has_work() and lock.acquire(LOOKED_AT_S):
        try:
            if not _work(queue, lambda: not lock.is_lost):
                break
        finally:
            lock.release()
    return 0


def _work(queue: JobQueue, is_alone: Callable[[], bool]) -> bool:
    """Do jobs until there are none; False if the process is to end before."""
    from timbre_app.jobs.connection import JobConnection
    from timbre_app.jobs.narrator import JobNarrator
    from timbre_app.jobs.runner import Runner
    from timbre_app.reading.clip import ClipStore

    ended: list[int] = []
    with JobConnection() as connection:
        runner = Runner(
            queue,
            lambda plan: JobNarrator(connection.client, plan.lexicon, plan.language),
            ClipStore(spoken_folder()),
            connection.client,
        )

        def end(number: int, _frame: object) -> None:
            ended.append(number)
            runner.end()

        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)
        runner.run(is_alone)
    return not ended and is_alone()


def spoken_folder() -> Path:
    """Where the window keeps the sentences that it has spoken."""
    return paths.home() / "speech" / "clips"
