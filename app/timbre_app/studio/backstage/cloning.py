"""Clones on the server."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable
from typing import Any

from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.backstage.voices import voice_item
from timbre_app.studio.ports import CloneOrder, CloneProgress, MadeVoice


class StudioCloning:
    """Clones on the server."""

    def __init__(self, server: StudioServer) -> None:
        self._server = server

    def clone(
        self,
        order: CloneOrder,
        on_progress: Callable[[CloneProgress], None],
        should_stop: Callable[[], bool],
        should_finish: Callable[[], bool],
    ) -> MadeVoice:
        """Clone the takes of a folder; an unfinished clone of the same takes goes on where it was."""
        from timbre_app import cloning
        from timbre_app.library import VoiceLibrary

        on_progress(CloneProgress("takes"))
        found = cloning.read_takes(order.takes, lambda take: take.id not in order.left_out, order.kept)
        settings = cloning.CloneSettings(
            order.name,
            order.language,
            resume=True,
            consent=order.consent,
            person=order.person,
            options=_options(order),
        )
        library, gave_way = VoiceLibrary(), ""
        if not order.replace:
            library.check_new_name(order.name)
        watch = cloning.Watch(
            lambda progress: on_progress(clone_progress(progress)), should_stop, should_finish
        )
        voice = cloning.make_voice(found, settings, self._server.client(), watch)
        if order.replace:
            gave_way = library.replace(voice)
        else:
            library.add(voice)
        library.note_takes(voice.id, order.takes)
        return MadeVoice(voice_item(voice, library.notes.read(voice.id)), gave_way)


def _options(order: CloneOrder) -> tuple[tuple[str, Any], ...]:
    """The same id for the same recordings and name, so that what was found out before is found again.

    The server itself looks which takes are new, and whether what was learned is of the same takes.
    """
    about = [platform.node(), str(order.takes.resolve()), order.name, order.language]
    job_id = hashlib.sha256("\n".join(about).encode()).hexdigest()[:32]
    return (("job_id", job_id), ("previews", True))


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
        voice=progress.get("voice") or b"",
    )
