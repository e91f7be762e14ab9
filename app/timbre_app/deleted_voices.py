"""Voices that were deleted and can still be brought back.

    <voices>/.deleted/<when>~<file>     when: seconds since 1970

After KEEP_DAYS they are removed for good, the next time that the window opens or another one comes.
"""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from timbre.voice import Voice, VoiceError

FOLDER = ".deleted"
KEEP_DAYS = 30
_DAY_S = 86_400


@dataclass(frozen=True)
class DeletedVoice:
    """A voice that can be brought back; `key` finds it again."""

    key: str
    name: str
    deleted_s: float


class DeletedVoices:
    """The deleted voices of a folder of voices."""

    def __init__(self, voices: Path) -> None:
        self.folder = voices / FOLDER

    def put(self, path: Path) -> str:
        """Move a file here; returns its key.

        Raises:
            VoiceError: if it cannot be moved; it then stays where it was.
        """
        self.purge()
        key = _key(path)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.rename(self.folder / key)
        except OSError as error:
            raise VoiceError(
                f"The voice {path.stem!r} cannot be deleted: {error.strerror or error}."
            ) from error
        return key

    def put_copy(self, path: Path) -> str:
        """Copy a file here that is about to be written over; returns its key.

        Raises:
            VoiceError: if it cannot be copied.
        """
        self.purge()
        key = _key(path)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, self.folder / key)
        except OSError as error:
            self.drop(key)
            raise VoiceError(
                f"The older voice {path.stem!r} cannot be kept: {error.strerror or error}."
            ) from error
        return key

    def drop(self, key: str) -> None:
        """Remove one for good."""
        (self.folder / key).unlink(missing_ok=True)

    def list(self) -> list[DeletedVoice]:
        """All of them, the latest first."""
        found = [DeletedVoice(path.name, _name(path), _when(path)) for path in self._files()]
        return sorted(found, key=lambda voice: -voice.deleted_s)

    def path(self, key: str) -> Path:
        """The file of a key.

        Raises:
            VoiceError: if it is gone.
        """
        path = self.folder / key
        if os.sep in key or not path.is_file():
            raise VoiceError("The voice cannot be brought back: it was removed for good.")
        return path

    def purge(self) -> int:
        """Remove those that were kept long enough; returns how many."""
        old = [path for path in self._files() if time.time() - _when(path) > KEEP_DAYS * _DAY_S]
        for path in old:
            path.unlink(missing_ok=True)
        return len(old)

    def _files(self) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if "~" in path.name]
        except OSError:
            return []


def _key(path: Path) -> str:
    return f"{time.time():.3f}~{path.name}"


def original_name(key: str) -> str:
    """The file's name before it was deleted."""
    return key.split("~", 1)[1]


def _name(path: Path) -> str:
    try:
        return Voice.load(path).name
    except VoiceError:
        return Path(original_name(path.name)).stem


def _when(path: Path) -> float:
    try:
        return float(path.name.split("~", 1)[0])
    except ValueError:
        return path.stat().st_mtime
