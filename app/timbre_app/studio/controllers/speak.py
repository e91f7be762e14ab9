"""Joins the Speak page with the speech use case."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.dialogs import SPEECH_SUFFIXES, Dialogs
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.ports import Speech, SpokenWord, VoiceItem
from timbre_app.studio.settings import StudioSettings
from timbre_app.tasks import Job, Tasks

FOLLOW_EVERY_MS = 33


class SpeakController(QObject):
    """Speaks and exports the text; marks the word that is heard."""

    def __init__(
        self,
        window: MainWindow,
        tasks: Tasks,
        speech: Speech,
        playback: Playback,
        dialogs: Dialogs,
        settings: StudioSettings,
    ) -> None:
        super().__init__(window)
        self._window, self._page = window, window.speak_page
        self._tasks, self._speech, self._playback = tasks, speech, playback
        self._dialogs, self._settings = dialogs, settings
        self._words: list[SpokenWord] = []
        self._asked_at = 0.0
        self._waited_ms = 0.0
        self._export_job: Job | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(FOLLOW_EVERY_MS)
        self._timer.timeout.connect(self._follow)
        self._page.speak_requested.connect(self._speak)
        self._page.stop_requested.connect(self._stop)
        self._page.export_requested.connect(self._export)

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer these voices."""
        self._page.set_voices(voices)

    def choose(self, voice_id: str) -> None:
        """Choose a voice and show the page."""
        self._page.select_voice(voice_id)
        self._window.show_page(self._window.SPEAK)
        self._page.text_edit.setFocus()

    def _speak(self) -> None:
        text, voice_id, options = self._page.text, self._page.voice_id, self._page.options
        if voice_id is None:
            return
        self._words = []
        self._asked_at = time.monotonic()

        def make(should_stop: Callable[[], bool]) -> Sound:
            chunks = self._speech.speak(text, voice_id, options, should_stop)
            return Sound(self._speech.sample_rate, chunks)

        self._playback.play(make, on_end=self._finished, on_error=self._failed, on_chunk=self._arrived)
        self._page.set_busy(True)
        self._page.set_status(self.tr("Asking for speech…"))

    def _arrived(self, _samples: int, words: tuple[SpokenWord, ...]) -> None:
        if not self._timer.isActive():
            self._waited_ms = 1000 * (time.monotonic() - self._asked_at)
            self._page.set_status(
                self.tr("Speaking; the first sound came after {0:.0f} ms.").format(self._waited_ms)
            )
            self._timer.start()
        self._words.extend(words)

    def _follow(self) -> None:
        at = bisect_right(self._words, self._playback.position_s, key=lambda word: word.start_s) - 1
        if at >= 0:
            self._page.highlight((self._words[at].char_start, self._words[at].char_end))

    def _finished(self) -> None:
        self._ended()
        self._page.set_status(
            self.tr("Spoken; the first sound came after {0:.0f} ms.").format(self._waited_ms)
        )

    def _ended(self) -> None:
        self._timer.stop()
        self._page.set_busy(False)

    def _failed(self, error: Exception) -> None:
        self._ended()
        self._page.set_status("")
        self._window.show_message(sentence(error))

    def _stop(self) -> None:
        if self._export_job is not None:
            self._export_job.cancel()
            self._exported()
            self._page.set_status(self.tr("Export stopped."))
        elif self._playback.playing:
            self._playback.stop()
            self._page.set_status(self.tr("Stopped."))

    def _export(self) -> None:
        text, voice_id, options = self._page.text, self._page.voice_id, self._page.options
        name = f"{self._page.voice_name} - {' '.join(text.split()[:5])}"
        path = self._dialogs.speech_export_path(
            self._settings.export_folder, name, self._settings.export_suffix
        )
        if path is None or voice_id is None:
            return
        if path.suffix.lower() not in SPEECH_SUFFIXES:
            kinds = ", ".join(SPEECH_SUFFIXES)
            self._window.show_message(self.tr("Give the file one of these endings: {0}.").format(kinds))
            return
        self._settings.export_folder, self._settings.export_suffix = path.parent, path.suffix.lower()

        def done(duration_s: float) -> None:
            self._exported()
            self._page.set_status(self.tr("Saved {0} ({1:.1f} s).").format(path, duration_s), "ok")

        def failed(error: Exception) -> None:
            self._exported()
            self._failed(error)

        self._page.set_busy(True)
        self._page.set_status(self.tr("Saving {0}…").format(path.name))
        self._export_job = self._tasks.run(
            lambda job: self._speech.export(text, voice_id, options, path, lambda: job.cancelled),
            on_result=done,
            on_error=failed,
        )

    def _exported(self) -> None:
        self._export_job = None
        self._page.set_busy(False)
