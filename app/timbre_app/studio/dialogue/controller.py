"""Builds the controllers of the Dialogue page; opens scripts, and keeps the one on the page for the next time."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from timbre import files
from timbre_app.dialogue.opening import read_script
from timbre_app.dialogue.plain_text import write_text
from timbre_app.studio.dialogue.desk import DialogueDesk
from timbre_app.studio.dialogue.export import DialogueExport
from timbre_app.studio.dialogue.page import DialoguePage
from timbre_app.studio.dialogue.player import DialoguePlayer
from timbre_app.studio.dialogue.tools import DialogueTools
from timbre_app.studio.items import VoiceItem

DRAFT = "dialogue.json"
_log = logging.getLogger(__name__)


class DialogueController(QObject):
    """Builds the controllers of the page.

    Attributes:
        desk: The script, its cast and its tracks.
        player: Plays it.
        export: Orders its files.
    """

    def __init__(self, page: DialoguePage, tools: DialogueTools) -> None:
        super().__init__(page)
        self._page, self._tools = page, tools
        self._draft_file = tools.folder / DRAFT
        self.desk = DialogueDesk(page, tools.tasks)
        self.player = DialoguePlayer(page, self.desk, tools.notices, tools.dialogue, tools.playback)
        self.export = DialogueExport(page, self.desk, tools)
        self._own: Sequence[VoiceItem] = ()
        self._built_in: Sequence[VoiceItem] = ()
        page.open_requested.connect(self._open)
        page.example_requested.connect(self._show_example)
        tools.tasks.run(lambda _: _read_draft(self._draft_file), on_result=self._take_draft)
        tools.tasks.run(
            lambda _: tools.dialogue.built_in_voices(),
            on_result=self._take_built_in,
            on_error=lambda error: _log.info("no built-in voices: %s", error),
        )

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer the person's voices."""
        self._own = voices
        self.desk.set_voices([*self._own, *self._built_in])

    def close(self) -> None:
        """Keep script and cast, before the window closes."""
        draft = {"text": self._page.text, "cast": self.desk.choices}
        try:
            files.make_folder(self._draft_file.parent)
            files.write(self._draft_file, json.dumps(draft, ensure_ascii=False))
        except OSError as error:
            _log.warning("the script is not kept for the next time: %s", error)

    def _take_built_in(self, voices: Sequence[VoiceItem]) -> None:
        self._built_in = voices
        self.set_voices(self._own)

    def _take_draft(self, draft: dict[str, Any]) -> None:
        self.desk.set_choices({str(name): str(voice) for name, voice in draft.get("cast", {}).items()})
        text = str(draft.get("text", ""))
        if text and not self._page.text:
            self._page.script_edit.setPlainText(text)
            self.desk.read_now()

    def _open(self) -> None:
        path = self._tools.dialogs.script_to_open(self._tools.settings.export_folder)
        if path is not None:
            self._tools.tasks.run(
                lambda _: _text_of(path), on_result=self._show_text, on_error=self._tools.notices.show_error
            )

    def _show_text(self, text: str) -> None:
        """Put a text into the editor; its own Undo brings back the one before."""
        edit = self._page.script_edit
        edit.selectAll()
        edit.insertPlainText(text)
        edit.go_to_line(1)
        edit.setFocus()
        self.desk.read_now()

    def _show_example(self) -> None:
        self._show_text(
            self.tr(
                "Ann: Good morning! Did you hear the news?\n"
                "Ben (pause 0.6): No. What happened?\n"
                "Ann (pace 1.1): The old theatre opens again, tonight, with a play of ours.\n"
                "Ben (pause -0.4, pitch 2, liveliness 1.4): Ours? Are you sure?\n"
                "Clara (pause 0.2): She is. I saw the posters.\n"
                "Ann: So we have one day to learn our lines.\n"
                "Ben (energy -3, pace 0.9): One day.\n"
                "Clara (together): One day!\n"
            )
        )


def _text_of(path: Path) -> str:
    """A script of any kind as plain text; plain text stays as it is, remarks and all."""
    script = read_script(path)
    if path.suffix.lower() in (".csv", ".tsv", ".fountain", ".spmd"):
        return write_text(script)
    return path.read_text(encoding="utf-8-sig")


def _read_draft(file: Path) -> dict[str, Any]:
    try:
        draft = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return draft if isinstance(draft, dict) and isinstance(draft.get("cast", {}), dict) else {}
