"""The buttons of a player: speak, pause, stop, seek, repeat."""

from __future__ import annotations

from PySide6.QtCore import QObject

from timbre_app.reading.timeline import Place
from timbre_app.studio.speak.page import PAUSED, PLAYING, SpeakPage
from timbre_app.studio.speak.player import SpeakPlayer
from timbre_app.studio.speak.script import Script


class TransportController(QObject):
    """Starts, stops and moves the playback of the reading."""

    def __init__(self, page: SpeakPage, script: Script, player: SpeakPlayer) -> None:
        super().__init__(page)
        self._page, self._script, self._player = page, script, player
        self._page.speak_requested.connect(self._speak)
        self._page.speak_from_requested.connect(self._speak_from)
        self._page.pause_toggled.connect(self._pause)
        self._page.stop_requested.connect(self._stop)
        self._page.loop_toggled.connect(self._loop_toggled)
        self._page.track_view.seek_requested.connect(self._seek)
        self._page.track_view.loop_chosen.connect(self._loop_chosen)

    def _speak(self) -> None:
        self._script.take_text_now()
        self._player.spoken_how = self._page.options
        begin, end = self._player.loop or (Place(0), None)
        self._player.start(begin, end)

    def _speak_from(self) -> None:
        self._script.take_text_now()
        self._player.spoken_how = self._player.spoken_how or self._page.options
        self._player.start(Place(self._script.current or 0))

    def _pause(self) -> None:
        page, player = self._page, self._player
        if page.mode == PLAYING:
            page.set_mode(PAUSED)
            page.set_status(self.tr("Paused."))
            player.fall_silent()
        elif page.mode == PAUSED:
            self._script.take_text_now()
            player.start(self._script.place, player.loop[1] if player.loop else None)

    def _stop(self) -> None:
        page = self._page
        if page.mode in (PLAYING, PAUSED):
            self._player.end()
            page.set_status(self.tr("Stopped."))

    def _seek(self, seconds: float) -> None:
        player = self._player
        self._script.take_text_now()
        place = self._place(seconds)
        if player.loop and not player.loop[0] <= place < player.loop[1]:
            player.clear_loop()
        if self._page.mode == PAUSED:
            self._script.mark(place)
        else:
            player.start(place, player.loop[1] if player.loop else None)

    def _loop_chosen(self, first_s: float, last_s: float) -> None:
        self._script.take_text_now()
        begin, end = self._player.loop = self._place(first_s), self._place(last_s)
        self._page.track_view.set_loop((first_s, last_s))
        self._page.loop_button.setChecked(True)
        self._player.start(begin, end)

    def _loop_toggled(self, on: bool) -> None:
        if not on:
            self._player.clear_loop()

    def _place(self, seconds: float) -> Place:
        """Place at a time of the whole sound."""
        reading = self._script.reading
        return reading.place(round(seconds * reading.sample_rate))
