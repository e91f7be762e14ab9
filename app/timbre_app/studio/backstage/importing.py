"""Recordings that exist already, recognised on the server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.studio.backstage.server import NotYetReadyError, StudioServer

if TYPE_CHECKING:
    from timbre_app.importing import FoundTake

RECOGNISER_RATE_HZ = 16_000


class StudioImporting:
    """Finds recordings here; the server says what is said in them."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def find(self, paths: Sequence[Path]) -> list[FoundTake]:
        """The takes in folders and files."""
        from timbre_app.importing import find_takes

        return find_takes(paths)

    def recognise(self, take: FoundTake) -> str:
        """What is said in a take.

        Raises:
            NotYetReadyError: while there is no server.
        """
        if not self._server.is_ready:
            raise NotYetReadyError("Texts are recognised once the speech server is up; you can type them.")
        import numpy as np

        from timbre import audio

        samples, sample_rate = take.sound()
        waveform = samples.astype(np.float32) / 32768.0
        return (
            self._server.client().transcribe(audio.resample(waveform, sample_rate, RECOGNISER_RATE_HZ)).text
        )
