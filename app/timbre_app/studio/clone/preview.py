"""Plays a sentence in a voice that is still being made."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from timbre_app.studio.backstage import StudioSpeech
from timbre_app.studio.clone.panel import ClonePanel
from timbre_app.studio.notices import Notices
from timbre_app.studio.playback import Playback, Sound

SAMPLE = "The light over the river was changing, and nobody on the bridge said a word."
"""The sentence is English in every language of the window, because the voices are English."""


class Preview(QObject):
    """Speaks with the latest voice file that a clone has sent; the clone does not know of it.

    Attributes:
        voice: The latest file; empty while there is none.
    """

    def __init__(self, panel: ClonePanel, notices: Notices, speech: StudioSpeech, playback: Playback) -> None:
        super().__init__(panel)
        self._panel, self._notices = panel, notices
        self._speech, self._playback = speech, playback
        self._hearing = False
        self.voice = b""

    def toggle(self) -> None:
        """Play the sentence, or stop playing."""
        if self._hearing:
            self._playback.stop()
        elif self.voice:
            self._play(self.voice)

    def forget(self) -> None:
        """Drop the unfinished voice, and stop playing."""
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
        self._notices.show_error(error)
