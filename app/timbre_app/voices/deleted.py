"""Voices that were deleted and can still be brought back, see `timbre_app.trash`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from timbre.voice import Voice, VoiceError
from timbre_app.trash import Trash, original_name


@dataclass(frozen=True)
class DeletedVoice:
    """A voice that can be brought back; `key` finds it again."""

    key: str
    name: str
    deleted_s: float


class DeletedVoices:
    """The deleted voices of a folder of voices."""

    def __init__(self, voices: Path) -> None:
        self._trash = Trash(voices)

    def put(self, path: Path) -> str:
        """Move a file here; returns its key.

        Raises:
            VoiceError: if it cannot be moved; it then stays where it was.
        """
        try:
            return self._trash.put(path)
        except OSError as error:
            raise VoiceError(
                "The voice {name!r} cannot be deleted: {reason}.",
                name=path.stem,
                reason=error.strerror or error,
            ) from error

    def put_copy(self, path: Path) -> str:
        """Copy a file here before it is overwritten; returns the copy's key.

        Raises:
            VoiceError: if it cannot be copied.
        """
        try:
            return self._trash.put_copy(path)
        except OSError as error:
            raise VoiceError(
                "The older voice {name!r} cannot be kept: {reason}.",
                name=path.stem,
                reason=error.strerror or error,
            ) from error

    def drop(self, key: str) -> None:
        """Remove a deleted voice for good."""
        self._trash.drop(key)

    def list(self) -> list[DeletedVoice]:
        """The deleted voices, the latest first."""
        return [
            DeletedVoice(key, self._name(key), self._trash.deleted_s(key))
            for key in self._trash.latest_first()
        ]

    def path(self, key: str) -> Path:
        """The file of the deleted voice with a key.

        Raises:
            VoiceError: if it is gone.
        """
        path = self._trash.path(key)
        if path is None:
            raise VoiceError("The voice cannot be restored: it was removed for good.")
        return path

    def purge(self) -> int:
        """Remove the voices that were deleted too long ago; returns the number removed."""
        return self._trash.purge()

    def ids(self) -> set[str]:
        """Ids of the deleted voices."""
        voices: set[str] = set()
        for key in self._trash.latest_first():
            with contextlib.suppress(VoiceError):
                voices.add(Voice.load(self.path(key)).id)
        return voices

    def _name(self, key: str) -> str:
        try:
            return Voice.load(self.path(key)).name
        except VoiceError:
            return Path(original_name(key)).stem
