"""Begins sessions, takes them up again and deletes them; each is open in one window at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal

from timbre.archive import ENOUGH_TAKES
from timbre_app.deleted_recordings import DeletedRecording, DeletedRecordings
from timbre_app.prompts import NewVoice, PromptList
from timbre_app.recordings import RecordingError, RecordingSession, discard_untouched, list_sessions
from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.controllers.taking import LANE
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.ports.voices import DeletedItem
from timbre_app.studio.views.record_start import SessionItem
from timbre_app.studio.widgets.message_bar import MessageAction
from timbre_app.tasks import Job, Tasks

CLAIM_FILE = "open.lock"


class SessionShelf(QObject):
    """The sessions on disk, as the first panel of the Record page offers them.

    Signals:
        begun: A new RecordingSession.
        resumed: A RecordingSession that was there.
    """

    begun = Signal(object)
    resumed = Signal(object)

    def __init__(
        self, window: MainWindow, tasks: Tasks, root: Path, load_prompts: Callable[[], PromptList]
    ) -> None:
        super().__init__(window)
        self._window, self._panel = window, window.record_page.start_panel
        self._tasks, self._root, self._load_prompts = tasks, root, load_prompts
        self._deleted = DeletedRecordings(root)
        self._undo: list[str] = []
        self._claimed: tuple[Path, QLockFile] | None = None
        self._panel.begin_requested.connect(self._begin)
        self._panel.resume_requested.connect(lambda key: self.resume(Path(key)))
        self._panel.delete_requested.connect(self._delete)
        self._panel.bring_back_requested.connect(self._bring_back)
        self._panel.undo_requested.connect(lambda: self._undo and self._bring_back(self._undo[-1]))

    def show(self) -> None:
        """List the sessions anew."""

        def work(_: Job) -> tuple[list[SessionItem], list[DeletedItem]]:
            deleted = [DeletedItem(one.key, one.voice_name, one.deleted_s) for one in self._deleted.list()]
            return [_item(folder) for folder in list_sessions(self._root)], deleted

        def show(found: tuple[list[SessionItem], list[DeletedItem]]) -> None:
            self._panel.set_sessions(*found)

        self._tasks.run(work, show, self._fail, lane=LANE)

    def resume(self, folder: Path) -> None:
        """Go on with a session."""

        def work(_: Job) -> RecordingSession:
            self.claim(folder)
            try:
                return RecordingSession.open(folder)
            except RecordingError:
                self._unlock()
                raise

        self._tasks.run(work, self.resumed.emit, self._fail, lane=LANE)

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
        """Let other windows open the session; one in which nothing was recorded is gone."""
        folder = self._unlock()
        if folder is not None:
            discard_untouched(folder)

    def _unlock(self) -> Path | None:
        claimed, self._claimed = self._claimed, None
        if claimed is None:
            return None
        claimed[1].unlock()
        return claimed[0]

    def _begin(self, voice: NewVoice) -> None:
        self._tasks.run(
            lambda _: RecordingSession.create(self._root, voice, self._load_prompts()),
            self.begun.emit,
            self._fail,
            lane=LANE,
        )

    def _delete(self, key: str) -> None:
        def work(_: Job) -> DeletedRecording:
            self.claim(Path(key))  # what another window has open stays
            self._unlock()
            return self._deleted.put(Path(key))

        def deleted(gone: DeletedRecording) -> None:
            self._undo.append(gone.key)
            said = self.tr(
                "The recordings of {0} were deleted. They can be brought back for 30 days; a voice made of them stays."
            )
            undo = MessageAction(self.tr("Undo"), lambda: self._bring_back(gone.key))
            self._window.show_message(said.format(gone.voice_name), "ok", undo)
            self.show()

        def stayed(error: Exception) -> None:
            self._fail(error)
            self.show()

        self._tasks.run(work, deleted, stayed, lane=LANE)

    def _bring_back(self, key: str) -> None:
        self._undo = [other for other in self._undo if other != key]

        def back(_: Path) -> None:
            self._window.show_message(self.tr("The recordings are back."), "ok")
            self.show()

        self._tasks.run(lambda _: self._deleted.bring_back(key), back, self._fail, lane=LANE)

    def _fail(self, error: Exception) -> None:
        self._window.show_message(sentence(error))


def _item(folder: Path) -> SessionItem:
    try:
        session = RecordingSession.read(folder)
    except RecordingError as error:
        return SessionItem(str(folder), folder.name, 0, problem=sentence(error))
    taken, in_voice = len(session.takes), session.takes_in_voice
    return SessionItem(str(folder), session.voice_name, taken, in_voice, ENOUGH_TAKES)
