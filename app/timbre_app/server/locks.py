"""Leases and locks as files held with `timbre.locks`.

The kernel releases a lock when its holder ends, for whatever reason. So a client that was killed leaves a lease file
without a lock behind, which does not keep the server alive.

Only this user's locks count. Every process that can open a lock file can lock it, and other users could read the lock
files of older versions. If another user holds such a lock, that is an error: nobody waits for it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

from timbre import files, locks
from timbre.messages import Message
from timbre_app.server.errors import ServerError
from timbre_app.server.lock_holder import Holder, holder_of

TELL_AFTER_S = 2.0
"""A caller that waits longer is told why."""


class ForeignLockError(ServerError):
    """A lock belongs to another user of this machine."""


class FileLock:
    """An exclusive lock on a file, held until `release` or the end of the process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self, timeout_s: float = 0.0, on_wait: Callable[[Message], None] | None = None) -> bool:
        """Try to take the lock for up to `timeout_s` seconds.

        Args:
            timeout_s: With 0 the lock is tried once.
            on_wait: Called once, after TELL_AFTER_S, with a sentence that tells who holds the lock.
        Returns:
            Whether the lock is held now.
        Raises:
            ForeignLockError: if the file or its holder is another user's.
            OSError: if the file cannot be made.
        """
        files.make_folder(self._path.parent)
        for waited_s in locks.attempts(timeout_s):
            if self._try():
                return True
            self._refuse_foreign_holder()
            if on_wait is not None and waited_s >= TELL_AFTER_S:
                on_wait(_waiting_for(self.holder()))
                on_wait = None
        return False

    def release(self) -> None:
        """Release the lock; does nothing if it is not held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def holder(self) -> Holder | None:
        """The process that holds the lock; None if no process does, or if the system does not tell."""
        try:
            return holder_of(self._path.stat())
        except OSError:
            return None

    @property
    def held_by_another(self) -> bool:
        """Whether a process of this user holds the lock; it may be this process, through another object.

        Raises:
            ForeignLockError: if the file or its holder is another user's.
        """
        if not self._path.exists():
            return False
        probe = FileLock(self._path)
        if probe.acquire():
            probe.release()
            return False
        return True

    def _try(self) -> bool:
        """Take the lock if nobody holds it."""
        descriptor = _open(self._path)
        if not locks.lock(descriptor):
            os.close(descriptor)
            return False
        if not _is_same_file(descriptor, self._path):  # others use the file that replaced it
            os.close(descriptor)
            return self._try()
        self._descriptor = descriptor
        return True

    def _refuse_foreign_holder(self) -> None:
        holder = self.holder()
        if holder is not None and holder.is_foreign:
            raise ForeignLockError(
                "Another user of this machine (process {pid}) holds Timbre's lock {path}: remove that "
                "file and try again.",
                pid=holder.pid,
                path=self._path,
            )


class Lease:
    """One client's claim on the server."""

    def __init__(self, folder: Path) -> None:
        name = f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        new_path = folder / f"{name}.new"
        self._path = folder / f"{name}.lease"
        self._lock = FileLock(new_path)
        self._lock.acquire()
        new_path.rename(self._path)  # the keeper sees the lease only when it is locked

    def release(self) -> None:
        """End the claim."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        self._lock.release()


def live_leases(folder: Path) -> list[Path]:
    """The leases whose holders live; removes the files of dead holders and of other users."""
    return list(_live(folder))


def _live(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.glob("*.lease")) if folder.is_dir() else ():
        if _is_live(path):
            yield path
        else:
            path.unlink(missing_ok=True)


def _is_live(lease: Path) -> bool:
    try:
        return FileLock(lease).held_by_another
    except ForeignLockError:
        return False


def _open(path: Path) -> int:
    """Open this user's lock file, and make it if it does not exist; returns the descriptor.

    Raises:
        ForeignLockError: if the file is another user's.
        OSError: if it cannot be opened.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        descriptor = os.open(path, flags, files.PRIVATE_FILE)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise ForeignLockError(
                "Timbre's lock {path} is a link: remove it and try again.", path=path
            ) from error
        if isinstance(error, PermissionError) and _owner(path) not in (None, os.geteuid()):
            raise _foreign_file(path) from error
        raise
    if os.fstat(descriptor).st_uid != os.geteuid():
        os.close(descriptor)
        raise _foreign_file(path)
    return descriptor


def _foreign_file(path: Path) -> ForeignLockError:
    return ForeignLockError(
        "Timbre's lock {path} belongs to another user of this machine: remove it, or set "
        "TIMBRE_HOME to a folder of your own.",
        path=path,
    )


def _waiting_for(holder: Holder | None) -> Message:
    if holder is None:
        return Message.of("Waiting for another Timbre to finish starting the speech server …")
    return Message.of(
        "Waiting for another Timbre (process {pid}, {program}) to finish starting the speech server …",
        pid=holder.pid,
        program=holder.program,
    )


def _owner(path: Path) -> int | None:
    try:
        return path.lstat().st_uid
    except OSError:
        return None


def _is_same_file(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False
