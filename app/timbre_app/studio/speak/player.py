"""Makes the speech of the script and plays it at the same time."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from timbre import full_disk
from timbre_app.reading.sentence import HowToSpeak
from timbre_app.reading.timeline import Place
from timbre_app.server.errors import ServerError
from timbre_app.studio.backstage import StudioSpeech
from timbre_app.studio.errors import sentence
from timbre_app.studio.language import translated
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.speak.heard import HeardPlaces
from timbre_app.studio.speak.maker import Maker
from timbre_app.studio.speak.page import IDLE, PAUSED, PLAYING, SpeakPage
from timbre_app.studio.speak.script import Script
from timbre_app.studio.tasks import Tasks

FOLLOW_EVERY_MS = 33
END = 1 << 60


class SpeakPlayer(QObject):
    """Makes and plays speech from one place of the script to another, and marks the place that is heard.

    Attributes:
        loop: First and last place of the part to hear; None for the whole script.
        spoken_how: Settings with which the text was spoken last, if it was.

    Signals:
        quiet: Speaking has ended, whatever the reason.
    """

    quiet = Signal()

    def __init__(
        self,
        page: SpeakPage,
        script: Script,
        tasks: Tasks,
        notices: Notices,
        speech: StudioSpeech,
        playback: Playback,
    ) -> None:
        super().__init__(page)
        self._page, self._script, self._reading = page, script, script.reading
        self._notices, self._playback = notices, playback
        self._maker = Maker(tasks, speech, self._reading, script.grew)
        self._heard = HeardPlaces(self._reading.sample_rate, lambda: 0.0)
        self.loop: tuple[Place, Place] | None = None
        self.spoken_how: HowToSpeak | None = None
        self._follow_timer = QTimer(self)
        self._follow_timer.setInterval(FOLLOW_EVERY_MS)
        self._follow_timer.timeout.connect(self._follow)
        script.text_changes.connect(self._text_changes)

    def start(self, place: Place, end: Place | None = None) -> None:
        """Play from a place on, and make the speech that is not up to date at the same time."""
        page, reading = self._page, self._reading
        self.halt()
        if page.voice_id is None:
            page.set_status(page.no_voice)
            return
        if not reading.sentences:
            page.set_status(self.tr("There is nothing to speak: type a text first."))
            return
        self._script.take_controls()
        last = len(reading.sentences) - 1
        indices = range(place.sentence, (end.sentence if end else last) + 1)
        heard = HeardPlaces(reading.sample_rate, lambda: self._playback.position_s)
        self._heard = heard
        self._script.begin_at(place)
        self._maker.make(indices)
        self._playback.play(
            lambda should_stop: self._sound(heard, place, end, should_stop),
            on_end=self._finished,
            on_error=self._failed,
            on_chunk=self._sounding,
        )
        page.set_mode(PLAYING)
        page.set_status(self.tr("Starting to speak…"))

    def play_sentence(self, index: int, offset: int = 0) -> None:
        """Speak one sentence."""
        self.start(Place(index, offset), Place(index, END))

    def prepare(self) -> None:
        """Stop speaking, and take text and controls as they are at this moment."""
        self.halt()
        self._script.take_text_now()
        self._script.take_controls()

    def fall_silent(self) -> None:
        """Stop playing for now; the making of speech goes on."""
        self._follow_timer.stop()
        self._playback.stop()

    def halt(self) -> None:
        """Stop playing and making speech, and show nothing about it."""
        self._maker.stop()
        self.fall_silent()

    def end(self, mode: str = IDLE) -> None:
        """Stop playing and making speech, and show that it has ended."""
        self._page.set_mode(mode)
        self.halt()
        self.quiet.emit()  # before the reading takes voice and sliders, which may have been moved since it was spoken
        self._script.take_controls()
        self._script.draw_all()

    def recall(self) -> None:
        """Load the speech of this text in this voice that is still on the disk."""
        self.spoken_how = self._page.options
        self._maker.recall(self._script.draw_all)

    def clear_loop(self) -> None:
        """Repeat nothing, and play on to the end."""
        self.loop = None
        self._page.track_view.set_loop(None)
        self._page.loop_button.setChecked(False)

    def _text_changes(self) -> None:
        if self._page.mode == PAUSED:
            self.halt()
            self._page.set_mode(IDLE)
        self.clear_loop()

    def _sound(
        self, heard: HeardPlaces, start: Place, end: Place | None, should_stop: Callable[[], bool]
    ) -> Sound:
        pieces = self._reading.sound(start, end, lambda: self._page.loop_button.isChecked(), should_stop)
        return Sound(self._reading.sample_rate, heard.paced(pieces, should_stop))

    def _sounding(self) -> None:
        if not self._follow_timer.isActive():
            self._follow_timer.start()
            self._page.set_status(self._waited(self.tr("Speaking"), self.tr("Speaking.")))

    def _waited(self, action: str, text_without_time: str) -> str:
        if self._heard.first_after_s is None:
            return text_without_time
        return self.tr("{0}; first sound after {1:.0f} ms.").format(action, 1000 * self._heard.first_after_s)

    def _follow(self) -> None:
        place = self._heard.now()
        if place is not None:
            self._page.text_edit.set_heard(place.sentence, self._reading.word_at(place))
            self._script.mark(place)

    def _finished(self) -> None:
        if self._page.mode == PLAYING:  # and not stopped for another reason
            self.end()
            self._page.set_status(self._waited(self.tr("Spoken"), self.tr("Spoken.")))

    def _failed(self, error: Exception) -> None:
        self.end(PAUSED if self._is_lost(error) else IDLE)
        self._page.set_status("")
        self._notices.show(self._way_on(error))

    def _is_lost(self, error: Exception) -> bool:
        """Whether a server that had spoken was lost; if it never spoke, the error itself says more."""
        return isinstance(error, ServerError) and any(
            read_sentence.clip for read_sentence in self._reading.sentences
        )

    def _way_on(self, error: Exception) -> str:
        if self._is_lost(error):
            return self.tr("The speech server stopped answering: choose Go on to continue from there.")
        if full_disk.is_full(error):
            return translated(full_disk.SPEAK_AGAIN)
        return sentence(error)
