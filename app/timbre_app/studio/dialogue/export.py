"""Orders the dialogue's files as a job, and follows it on the page; it goes on when the window is closed."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from timbre_app.jobs.job import WINDOW, Job, State
from timbre_app.jobs.parameters import saving_fields
from timbre_app.output.speaking import Saving
from timbre_app.reading.dictionary import entries_in
from timbre_app.studio.dialogue.desk import DialogueDesk
from timbre_app.studio.dialogue.page import DialoguePage
from timbre_app.studio.dialogue.tools import DialogueTools

KIND = "dialogue"
SCRIPT_NAME = "script.txt"
"""How the text of the page is written; see timbre_app.jobs.dialogue."""
STEMS = "stems"
MARKS = ".marks.json"
"""Behind the name of the mix: when the marks of SSML are reached."""


class DialogueExport(QObject):
    """The job that the page shows, if there is one; the page can be used meanwhile.

    Signals:
        submitted: The Job that was ordered.
    """

    submitted = Signal(object)

    def __init__(self, page: DialoguePage, desk: DialogueDesk, tools: DialogueTools) -> None:
        super().__init__(page)
        self._page, self._desk, self._tools = page, desk, tools
        self._job: Job | None = None
        page.export_requested.connect(self._export)
        page.export_strip.stop_requested.connect(self._stop)

    def seen(self, jobs: Sequence[Job]) -> None:
        """Take over how far the job is; one that an earlier window has ordered is followed too."""
        before, self._job = self._job, self._followed(jobs)
        job = self._job
        if job is not None and job.state.is_open:
            self._show_progress(job)
            return
        self._page.hide_export()
        if job is not None and before is not None and before.state.is_open:
            self._show_end(job)

    def _followed(self, jobs: Sequence[Job]) -> Job | None:
        own = next((job for job in jobs if self._job is not None and job.id == self._job.id), None)
        if own is not None and self._job is not None and (own.state.is_open or self._job.state.is_open):
            return own
        ours = (job for job in jobs if (job.kind, job.origin) == (KIND, WINDOW) and job.state.is_open)
        return next(ours, own)

    def _export(self) -> None:
        script, settings = self._desk.script, self._tools.settings
        if script is None:
            return
        plan = self._tools.dialogs.dialogue_plan(
            settings.export_folder,
            " - ".join((self.tr("Dialogue"), *script.speakers[:3])),
            settings.export_suffix,
            settings.export_saving,
        )
        if plan is None:
            return
        path, saving = plan[0].absolute(), settings.with_watermark(plan[1])
        try:
            saving.kind.check(path)
        except ValueError as error:
            self._tools.notices.show_error(error)
            return
        self._submit(path, self._parameters(path, saving), plan[1])

    def _parameters(self, path: Path, saving: Saving) -> dict[str, Any]:
        script = self._desk.script
        assert script is not None
        return {
            "script": self._desk.text,
            "name": SCRIPT_NAME,
            "cast": self._desk.cast,
            "out": str(path),
            "stems": str(path.with_name(f"{path.stem} {STEMS}")) if saving.by_sentence else None,
            "marks": str(path.with_suffix(MARKS)) if script.has_marks else None,
            "saving": saving_fields(saving),
        }

    def _submit(self, path: Path, parameters: dict[str, Any], saving: Saving) -> None:
        tools, text = self._tools, str(parameters["script"])

        def work() -> Job:
            if not path.parent.is_dir():
                raise FileNotFoundError(errno.ENOENT, "No such folder", str(path))
            lexicon = entries_in(text, tools.pronunciations.usable())
            return tools.jobs.submit(KIND, path.name, {**parameters, "lexicon": lexicon}, WINDOW)

        def submitted(job: Job) -> None:
            settings = tools.settings
            settings.export_folder, settings.export_suffix = path.parent, path.suffix.lower()
            settings.export_saving = saving
            self._job = job
            self._page.set_status("")
            self._show_progress(job)
            self.submitted.emit(job)

        tools.tasks.run(lambda _: work(), on_result=submitted, on_error=tools.notices.show_error)

    def _show_progress(self, job: Job) -> None:
        if job.state is State.WAITING:
            text = self.tr("{0} is waiting for its turn; Jobs shows the others.").format(job.title)
        else:
            text = self.tr("Saving {0}: line {1} of {2}").format(
                job.title, min(job.done + 1, job.count), job.count
            )
        self._page.export_strip.show_progress(text, job.share)

    def _show_end(self, job: Job) -> None:
        files, seconds = job.result.files, job.result.duration_s
        if job.state is State.CANCELLED:
            self._page.set_status(
                self.tr("Stopped. No half-written file is left; Jobs can continue the export.")
            )
        elif job.state is not State.DONE or not files:
            self._page.set_status(self.tr("Not saved; no half-written file is left."))
        elif len(files) == 1:
            self._page.set_status(self.tr("Saved {0} ({1:.1f} s).").format(files[0], seconds), "ok")
        else:
            text = self.tr("Saved {0} and {1} more files ({2:.1f} s).")
            self._page.set_status(text.format(files[0], len(files) - 1, seconds), "ok")

    def _stop(self) -> None:
        job, tools = self._job, self._tools
        if job is not None:
            tools.tasks.run(
                lambda _: tools.jobs.cancel(job.id),
                on_result=self.submitted.emit,
                on_error=tools.notices.show_error,
            )
