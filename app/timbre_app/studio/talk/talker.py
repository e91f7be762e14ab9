"""Speaks what the person says, at once or one after another, at the person's own volume."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator

import numpy as np
from PySide6.QtCore import QObject, Signal

from timbre_app.reading.sentence import HowToSpeak
from timbre_app.sound.devices import Player
from timbre_app.studio.backstage import StudioSpeech
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.tasks import Tasks
from timbre_app.talk.chime import at_volume, chime

_log = logging.getLogger(__name__)


class Talker(QObject):
    """Speaks one text at a time through a loudspeaker of its own.

    Attributes:
        voice_id: The voice to speak with.
        volume_percent: Loudness beside that of the voice; counts from the next chunk on.

    Signals:
        speaking: The text that is spoken now; empty when speaking has ended.
        failed: The error that ended speaking.
    """

    speaking = Signal(str)
    failed = Signal(Exception)

    def __init__(
        self, parent: QObject, tasks: Tasks, speech: StudioSpeech, make_output: Callable[[], Player]
    ) -> None:
        super().__init__(parent)
        self._tasks, self._speech = tasks, speech
        self._playback = Playback(tasks, make_output)
        self._bell = Playback(tasks, make_output)
        self._pending: list[str] = []
        self.voice_id = ""
        self.volume_percent = 100

    @property
    def busy(self) -> bool:
        """Whether something is spoken or waits to be."""
        return self._playback.playing

    def say(self, text: str, at_once: bool = True) -> None:
        """Speak a text: at once, in place of what is spoken; or after it, together with all else that waits."""
        if self._playback.playing and not at_once:
            self._pending.append(text)
            return
        self.stop()
        self._begin(text)

    def stop(self) -> None:
        """Stop speaking, and forget what waits."""
        self._pending.clear()
        self._playback.stop()

    def ring(self) -> None:
        """Play the chime, beside the speech if there is any."""
        rate, percent = self._speech.sample_rate, self.volume_percent
        self._bell.play(
            lambda _: Sound.whole(rate, at_volume(chime(rate), percent)),
            on_end=lambda: None,
            on_error=self.failed.emit,
        )

    def warm_up(self) -> None:
        """Read the voice and connect to the server, so that the first sentence does not wait for it."""
        voice_id = self.voice_id
        if voice_id:
            self._tasks.run(
                lambda _: self._speech.warm_up(voice_id),
                on_error=lambda error: _log.info("nothing is warm yet: %s", error),
            )

    def _begin(self, text: str) -> None:
        self.speaking.emit(text)
        voice_id = self.voice_id
        self._playback.play(
            lambda should_stop: Sound(self._speech.sample_rate, self._chunks(text, voice_id, should_stop)),
            on_end=self._ended,
            on_error=self._broke_off,
        )

    def _chunks(
        self, text: str, voice_id: str, should_stop: Callable[[], bool]
    ) -> Generator[np.ndarray, None, None]:
        """Speech of a text, (n,) int16 chunks, in one request; runs on a worker thread."""
        for pcm in self._speech.speak(text, voice_id, HowToSpeak(), should_stop):
            yield at_volume(pcm, self.volume_percent)

    def _ended(self) -> None:
        waiting, self._pending = " ".join(self._pending), []
        if waiting:
            self._begin(waiting)
        else:
            self.speaking.emit("")

    def _broke_off(self, error: Exception) -> None:
        self._pending.clear()
        self.speaking.emit("")
        self.failed.emit(error)
