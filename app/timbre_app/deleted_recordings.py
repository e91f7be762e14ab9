"""Recordings that were deleted and can still be brought back, see `trash`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from timbre_app.recordings import RecordingError, RecordingSession
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
            raise RecordingError(f"The recordings cannot be deleted: {error.strerror or error}.") from error

    def list(self) -> list[DeletedRecording]:
        """All of them, the latest first; those that were kept long enough are removed before."""
        self._trash.purge()
        return [self._about(key) for key in self._trash.latest_first()]

    def bring_back(self, key: str) -> Path:
        """Move a session to where it was, so that the voice that was made of it finds it again.

        Raises:
            RecordingError: if that fails.
        """
        path, back = self._trash.path(key), self._sessions / original_name(key)
        if path is None:
            raise RecordingError("The recordings cannot be brought back: they were removed for good.")
        try:
            return path.rename(back)
        except OSError as error:
            raise RecordingError(
                f"The recordings cannot be brought back: {error.strerror or error}."
            ) from error

    def _about(self, key: str) -> DeletedRecording:
        name, path = original_name(key), self._trash.path(key)
        if path is not None:
            with contextlib.suppress(RecordingError):  # what cannot be opened goes by its folder's name
                name = RecordingSession.read(path).voice_name
        return DeletedRecording(key, name, self._trash.deleted_s(key))
