"""Flags that say "nobody wants this utterance any more", seen by all models of one server.

Triton's cancellation does not reach the steps of an ensemble, and each model is a process of its own.
So the `cancel` model leaves an empty file in a folder, and the steps look at the folder before each tick: one
`stat` call, however many utterances there are.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Set
from pathlib import Path

MAX_AGE_S = 600.0
INSTANT_NS = 50_000_000
"""A folder's times are no finer than the system's ticks, 10 ms at most; this is longer."""


class CancelFlags:
    """The flags of one server."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or shared_folder()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._flags: Set[str] = frozenset()
        self._changed_ns = 0
        self._settled = False

    def set(self, request_id: str) -> None:
        """Ask for the end of a request, unless its id is empty; old flags go at the same time."""
        if not request_id:
            return
        (self._folder / flag_of(request_id)).touch()
        oldest = time.time() - MAX_AGE_S
        for flag in self._folder.iterdir():
            try:
                if flag.stat().st_mtime < oldest:
                    flag.unlink()
            except FileNotFoundError:
                continue

    def is_set(self, request_id: str) -> bool:
        """Whether the end of the request was asked for; never for an empty id."""
        return flag_of(request_id) in self.current()

    def current(self) -> Set[str]:
        """The flags that are set, as `flag_of` names them.

        They are listed anew if the folder has changed since the last call, or had changed so shortly before it
        that another flag of the same instant would not show.
        """
        changed_ns = self._folder.stat().st_mtime_ns
        if changed_ns != self._changed_ns or not self._settled:
            self._settled = time.time_ns() - changed_ns > INSTANT_NS
            self._changed_ns = changed_ns
            self._flags = frozenset(flag.name for flag in self._folder.iterdir())
        return self._flags


def flag_of(request_id: str) -> str:
    """The flag's name: any id becomes the name of a file, an empty one that of no file."""
    return hashlib.sha256(request_id.encode()).hexdigest()[:32] if request_id else ""


def shared_folder() -> Path:
    """The folder that all models of a server share.

    TIMBRE_SERVER_SCRATCH names it; without it, the parent process does, which is the server for all models.
    """
    chosen = os.environ.get("TIMBRE_SERVER_SCRATCH")
    if chosen:
        return Path(chosen) / "cancelled"
    return Path(tempfile.gettempdir()) / f"timbre-{os.getuid()}-{os.getppid()}-cancelled"
