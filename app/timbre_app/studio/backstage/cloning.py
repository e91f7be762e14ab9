"""Makes voices on the server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from timbre.messages import Message
from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.backstage.voices import voice_item
from timbre_app.studio.items import CloneProgress, MadeVoice
from timbre_app.voices.order import CloneOrder


class StudioCloning:
    """Makes voices on the server."""

    def __init__(self, server: StudioServer, start: Callable[[], str] = lambda: "computed") -> None:
        """Keep the server and the setting; starts nothing.

        Args:
            server: The server that makes the voices.
            start: Returns the start of new voices that the person has set, see `order.STARTS`.
        """
        self._server, self._start = server, start

    def clone(
        self,
        order: CloneOrder,
        on_progress: Callable[[CloneProgress], None],
        should_stop: Callable[[], bool],
        should_finish: Callable[[], bool],
    ) -> MadeVoice:
        """Clone the takes of a folder; an unfinished clone of the same takes goes on where it was."""
        from timbre_app.voices import cloning
        from timbre_app.voices.library import VoiceLibrary

        on_progress(CloneProgress("takes"))
        options = (*order.options, ("start", self._start()), ("previews", True))
        order = replace(order, resume=True, options=options)
        library = VoiceLibrary()
        takes = cloning.prepare(order, library)
        watch = cloning.Watch(
            lambda progress: on_progress(clone_progress(progress)), should_stop, should_finish
        )
        voice, gave_way = cloning.clone(order, takes, self._server.client(), library, watch)
        return MadeVoice(voice_item(voice, library.notes.read(voice.id)), gave_way)


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
        message=Message.from_json(progress["message_template"]) if "message_template" in progress else None,
        voice=progress.get("voice") or b"",
    )
