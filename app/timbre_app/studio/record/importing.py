"""Joins the import panel with recordings on disk and the recogniser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from timbre_app.studio.backstage import StudioImporting
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.errors import sentence
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.record.import_panel import ImportPanel
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.tasks import Task, Tasks
from timbre_app.takes.importing import BrokenFile, FoundTake, start_session
from timbre_app.takes.prompts import NewVoice, PromptList
from timbre_app.takes.recordings import RecordingSession

LANE = "import"


class ImportController(QObject):
    """Finds recordings, lets the server recognise their texts one after another, and makes a session of them.

    Signals:
        made: The new RecordingSession, to go on with.
        left: The person has left without an import.
    """

    made = Signal(object)
    left = Signal()

    def __init__(
        self,
        panel: ImportPanel,
        tasks: Tasks,
        importing: StudioImporting,
        playback: Playback,
        dialogs: Dialogs,
        load_prompts: Callable[[], PromptList],
        takes_root: Path,
        settings: StudioSettings,
    ) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._importing = panel, tasks, importing
        self._playback, self._dialogs, self._settings = playback, dialogs, settings
        self._load_prompts, self._takes_root = load_prompts, takes_root
        self._voice = NewVoice("")
        self._takes: list[FoundTake] = []  # as in the rows of the panel, where the broken files come last
        self._broken: list[BrokenFile] = []
        self._task: Task | None = None
        panel.folder_requested.connect(lambda: self._look(dialogs.recordings_folder(settings.import_folder)))
        panel.files_requested.connect(lambda: self._look(dialogs.recordings_files(settings.import_folder)))
        panel.paths_dropped.connect(self._look)
        panel.play_requested.connect(self._play)
        panel.recognise_requested.connect(self._recognise)
        panel.take_over_requested.connect(self._take_over)
        panel.back_requested.connect(self._leave)

    def show(self, voice: NewVoice, paths: Sequence[Path]) -> None:
        """Begin to import for a voice; without paths the person chooses them later."""
        self._voice, self._takes, self._broken = voice, [], []
        self._panel.begin(voice.name)
        self._look(paths)

    def _look(self, paths: Sequence[Path] | None) -> None:
        if not paths:
            return
        self._stop()
        self._panel.say(self.tr("Checking the recordings…"))
        self._task = self._tasks.run(
            lambda _: self._importing.find(paths), self._show, on_error=self._fail, lane=LANE
        )

    def _show(self, found: list[FoundTake | BrokenFile]) -> None:
        self._task = None
        known = {(take.path, take.start) for take in self._takes}
        takes = [file for file in found if isinstance(file, FoundTake)]
        more = [take for take in takes if (take.path, take.start) not in known]
        self._takes = [*self._takes, *more]
        self._panel.add_found(more)
        mended = {take.path for take in self._takes}
        broken = {file: None for file in (*self._broken, *found) if isinstance(file, BrokenFile)}
        self._broken = [file for file in broken if file.path not in mended]
        self._panel.show_broken(self._broken)
        if any(not text for _, text in self._panel.texts):
            self._recognise()

    def _recognise(self) -> None:
        """Recognise the recordings without a text; the person can type meanwhile."""
        self._stop()
        waiting = [(row, self._takes[row]) for row, text in self._panel.texts if not text]

        def work(task: Task) -> None:
            for at, (row, take) in enumerate(waiting):
                if task.cancelled:
                    return
                task.report((row, self._importing.recognise(take), (at + 1) / len(waiting)))

        def show(progress: tuple[int, str, float]) -> None:
            row, text, share = progress
            self._panel.set_text(row, text)
            self._panel.set_progress(share)

        def done(_: None) -> None:
            self._task = None
            self._panel.set_progress(None)

        self._panel.set_progress(0.0)
        self._task = self._tasks.run(work, done, on_error=self._fail, on_progress=show, lane=LANE)

    def _play(self, row: int) -> None:
        if self._playback.playing:
            self._playback.stop()
            return
        if not 0 <= row < len(self._takes):
            return
        take = self._takes[row]

        def make(_: Callable[[], bool]) -> Sound:
            samples, sample_rate = take.sound()
            return Sound.whole(sample_rate, samples)

        self._playback.play(make, on_end=lambda: None, on_error=self._fail)

    def _take_over(self) -> None:
        self._stop()
        takes_and_texts = [(self._takes[row], text) for row, text in self._panel.texts]
        voice = self._voice

        def work(_: Task) -> RecordingSession:
            return start_session(self._takes_root, voice, self._load_prompts(), takes_and_texts)

        def done(session: RecordingSession) -> None:
            self._task = None
            self._playback.stop()
            self.made.emit(session)

        def failed(error: Exception) -> None:
            self._panel.set_taking_over(False)
            self._fail(error)

        self._panel.set_taking_over(True)
        self._task = self._tasks.run(work, done, on_error=failed, lane=LANE)

    def _leave(self) -> None:
        self._stop()
        self._playback.stop()
        self.left.emit()

    def _stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        self._panel.set_progress(None)

    def _fail(self, error: Exception) -> None:
        self._task = None
        self._panel.set_progress(None)
        self._panel.say(sentence(error), "error")
