"""Files of another program, which come and go while a test looks at them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path


def present(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder whose names match, as far as they are there; none if the folder goes meanwhile."""
    found: list[Path] = []
    with contextlib.suppress(FileNotFoundError):
        found.extend(folder.glob(pattern))
    return found


def holds_no_file(folder: Path) -> bool:
    """Whether neither a folder nor those in it hold a file; not while one of them is being deleted."""
    try:
        return not any(path.is_file() for path in folder.rglob("*"))
    except FileNotFoundError:
        return False


def largest(folder: Path) -> int:
    """Bytes of a folder's largest file; 0 if there is none."""
    sizes = [0]
    for path in present(folder, "*"):
        with contextlib.suppress(FileNotFoundError):
            sizes.append(path.stat().st_size)
    return max(sizes)


def written(files: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """What changes when a file is written anew (time and inode), for each file.

    A file that another program deletes meanwhile is left out.
    """
    found = {}
    for path in files:
        with contextlib.suppress(FileNotFoundError):
            stat = path.stat()
            found[path] = (stat.st_mtime_ns, stat.st_ino)
    return found
