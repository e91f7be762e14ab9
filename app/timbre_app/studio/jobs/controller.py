"""Follows the jobs of the queue, and does what the person asks of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from timbre_app.jobs.job import WINDOW, Job, State
from timbre_app.jobs.office import JobOffice
from timbre_app.studio.folders import FolderOpener
from timbre_app.studio.jobs.dialog import JobsDialog
from timbre_app.studio.language import translated
from timbre_app.studio.notices import Notices
from timbre_app.studio.tasks import Tasks
from timbre_app.studio.widgets.message_bar import MessageAction

LANE = "jobs"
LOOK_MS = 500


class JobsController(QObject):
    """Looks at the queue while a job is open or the dialog is shown.

    Signals:
        progress: A few words about the jobs under way; empty if there are none.
        ended: A Job of the window that has ended.
        seen: All jobs, at each look.
    """

    progress = Signal(str)
    ended = Signal(object)
    seen = Signal(object)

    def __init__(
        self, window: QWidget, tasks: Tasks, notices: Notices, office: JobOffice, folders: FolderOpener
    ) -> None:
        super().__init__(window)
        self._window, self._tasks, self._notices = window, tasks, notices
        self._office, self._folders = office, folders
        self._open_ids: set[str] = set()
        self._dialog: JobsDialog | None = None
        self._is_looking = False
        self._is_outdated = False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)

    def look(self) -> None:
        """Look at the queue; this starts its runner if that has died."""
        if not self._is_looking:
            self._is_looking = True
            self._tasks.run(
                lambda _: self._office.list(), on_result=self._take, on_error=self._failed, lane=LANE
            )

    def watch(self, job: Job) -> None:
        """Follow a job that was just submitted."""
        self._open_ids.add(job.id)
        self._is_outdated = self._is_looking  # a look that began before does not know of the job
        self.look()

    def show(self) -> None:
        """Show the dialog; the window can be used beside it."""
        if self._dialog is not None:
            self._dialog.activateWindow()
            return
        dialog = JobsDialog(self._window)
        self._dialog = dialog
        dialog.folder_requested.connect(self._show_folder)
        dialog.cancel_requested.connect(lambda job_id: self._do(lambda: self._office.cancel(job_id)))
        dialog.resume_requested.connect(lambda job_id: self._do(lambda: self._office.resume(job_id)))
        dialog.remove_requested.connect(lambda job_id: self._do(lambda: self._office.remove(job_id)))
        dialog.finished.connect(self._dialog_closed)
        self._timer.start()
        self.look()
        dialog.show()

    def _dialog_closed(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
        self._dialog = None

    def _show_folder(self, path: Path) -> None:
        self._folders.show(path.parent)

    def _do(self, action: Callable[[], object]) -> None:
        """Change the queue, then look at it."""
        self._tasks.run(lambda _: action(), on_result=lambda _: self.look(), on_error=self._failed, lane=LANE)

    def _take(self, jobs: list[Job]) -> None:
        self._is_looking = False
        if self._is_outdated:
            self._is_outdated = False
            self.look()
            return
        for job in jobs:
            if job.id in self._open_ids and not job.state.is_open:
                self._tell(job)
        running = [job for job in jobs if job.state.is_open]
        self._open_ids = {job.id for job in running if job.origin == WINDOW}
        if self._dialog is not None:
            self._dialog.set_jobs(jobs)
        if running or self._dialog is not None:
            self._timer.start()
        else:
            self._timer.stop()
        self.progress.emit(self._progress_text(running))
        self.seen.emit(jobs)

    def _progress_text(self, running: list[Job]) -> str:
        if not running:
            return ""
        job = next((job for job in running if job.state is State.RUNNING), running[-1])
        text = self.tr("{0}: {1:.0f} %").format(job.title, 100 * job.share)
        if len(running) > 1:
            text += " " + self.tr("(and {0} more)").format(len(running) - 1)
        return text

    def _tell(self, job: Job) -> None:
        """Say what came of a job of the window."""
        self.ended.emit(job)
        if job.state is State.FAILED and job.error is not None:
            action = MessageAction(self.tr("Go on"), lambda: self._do(lambda: self._office.resume(job.id)))
            self._notices.show(f"{job.title}: {translated(job.error)}", "error", action)
        elif job.result.failed:
            first = job.result.failed[0]
            count = len(job.result.failed) + len({path.stem for path in job.result.files})
            text = self.tr("{0} of {1} texts could not be spoken; the first is line {2}: {3}")
            self._notices.show(
                text.format(len(job.result.failed), count, first.part, translated(first.reason)), "warning"
            )
        elif job.state is State.DONE and job.result.files:
            path = job.result.files[0]
            action = MessageAction(self.tr("Show in folder"), lambda: self._show_folder(path))
            text, remark = self.tr("Saved {0} ({1:.1f} s).").format(job.title, job.result.duration_s), ""
            if job.result.remark is not None:
                remark = translated(job.result.remark)
            self._notices.show(f"{text} {remark}".rstrip(), "warning" if remark else "ok", action)

    def _failed(self, error: Exception) -> None:
        self._is_looking = self._is_outdated = False
        self._timer.stop()
        self._notices.show_error(error)
