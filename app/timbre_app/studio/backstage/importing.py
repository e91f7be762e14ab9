"""Finds recordings that exist already, and recognises their texts on the server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.sound.pcm import to_float
from timbre_app.studio.backstage.server import NotYetReadyError, StudioServer

if TYPE_CHECKING:
    from timbre_app.takes.importing import BrokenFile, FoundTake


class StudioImporting:
    """Finds recordings on this machine; the server recognises their texts."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def find(self, paths: Sequence[Path]) -> list[FoundTake | BrokenFile]:
        """Find the takes in folders and files, and the files that give none; cuts long recordings into pieces."""
        from timbre_app.takes.importing import find_takes

        return find_takes(paths)

    def recognise(self, take: FoundTake) -> str:
        """Recognise the text of a take.

        Raises:
            NotYetReadyError: while there is no server.
        """
        if not self._server.is_ready:
            raise NotYetReadyError("Texts are recognised once the speech server is up; you can type them.")
        from timbre import audio

        samples, sample_rate = take.sound()
        recording = audio.for_recognition(to_float(samples), sample_rate)
        return self._server.client().transcribe(recording).text
