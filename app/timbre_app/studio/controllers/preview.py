"""Plays a sentence in a voice that is still being made."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.ports import Speech

SAMPLE = "The light over the river was changing, and nobody on the bridge said a word."
"""English, as the voices are, whatever the language of the window."""


class Preview(QObject):
    """Speaks with the latest file that a clone has sent; the clone itself knows nothing of it.

    Attributes:
        voice: That file; empty while there is none.
    """

    def __init__(self, window: MainWindow, speech: Speech, playback: Playback) -> None:
        super().__init__(window)
        self._window, self._panel = window, window.record_page.clone_panel
        self._speech, self._playback = speech, playback
        self._hearing = False
        self.voice = b""

    def toggle(self) -> None:
        """Play the sentence, or fall silent."""
        if self._hearing:
            self._playback.stop()
        elif self.voice:
            self._play(self.voice)

    def forget(self) -> None:
        """There is no unfinished voice any more; falls silent."""
        self.voice = b""
        if self._hearing:
            self._playback.stop()

    def _play(self, voice: bytes) -> None:
        def make(should_stop: Callable[[], bool]) -> Sound:
            return Sound(self._speech.sample_rate, self._speech.try_out(SAMPLE, voice, should_stop))

        self._playback.play(make, on_end=lambda: self._set_hearing(False), on_error=self._failed)
        self._set_hearing(True)

    def _set_hearing(self, hearing: bool) -> None:
        self._hearing = hearing
        self._panel.set_hearing(hearing)

    def _failed(self, error: Exception) -> None:
        self._set_hearing(False)
        self._window.show_message(sentence(error))
