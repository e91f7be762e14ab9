"""The one way to write files, so that a crash leaves whole files and other people of the machine read none of ours.

    .name-<random>.part     what is being written; has the final mode from the moment it is made
    name                    appears by a rename, after the content is on the disk

The mode: 0600 for what lies in the person's data folder (`timbre.paths.home`) and 0700 for folders there. What lies
elsewhere, such as an export, gets what the person's umask says: the kernel applies it when the file is made.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import IO, Any

from timbre import paths

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
_COMMON_FILE, _COMMON_FOLDER = 0o666, 0o777
_NAME_LETTERS = 40
LONGEST_STEM_BYTES = 200
"""File systems allow 255 bytes for a name; a suffix, and what marks a deleted file, come to it."""
ABANDONED_S = 24 * 3600.0
_LOST_DATA = {errno.EIO, errno.ENOSPC, errno.EDQUOT}
"""Errors of a folder's fsync that matter; some file systems cannot do it at all and say so by other ones."""


def is_private(path: Path) -> bool:
    """Whether a path lies in the person's data folder, or is that folder."""
    home = paths.home()
    if Path(os.path.abspath(path)).is_relative_to(home):
        return True
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(home))


def make_folder(folder: Path) -> Path:
    """Make a folder and those above it, unless they are there; returns it.

    Raises:
        OSError: if one cannot be made.
    """
    mode = PRIVATE_FOLDER if is_private(folder) else _COMMON_FOLDER
    try:
        folder.mkdir(mode)
    except FileNotFoundError:
        make_folder(folder.parent)
        folder.mkdir(mode, exist_ok=True)
    except OSError:
        if not folder.is_dir():
            raise
        return folder
    sync_folder(folder.parent)
    return folder


def write(path: Path, content: bytes | str, *, overwrite: bool = True) -> None:
    """Write a file whole or not at all; a text as UTF-8.

    Args:
        path: The file.
        content: All of it.
        overwrite: Whether an existing file gives way.
    Raises:
        FileExistsError: if there is such a file, without `overwrite`.
        OSError: if it cannot be written; an older file is as it was.
    """
    with writing(path, overwrite=overwrite) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def writing(path: Path, *, overwrite: bool = True, buffering: int = -1) -> Generator[IO[bytes]]:
    """A file to write (and read) in steps; it takes its name when the context is left without an error.

    Args:
        path: The file.
        overwrite: Whether an existing file gives way.
        buffering: The argument `buffering` of `open`.
    Raises:
        FileExistsError: if there is such a file, without `overwrite`.
        OSError: if it cannot be written; an older file is as it was.
    """
    if not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    fresh = path.with_name(f"{_unfinished_stem(path)}{secrets.token_hex(8)}.part")
    try:
        file = create(fresh, buffering)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        place(fresh, path, overwrite=overwrite)
    finally:
        fresh.unlink(missing_ok=True)


@contextlib.contextmanager
def room(folder: Path, size: int) -> Generator[None]:
    """Reserve room on a disk while a file is made, so that the disk is not full when the file is to be written.

    Args:
        folder: Where the file is to be written; made if need be.
        size: Bytes.
    Raises:
        OSError: if there is too little.
    """
    held = make_folder(folder) / f".room-{secrets.token_hex(8)}.part"
    try:
        with create(held) as file:
            file.write(bytes(size))
            file.flush()
            os.fsync(file.fileno())
        yield
    finally:
        held.unlink(missing_ok=True)


def fitting_name(stem: str, suffix: str) -> str:
    """A file's name; a stem that file systems would refuse is cut, and a digest of it stands for the rest."""
    data = stem.encode("utf-8", "surrogateescape")
    if len(data) <= LONGEST_STEM_BYTES:
        return stem + suffix
    digest = hashlib.sha256(data).hexdigest()[:12]
    return f"{data[: LONGEST_STEM_BYTES - 13].decode('utf-8', 'ignore')}~{digest}{suffix}"


def is_unfinished(path: Path) -> bool:
    """Whether a file is an unfinished one: its writer still writes, or was killed."""
    return path.name.startswith(".") and path.suffix == ".part"


def sweep(folder: Path) -> None:
    """Remove unfinished files from a folder of ours, once they are so old that nobody can still be writing them."""
    with contextlib.suppress(OSError):
        _remove_abandoned(path for path in folder.iterdir() if is_unfinished(path))


def sweep_beside(target: Path) -> None:
    """Remove the unfinished versions of one file, as `sweep` does; all else in the person's folder is left alone."""
    name = re.compile(re.escape(_unfinished_stem(target)) + r"[0-9a-f]{16}\.part")
    with contextlib.suppress(OSError):
        _remove_abandoned(path for path in target.parent.iterdir() if name.fullmatch(path.name))


def _remove_abandoned(paths: Iterable[Path]) -> None:
    for path in paths:
        if time.time() - path.stat().st_mtime > ABANDONED_S:
            path.unlink()


def _unfinished_stem(path: Path) -> str:
    return f".{path.name[:_NAME_LETTERS]}-"


def create(path: Path, buffering: int = -1) -> IO[bytes]:
    """Create a file that others can see while it grows, such as a recording; it is opened for reading too.

    Raises:
        OSError: if it cannot be made, also because it exists.
    """
    return _open(path, "x+b", buffering)


def append(path: Path) -> IO[bytes]:
    """Open a file such as a log to write at its end; it is created if it does not exist.

    Raises:
        OSError: if it cannot be opened.
    """
    return _open(path, "ab")


def copy(source: Path, target: Path) -> None:
    """Copy a file's content, whole or not at all; an existing file is replaced.

    Raises:
        OSError: if that fails.
    """
    with source.open("rb") as old, writing(target) as new:
        shutil.copyfileobj(old, new)


def place(fresh: Path, target: Path, *, overwrite: bool = True) -> None:
    """Rename a finished file to its final name; the name is on the disk when this returns.

    Raises:
        FileExistsError: if the name is taken, without `overwrite`.
        OSError: if it cannot be given.
    """
    if overwrite:
        try:
            fresh.replace(target)
        except OSError as error:
            # It names the unfinished file, which is gone by the time a person reads it.
            raise OSError(error.errno, error.strerror, str(target)) from error
    else:
        _link(fresh, target)
    sync_folder(target.parent)


def place_all(folder: Path, target: Path) -> None:
    """Move the files of a folder, whole and on the disk, to another folder of the disk; those that are there give way.

    Raises:
        OSError: if one cannot be moved.
    """
    for fresh in sorted(folder.iterdir()):
        fresh.replace(target / fresh.name)
    sync_folder(target)


def sync_file(path: Path) -> None:
    """Force a file's content onto the disk.

    Raises:
        OSError: if the disk fails.
    """
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Force the names in a folder onto the disk, where the system can.

    Raises:
        OSError: if the disk fails.
    """
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno in _LOST_DATA:
            raise


def _open(path: Path, mode: str, buffering: int = -1) -> IO[Any]:
    bits = PRIVATE_FILE if is_private(path) else _COMMON_FILE
    return open(path, mode, buffering, opener=lambda name, flags: os.open(name, flags, bits))


def _link(fresh: Path, target: Path) -> None:
    """Move a file to a new name; unlike a rename, this fails if the name is taken."""
    try:
        os.link(fresh, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if target.exists():
            raise FileExistsError(errno.EEXIST, "File exists", str(target)) from None
        fresh.replace(target)
    else:
        fresh.unlink()
