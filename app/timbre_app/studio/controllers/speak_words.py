"""Joins the Speak page with the pronunciation dictionary."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, QTimer

from timbre.text.lexicon import LexiconError
from timbre_app.reading.dictionary import checked_ipa, entries_in
from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.controllers.speak import SpeakController
from timbre_app.studio.playback import Sound
from timbre_app.studio.ports import SpeakOptions
from timbre_app.studio.views.dictionary_dialog import DictionaryDialog

LANE = "dictionary"
TYPING_MS = 200


class WordsController(QObject):
    """Opens the dictionary with the selected word; keeps, forgets and speaks pronunciations."""

    def __init__(self, speak: SpeakController) -> None:
        super().__init__(speak)
        self._speak, self._page = speak, speak.page
        self._words = speak.speech.pronunciations
        self._dialog: DictionaryDialog | None = None
        self._spelling = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TYPING_MS)
        self._timer.timeout.connect(self._suggest)
        self._page.dictionary_requested.connect(self._open)
        said = self.tr("pronunciation of “{0}”")
        speak.undo.learn("word", lambda entry: self._write(*entry), lambda entry: said.format(entry[0]))

    @property
    def dialog(self) -> DictionaryDialog | None:
        """The open dictionary, if it is."""
        return self._dialog

    def _open(self) -> None:
        dialog = DictionaryDialog(self._page)
        self._dialog = dialog
        dialog.spelling_changed.connect(self._spelled)
        dialog.hear_requested.connect(self._hear)
        dialog.put_requested.connect(self._put)
        dialog.remove_requested.connect(self._remove)
        dialog.finished.connect(lambda _: self._closed(dialog))
        dialog.open()
        self._fill()
        dialog.set_word(self._selected_word())

    def _closed(self, dialog: DictionaryDialog) -> None:
        self._dialog = None
        self._speak.playback.stop()
        dialog.deleteLater()

    def _selected_word(self) -> str:
        """The selected word, or the one at the cursor."""
        text = self._page.text
        start, end = self._page.text_edit.selection
        found = re.search(r"\w[\w'’-]*", text[start:end]) if end > start else None
        if found:
            return found.group()
        for match in re.finditer(r"\w[\w'’-]*", text[max(0, start - 80) : start + 80]):
            if match.start() <= start - max(0, start - 80) <= match.end():
                return match.group()
        return ""

    def _fill(self) -> None:
        self._speak.tasks.run(
            lambda _: self._words.entries(),
            on_result=lambda entries: self._dialog.set_entries(entries) if self._dialog else None,
            on_error=self._failed,
            lane=LANE,
        )

    def _spelled(self, letters: str) -> None:
        self._spelling = letters
        self._timer.start()

    def _suggest(self) -> None:
        letters, voice_id = self._spelling, self._page.voice_id or ""

        def show(ipa: str) -> None:
            if self._dialog is not None and letters == self._spelling:
                self._dialog.set_ipa(ipa)
                self._dialog.set_status("")

        self._speak.tasks.run(
            lambda _: self._speak.speech.pronounce(letters, voice_id),
            on_result=show,
            on_error=self._failed,
            lane=LANE,
        )

    def _hear(self, ipa: str) -> None:
        voice_id, speech = self._page.voice_id, self._speak.speech
        if voice_id is None:
            self._say(self.tr("Record or import a voice first: there is none to speak with."), "warning")
            return
        try:
            letters = checked_ipa(ipa)
        except LexiconError as error:
            self._failed(error)
            return
        self._say("", "ok")
        self._speak.prepare()
        self._speak.playback.play(
            lambda should_stop: Sound(
                speech.sample_rate, speech.speak(f"[[{letters}]]", voice_id, SpeakOptions(), should_stop)
            ),
            on_end=lambda: None,
            on_error=self._failed,
        )

    def _put(self, word: str, ipa: str) -> None:
        self._speak.undo.change("word", (word, self._before(word)), (word, ipa))

    def _remove(self, word: str) -> None:
        self._speak.undo.change("word", (word, self._before(word)), (word, None))

    def _before(self, word: str) -> str | None:
        dialog = self._dialog
        if dialog is None:
            return None
        for row, kept in enumerate(dialog.words):
            if kept.casefold() == word.strip().casefold():
                return dialog.table.item(row, 1).text()
        return None

    def _write(self, word: str, ipa: str | None) -> None:
        def work(_: object) -> None:
            if ipa is None:
                self._words.remove(word)
            else:
                self._words.put(word, ipa)

        def done(_: object) -> None:
            self._speak.reading.forget(lambda one: bool(entries_in(one.text, {word: ""})))
            self._speak.draw_all()
            kept = (
                self.tr("“{0}” is spoken so from now on.") if ipa else self.tr("“{0}” is spoken as before.")
            )
            self._say(kept.format(word), "ok")
            self._fill()

        self._speak.tasks.run(work, on_result=done, on_error=self._failed, lane=LANE)

    def _failed(self, error: Exception) -> None:
        self._say(sentence(error), "error")

    def _say(self, text: str, severity: str) -> None:
        if self._dialog is not None:
            self._dialog.set_status(text, severity)
        elif severity == "ok":
            self._page.set_status(text, severity)
        else:
            self._speak.window.show_message(text, severity)
