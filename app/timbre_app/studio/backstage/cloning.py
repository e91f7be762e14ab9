"""Clones on the server."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.backstage.voices import voice_item
from timbre_app.studio.ports import CloneProgress, VoiceItem


class StudioCloning:
    """Clones on the server."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def clone(
        self,
        takes: Path,
        name: str,
        on_progress: Callable[[CloneProgress], None],
        should_stop: Callable[[], bool],
        replace: bool = False,
    ) -> VoiceItem:
        """Clone the takes of a folder; an unfinished clone of the same takes goes on where it was."""
        from timbre_app import cloning
        from timbre_app.library import VoiceLibrary

        on_progress(CloneProgress("takes"))
        found = cloning.read_takes(takes)
        library = VoiceLibrary()
        voice = cloning.clone(
            found,
            cloning.CloneSettings(name, resume=True, replace=replace),
            self._server.client(),
            library,
            lambda progress: on_progress(clone_progress(progress)),
            should_stop,
        )
        kept = dataclasses.replace(library.notes.read(voice.id), takes=str(takes))
        library.notes.write(voice.id, kept)
        return voice_item(voice, kept)


def clone_progress(progress: dict[str, Any]) -> CloneProgress:
    """The server's progress as the panel shows it."""
    return CloneProgress(
        stage=str(progress.get("stage") or ""),
        step=int(progress.get("step") or 0),
        max_steps=int(progress.get("max_steps") or 0),
        loss=progress.get("loss"),
        held_out_loss=progress.get("held_out_loss"),
        elapsed_s=float(progress.get("elapsed_s") or 0.0),
        eta_s=progress.get("eta_s"),
        message=str(progress.get("message") or ""),
    )
