"""Saves speech from the Speak page in files: of the text itself, or of a batch of texts."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from timbre_app.client.streams import RequestCancelled
from timbre_app.output.batch import BatchResult, BatchRow, read_batch, run_batch
from timbre_app.output.speaking import Saving
from timbre_app.reading.saving import Saved, save_reading
from timbre_app.studio.language import told
from timbre_app.studio.speak.page import IDLE, WORKING, SpeakPage
from timbre_app.studio.speak.player import SpeakPlayer
from timbre_app.studio.speak.script import Script
from timbre_app.studio.speak.tools import SpeakTools
from timbre_app.studio.tasks import Job


class SpeakExportController(QObject):
    """Exports the reading and runs batches; Stop ends either of them and leaves no half-written file."""

    def __init__(self, page: SpeakPage, script: Script, player: SpeakPlayer, tools: SpeakTools) -> None:
        super().__init__(page)
        self._page, self._script, self._player = page, script, player
        self._tasks, self._notices, self._speech = tools.tasks, tools.notices, tools.speech
        self._dialogs, self._settings = tools.dialogs, tools.settings
        self._job: Job | None = None
        self._page.export_requested.connect(self._export)
        self._page.batch_requested.connect(self._batch)
        self._page.stop_requested.connect(self._stop)

    def _export(self) -> None:
        page, settings = self._page, self._settings
        name = f"{page.voice_name} - {' '.join(page.text.split()[:5])}"
        plan = self._dialogs.export_plan(
            settings.export_folder, name, settings.export_suffix, settings.export_saving
        )
        if plan is None or page.voice_id is None:
            return
        path, saving = plan
        try:
            saving.kind.check(path)
        except ValueError as error:
            self._notices.show_error(error)
            return
        self._player.prepare()
        reading, narrator = self._script.reading, self._speech
        self._begin(self.tr("Saving {0}…").format(path.name))
        self._job = self._tasks.run(
            lambda job: save_reading(
                reading,
                narrator,
                path,
                saving,
                lambda: job.cancelled,
                lambda done, count: job.report((done, count)),
            ),
            on_result=lambda saved: self._saved(saved, path, saving),
            on_error=self._failed,
            on_progress=lambda counts: self._count(self.tr("Saving: sentence {0} of {1}"), counts),
        )

    def _saved(self, saved: Saved, path: Path, saving: Saving) -> None:
        self._end()
        self._remember(path, saving)
        sounds = [path for path in saved.paths if path.suffix not in (".srt", ".vtt")]
        if len(sounds) == 1:
            text = self.tr("Saved {0} ({1:.1f} s).").format(sounds[0], saved.duration_s)
        else:
            text = self.tr("Saved {0} files in {1} ({2:.1f} s).").format(
                len(sounds), sounds[0].parent, saved.duration_s
            )
        self._page.set_status(text, "ok")

    def _batch(self) -> None:
        path = self._dialogs.batch_to_read(self._settings.export_folder)
        if path is not None:
            self._tasks.run(
                lambda _: read_batch(path),
                on_result=self._plan_batch,
                on_error=self._notices.show_error,
            )

    def _plan_batch(self, rows: list[BatchRow]) -> None:
        settings = self._settings
        plan = self._dialogs.batch_plan(
            settings.export_folder, len(rows), settings.export_suffix, settings.export_saving
        )
        if plan is None or self._page.voice_id is None:
            return
        folder, suffix, saving = plan
        self._player.prepare()
        self._begin(self.tr("Batch: {0} texts…").format(len(rows)))
        self._run_batch(rows, folder, suffix, saving)

    def _run_batch(self, rows: list[BatchRow], folder: Path, suffix: str, saving: Saving) -> None:
        speech, voice, how = self._speech, str(self._page.voice_id), self._page.options

        def work(job: Job) -> BatchResult:
            def speak_row(row: BatchRow, path: Path) -> None:
                speech.save(
                    row.text, row.voice or voice, row.controls(how), path, saving, lambda: job.cancelled
                )

            def report(done: int, count: int) -> None:
                job.report((done, count))

            return run_batch(rows, folder, suffix, speak_row, lambda: job.cancelled, report)

        self._job = self._tasks.run(
            work,
            on_result=lambda result: self._batch_done(result, folder / f"a{suffix}", saving),
            on_error=self._failed,
            on_progress=lambda counts: self._count(self.tr("Batch: {0} of {1} texts spoken"), counts),
        )

    def _batch_done(self, result: BatchResult, like: Path, saving: Saving) -> None:
        self._end()
        self._remember(like, saving)
        text = self.tr("Saved {0} files in {1}.")
        self._page.set_status(text.format(len(result.written), like.parent), "ok")
        if result.failed:
            line, why = result.failed[0]
            text = self.tr("{0} of {1} texts could not be spoken; the first is line {2}: {3}")
            count = len(result.failed) + len(result.written)
            self._notices.show(text.format(len(result.failed), count, line, told(why)), "warning")

    def _remember(self, path: Path, saving: Saving) -> None:
        self._settings.export_folder = path.parent
        self._settings.export_suffix = path.suffix.lower()
        self._settings.export_saving = saving

    def _begin(self, text: str) -> None:
        self._page.set_mode(WORKING)
        self._page.set_status(text)

    def _count(self, text: str, counts: tuple[int, int]) -> None:
        self._page.set_status(text.format(*counts))

    def _end(self) -> None:
        self._job = None
        self._page.set_mode(IDLE)
        self._script.draw_all()

    def _failed(self, error: Exception) -> None:
        self._end()
        self._page.set_status("")
        if not isinstance(error, RequestCancelled):
            self._notices.show_error(error)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._end()
            self._page.set_status(self.tr("Stopped; no half-written file is left."))
