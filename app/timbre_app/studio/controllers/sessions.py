"""Begins sessions and takes them up again; each is open in one window at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal

from timbre.archive import ENOUGH_TAKES
from timbre_app.prompts import NewVoice, PromptList
from timbre_app.recordings import RecordingError, RecordingSession, list_sessions
from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.controllers.taking import LANE
from timbre_app.studio.views.record_start import RecordStartPanel, SessionItem
from timbre_app.tasks import Job, Tasks

TAKES_ADVISED = 20
CLAIM_FILE = "open.lock"


class SessionShelf(QObject):
    """The sessions on disk, as the first panel of the Record page offers them.

    Signals:
        begun: A new RecordingSession.
        resumed: A RecordingSession that was there.
        failed: The exception.
    """

    begun = Signal(object)
    resumed = Signal(object)
    failed = Signal(object)

    def __init__(
        self, panel: RecordStartPanel, tasks: Tasks, root: Path, load_prompts: Callable[[], PromptList]
    ) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._root, self._load_prompts = panel, tasks, root, load_prompts
        self._claimed: tuple[Path, QLockFile] | None = None
        panel.begin_requested.connect(self._begin)
        panel.resume_requested.connect(self._resume)

    def show(self) -> None:
        """List the sessions anew."""

        def work(_: Job) -> list[SessionItem]:
            items = []
            for folder in list_sessions(self._root):
                try:
                    session = RecordingSession.read(folder)
                except RecordingError as error:
                    items.append(SessionItem(str(folder), folder.name, 0, problem=sentence(error)))
                    continue
                taken, in_voice = len(session.takes), session.takes_in_voice
                items.append(SessionItem(str(folder), session.voice_name, taken, in_voice, ENOUGH_TAKES))
            return items

        self._tasks.run(work, self._panel.set_sessions, on_error=self.failed.emit, lane=LANE)

    def claim(self, folder: Path) -> None:
        """Keep other windows from opening a session: to them, a take under way is one that a crash left behind.

        Raises:
            RecordingError: if it is open in another window.
        """
        if self._claimed is not None and self._claimed[0] == folder:
            return
        lock = QLockFile(str(folder / CLAIM_FILE))
        lock.setStaleLockTime(0)  # only the end of its process frees it
        if not lock.tryLock(0) and lock.error() is QLockFile.LockError.LockFailedError:
            raise RecordingError(
                self.tr(
                    "These recordings are open in another window of Timbre: go on there, or close it first."
                )
            )
        self.release()
        self._claimed = folder, lock

    def release(self) -> None:
        """Let other windows open the session."""
        claimed, self._claimed = self._claimed, None
        if claimed is not None:
            claimed[1].unlock()

    def _begin(self, voice: NewVoice) -> None:
        self._tasks.run(
            lambda _: RecordingSession.create(self._root, voice, self._load_prompts()),
            self.begun.emit,
            on_error=self.failed.emit,
            lane=LANE,
        )

    def _resume(self, key: str) -> None:
        def work(_: Job) -> RecordingSession:
            self.claim(Path(key))
            try:
                return RecordingSession.open(Path(key))
            except RecordingError:
                self.release()
                raise

        self._tasks.run(work, self.resumed.emit, on_error=self.failed.emit, lane=LANE)
