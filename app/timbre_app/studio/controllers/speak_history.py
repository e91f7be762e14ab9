"""Remembers what was spoken, brings it back, and keeps the text that is left when the window closes."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject

from timbre_app.reading.history import Entry, History, entry_of, give_back
from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.controllers.speak import SpeakController
from timbre_app.studio.controllers.speak_left import LeftSpeech
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.views.history_dialog import HistoryDialog

LANE = "history"
_log = logging.getLogger(__name__)


class HistoryController(QObject):
    """Keeps the history in its folder; all of it on a worker."""

    def __init__(
        self, speak: SpeakController, dialogs: Dialogs, folder: Path, left: LeftSpeech | None = None
    ) -> None:
        super().__init__(speak)
        self._speak, self._page, self._dialogs = speak, speak.page, dialogs
        self._history = History(folder)
        self._dialog: HistoryDialog | None = None
        self._draft: Entry | None = None
        speak.voices_known.connect(self._choose_voice)
        speak.quiet.connect(self._keep)
        self._page.history_requested.connect(self._open)
        speak.undo.learn("history", self._apply, self.tr("bringing back from the history"))
        if left is None:
            speak.tasks.run(lambda _: self._history.draft(), on_result=self._take_draft, lane=LANE)
        else:
            self._draft = self._now()  # for its voice, which is chosen once the voices are known

    @property
    def dialog(self) -> HistoryDialog | None:
        """The open list, if it is."""
        return self._dialog

    def close(self) -> None:
        """Keep what is left on the page."""
        self._speak.take_text_now()
        try:
            self._history.keep_draft(self._now())
        except OSError as error:
            _log.warning("the text is not kept for the next time: %s", error)

    def _now(self) -> Entry:
        return entry_of(self._speak.reading, self._page.text, self._page.voice_name)

    def _keep(self) -> None:
        entry = self._now()
        if entry.duration_s:
            self._speak.tasks.run(
                lambda _: self._history.keep(entry),
                on_error=lambda error: self._speak.window.show_message(sentence(error)),
                lane=LANE,
            )

    def _take_draft(self, entry: Entry | None) -> None:
        if entry is not None and not self._page.text:
            self._draft = entry
            self._apply(entry)
            self._page.text_edit.document().clearUndoRedoStacks()

    def _choose_voice(self) -> None:
        """The draft may be there before the voices are."""
        draft, self._draft = self._draft, None
        if draft is not None and draft.text == self._page.text:
            self._speak.set_controls(draft.voice_id, draft.how)
            self._speak.recall()

    def _open(self) -> None:
        dialog = HistoryDialog(self._page)
        self._dialog = dialog
        dialog.chosen.connect(self._bring_back)
        dialog.remove_requested.connect(self._remove)
        dialog.clear_requested.connect(self._clear)
        dialog.finished.connect(lambda _: self._closed(dialog))
        dialog.open()
        self._fill()

    def _closed(self, dialog: HistoryDialog) -> None:
        self._dialog = None
        dialog.deleteLater()

    def _fill(self) -> None:
        self._speak.tasks.run(
            lambda _: self._history.entries(),
            on_result=lambda found: self._dialog.set_entries(found) if self._dialog else None,
            lane=LANE,
        )

    def _remove(self, key: str) -> None:
        self._speak.tasks.run(lambda _: self._history.remove(key), lane=LANE)
        self._fill()

    def _clear(self) -> None:
        if not self._dialogs.confirm_clear_history():
            return

        def clear(_: object) -> None:
            self._history.clear()
            self._speak.store.clear()

        self._speak.halt()
        self._speak.reading.drop_clips()
        self._speak.tasks.run(clear, on_result=lambda _: self._speak.draw_all(), lane=LANE)
        self._fill()

    def _bring_back(self, entry: Entry) -> None:
        before = self._now()
        self._speak.undo.change("history", before, entry)
        self._page.set_status(self.tr("Brought back; Speak plays it."))

    def _apply(self, entry: Entry) -> None:
        speak = self._speak
        speak.halt()
        speak.restore_text(entry.text)
        give_back(speak.reading, entry.own)
        speak.set_controls(entry.voice_id, entry.how)
        speak.recall()
