"""Locks between programs of this machine, with flock.

    alone                       locks a folder, for the moment in which a file there is changed
    timbre_app.server.locks     locks a file, as long as its holder lives; it says who the holder is

The kernel releases a lock when its holder ends, for whatever reason.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Generator, Iterator
from pathlib import Path

from timbre import files

ALONE_PATIENCE_S = 3.0
POLL_S = 0.02


def lock(descriptor: int) -> bool:
    """Lock an open file or folder, unless another program has locked it; closing it releases the lock.

    Args:
        descriptor: The open file or folder.
    Returns:
        Whether it is locked for this program now.
    Raises:
        OSError: if the system cannot lock it.
    """
    import fcntl  # which Windows does not have

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def attempts(timeout_s: float) -> Iterator[float]:
    """The moments at which to try again to lock something: one now, and the others POLL_S apart.

    Args:
        timeout_s: With 0 there is one attempt.
    Yields:
        The seconds since the first attempt.
    """
    began = time.monotonic()
    yield 0.0
    while (waited_s := time.monotonic() - began) < timeout_s:
        time.sleep(POLL_S)
        yield waited_s


@contextlib.contextmanager
def alone(folder: Path) -> Generator[None]:
    """Keep other programs that do the same out of a folder of ours, while a file there is read, changed and written.

    Another program is waited for ALONE_PATIENCE_S at most, because it may have been stopped. Where a system cannot lock
    a folder, nobody is kept out.
    """
    if os.name != "posix":
        yield
        return
    descriptor = os.open(files.make_folder(folder), os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            any(lock(descriptor) for _ in attempts(ALONE_PATIENCE_S))
        yield
    finally:
        os.close(descriptor)
