"""Leases and locks as files held with flock.

The kernel drops a flock when its holder ends, however it ends: a client that was killed leaves a lease
file behind, but no lock on it, and so does not keep the server alive.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO


class FileLock:
    """An exclusive lock on a file, held until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def acquire(self, timeout_s: float = 0.0) -> bool:
        """Try to take the lock for up to `timeout_s` seconds."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        file = self._path.open("a+")
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    file.close()
                    return False
                time.sleep(0.02)
            else:
                self._file = file
                return True

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def held_by_another(self) -> bool:
        """Whether some process, possibly this one through another object, holds the lock."""
        if not self._path.exists():
            return False
        probe = FileLock(self._path)
        if probe.acquire():
            probe.release()
            return False
        return True


class Lease:
    """One client's claim on the server."""

    def __init__(self, folder: Path) -> None:
        name = f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        fresh = folder / f"{name}.new"
        self._path = folder / f"{name}.lease"
        self._lock = FileLock(fresh)
        self._lock.acquire()
        fresh.rename(self._path)  # already locked when the keeper first sees it

    def release(self) -> None:
        """End the claim."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        self._lock.release()


def live_leases(folder: Path) -> list[Path]:
    """The leases whose holders live; files of dead holders are removed."""
    return list(_live(folder))


def _live(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.glob("*.lease")) if folder.is_dir() else ():
        lock = FileLock(path)
        if lock.held_by_another:
            yield path
        else:
            path.unlink(missing_ok=True)
