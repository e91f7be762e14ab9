"""Begins, continues, exports and deletes sessions; a session is open in one window at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal

from timbre.archive import ENOUGH_TAKES
from timbre_app.studio.errors import sentence
from timbre_app.studio.items import DeletedItem
from timbre_app.studio.notices import Notices
from timbre_app.studio.record.start_panel import RecordStartPanel, SessionItem
from timbre_app.studio.record.taking import LANE
from timbre_app.studio.tasks import Task, Tasks
from timbre_app.studio.widgets.message_bar import MessageAction
from timbre_app.takes.deleted import DeletedRecording, DeletedRecordings
from timbre_app.takes.exporting import export_takes
from timbre_app.takes.prompts import NewVoice, PromptList
from timbre_app.takes.recordings import RecordingError, RecordingSession, discard_untouched, list_sessions

CLAIM_FILE = "open.lock"


class SessionShelf(QObject):
    """The sessions on disk, as the first panel of the Record page offers them.

    Signals:
        begun: A new RecordingSession.
        resumed: A RecordingSession that existed already.
    """

    begun = Signal(object)
    resumed = Signal(object)

    def __init__(
        self,
        panel: RecordStartPanel,
        notices: Notices,
        tasks: Tasks,
        root: Path,
        load_prompts: Callable[[], PromptList],
        choose_folder: Callable[[], Path | None],
    ) -> None:
        super().__init__(panel)
        self._panel, self._notices, self._choose_folder = panel, notices, choose_folder
        self._tasks, self._root, self._load_prompts = tasks, root, load_prompts
        self._deleted = DeletedRecordings(root)
        self._undo: list[str] = []
        self._claimed: tuple[Path, QLockFile] | None = None
        self._panel.begin_requested.connect(self._begin)
        self._panel.resume_requested.connect(lambda key: self.resume(Path(key)))
        self._panel.delete_requested.connect(self._delete)
        self._panel.export_requested.connect(self._export)
        self._panel.bring_back_requested.connect(self._bring_back)
        self._panel.undo_requested.connect(lambda: self._undo and self._bring_back(self._undo[-1]))

    def show(self) -> None:
        """List the sessions again."""

        def work(_: Task) -> tuple[list[SessionItem], list[DeletedItem]]:
            deleted = [
                DeletedItem(recording.key, recording.voice_name, recording.deleted_s)
                for recording in self._deleted.list()
            ]
            return [_item(folder) for folder in list_sessions(self._root)], deleted

        def show(sessions_and_deleted: tuple[list[SessionItem], list[DeletedItem]]) -> None:
            self._panel.set_sessions(*sessions_and_deleted)

        self._tasks.run(work, show, self._notices.show_error, lane=LANE)

    def resume(self, folder: Path) -> None:
        """Go on with a session."""

        def work(_: Task) -> RecordingSession:
            self.claim(folder)
            try:
                return RecordingSession.open(folder)
            except RecordingError:
                self._unlock()
                raise

        self._tasks.run(work, self.resumed.emit, self._notices.show_error, lane=LANE)

    def claim(self, folder: Path) -> None:
        """Keep other windows from opening a session: they would take its running take for one that a crash left.

        Raises:
            RecordingError: if the session is open in another window.
        """
        if self._claimed is not None and self._claimed[0] == folder:
            return
        lock = QLockFile(str(folder / CLAIM_FILE))
        lock.setStaleLockTime(0)  # only the end of the process that holds the lock frees it
        if not lock.tryLock(0) and lock.error() is QLockFile.LockError.LockFailedError:
            raise RecordingError(
                "These recordings are open in another window of Timbre: go on there, or close it first."
            )
        self.release()
        self._claimed = folder, lock

    def release(self) -> None:
        """Let other windows open the session; removes a session in which nothing was recorded."""
        folder = self._unlock()
        if folder is not None:
            discard_untouched(folder)

    def _unlock(self) -> Path | None:
        claim, self._claimed = self._claimed, None
        if claim is None:
            return None
        claim[1].unlock()
        return claim[0]

    def _begin(self, voice: NewVoice) -> None:
        self._tasks.run(
            lambda _: RecordingSession.create(self._root, voice, self._load_prompts()),
            self.begun.emit,
            self._notices.show_error,
            lane=LANE,
        )

    def _delete(self, key: str) -> None:
        def work(_: Task) -> DeletedRecording:
            self.claim(Path(key))  # fails if another window has the session open
            self._unlock()
            return self._deleted.put(Path(key))

        def deleted(recording: DeletedRecording) -> None:
            self._undo.append(recording.key)
            text = self.tr(
                "The recordings of {0} were deleted. You can restore them for 30 days; a voice made from them stays."
            )
            undo = MessageAction(self.tr("Undo"), lambda: self._bring_back(recording.key))
            self._notices.show(text.format(recording.voice_name), "ok", undo)
            self.show()

        def failed(error: Exception) -> None:
            self._notices.show_error(error)
            self.show()

        self._tasks.run(work, deleted, failed, lane=LANE)

    def _export(self, key: str) -> None:
        """Copy a session's takes into a new folder, inside a folder that the person chooses."""
        parent = self._choose_folder()
        if parent is None:
            return

        def work(_: Task) -> Path:
            target = parent / Path(key).name
            export_takes(Path(key), target)
            return target

        def done(target: Path) -> None:
            self._notices.show(self.tr("The takes were saved in {0}.").format(target), "ok")

        self._tasks.run(work, done, self._notices.show_error, lane=LANE)

    def _bring_back(self, key: str) -> None:
        self._undo = [other for other in self._undo if other != key]

        def back(_: Path) -> None:
            self._notices.show(self.tr("The recordings are back."), "ok")
            self.show()

        self._tasks.run(lambda _: self._deleted.bring_back(key), back, self._notices.show_error, lane=LANE)


def _item(folder: Path) -> SessionItem:
    try:
        session = RecordingSession.read(folder)
    except RecordingError as error:
        return SessionItem(str(folder), folder.name, 0, problem=sentence(error))
    take_count, in_voice = len(session.takes), session.takes_in_voice
    return SessionItem(str(folder), session.voice_name, take_count, in_voice, ENOUGH_TAKES)
