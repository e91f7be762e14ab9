"""The dialog of the jobs: how far each one is, stop it, resume it, find its files, remove it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from timbre_app.jobs.job import Job, State
from timbre_app.studio.dates import moment
from timbre_app.studio.language import translated
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, label


class JobsDialog(QDialog):
    """Lists jobs, the newest first; emits the requests of the person.

    Signals:
        folder_requested: The Path of a file to show in its folder.
        cancel_requested: Id of a job to end.
        resume_requested: Id of a job that is to go on.
        remove_requested: Id of a job to forget.
    """

    folder_requested = Signal(object)
    cancel_requested = Signal(str)
    resume_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Jobs"))
        self.resize(640, 420)
        self._jobs: list[Job] = []
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Jobs, the newest first"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the chosen job"))
        self.note_label = label(role="muted", wrap=True)
        self.empty_label = label(self.tr("Nothing yet: exports and batches are listed here."), "muted")
        self._make_buttons()
        self._build()
        self._connect()
        self._enable()

    @property
    def current(self) -> Job | None:
        """The chosen job."""
        item = self.list.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item else None

    def set_jobs(self, jobs: Sequence[Job]) -> None:
        """Show jobs; the chosen one stays chosen."""
        chosen = self.current
        if [job.id for job in jobs] != [job.id for job in self._jobs]:
            self.list.clear()
            for _ in jobs:
                self.list.addItem(QListWidgetItem())
        self._jobs = list(jobs)
        for row, job in enumerate(jobs):
            item = self.list.item(row)
            item.setText(self._line(job))
            item.setData(Qt.ItemDataRole.UserRole, job)
        if self.list.currentRow() < 0 and jobs:
            ids = [job.id for job in jobs]
            self.list.setCurrentRow(ids.index(chosen.id) if chosen and chosen.id in ids else 0)
        self._enable()

    def state_text(self, job: Job) -> str:
        """A few words about how far a job is."""
        if job.state is State.RUNNING:
            text = self.tr("Sentence {0} of {1}, {2:.0f} %")
            return text.format(min(job.done + 1, job.count), job.count, 100 * job.share)
        if job.state is State.DONE:
            return self.tr("Done, {0:.1f} s of speech").format(job.result.duration_s)
        names = {
            State.WAITING: self.tr("Waiting"),
            State.FAILED: self.tr("Failed"),
            State.CANCELLED: self.tr("Cancelled"),
        }
        return names[job.state]

    def _line(self, job: Job) -> str:
        return f"{job.title}\n{self.state_text(job)} · {moment(job.created)}"

    def _enable(self) -> None:
        job = self.current
        state = job.state if job else None
        self.folder_button.setEnabled(bool(job and job.result.files))
        self.cancel_button.setEnabled(bool(state and state.is_open))
        self.resume_button.setEnabled(state in (State.FAILED, State.CANCELLED))
        self.remove_button.setEnabled(job is not None)
        self.progress.setValue(round(100 * job.share) if job else 0)
        self.note_label.setText(self._note(job))
        self.progress.setVisible(job is not None)
        self.note_label.setVisible(job is not None)
        self.empty_label.setVisible(job is None)

    def _note(self, job: Job | None) -> str:
        if job is None:
            return ""
        if job.error is not None:
            return translated(job.error)
        if job.result.failed:
            first = job.result.failed[0]
            text = self.tr("Could not be spoken: {0}; the first is {1}: {2}")
            return text.format(len(job.result.failed), first.part, translated(first.reason))
        return self.tr("Jobs go on when the window is closed, and after a restart.")

    def _make_buttons(self) -> None:
        tr = self.tr
        self.folder_button = button(
            tr("Show in folder"),
            tr("Open the folder with its files"),
            role="primary",
            icon="folder-open",
        )
        self.cancel_button = button(
            tr("Stop"),
            tr("Stop the job; what it has spoken so far is kept until you remove it"),
            icon="square",
        )
        self.resume_button = button(
            tr("Go on"), tr("Continue from the sentence where it stopped"), icon="play"
        )
        self.remove_button = button(
            tr("Remove"),
            tr("Remove the job and its texts; the files it made stay"),
            role="danger",
            icon="trash-2",
        )
        self.close_button = button(tr("Close"), tr("Close the jobs"))

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(lambda _: self._enable())
        self.folder_button.clicked.connect(self._show_folder)
        for action_button, signal in (
            (self.cancel_button, self.cancel_requested),
            (self.resume_button, self.resume_requested),
            (self.remove_button, self.remove_requested),
        ):
            action_button.clicked.connect(lambda _=False, emit=signal.emit: self._ask(emit))
        self.close_button.clicked.connect(self.reject)

    def _show_folder(self) -> None:
        if self.current is not None and self.current.result.files:
            self.folder_requested.emit(self.current.result.files[0])

    def _ask(self, emit: Callable[[str], None]) -> None:
        if self.current is not None:
            emit(self.current.id)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(self.list, 1)
        QVBoxLayout(self.list.viewport()).addWidget(self.empty_label, 0, Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.progress)
        column.addWidget(self.note_label)
        row = QHBoxLayout()
        row.addWidget(self.remove_button)
        row.addStretch(1)
        for action_button in (
            self.cancel_button,
            self.resume_button,
            self.close_button,
            self.folder_button,
        ):
            action_button.setAutoDefault(False)
            row.addWidget(action_button)
        self.remove_button.setAutoDefault(False)
        column.addLayout(row)
