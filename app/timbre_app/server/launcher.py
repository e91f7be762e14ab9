"""Prepares its own process and then becomes the tritonserver program in it. `process` runs this file as a script.

    launcher.py KEEPER_PID SCRATCH PRIVATE PROGRAM ARGUMENTS...
    launcher.py try     fails if the process cannot have its own /dev/shm

- The process asks the kernel to end it when the keeper, its parent, ends.
- With PRIVATE = 1 the process gets its own /dev/shm, which no other user can see. Triton's regions there hold texts,
  voices and speech, and have a mode that lets every user read them. They vanish with the server's last process.
- The process makes SCRATCH, a folder in /dev/shm for files that one model leaves for another.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

SHM = "/dev/shm"
TRY = "try"
_PR_SET_PDEATHSIG = 1
_CLONE_NEWNS, _CLONE_NEWUSER = 0x20000, 0x10000000
_MS_NOSUID, _MS_NODEV, _MS_REC, _MS_PRIVATE = 2, 4, 0x4000, 0x40000


def make_shared_memory_private() -> None:
    """Give this process, and those that it starts, their own /dev/shm.

    This takes a mount namespace. A user who is not root needs a user namespace as well, in which the user keeps the
    same ids. The process must have only one thread.

    Raises:
        OSError: if the system does not allow it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    is_root = os.geteuid() == 0
    _check(libc.unshare(_CLONE_NEWNS if is_root else _CLONE_NEWNS | _CLONE_NEWUSER), "unshare")
    if not is_root:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{user} {user} 1")
        _write("/proc/self/gid_map", f"{group} {group} 1")
    _check(libc.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None), "mount")
    flags = _MS_NOSUID | _MS_NODEV
    _check(libc.mount(b"timbre", SHM.encode(), b"tmpfs", flags, b"mode=0700"), "mount")


def can_make_shared_memory_private() -> bool:
    """Whether `make_shared_memory_private` would work; another process tries it."""
    command = [sys.executable, "-I", "-S", __file__, TRY]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def _check(result: int, call: str) -> None:
    if result:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), call)


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def main(arguments: list[str]) -> None:
    """Prepare this process, then execute the program in it."""
    if arguments == [TRY]:
        make_shared_memory_private()
        return
    from timbre.priority import ask_for_slices

    keeper, scratch, private, *command = arguments
    if private == "1":
        make_shared_memory_private()
    Path(scratch).mkdir(0o700)
    ask_for_slices()
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != int(keeper):
        sys.exit(1)  # the keeper ended before the call of prctl
    os.execv(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
