"""Removes what a killed server leaves behind: regions of shared memory, temporary files, empty folders.

Triton's Python backend keeps one region in /dev/shm for each model, and makes an empty folder in /tmp; a model's
library may make more files. Nothing removes them when the processes are killed. So the names of a server's regions and
folders tell which process owns them, and a later start can tell those of a dead server from those of a living one:

    timbre-<pid namespace>-<pid>-<start time>-<generation>-...
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from timbre import files

BACKEND_FOLDERS = Path("/tmp")
"""Where the Python backend makes its folders; no setting changes that."""
_NOTE = "backend-folders"
_NAME = re.compile(r"timbre-(?P<namespace>\d+)-(?P<pid>\d+)-(?P<start>\d+)-(?P<generation>\d+)-")


@dataclass(frozen=True)
class Owner:
    """The process that owns regions and folders: the server's keeper."""

    namespace: int
    pid: int
    start: int

    def prefix(self, generation: int) -> str:
        """The prefix of the names of the owner's n-th server process."""
        return f"timbre-{self.namespace}-{self.pid}-{self.start}-{generation}-"


def pid_namespace() -> int:
    """The number of this process's pid namespace (two containers may share one /dev/shm)."""
    return Path("/proc/self/ns/pid").stat().st_ino


def start_time(pid: int) -> int | None:
    """When a process started, in clock ticks since boot; None for a process that has ended (or is a zombie)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return None
    return None if fields[0] in "ZX" else int(fields[19])


def own_names() -> Owner:
    """The calling process as an owner."""
    pid = os.getpid()
    return Owner(pid_namespace(), pid, start_time(pid) or 0)


def sweep(folder: Path, keep_generation: int | None = None) -> list[str]:
    """Remove what dead servers of this user left behind; what belongs to living servers stays.

    Args:
        folder: The folder to search: shared memory, or the folder of temporary files.
        keep_generation: For a keeper: removes also what belongs to its other generations.
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
        is_mine = pid == here and keep_generation is not None
        alive = start_time(pid) == int(match["start"])
        if (alive and not (is_mine and generation != keep_generation)) or not _remove(entry):
            continue
        removed.append(entry.name)
    return removed


def _remove(entry: Path) -> bool:
    try:
        if entry.lstat().st_uid != os.getuid():
            return False
        if entry.is_dir() and not entry.is_symlink():
            _remove_backend_folders(entry)
            shutil.rmtree(entry)
        else:
            entry.unlink()
    except OSError:
        return False
    return True


def backend_folders() -> set[Path]:
    """The folders that Python backends made."""
    return set(BACKEND_FOLDERS.glob("python_env_*"))


def note_backend_folders(temporary: Path, folders: set[Path]) -> None:
    """Write the folders that a server's backend made into its folder of temporary files, for `sweep`."""
    with contextlib.suppress(OSError):
        files.write(temporary / _NOTE, "\n".join(map(str, folders)))


def _remove_backend_folders(temporary: Path) -> None:
    with contextlib.suppress(OSError):
        for line in (temporary / _NOTE).read_text().splitlines():
            with contextlib.suppress(OSError):  # not empty, or gone: somebody uses it
                Path(line).rmdir()
