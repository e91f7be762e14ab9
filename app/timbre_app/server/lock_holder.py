"""Finds the process that holds a lock of flock, in the kernel's list /proc/locks.

1: FLOCK  ADVISORY  WRITE 1234 fe:00:5759639 0 EOF        process, then major:minor:inode of the file
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_FLOCK = re.compile(r"^\d+: FLOCK +\S+ +\S+ +(\d+) ([0-9a-f]+):([0-9a-f]+):(\d+) ", re.MULTILINE)
_KEEPER, _COMMAND = "timbre_app.server.keeper", "timbre_app.cli"


@dataclass(frozen=True)
class Holder:
    """A process that holds a lock.

    Attributes:
        pid: Its process id.
        uid: Its effective user; None if the system hides that from this user.
        program: The program's name, without the texts and names on its command line.
    """

    pid: int
    uid: int | None
    program: str

    @property
    def is_foreign(self) -> bool:
        """Whether the process belongs to another user."""
        return self.uid is None or self.uid != os.geteuid()


def holder_of(file: os.stat_result) -> Holder | None:
    """The process that holds the lock of a file; None if no process does, or if the system does not tell."""
    try:
        locks = (PROC / "locks").read_text()
    except OSError:
        return None
    place = (os.major(file.st_dev), os.minor(file.st_dev), file.st_ino)
    for pid, major, minor, inode in _FLOCK.findall(locks):
        if (int(major, 16), int(minor, 16), int(inode)) == place and int(pid) > 0:
            return _process(int(pid))
    return None


def _process(pid: int) -> Holder | None:
    """Read what the system tells about a process; None if it has ended."""
    try:
        status = (PROC / str(pid) / "status").read_text()
        uid = int(status.partition("\nUid:")[2].split()[1])
        return Holder(pid, uid, _program((PROC / str(pid) / "cmdline").read_bytes()))
    except (OSError, IndexError, ValueError):
        return Holder(pid, None, "a program") if _is_hidden(pid) else None


def _is_hidden(pid: int) -> bool:
    """Whether a process lives and the system hides it, as it may hide processes of other users."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except OSError:
        return False
    return False


def _program(command_line: bytes) -> str:
    """Name a program by the first words of its command line; the later ones may be a text to say."""
    words = command_line.decode(errors="replace").split("\0")
    for at, word in enumerate(words[:4]):
        name = word.rpartition("/")[2]
        if name == _KEEPER:
            return "timbre's keeper of the speech server"
        if name in ("timbre", _COMMAND):
            command = next((word for word in words[at + 1 :] if not word.startswith("-")), "")
            return f"timbre {command if command.isalpha() else 'studio'}"
    return words[0].rpartition("/")[2]
