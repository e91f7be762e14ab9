"""Orders the audiobook's files as a job, and follows it on the page; it goes on when the window is closed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from timbre_app.jobs.estimate import TimeLeft
from timbre_app.jobs.job import WINDOW, Job, State
from timbre_app.studio.books.page import EXPORTING, IDLE, PAUSED, BooksPage
from timbre_app.studio.books.tools import BooksTools

if TYPE_CHECKING:
    from timbre_app.books.project import BookProject
    from timbre_app.books.rendering import BookOrder

KIND = "book"
SHOW_EVERY_S = 3.0
"""Time between two looks at which sentences are spoken."""


class BookExport(QObject):
    """The job of the book that the page shows, if it has one.

    Signals:
        submitted: The Job that was ordered, or found.
        came_forward: More sentences are spoken.
    """

    submitted = Signal(object)
    came_forward = Signal()

    def __init__(self, page: BooksPage, tools: BooksTools) -> None:
        super().__init__(page)
        self._page, self._tools = page, tools
        self._job: Job | None = None
        self._time_left = TimeLeft()
        self._paused: BookOrder | None = None
        self._shown_s = 0.0

    @property
    def is_active(self) -> bool:
        """Whether the job is at work or paused."""
        return self._page.mode in (EXPORTING, PAUSED)

    def order(self, project: BookProject, order: BookOrder) -> None:
        """Ask for a folder, and submit the job."""
        settings = self._tools.settings
        folder = self._tools.dialogs.folder(self.tr("A folder for the audiobook"), settings.export_folder)
        if folder is None:
            return
        settings.export_folder = folder
        parameters = {**self._parameters(project, order, folder), "report": self._page.report_box.isChecked()}
        title, tools = project.entry.title, self._tools

        def work() -> Job:
            lexicon = dict(tools.pronunciations.usable())
            return tools.jobs.submit(KIND, title, {**parameters, "lexicon": lexicon}, WINDOW)

        tools.tasks.run(lambda _: work(), on_result=self._follow, on_error=tools.notices.show_error)

    def find(self, project: BookProject) -> None:
        """Follow the job of a book that was opened, if one is under way."""
        self._forget()
        queue, name = self._tools.jobs.queue, project.folder.name

        def work() -> Job | None:
            jobs = [job for job in queue.list() if job.kind == KIND and job.state.is_open]
            return next((job for job in jobs if queue.parameters(job.id).get("project") == name), None)

        self._tools.tasks.run(
            lambda _: work(),
            on_result=lambda job: self._follow(job) if job is not None else None,
            on_error=self._tools.notices.show_error,
        )

    def toggle(self, order: BookOrder) -> None:
        """Pause the job, or have it go on."""
        job, office = self._job, self._tools.jobs
        if job is None:
            return
        action = office.resume if self._page.mode == PAUSED else office.cancel
        self._paused = order
        self._tools.tasks.run(
            lambda _: action(job.id), on_result=self._follow, on_error=self._tools.notices.show_error
        )

    def choices_changed(self, order: BookOrder) -> None:
        """Begin anew at the next Start if something else than the paused job is wanted now."""
        if self._page.mode == PAUSED and order != self._paused:
            self._forget()

    def seen(self, jobs: Sequence[Job]) -> None:
        """Take over how far the job is."""
        if self._job is None:
            return
        job = next((job for job in jobs if job.id == self._job.id), None)
        if job is None:
            if self.is_active:
                self._forget()
            return
        before, self._job = self._job, job
        if job.state.is_open:
            self._show_progress(job, before)
        elif job.state is not before.state:
            self._show_end(job)

    def _follow(self, job: Job) -> None:
        self._job = replace(job, state=State.WAITING)  # so that its end is news
        self._time_left = TimeLeft()
        self.seen([job])
        self.submitted.emit(job)

    def _forget(self) -> None:
        self._job = None
        if self.is_active:
            self._page.set_mode(IDLE)
            self._page.set_status("")

    def _parameters(self, project: BookProject, order: BookOrder, folder: Path) -> dict[str, Any]:
        from timbre_app.books.assembling import Delivery, safe_name
        from timbre_app.jobs.book import parameters_of

        suffix = str(self._page.format_box.currentData())
        wants_m4b = self._page.m4b_box.isChecked() or not suffix
        m4b = folder / f"{safe_name(project.entry.title)}.m4b" if wants_m4b else None
        return parameters_of(project, order, Delivery(folder, suffix, m4b))

    def _show_progress(self, job: Job, before: Job) -> None:
        page = self._page
        if page.mode != EXPORTING:
            page.set_mode(EXPORTING)
        page.set_progress(job.share)
        page.set_status(self._progress_text(job))
        if job.done != before.done and time.monotonic() - self._shown_s > SHOW_EVERY_S:
            self._shown_s = time.monotonic()
            self.came_forward.emit()

    def _progress_text(self, job: Job) -> str:
        if job.state is State.WAITING:
            return self.tr("Waiting for its turn; Jobs shows the others.")
        if job.done >= job.count:
            return self.tr("Writing the files…")
        left_s = self._time_left.of(job)
        text = self.tr("{0} % of the book").format(f"{100 * job.share:.1f}")
        return text if left_s is None else self.tr("{0}, {1} left").format(text, self._page.time_text(left_s))

    def _show_end(self, job: Job) -> None:
        page = self._page
        page.set_mode(PAUSED if job.state is State.CANCELLED else IDLE)
        page.set_progress(job.share)
        sounds = [path for path in job.result.files if path.suffix != ".txt"]
        if job.state is State.DONE and sounds:
            page.set_status(self._saved_text(sounds, page.time_text(job.result.duration_s)), "ok")
        elif job.state is State.CANCELLED:
            page.set_status(self.tr("Paused. Choose Go on to continue from this sentence."))
        else:
            page.set_status(self.tr("Not saved; no half-written file is left."))
        self.came_forward.emit()

    def _saved_text(self, sounds: Sequence[Path], length: str) -> str:
        if len(sounds) == 1:
            return self.tr("Saved {0} ({1}).").format(sounds[0], length)
        return self.tr("Saved {0} files in {1} ({2}).").format(len(sounds), sounds[0].parent, length)
