"""Recordings that were deleted and can still be brought back, see `timbre_app.trash`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from timbre import files
from timbre_app.takes.recordings import RecordingError, RecordingSession
from timbre_app.trash import Trash, original_name


@dataclass(frozen=True)
class DeletedRecording:
    """The recordings of one session; `key` finds them again."""

    key: str
    voice_name: str
    deleted_s: float


class DeletedRecordings:
    """The deleted sessions of a folder of sessions."""

    def __init__(self, sessions: Path) -> None:
        self._sessions = sessions
        self._trash = Trash(sessions)

    def put(self, session: Path) -> DeletedRecording:
        """Move a session's folder here, with all that is in it.

        Raises:
            RecordingError: if it cannot be moved; it then stays where it was.
        """
        try:
            return self._about(self._trash.put(session))
        except OSError as error:
            raise RecordingError(
                "The recordings cannot be deleted: {reason}.", reason=error.strerror or error
            ) from error

    def list(self) -> list[DeletedRecording]:
        """The deleted recordings, the latest first; those that are too old are removed before."""
        self._trash.purge()
        return [self._about(key) for key in self._trash.latest_first()]

    def bring_back(self, key: str) -> Path:
        """Move a session back to its folder, where the voice that was made of it expects it.

        Raises:
            RecordingError: if that fails.
        """
        path, target = self._trash.path(key), self._sessions / original_name(key)
        if path is None:
            raise RecordingError("The recordings cannot be restored: they were removed for good.")
        try:
            files.place(path, target)
        except OSError as error:
            raise RecordingError(
                "The recordings cannot be restored: {reason}.", reason=error.strerror or error
            ) from error
        return target

    def _about(self, key: str) -> DeletedRecording:
        name, path = original_name(key), self._trash.path(key)
        if path is not None:
            with contextlib.suppress(RecordingError):  # a session that cannot be opened has its folder's name
                name = RecordingSession.read(path).voice_name
        return DeletedRecording(key, name, self._trash.deleted_s(key))
