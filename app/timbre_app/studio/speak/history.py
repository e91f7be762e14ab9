"""Keeps a history of spoken texts, brings them back, and keeps the text of a window that closes."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject

from timbre_app.reading.clip import ClipStore
from timbre_app.reading.history import Entry, History, entry_of, give_back
from timbre_app.reading.replay import replay
from timbre_app.studio.errors import sentence
from timbre_app.studio.playback import Sound
from timbre_app.studio.speak.history_dialog import HistoryDialog
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.speak.player import SpeakPlayer
from timbre_app.studio.speak.script import Script
from timbre_app.studio.speak.tools import SpeakTools

LANE = "history"
_log = logging.getLogger(__name__)


class HistoryController(QObject):
    """Keeps the history in its folder; reads and changes it on a worker thread."""

    def __init__(
        self, page: SpeakPage, script: Script, player: SpeakPlayer, store: ClipStore, tools: SpeakTools
    ) -> None:
        super().__init__(page)
        self._page, self._script, self._player, self._store = page, script, player, store
        self._tasks, self._notices, self._dialogs = tools.tasks, tools.notices, tools.dialogs
        self._speech, self._playback = tools.speech, tools.playback
        self._history = History(tools.folder)
        self._dialog: HistoryDialog | None = None
        self._draft: Entry | None = None
        script.voices_known.connect(self._choose_voice)
        player.quiet.connect(self._keep)
        page.history_requested.connect(self._open)
        script.undo.learn("history", self._apply, self.tr("text from the history"))

    def bring_back_draft(self) -> None:
        """Show the text that was in the window when it closed the last time."""
        self._tasks.run(lambda _: self._history.draft(), on_result=self._take_draft, lane=LANE)

    def await_voices(self) -> None:
        """Choose the voice of the present text as soon as the voices are known."""
        self._draft = self._now()

    @property
    def dialog(self) -> HistoryDialog | None:
        """The open dialog of the history, or None."""
        return self._dialog

    def keep_draft(self) -> None:
        """Keep the text on the page for the next time."""
        self._script.take_text_now()
        try:
            self._history.keep_draft(self._now())
        except OSError as error:
            _log.warning("the text is not kept for the next time: %s", error)

    def _now(self) -> Entry:
        return entry_of(self._script.reading, self._page.text, self._page.voice_name)

    def _keep(self) -> None:
        entry = self._now()
        if entry.duration_s:
            self._tasks.run(
                lambda _: self._history.keep(entry),
                on_error=self._notices.show_error,
                lane=LANE,
            )

    def _take_draft(self, entry: Entry | None) -> None:
        if entry is not None and not self._page.text:
            self._draft = entry
            self._apply(entry)
            self._page.text_edit.document().clearUndoRedoStacks()

    def _choose_voice(self) -> None:
        """Choose the voice of the draft, which may come before the list of voices."""
        draft, self._draft = self._draft, None
        if draft is not None and draft.text == self._page.text:
            self._script.set_controls(draft.voice_id, draft.how)
            self._player.recall()

    def _open(self) -> None:
        dialog = HistoryDialog(self._page)
        self._dialog = dialog
        dialog.chosen.connect(self._bring_back)
        dialog.play_requested.connect(self._hear)
        dialog.remove_requested.connect(self._remove)
        dialog.clear_requested.connect(self._clear)
        dialog.finished.connect(lambda _: self._closed(dialog))
        dialog.open()
        self._fill()

    def _closed(self, dialog: HistoryDialog) -> None:
        self._playback.stop()
        self._dialog = None
        dialog.deleteLater()

    def _hear(self, entry: Entry | None) -> None:
        """Play an entry in the dialog, or stop."""
        if entry is None:
            self._playback.stop()
            return
        store, speech, pauses = self._store, self._speech, self._script.pauses_of(entry.voice_id)
        self._player.prepare()

        def make(should_stop: Callable[[], bool]) -> Sound:
            chunks = replay(entry, store, speech, speech.sample_rate, pauses, should_stop)
            return Sound(speech.sample_rate, chunks)

        self._playback.play(make, on_end=self._heard, on_error=self._not_heard)
        if self._dialog is not None:
            self._dialog.set_playing(True)

    def _heard(self) -> None:
        if self._dialog is not None:
            self._dialog.set_playing(False)

    def _not_heard(self, error: Exception) -> None:
        if self._dialog is not None:
            self._dialog.set_playing(False)
            self._dialog.set_note(sentence(error))

    def _fill(self) -> None:
        self._tasks.run(
            lambda _: self._history.entries(),
            on_result=lambda entries: self._dialog.set_entries(entries) if self._dialog else None,
            lane=LANE,
        )

    def _remove(self, key: str) -> None:
        self._tasks.run(lambda _: self._history.remove(key), lane=LANE)
        self._fill()

    def _clear(self) -> None:
        if not self._dialogs.confirm_clear_history():
            return

        def clear(_: object) -> None:
            self._history.clear()
            self._store.clear()

        self._player.halt()
        self._script.reading.drop_clips()
        self._tasks.run(clear, on_result=lambda _: self._script.draw_all(), lane=LANE)
        self._fill()

    def _bring_back(self, entry: Entry) -> None:
        before = self._now()
        self._script.undo.change("history", before, entry)
        self._page.set_status(self.tr("The text is back in the editor: press Speak to hear it."))

    def _apply(self, entry: Entry) -> None:
        self._player.halt()
        self._script.restore_text(entry.text)
        give_back(self._script.reading, entry.own)
        self._script.set_controls(entry.voice_id, entry.how)
        self._player.recall()
