"""Saves the dialogue: the mix, a stem for each speaker, subtitles, the times of marks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from timbre_app.client.streams import RequestCancelled
from timbre_app.dialogue.performance import How
from timbre_app.dialogue.saving import DialogueFiles, SavedDialogue
from timbre_app.output.speaking import Saving
from timbre_app.studio.dialogue.desk import DialogueDesk
from timbre_app.studio.dialogue.page import IDLE, WORKING, DialoguePage
from timbre_app.studio.dialogue.tools import DialogueTools
from timbre_app.studio.tasks import Job

STEMS = "stems"
MARKS = ".marks.json"
"""Behind the name of the mix: when the marks of SSML are reached."""


class DialogueExport(QObject):
    """Writes files on a worker thread; Stop leaves no half-written file."""

    def __init__(self, page: DialoguePage, desk: DialogueDesk, tools: DialogueTools) -> None:
        super().__init__(page)
        self._page, self._desk, self._tools = page, desk, tools
        self._job: Job | None = None
        page.export_requested.connect(self._export)
        page.stop_requested.connect(self._stop)

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
        path, saving = plan[0], settings.with_watermark(plan[1])
        try:
            saving.kind.check(path)
        except ValueError as error:
            self._tools.notices.show_error(error)
            return
        stems = path.with_name(f"{path.stem} {STEMS}") if saving.by_sentence else None
        marks = path.with_suffix(MARKS) if script.has_marks else None
        self._begin(path, saving, DialogueFiles(path, stems, saving, marks))

    def _begin(self, path: Path, saving: Saving, wanted: DialogueFiles) -> None:
        script, cast, dialogue = self._desk.script, self._desk.cast, self._tools.dialogue
        assert script is not None
        self._page.set_mode(WORKING)
        self._page.set_status(self.tr("Saving {0}…").format(path.name))

        def work(job: Job) -> SavedDialogue:
            how = How(should_stop=lambda: job.cancelled)
            return dialogue.save(script, cast, wanted, how, lambda done, count: job.report((done, count)))

        self._job = self._tools.tasks.run(
            work,
            on_result=lambda saved: self._saved(saved, path, saving),
            on_error=self._failed,
            on_progress=lambda counts: self._page.set_status(
                self.tr("Saving: line {0} of {1}").format(*counts)
            ),
        )

    def _saved(self, saved: SavedDialogue, path: Path, saving: Saving) -> None:
        self._end()
        settings = self._tools.settings
        settings.export_folder, settings.export_suffix = path.parent, path.suffix.lower()
        settings.export_saving = saving
        text = self.tr("Saved {0} ({1:.1f} s).").format(path, saved.duration_s)
        if len(saved.paths) > 1:
            text = self.tr("Saved {0} and {1} more files ({2:.1f} s).").format(
                path, len(saved.paths) - 1, saved.duration_s
            )
        self._page.set_status(text, "ok")

    def _failed(self, error: Exception) -> None:
        self._end()
        self._page.set_status("")
        if not isinstance(error, RequestCancelled):
            self._tools.notices.show_error(error)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._end()
            self._page.set_status(self.tr("Stopped. Nothing half-finished was left behind."))

    def _end(self) -> None:
        self._job = None
        self._page.set_mode(IDLE)
