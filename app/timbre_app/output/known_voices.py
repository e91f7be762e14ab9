"""Voices kept in memory, so that speech that follows other speech does not wait for the disk."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

from timbre.voice import SUFFIX, Voice
from timbre_app.output.speaking import find_voice
from timbre_app.voices.library import VoiceLibrary

_Stamp = tuple[tuple[str, int, int], ...]


class Voices:
    """The person's voices, and speakers of the base model as `base:NAME`; may be used from several threads.

    Args:
        library: The person's voices; whatever changes among its files is noticed at the next call.
        find: Finds a voice by its name; timbre_app.output.speaking.find_voice.
    """

    def __init__(
        self,
        library: VoiceLibrary | None = None,
        find: Callable[[str, VoiceLibrary], Voice] = find_voice,
    ) -> None:
        self._library = library or VoiceLibrary()
        self._find = find
        self._known: dict[str, Voice] = {}
        self._stamp: _Stamp = ()
        self._lock = threading.Lock()

    def find(self, name: str) -> Voice:
        """A voice by name or id.

        Raises:
            VoiceError: if there is none.
        """
        with self._lock:
            stamp = _stamp(self._library.folder)
            if stamp != self._stamp:
                self._known, self._stamp = {}, stamp
            if name not in self._known:
                self._known[name] = self._find(name, self._library)
            return self._known[name]

    def all(self) -> list[Voice]:
        """The person's voices, by name."""
        return self._library.voices()


def _stamp(folder: Path) -> _Stamp:
    """A value that changes when a file of the folder changes: a file that is written anew has another inode."""
    try:
        with os.scandir(folder) as entries:
            files = [(entry.name, entry.stat()) for entry in entries if entry.name.endswith(SUFFIX)]
    except FileNotFoundError:
        return ()
    return tuple(sorted((name, status.st_ino, status.st_mtime_ns) for name, status in files))
