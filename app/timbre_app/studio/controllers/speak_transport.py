"""The buttons of a player: pause, stop, seek, repeat."""

from __future__ import annotations

from PySide6.QtCore import QObject

from timbre_app.studio.controllers.speak import SpeakController
from timbre_app.studio.views.speak_page import PAUSED, PLAYING


class TransportController(QObject):
    """Moves what is heard of the reading."""

    def __init__(self, speak: SpeakController) -> None:
        super().__init__(speak)
        self._speak, self._page = speak, speak.page
        self._page.pause_toggled.connect(self._pause)
        self._page.stop_requested.connect(self._stop)
        self._page.loop_toggled.connect(self._loop_toggled)
        self._page.track_view.seek_requested.connect(self._seek)
        self._page.track_view.loop_chosen.connect(self._loop_chosen)

    def _pause(self) -> None:
        page, speak = self._page, self._speak
        if page.mode == PLAYING:
            page.set_mode(PAUSED)
            page.set_status(self.tr("Paused."))
            speak.fall_silent()
        elif page.mode == PAUSED:
            speak.take_text_now()
            speak.start(speak.place, speak.loop[1] if speak.loop else None)

    def _stop(self) -> None:
        page, speak = self._page, self._speak
        if page.mode in (PLAYING, PAUSED):
            speak.end()
            page.set_status(self.tr("Stopped."))

    def _seek(self, seconds: float) -> None:
        speak = self._speak
        speak.take_text_now()
        place = speak.reading.place(round(seconds * speak.reading.sample_rate))
        if speak.loop and not speak.loop[0] <= place < speak.loop[1]:
            speak.clear_loop()
        if self._page.mode == PAUSED:
            speak.mark(place)
        else:
            speak.start(place, speak.loop[1] if speak.loop else None)

    def _loop_chosen(self, first_s: float, last_s: float) -> None:
        speak = self._speak
        speak.take_text_now()
        rate = speak.reading.sample_rate
        begin, end = (speak.reading.place(round(seconds * rate)) for seconds in (first_s, last_s))
        speak.loop = (begin, end)
        self._page.track_view.set_loop((first_s, last_s))
        self._page.loop_button.setChecked(True)
        speak.start(begin, end)

    def _loop_toggled(self, on: bool) -> None:
        if not on:
            self._speak.clear_loop()
