"""Files of values that belong to a person: written whole, and a file that cannot be read is kept beside the new one."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from timbre import files, locks

_log = logging.getLogger(__name__)
T = TypeVar("T")


class Store(Generic[T]):
    """A value in a JSON file. Other windows may change the file, so each `read` looks whether it is still the same.

    Args:
        path: The file.
        load: Makes the value of what JSON holds; raises ValueError, KeyError, TypeError or AttributeError.
        dump: The opposite of `load`.
        initial: Returns the value for a file that is not there yet.
    """

    def __init__(
        self, path: Path, load: Callable[[Any], T], dump: Callable[[T], Any], initial: Callable[[], T]
    ) -> None:
        self._path, self._load, self._dump, self._initial = path, load, dump, initial
        self._seen: tuple[int, int, int] | None = None
        self._value: T | None = None
        self.set_aside: Path | None = None
        """Copy of a file that could not be read, if there was one."""

    def read(self) -> T:
        """The value.

        Raises:
            OSError: if the file is there and cannot be read.
        """
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            return self._initial()
        seen = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        if self._value is None or seen != self._seen:
            self._value, self._seen = self._parsed(), seen
        return self._value

    def change(self, change: Callable[[T], T]) -> None:
        """Read the value, change it and write it; other programs wait with their changes meanwhile.

        Raises:
            OSError: if it cannot be written; the file is as it was.
        """
        with locks.alone(self._path.parent):
            self._write(change(self.read()))

    def _write(self, value: T) -> None:
        files.make_folder(self._path.parent)
        files.write(self._path, json.dumps(self._dump(value), ensure_ascii=False, indent=1) + "\n")
        self._value = None

    def _parsed(self) -> T:
        try:
            return self._load(json.loads(self._path.read_text(encoding="utf-8")))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self.set_aside = self._copy()
            _log.warning("%s cannot be read (%s); a copy is %s", self._path, error, self.set_aside)
            return self._initial()

    def _copy(self) -> Path:
        """Keep the broken file under another name; one copy of each state of the file."""
        stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(self._path.stat().st_mtime))
        copy = self._path.with_name(f"{self._path.stem}-broken-{stamp}{self._path.suffix}")
        files.copy(self._path, copy)
        return copy
