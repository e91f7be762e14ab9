"""Keeps a reading in step with text, voice and sliders of the Speak page, and draws the progress of its speech."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor, QTextDocument

from timbre_app.reading.reading import Reading
from timbre_app.reading.sentence import HowToSpeak, cut_sentences
from timbre_app.reading.timeline import Place
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.speak.controls import SpeakControls
from timbre_app.studio.speak.page import IDLE, PAUSED, PLAYING, SpeakPage
from timbre_app.studio.speak.picture import ReadingPicture
from timbre_app.studio.tasks import Tasks
from timbre_app.studio.undo import Undo

DRAW_EVERY_MS = 200
TEXT_SETTLES_MS = 250
LONG_TEXT = 20_000
"""Characters; a longer text is cut into sentences on a worker."""
LANE = "reading"


class Script(QObject):
    """The text on the page, how it is to be spoken, and its speech.

    Attributes:
        reading: The text's sentences and their speech.
        created: Time at which each voice was made, by id.

    Signals:
        text_changes: The text has changed; the reading takes it next.
        sentence_changed: Index of the sentence with the cursor, when it is another or its speech has changed.
        heard: The Place that is heard now.
        grown: Index of a sentence whose speech has changed.
        voices_known: The page has a new list of voices.
    """

    text_changes = Signal()
    sentence_changed = Signal(int)
    heard = Signal(object)
    grown = Signal(int)
    voices_known = Signal()

    def __init__(self, page: SpeakPage, tasks: Tasks, reading: Reading) -> None:
        super().__init__(page)
        self._page, self._tasks, self.reading = page, tasks, reading
        self._controls = SpeakControls(page, self)
        self._picture = ReadingPicture(page, reading)
        self._place = Place(0)
        self._shown_sentence = -1
        self._text = ""
        self.created: dict[str, str] = {}
        self._pauses: dict[str, float] = {}
        self._draw_timer = self._timer(DRAW_EVERY_MS, self._draw)
        self._text_timer = self._timer(TEXT_SETTLES_MS, self._take_text)
        self._controls.changed.connect(self._controls_changed)
        page.track_view.resized.connect(self._draw_timer.start)
        page.text_edit.tip = self._picture.tip
        page.text_edit.word_tip = self._picture.word_tip
        page.text_edit.textChanged.connect(self._text_timer.start)
        page.text_edit.textChanged.connect(self._draw_length)
        page.text_edit.cursorPositionChanged.connect(self._show_sentence)

    @property
    def undo(self) -> Undo:
        """The changes that can be undone."""
        return self._controls.stack

    @property
    def current(self) -> int | None:
        """The sentence with the cursor."""
        return self.reading.sentence_at(self._page.text_edit.char)

    @property
    def place(self) -> Place:
        """The place that is heard, or was heard last."""
        return self._place

    def begin_at(self, place: Place) -> None:
        """Set the place from which sound will come; it is shown when the sound comes."""
        self._place = place

    def mark(self, place: Place) -> None:
        """Show a place as the one that is heard."""
        self._place = place
        self._picture.show_position(place)
        self.heard.emit(place)

    def take_over(self, document: QTextDocument, created: dict[str, str]) -> None:
        """Show the text of the reading, which another page had until now."""
        self.created = created
        self._text = document.toPlainText()
        self._page.text_edit.take_document(document)
        self._page.text_edit.note_text(self._text)
        self.draw_all()

    # Voice and sliders.

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer voices; forgets the speech of a voice that was made anew."""
        created = {voice.id: voice.created for voice in voices}
        old_created, self.created = self.created, created
        self._pauses = {voice.id: voice.pauses for voice in voices}
        self._picture.languages = {voice.id: voice.language for voice in voices}
        self.reading.forget(
            lambda sentence: (
                sentence.made_of is not None
                and created.get(sentence.made_of.voice_id) != old_created.get(sentence.made_of.voice_id)
            )
        )
        self._page.set_voices(voices)
        self._controls.remember()
        self.voices_known.emit()

    def choose_voice(self, voice_id: str) -> None:
        """Choose a voice without an undo step of its own."""
        self._page.select_voice(voice_id)
        self._controls.remember()

    def set_controls(self, voice_id: str | None, how: HowToSpeak) -> None:
        """Move voice and sliders without an undo step of their own."""
        self._controls.set(voice_id, how)
        self.take_controls()
        self.draw_all()

    @property
    def pauses(self) -> float:
        """Factor of the pauses between sentences of the voice."""
        return self.pauses_of(self.reading.voice_id)

    def pauses_of(self, voice_id: str) -> float:
        """Factor of the pauses between sentences of a voice."""
        return self._pauses.get(voice_id, 1.0)

    def take_controls(self) -> None:
        """Take voice and sliders as they are at this moment."""
        self.reading.voice_id = self._page.voice_id or ""
        self.reading.set_pauses(self.pauses)
        self.reading.how = self._page.options

    def _controls_changed(self) -> None:
        if self._page.mode != PLAYING:
            self.take_controls()
            self.draw_all()

    # The text.

    def take_text_now(self) -> None:
        """Take the text as it is at this moment."""
        self._text_timer.stop()
        self._take_cut(self._page.text)

    def restore_text(self, text: str) -> None:
        """Replace the text in a way that the text's own undo can take back."""
        cursor = QTextCursor(self._page.text_edit.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.take_text_now()

    def _take_text(self) -> None:
        text = self._page.text
        if len(text) < LONG_TEXT:
            self._take_cut(text)
            return
        self._tasks.run(
            lambda _: cut_sentences(text),
            on_result=lambda spans: self._take_cut(text, spans) if text == self._page.text else None,
            lane=LANE,
        )

    def _take_cut(self, text: str, spans: list[tuple[int, int]] | None = None) -> None:
        if text == self._text:
            return
        self._text = text
        self.text_changes.emit()
        self._page.text_edit.note_text(text)
        self.reading.set_text(text, cut_sentences(text) if spans is None else spans)
        self.draw_all()
        self._show_sentence(force=True)

    # Drawing.

    def grew(self, index: int) -> None:
        """Draw a sentence whose speech has grown."""
        self._picture.draw_mark(index)
        if not self._draw_timer.isActive():
            self._draw_timer.start()
        self.grown.emit(index)
        if index == self._shown_sentence:
            self.sentence_changed.emit(index)

    def draw_all(self) -> None:
        """Draw every sentence's state and the whole sound anew."""
        self._picture.draw_marks()
        self._draw()

    def _draw(self) -> None:
        last = max(0, len(self.reading.sentences) - 1)
        if self._place.sentence > last:  # the text has become shorter, and the place heard is gone
            self._place = Place(last)
        self._picture.draw_sound(self._place)

    def _draw_length(self) -> None:
        """Show how long the text is while it is being typed, before the reading takes it."""
        text = self._page.text
        if text != self._text:
            self._picture.draw_typed_length(text, self._text)

    def _show_sentence(self, force: bool = False) -> None:
        index = self.current
        if index is not None and (force or index != self._shown_sentence):
            self._shown_sentence = index
            self.sentence_changed.emit(index)
            tip = self._picture.tip(index)
            if tip and self._page.mode in (IDLE, PAUSED) and self._page.voice_id is not None:
                self._page.set_status(tip)

    def _timer(self, interval_ms: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(interval_ms)
        timer.setSingleShot(True)
        timer.timeout.connect(call)
        return timer
