"""Files and folders that were deleted and can still be brought back.

    <place>/.deleted/<when>~<name>     when: seconds since 1970

After KEEP_DAYS `purge` removes them for good; it also runs before something new is put here.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

from timbre import files

FOLDER = ".deleted"
KEEP_DAYS = 30
_DAY_S = 86_400


class Trash:
    """The deleted files and folders of one place; each of them is found by its key."""

    def __init__(self, place: Path) -> None:
        self.folder = place / FOLDER

    def put(self, path: Path) -> str:
        """Move a file or folder here; returns its key.

        Raises:
            OSError: if it cannot be moved; it then stays where it was.
        """
        key = self._new_key(path)
        files.place(path, self.folder / key)
        return key

    def put_copy(self, path: Path) -> str:
        """Copy a file here before it is overwritten; returns the copy's key.

        Raises:
            OSError: if it cannot be copied.
        """
        key = self._new_key(path)
        files.copy(path, self.folder / key)
        return key

    def drop(self, key: str) -> None:
        """Remove a deleted file or folder for good."""
        path = self.folder / key
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)

    def latest_first(self) -> list[str]:
        """The keys of everything here, the latest first."""
        try:
            keys = [path.name for path in self.folder.iterdir() if "~" in path.name]
        except OSError:
            return []
        return sorted(keys, key=self.deleted_s, reverse=True)

    def path(self, key: str) -> Path | None:
        """The path of a deleted file or folder; None if it is gone."""
        path = self.folder / key
        return None if os.sep in key or not path.exists() else path

    def deleted_s(self, key: str) -> float:
        """The time at which a file or folder was deleted, in seconds since 1970."""
        try:
            return float(key.split("~", 1)[0])
        except ValueError:
            return (self.folder / key).stat().st_mtime

    def purge(self) -> int:
        """Remove everything that was deleted more than KEEP_DAYS ago; returns the number removed."""
        old = [key for key in self.latest_first() if time.time() - self.deleted_s(key) > KEEP_DAYS * _DAY_S]
        for key in old:
            self.drop(key)
        return len(old)

    def _new_key(self, path: Path) -> str:
        self.purge()
        files.make_folder(self.folder)
        name = files.fitting_name(path.stem, path.suffix)
        return f"{time.time():.3f}~{name}"


def original_name(key: str) -> str:
    """The name that a file or folder had before it was deleted."""
    return key.split("~", 1)[1]
