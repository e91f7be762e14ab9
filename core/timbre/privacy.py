"""Keeps the person's data folder closed to other users of the machine; closes one that an older Timbre left open."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from timbre import files, paths

MARK = ".private"
"""A file in the data folder that names the rule by which all that is in the folder was closed."""
RULE = "1\n"
CONTENTS = ("voices", "takes", "logs", "run", "work", "speech", "jobs", "dictionary.tsv", "studio.ini")
"""What Timbre keeps in the data folder. Anything else there belongs to the person and stays as it is."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def secure_home() -> None:
    """Close the data folder to other users, and what Timbre keeps in it; cheap when that was done before.

    A folder that does not exist yet is not made: `timbre.files` makes it closed. Nothing is changed that belongs to
    another user, that a link leads to, or that lies on a disk which refuses.
    """
    home = Path(os.path.realpath(paths.home()))
    if os.name != "posix" or not _is_own_place(home):
        return
    with contextlib.suppress(OSError):
        was_open = _close(home) + sum(_close(home / name) for name in CONTENTS)
        if was_open or _mark(home) != RULE:
            for name in CONTENTS:
                _close_all_in(home / name)
            files.write(home / MARK, RULE)


def is_closed(folder: Path) -> bool:
    """Whether a folder is this user's and nobody else gets into it.

    Raises:
        OSError: if there is no such folder.
    """
    about = folder.stat()
    return about.st_uid == os.geteuid() and not about.st_mode & _OTHERS


def _is_own_place(folder: Path) -> bool:
    """Whether a folder is this user's and no place that others need, such as /tmp or what holds people's homes."""
    try:
        about = folder.stat()
        is_shared = bool(about.st_mode & stat.S_ISVTX) or Path.home().is_relative_to(folder)
    except (OSError, RuntimeError):  # no such folder; a user without a home
        return False
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid() and not is_shared


def _mark(home: Path) -> str:
    try:
        return (home / MARK).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _close_all_in(folder: Path) -> None:
    """Close what is in a folder; each folder before what is in it, so that nobody can exchange it meanwhile."""
    if not folder.is_dir():
        return
    for _, _, names, descriptor in os.fwalk(folder):
        _close(Path(), descriptor)
        for name in names:
            _close(Path(name), descriptor)


def _close(path: Path, folder: int | None = None) -> bool:
    """Close one file or folder; returns whether it was open.

    Args:
        path: Where it is.
        folder: Descriptor of the folder that a relative path starts from.
    """
    try:
        about = os.stat(path, dir_fd=folder, follow_symlinks=False)
        is_plain = stat.S_ISREG(about.st_mode) or stat.S_ISDIR(about.st_mode)
        if not is_plain or about.st_uid != os.geteuid() or not about.st_mode & _OTHERS:
            return False
        os.chmod(path, about.st_mode & stat.S_IRWXU, dir_fd=folder)
    except OSError:
        return False
    return True
