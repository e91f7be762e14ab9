"""Makes voices on the server."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from timbre.messages import Message
from timbre_app.studio.backstage.server import StudioServer
from timbre_app.studio.backstage.voices import voice_item
from timbre_app.studio.items import CloneProgress, MadeVoice, Sketch
from timbre_app.voices.order import CloneOrder

if TYPE_CHECKING:
    from timbre_app.voices.cloning import TakeSet


class StudioCloning:
    """Makes voices on the server."""

    def __init__(self, server: StudioServer, start: Callable[[], str] = lambda: "computed") -> None:
        """Keep the server and the setting; starts nothing.

        Args:
            server: The server that makes the voices.
            start: Returns the start of new voices that the person has set, see `order.STARTS`.
        """
        self._server, self._start = server, start
        self._holds_model = self._is_cloning = False
        self._latest: tuple[object, Sketch] | None = None

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
        self._is_cloning = True
        try:
            voice, replaced_key = cloning.clone(order, takes, self._server.client(), library, watch)
        finally:
            self._is_cloning = False
            self.release_sketching()
        return MadeVoice(voice_item(voice, library.notes.read(voice.id)), replaced_key)

    def sketch(self, order: CloneOrder, should_stop: Callable[[], bool]) -> Sketch:
        """Sketch the voice of an order, or return the latest sketch if it was made of the same takes.

        The sketch is put among the voices, unless a voice that is no sketch of these takes has its name.
        """
        from timbre_app.voices import cloning
        from timbre_app.voices.library import VoiceLibrary

        order = replace(order, sketch=True, options=(("start", self._start()),))
        takes = cloning.read_takes(order.takes, order.left_out, order.kept, for_sketch=True)
        stamp = order, _stamp(takes)
        if self._latest is None or self._latest[0] != stamp:
            self.prepare_sketch()
            watch = cloning.Watch(should_stop=should_stop)
            voice = cloning.make_voice(order, takes, self._server.client(), watch)
            cloning.keep_sketch(order, voice, VoiceLibrary(), takes.consent)
            self._latest = stamp, Sketch(voice.to_bytes(), float(voice.provenance["speech_s"]))
        return self._latest[1]

    def prepare_sketch(self) -> None:
        """Load what makes sketches, which takes seconds; it stays until a voice is made or `release_sketching`."""
        from timbre import contract

        if self._server.is_ready:
            self._holds_model |= self._server.client().load_model(contract.FINETUNE_MODEL.name)

    def release_sketching(self) -> None:
        """Free the memory that `prepare_sketch` has taken, unless a voice is being made."""
        if not self._holds_model or self._is_cloning:
            return
        from timbre import contract
        from timbre_app.client.streams import RequestError
        from timbre_app.server.errors import ServerError

        self._holds_model = False
        with contextlib.suppress(ServerError, RequestError):  # a server that is gone holds no memory
            self._server.client().unload_model(contract.FINETUNE_MODEL.name)


def _stamp(takes: TakeSet) -> object:
    """A value that changes if a take is added, replaced or left out."""
    paths = [checked.take.path for checked in takes.usable]
    return [(path, path.stat().st_mtime_ns, path.stat().st_size) for path in paths]


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
        likeness=progress.get("likeness"),
        likeness_step=progress.get("likeness_step"),
    )
