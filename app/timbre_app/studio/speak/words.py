"""Joins the Speak page with the pronunciation dictionary."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, QTimer

from timbre.text.lexicon import LexiconError
from timbre_app.reading.dictionary import checked_ipa, entries_in
from timbre_app.reading.sentence import HowToSpeak
from timbre_app.studio.errors import sentence
from timbre_app.studio.playback import Sound
from timbre_app.studio.speak.dictionary_dialog import DictionaryDialog
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.speak.player import SpeakPlayer
from timbre_app.studio.speak.script import Script
from timbre_app.studio.speak.tools import SpeakTools

LANE = "dictionary"
TYPING_MS = 200


class WordsController(QObject):
    """Opens the dictionary with the selected word; keeps, forgets and speaks pronunciations."""

    def __init__(self, page: SpeakPage, script: Script, player: SpeakPlayer, tools: SpeakTools) -> None:
        super().__init__(page)
        self._page, self._script, self._player = page, script, player
        self._tasks, self._notices = tools.tasks, tools.notices
        self._speech, self._playback = tools.speech, tools.playback
        self._words = tools.speech.pronunciations
        self._dialog: DictionaryDialog | None = None
        self._spelling = self._ipa_then = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TYPING_MS)
        self._timer.timeout.connect(self._suggest)
        self._page.dictionary_requested.connect(self._open)
        text = self.tr("pronunciation of “{0}”")
        script.undo.learn("word", lambda entry: self._write(*entry), lambda entry: text.format(entry[0]))

    @property
    def dialog(self) -> DictionaryDialog | None:
        """The open dialog of the dictionary, or None."""
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
        self._playback.stop()
        dialog.deleteLater()

    def _selected_word(self) -> str:
        """The selected word, or the one at the cursor."""
        text = self._page.text
        start, end = self._page.text_edit.selection
        selected = re.search(r"\w[\w'’-]*", text[start:end]) if end > start else None
        if selected:
            return selected.group()
        for match in re.finditer(r"\w[\w'’-]*", text[max(0, start - 80) : start + 80]):
            if match.start() <= start - max(0, start - 80) <= match.end():
                return match.group()
        return ""

    def _fill(self) -> None:
        self._tasks.run(
            lambda _: self._words.entries(),
            on_result=lambda entries: self._dialog.set_entries(entries) if self._dialog else None,
            on_error=self._failed,
            lane=LANE,
        )

    def _spelled(self, letters: str) -> None:
        self._spelling = letters
        self._ipa_then = self._dialog.ipa if self._dialog else ""
        self._timer.start()

    def _suggest(self) -> None:
        """Fill in the IPA of what was spelled, unless it was changed by hand meanwhile."""
        letters, voice_id = self._spelling, self._page.voice_id or ""

        def show(ipa: str) -> None:
            dialog = self._dialog
            if dialog is not None and letters == self._spelling and dialog.ipa == self._ipa_then:
                dialog.set_ipa(ipa)
                dialog.set_status("")

        self._tasks.run(
            lambda _: self._speech.pronounce(letters, voice_id),
            on_result=show,
            on_error=self._failed,
            lane=LANE,
        )

    def _hear(self, ipa: str) -> None:
        voice_id, speech = self._page.voice_id, self._speech
        if voice_id is None:
            self._say(self.tr("Record or import a voice first."), "warning")
            return
        try:
            letters = checked_ipa(ipa)
        except LexiconError as error:
            self._failed(error)
            return
        self._say("", "ok")
        self._player.prepare()
        self._playback.play(
            lambda should_stop: Sound(
                speech.sample_rate, speech.speak(f"[[{letters}]]", voice_id, HowToSpeak(), should_stop)
            ),
            on_end=lambda: None,
            on_error=self._failed,
        )

    def _put(self, word: str, ipa: str) -> None:
        self._script.undo.change("word", (word, self._before(word)), (word, ipa))

    def _remove(self, word: str) -> None:
        self._script.undo.change("word", (word, self._before(word)), (word, None))

    def _before(self, word: str) -> str | None:
        dialog = self._dialog
        if dialog is None:
            return None
        for row, listed_word in enumerate(dialog.words):
            if listed_word.casefold() == word.strip().casefold():
                return dialog.text_at(row, 1)
        return None

    def _write(self, word: str, ipa: str | None) -> None:
        def work(_: object) -> None:
            if ipa is None:
                self._words.remove(word)
            else:
                self._words.put(word, ipa)

        def done(_: object) -> None:
            self._script.reading.forget(
                lambda read_sentence: bool(entries_in(read_sentence.text, {word: ""}))
            )
            self._script.draw_all()
            text = (
                self.tr("“{0}” is pronounced this way from now on.")
                if ipa
                else self.tr("“{0}” is pronounced as before.")
            )
            self._say(text.format(word), "ok")
            self._fill()

        self._tasks.run(work, on_result=done, on_error=self._failed, lane=LANE)

    def _failed(self, error: Exception) -> None:
        self._say(sentence(error), "error")

    def _say(self, text: str, severity: str) -> None:
        if self._dialog is not None:
            self._dialog.set_status(text, severity)
        elif severity == "ok":
            self._page.set_status(text, severity)
        else:
            self._notices.show(text, severity)
