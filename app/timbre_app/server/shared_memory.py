"""The server's shared memory: checks that there is enough, and keeps other users from reading it.

Triton's Python backend keeps one region in /dev/shm for each model, with texts, voices and speech in it. Its mode lets
every user read it, whatever the umask is.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from timbre_app.server import launcher
from timbre_app.server.errors import ServerError

SHM = Path(launcher.SHM)
MIN_FREE_BYTES = 48 << 20


def is_private_possible() -> bool:
    """Whether a server can have its own /dev/shm.

    It cannot where NVIDIA's MPS is in use, because the processes of MPS meet in the common /dev/shm.
    """
    uses_mps = "CUDA_MPS_PIPE_DIRECTORY" in os.environ or Path("/tmp/nvidia-mps").exists()
    return not uses_mps and launcher.can_make_shared_memory_private()


def close_to_others(prefix: str, folder: Path = SHM) -> None:
    """Make each region whose name begins with a prefix private to this user.

    This is for systems where a server cannot have its own /dev/shm. A process that has opened a region before can still
    read it.
    """
    for entry in folder.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):
            if entry.lstat().st_mode & 0o077:
                entry.chmod(0o700 if entry.is_dir() else 0o600)


def check_space(folder: Path = SHM, needed: int = MIN_FREE_BYTES) -> None:
    """Raise `ServerError` if the shared memory is too small for the server."""
    try:
        status = os.statvfs(folder)
    except OSError:
        raise ServerError(
            "The speech server needs shared memory and {folder} does not exist.", folder=folder
        ) from None
    free = status.f_bavail * status.f_frsize
    if free < needed:
        raise ServerError(
            "The shared memory in {folder} is too small for the speech server: {free} MB free, "
            "{needed} MB needed; enlarge it (`mount -o remount,size=1G {folder}`; in Docker, "
            "--shm-size=1g).",
            folder=folder,
            free=free >> 20,
            needed=needed >> 20,
        )
