"""Builds all controllers of the Speak page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from timbre_app.reading.clip import ClipStore
from timbre_app.reading.reading import Reading
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.speak.export import SpeakExportController
from timbre_app.studio.speak.history import HistoryController
from timbre_app.studio.speak.left import LeftSpeech
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.speak.player import SpeakPlayer
from timbre_app.studio.speak.script import LANE, Script
from timbre_app.studio.speak.sentence import SentenceController
from timbre_app.studio.speak.tools import SpeakTools
from timbre_app.studio.speak.transport import TransportController
from timbre_app.studio.speak.words import WordsController

KEEP_BYTES = 1_000_000_000


class SpeakController(QObject):
    """Builds the controllers of the page, and does what other pages ask of it.

    Attributes:
        reading: The text's sentences and their speech.
        script: Keeps the reading in step with the page.
        player: Makes and plays the reading.
        export: Orders files of speech.
        words: The pronunciation dictionary.
        history: The texts that were spoken before.

    Signals:
        wanted: Asks for the page to be shown.
    """

    wanted = Signal()

    def __init__(self, page: SpeakPage, tools: SpeakTools, left: LeftSpeech | None = None) -> None:
        super().__init__(page)
        self._page = page
        tasks, notices, speech = tools.tasks, tools.notices, tools.speech
        store = ClipStore(tools.folder / "clips")
        self.reading = left.reading if left else Reading(store, speech.sample_rate)
        self.script = script = Script(page, tasks, self.reading)
        self.player = player = SpeakPlayer(page, script, tasks, notices, speech, tools.playback)
        if left is not None:
            script.take_over(left.document, left.voices)
        tasks.run(lambda _: store.tidy(KEEP_BYTES), lane=LANE)
        self._transport = TransportController(page, script, player)
        self.export = SpeakExportController(page, script, player, tools)
        self._sentence = SentenceController(page, script, player, tools)
        self.words = WordsController(page, script, player, tools)
        self.history = HistoryController(page, script, player, store, tools)
        if left is None:
            self.history.bring_back_draft()
        else:
            self.history.await_voices()
            script.undo.take_up(left.changes)

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer voices."""
        self.script.set_voices(voices)

    def choose(self, voice_id: str) -> None:
        """Choose a voice, and ask for the page to be shown."""
        self.script.choose_voice(voice_id)
        self.wanted.emit()
        self._page.text_edit.setFocus()

    def leave(self) -> LeftSpeech:
        """Hand over the text, its speech and its changes; the page keeps none of them."""
        document = self._page.text_edit.give_document()
        return LeftSpeech(self.reading, document, self.script.created, self.script.undo.leave())

    def close(self) -> None:
        """Keep the text, before the window closes."""
        self.history.keep_draft()
