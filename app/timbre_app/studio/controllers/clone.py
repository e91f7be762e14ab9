"""Joins the clone panel with the cloning use case."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.ports import Cloning, VoiceItem, Voices
from timbre_app.studio.views.clone_panel import ClonePanel
from timbre_app.tasks import Job, Tasks


class CloneController(QObject):
    """Runs one clone at a time.

    Signals:
        made: The new VoiceItem.
        left: The person goes back to the takes; True if a running clone was cancelled.
        speak_with: Id of the voice to speak with.
    """

    made = Signal(object)
    left = Signal(bool)
    speak_with = Signal(str)

    def __init__(
        self, panel: ClonePanel, tasks: Tasks, cloning: Cloning, voices: Voices, dialogs: Dialogs
    ) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._cloning = panel, tasks, cloning
        self._voices, self._dialogs = voices, dialogs
        self._job: Job | None = None
        self._voice_id = ""
        panel.cancel_requested.connect(self._cancel)
        panel.back_requested.connect(lambda: self.left.emit(False))
        panel.speak_requested.connect(lambda: self.speak_with.emit(self._voice_id))

    @property
    def running(self) -> bool:
        """Whether a clone is under way."""
        return self._job is not None

    def start(self, takes: Path, name: str) -> None:
        """Clone the takes of a folder under a name; asks first if a voice of that name would give way."""
        self._panel.begin(name)

        def known(is_taken: bool) -> None:
            if is_taken and not self._dialogs.confirm_replace(name):
                self._job = None
                self.left.emit(False)
            else:
                self._run(takes, name, replace=is_taken)

        self._job = self._tasks.run(lambda _: self._voices.has(name), on_result=known, on_error=self._failed)

    def _run(self, takes: Path, name: str, replace: bool) -> None:
        self._job = self._tasks.run(
            lambda job: self._cloning.clone(takes, name, job.report, lambda: job.cancelled, replace),
            on_result=self._done,
            on_error=self._failed,
            on_progress=self._panel.show_progress,
        )

    def _done(self, voice: VoiceItem) -> None:
        self._job = None
        self._voice_id = voice.id
        self._panel.show_done(voice.verdict)
        self.made.emit(voice)

    def _failed(self, error: Exception) -> None:
        self._job = None
        self._panel.show_failed(sentence(error))

    def _cancel(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.cancel()
            self.left.emit(True)
