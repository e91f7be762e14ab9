"""Files and folders that were deleted and can still be brought back.

    <place>/.deleted/<when>~<name>     when: seconds since 1970

After KEEP_DAYS they are removed for good, the next time that somebody looks or another one comes.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

FOLDER = ".deleted"
KEEP_DAYS = 30
_DAY_S = 86_400


class Trash:
    """What was deleted from one folder; each thing has a key that finds it again."""

    def __init__(self, place: Path) -> None:
        self.folder = place / FOLDER

    def put(self, path: Path) -> str:
        """Move a file or folder here; returns its key.

        Raises:
            OSError: if it cannot be moved; it then stays where it was.
        """
        key = self._new_key(path)
        path.rename(self.folder / key)
        return key

    def put_copy(self, path: Path) -> str:
        """Copy a file here that is about to be written over; returns its key.

        Raises:
            OSError: if it cannot be copied.
        """
        key = self._new_key(path)
        try:
            shutil.copyfile(path, self.folder / key)
        except OSError:
            self.drop(key)
            raise
        return key

    def drop(self, key: str) -> None:
        """Remove one for good."""
        path = self.folder / key
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)

    def latest_first(self) -> list[str]:
        """The keys of all."""
        try:
            found = [path.name for path in self.folder.iterdir() if "~" in path.name]
        except OSError:
            return []
        return sorted(found, key=self.deleted_s, reverse=True)

    def path(self, key: str) -> Path | None:
        """Where one lies; None if it is gone."""
        path = self.folder / key
        return None if os.sep in key or not path.exists() else path

    def deleted_s(self, key: str) -> float:
        """When it was deleted, in seconds since 1970."""
        try:
            return float(key.split("~", 1)[0])
        except ValueError:
            return (self.folder / key).stat().st_mtime

    def purge(self) -> int:
        """Remove those that were kept long enough; returns how many."""
        old = [key for key in self.latest_first() if time.time() - self.deleted_s(key) > KEEP_DAYS * _DAY_S]
        for key in old:
            self.drop(key)
        return len(old)

    def _new_key(self, path: Path) -> str:
        self.purge()
        self.folder.mkdir(parents=True, exist_ok=True)
        return f"{time.time():.3f}~{path.name}"


def original_name(key: str) -> str:
    """The name before it was deleted."""
    return key.split("~", 1)[1]
