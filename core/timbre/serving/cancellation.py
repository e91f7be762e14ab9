"""Flags that say "nobody wants this utterance any more", seen by all models of one server.

Triton's cancellation does not reach the steps of an ensemble, and each model is a process of its own.
So the `cancel` model leaves an empty file, and the steps look for it before each chunk: one `stat` call.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from pathlib import Path

MAX_AGE_S = 600.0


class CancelFlags:
    """The flags of one server."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or shared_folder()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._seen_ns = 0

    def set(self, request_id: str) -> None:
        """Ask for the end of a request; old flags go at the same time."""
        self._path(request_id).touch()
        oldest = time.time() - MAX_AGE_S
        for flag in self._folder.iterdir():
            try:
                if flag.stat().st_mtime < oldest:
                    flag.unlink()
            except FileNotFoundError:
                continue

    def is_set(self, request_id: str) -> bool:
        """Whether the end of the request was asked for; never for an empty id."""
        return bool(request_id) and self._path(request_id).exists()

    def changed(self) -> bool:
        """Whether flags were set since the last call, as one `stat` tells. It may miss one of the same instant."""
        changed_ns = self._folder.stat().st_mtime_ns
        before, self._seen_ns = self._seen_ns, changed_ns
        return changed_ns != before

    def _path(self, request_id: str) -> Path:
        return self._folder / hashlib.sha256(request_id.encode()).hexdigest()[:32]


def shared_folder() -> Path:
    """The folder that all models of a server share.

    TIMBRE_SERVER_SCRATCH names it; without it, the parent process does, which is the server for all models.
    """
    chosen = os.environ.get("TIMBRE_SERVER_SCRATCH")
    if chosen:
        return Path(chosen) / "cancelled"
    return Path(tempfile.gettempdir()) / f"timbre-{os.getuid()}-{os.getppid()}-cancelled"
