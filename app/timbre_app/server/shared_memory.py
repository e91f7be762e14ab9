"""The shared memory of the server: enough of it, and none left behind.

Triton's Python backend keeps one region in /dev/shm for each model and does not unlink it when it is
killed. Each server's regions carry a prefix that says which process owns them, so that a later start
can tell a dead server's regions from a living one's:

    timbre-<pid namespace>-<pid>-<start time>-<generation>-...
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from timbre_app.server.errors import ServerError

SHM = Path("/dev/shm")
MIN_FREE_BYTES = 48 << 20
_NAME = re.compile(r"timbre-(?P<namespace>\d+)-(?P<pid>\d+)-(?P<start>\d+)-(?P<generation>\d+)-")


@dataclass(frozen=True)
class RegionOwner:
    """The process whose life the regions share: the server's keeper."""

    namespace: int
    pid: int
    start: int

    def prefix(self, generation: int) -> str:
        """The prefix of the regions of the owner's n-th server process."""
        return f"timbre-{self.namespace}-{self.pid}-{self.start}-{generation}-"


def pid_namespace() -> int:
    """The number of this process's pid namespace (two containers may share one /dev/shm)."""
    return Path("/proc/self/ns/pid").stat().st_ino


def start_time(pid: int) -> int | None:
    """When a process started, in clock ticks since boot; None for a process that is no more (or a zombie)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return None
    return None if fields[0] in "ZX" else int(fields[19])


def own_regions() -> RegionOwner:
    """The owner that stands for the calling process."""
    pid = os.getpid()
    return RegionOwner(pid_namespace(), pid, start_time(pid) or 0)


def check_space(folder: Path = SHM, needed: int = MIN_FREE_BYTES) -> None:
    """Raise `ServerError` when the shared memory is too small for the server."""
    try:
        status = os.statvfs(folder)
    except OSError:
        raise ServerError(f"The speech server needs shared memory and {folder} does not exist.") from None
    free = status.f_bavail * status.f_frsize
    if free < needed:
        raise ServerError(
            f"The shared memory in {folder} is too small for the speech server: {free >> 20} MB free, "
            f"{needed >> 20} MB needed; enlarge it (`mount -o remount,size=1G {folder}`; in Docker, "
            "--shm-size=1g)."
        )


def sweep(folder: Path = SHM, keep_generation: int | None = None) -> list[str]:
    """Remove the regions of dead servers of this user; those of living servers stay.

    Args:
        folder: Where the regions are.
        keep_generation: For a keeper: its own regions of other generations go as well.
    Returns:
        The names removed.
    """
    removed: list[str] = []
    here, namespace = os.getpid(), pid_namespace()
    for entry in folder.iterdir() if folder.is_dir() else ():
        match = _NAME.match(entry.name)
        if match is None or int(match["namespace"]) != namespace:
            continue
        pid, generation = int(match["pid"]), int(match["generation"])
        own = pid == here and keep_generation is not None
        alive = start_time(pid) == int(match["start"])
        if (alive and not (own and generation != keep_generation)) or not _remove(entry):
            continue
        removed.append(entry.name)
    return removed


def _remove(entry: Path) -> bool:
    try:
        if entry.lstat().st_uid != os.getuid():
            return False
        shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
    except OSError:
        return False
    return True
