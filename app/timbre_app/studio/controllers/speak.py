"""Joins the Speak page with a reading: what is made, what is heard, and where in the text that is."""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor

from timbre_app.reading.clip import ClipStore
from timbre_app.reading.jobs import HowToSpeak, cut_sentences
from timbre_app.reading.reading import Reading
from timbre_app.reading.timeline import Place
from timbre_app.server.errors import ServerError
from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.controllers.speak_controls import SpeakControls
from timbre_app.studio.controllers.speak_left import LeftSpeech
from timbre_app.studio.controllers.speak_maker import Maker
from timbre_app.studio.controllers.speak_picture import ReadingPicture
from timbre_app.studio.heard import HeardPlaces
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.ports import Speech, VoiceItem
from timbre_app.studio.undo import Undo
from timbre_app.studio.views.speak_page import IDLE, PAUSED, PLAYING
from timbre_app.tasks import Tasks

FOLLOW_EVERY_MS = 33
DRAW_EVERY_MS = 200
TEXT_SETTLES_MS = 250
LONG_TEXT = 20_000
"""Characters; a longer text is cut into sentences on a worker."""
KEEP_BYTES = 1_000_000_000
LANE = "reading"
END = 1 << 60


class SpeakController(QObject):
    """Speaks the text and follows it; other controllers export, edit and remember through it.

    Attributes:
        loop: What is to be heard: from where to where, if not all of it.

    Signals:
        spoken: Speech of the text has begun to sound; the history wants to know.
        sentence_changed: The cursor is in another sentence, or that sentence's speech is another.
        quiet: Speaking has ended, whatever the reason.
        voices_known: There is another list of voices to choose from.
    """

    spoken = Signal()
    sentence_changed = Signal(int)
    quiet = Signal()
    voices_known = Signal()

    def __init__(
        self,
        window: MainWindow,
        tasks: Tasks,
        speech: Speech,
        playback: Playback,
        folder: Path,
        left: LeftSpeech | None = None,
    ) -> None:
        super().__init__(window)
        self.window, self.page = window, window.speak_page
        self.tasks, self.speech, self.playback = tasks, speech, playback
        self.store = ClipStore(folder / "clips")
        self.reading = left.reading if left else Reading(self.store, speech.sample_rate)
        self.controls = SpeakControls(self.page, self)
        self._picture = ReadingPicture(self.page, self.reading)
        self._heard = HeardPlaces(self.reading.sample_rate, lambda: 0.0)
        self._maker = Maker(tasks, speech, self.reading, self._grew)
        self._spoken_how: HowToSpeak | None = None
        self._place = Place(0)
        self.loop: tuple[Place, Place] | None = None
        self._shown_sentence = -1
        self._text = ""
        self._created = left.voices if left else {}
        self._follow_timer = self._timer(FOLLOW_EVERY_MS, self._follow)
        self._draw_timer = self._timer(DRAW_EVERY_MS, self._draw, once=True)
        self._text_timer = self._timer(TEXT_SETTLES_MS, self._take_text, once=True)
        self._connect()
        if left is not None:
            self._text = left.document.toPlainText()
            self.page.text_edit.take_document(left.document)
            self.page.text_edit.note_text(self._text)
            self.draw_all()
        tasks.run(lambda _: self.store.tidy(KEEP_BYTES), lane=LANE)

    @property
    def undo(self) -> Undo:
        """The changes that can be taken back."""
        return self.controls.stack

    @property
    def current(self) -> int | None:
        """The sentence with the cursor."""
        return self.reading.sentence_at(self.page.text_edit.char)

    @property
    def place(self) -> Place:
        """What is heard, or was heard last."""
        return self._place

    @property
    def spoken_how(self) -> HowToSpeak | None:
        """How the text was spoken last, if it was."""
        return self._spoken_how

    def mark(self, place: Place) -> None:
        """Go to a place in silence."""
        self._place = place
        self._show_position()

    def fall_silent(self) -> None:
        """Play no more for now; what is made goes on being made."""
        self._follow_timer.stop()
        self.playback.stop()

    def leave(self) -> LeftSpeech:
        """Hand over the text, its speech and its changes; this page has none of them any more."""
        document = self.page.text_edit.give_document()
        return LeftSpeech(self.reading, document, self._created, self.undo.leave())

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer these voices; one that was made anew speaks anew."""
        created = {voice.id: voice.created for voice in voices}
        known, self._created = self._created, created
        self.reading.forget(
            lambda one: (
                one.made_of is not None
                and created.get(one.made_of.voice_id) != known.get(one.made_of.voice_id)
            )
        )
        self.page.set_voices(voices)
        self.controls.remember()
        self.voices_known.emit()

    def choose(self, voice_id: str) -> None:
        """Choose a voice and show the page."""
        self.page.select_voice(voice_id)
        self.controls.remember()
        self.window.show_page(self.window.SPEAK)
        self.page.text_edit.setFocus()

    def start(self, place: Place, end: Place | None = None) -> None:
        """Make what is not up to date from a place on, and play it at the same time."""
        self.halt()
        if self.page.voice_id is None:
            self.page.set_status(self.page.no_voice)
            return
        if not self.reading.sentences:
            self.page.set_status(self.tr("There is nothing to speak: type a text first."))
            return
        self._take_controls()
        last = len(self.reading.sentences) - 1
        indices = range(place.sentence, (end.sentence if end else last) + 1)
        heard = HeardPlaces(self.reading.sample_rate, lambda: self.playback.position_s)
        self._heard = heard
        self._place = place
        self._maker.make(indices)
        self.playback.play(
            lambda should_stop: self._sound(heard, place, end, should_stop),
            on_end=self._finished,
            on_error=self._failed,
            on_chunk=lambda _samples, _words: self._sounding(),
        )
        self.page.set_mode(PLAYING)
        self.page.set_status(self.tr("Asking for speech…"))

    def prepare(self) -> None:
        """Be quiet and see text and controls as they are at this moment."""
        self.halt()
        self.take_text_now()
        self._take_controls()

    def halt(self) -> None:
        """Fall silent and stop making, without a word."""
        self._maker.stop()
        self.fall_silent()

    def end(self, mode: str = IDLE) -> None:
        """Nothing is heard or made any more."""
        self.page.set_mode(mode)
        self.halt()
        self.quiet.emit()  # while the reading is as it was spoken: voice and sliders may have been moved since
        self._take_controls()
        self.draw_all()

    def recall(self) -> None:
        """Take up what is still on the disk of this text in this voice."""
        self._spoken_how = self.page.options
        self._maker.recall(self.draw_all)

    def take_text_now(self) -> None:
        """See the text as it is at this moment."""
        if self._text_timer.isActive():
            self._text_timer.stop()
            self._take_cut(self.page.text, cut_sentences(self.page.text))

    def restore_text(self, text: str) -> None:
        """Put another text in the place of this one, so that the text's own undo knows it too."""
        cursor = QTextCursor(self.page.text_edit.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self._text_timer.start()
        self.take_text_now()

    def set_controls(self, voice_id: str | None, how: HowToSpeak) -> None:
        """Move voice and sliders without an undo step of their own."""
        self.controls.set(voice_id, how)
        self._take_controls()
        self.draw_all()

    def draw_all(self) -> None:
        """Draw every sentence's state and the whole sound anew."""
        self._picture.draw_marks()
        self._draw()

    def clear_loop(self) -> None:
        """Repeat nothing, and play on to the end."""
        self.loop = None
        self.page.track_view.set_loop(None)
        self.page.loop_button.setChecked(False)

    # The text and the controls.

    def _take_text(self) -> None:
        text = self.page.text
        if len(text) < LONG_TEXT:
            self._take_cut(text, cut_sentences(text))
            return
        self.tasks.run(
            lambda _: cut_sentences(text),
            on_result=lambda spans: self._take_cut(text, spans) if text == self.page.text else None,
            lane=LANE,
        )

    def _take_cut(self, text: str, spans: list[tuple[int, int]]) -> None:
        if text == self._text:
            return
        if self.page.mode == PAUSED:
            self.halt()
            self.page.set_mode(IDLE)
        self._text = text
        self.clear_loop()
        self.page.text_edit.note_text(text)
        self.reading.set_text(text, spans)
        self.draw_all()
        self._show_sentence(force=True)

    def _take_controls(self) -> None:
        self.reading.voice_id = self.page.voice_id or ""
        self.reading.how = self.page.options

    def _text_changed(self) -> None:
        self._text_timer.start()

    def _controls_changed(self) -> None:
        if self.page.mode != PLAYING:
            self._take_controls()
            self.draw_all()

    # Making and hearing.

    def _speak(self) -> None:
        self.take_text_now()
        if len(self.page.text) >= LONG_TEXT and self.page.text != self._text:
            self._take_cut(self.page.text, cut_sentences(self.page.text))
        self._spoken_how = self.page.options
        begin, end = self.loop or (Place(0), None)
        self.start(begin, end)

    def _speak_from(self) -> None:
        self.take_text_now()
        self._spoken_how = self._spoken_how or self.page.options
        self.start(Place(self.current or 0))

    def play_sentence(self, index: int, offset: int = 0) -> None:
        """Speak one sentence."""
        self.start(Place(index, offset), Place(index, END))

    def _sound(
        self, heard: HeardPlaces, start: Place, end: Place | None, should_stop: Callable[[], bool]
    ) -> Sound:
        pieces = self.reading.sound(start, end, lambda: self.page.loop_button.isChecked(), should_stop)
        return Sound(self.reading.sample_rate, heard.paced(pieces, should_stop))

    def _sounding(self) -> None:
        if not self._follow_timer.isActive():
            self._follow_timer.start()
            self.spoken.emit()
            self.page.set_status(self._waited(self.tr("Speaking"), self.tr("Speaking.")))

    def _waited(self, begun: str, otherwise: str) -> str:
        if self._heard.first_after_s is None:
            return otherwise
        return self.tr("{0}; the first sound came after {1:.0f} ms.").format(
            begun, 1000 * self._heard.first_after_s
        )

    def _grew(self, index: int) -> None:
        self._picture.draw_mark(index)
        if not self._draw_timer.isActive():
            self._draw_timer.start()
        if index == self._shown_sentence:
            self.sentence_changed.emit(index)

    def _follow(self) -> None:
        place = self._heard.now()
        if place is None:
            return
        self._place = place
        self.page.text_edit.set_heard(place.sentence, self.reading.word_at(place))
        self._show_position()

    def _show_position(self) -> None:
        self._picture.show_position(self._place)
        if self._place.sentence == self._shown_sentence:
            self.page.sentence_panel.view.set_position(self._place.offset / self.reading.sample_rate)

    def _finished(self) -> None:
        if self.page.mode == PLAYING:  # and not fallen silent for another reason
            self.end()
            self.page.set_status(self._waited(self.tr("Spoken"), self.tr("Spoken.")))

    def _failed(self, error: Exception) -> None:
        self.end(PAUSED if self._is_lost(error) else IDLE)
        self.page.set_status("")
        self.window.show_message(self._way_on(error))

    def _is_lost(self, error: Exception) -> bool:
        """Whether a server went away that spoke before; of one that never did, the error itself says more."""
        return isinstance(error, ServerError) and any(one.clip for one in self.reading.sentences)

    def _way_on(self, error: Exception) -> str:
        if self._is_lost(error):
            return self.tr("The speech server stopped answering: choose Go on to speak from there once more.")
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            return self.tr("The disk is full: free some space, then choose Speak; what was spoken is kept.")
        return sentence(error)

    # Drawing.

    def _draw(self) -> None:
        last = max(0, len(self.reading.sentences) - 1)
        if self._place.sentence > last:  # the text has become shorter than what was heard of it
            self._place = Place(last)
        self._picture.draw_sound(self._place)

    def _show_sentence(self, force: bool = False) -> None:
        index = self.current
        if index is not None and (force or index != self._shown_sentence):
            self._shown_sentence = index
            self.sentence_changed.emit(index)
            said = self._picture.tip(index)
            if said and self.page.mode in (IDLE, PAUSED) and self.page.voice_id is not None:
                self.page.set_status(said)

    def _timer(self, interval_ms: int, call: Callable[[], None], once: bool = False) -> QTimer:
        timer = QTimer(self)
        timer.setInterval(interval_ms)
        timer.setSingleShot(once)
        timer.timeout.connect(call)
        return timer

    def _connect(self) -> None:
        page = self.page
        self.controls.changed.connect(self._controls_changed)
        page.speak_requested.connect(self._speak)
        page.speak_from_requested.connect(self._speak_from)
        page.track_view.resized.connect(self._draw_timer.start)
        page.text_edit.tip = self._picture.tip
        page.text_edit.textChanged.connect(self._text_changed)
        page.text_edit.cursorPositionChanged.connect(self._show_sentence)
