"""Orders files of speech from the Speak page: of the text itself, or of a batch of texts. Jobs make them."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from timbre_app.jobs.batch import row_fields
from timbre_app.jobs.job import WINDOW, Job, State
from timbre_app.jobs.parameters import saving_fields
from timbre_app.output.batch import BatchRow, read_batch
from timbre_app.output.speaking import Saving
from timbre_app.reading.dictionary import entries_in
from timbre_app.reading.timeline import ReadSentence
from timbre_app.studio.speak.batch_dialog import BatchDialog
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.speak.player import SpeakPlayer
from timbre_app.studio.speak.script import Script
from timbre_app.studio.speak.tools import SpeakTools


class SpeakExportController(QObject):
    """Exports the reading and orders batches; the page can go on meanwhile.

    Signals:
        submitted: The Job that was ordered.
    """

    submitted = Signal(object)

    def __init__(self, page: SpeakPage, script: Script, player: SpeakPlayer, tools: SpeakTools) -> None:
        super().__init__(page)
        self._page, self._script, self._player = page, script, player
        self._tasks, self._notices, self._speech = tools.tasks, tools.notices, tools.speech
        self._dialogs, self._settings, self._jobs = tools.dialogs, tools.settings, tools.jobs
        self._own: set[str] = set()
        self._batch_dialog: BatchDialog | None = None
        self._page.export_requested.connect(self._export)
        self._page.batch_requested.connect(self._explain_batch)

    def job_ended(self, job: Job) -> None:
        """Say below the text what came of a job that this page has ordered."""
        if job.id not in self._own:
            return
        self._own.discard(job.id)
        sounds = [path for path in job.result.files if path.suffix not in (".srt", ".vtt")]
        if job.state is not State.DONE or not sounds:
            self._page.set_status(self.tr("Not saved; no half-written file is left."))
        elif len(sounds) == 1:
            text = self.tr("Saved {0} ({1:.1f} s).").format(sounds[0], job.result.duration_s)
            self._page.set_status(text, "ok")
        else:
            text = self.tr("Saved {0} files in {1} ({2:.1f} s).").format(
                len(sounds), sounds[0].parent, job.result.duration_s
            )
            self._page.set_status(text, "ok")

    def _export(self) -> None:
        page, settings = self._page, self._settings
        name = f"{page.voice_name} - {' '.join(page.text.split()[:5])}"
        plan = self._dialogs.export_plan(
            settings.export_folder, name, settings.export_suffix, settings.export_saving
        )
        if plan is None or page.voice_id is None:
            return
        path, saving = plan[0], settings.with_watermark(plan[1])
        try:
            saving.kind.check(path)
        except ValueError as error:
            self._notices.show_error(error)
            return
        self._player.prepare()
        parameters = self._of_the_text(path.absolute(), saving)
        self._submit("text", path.name, parameters, page.text, lambda: self._remember(path, saving))

    def _of_the_text(self, path: Path, saving: Saving) -> dict[str, Any]:
        reading = self._script.reading
        return {
            "text": self._page.text,
            "voice": reading.voice_id,
            "out": str(path),
            "how": reading.how.numbers,
            "pauses": self._script.pauses,
            "saving": saving_fields(saving),
            "sentences": [
                [sentence.start, sentence.end, _own_settings(sentence)] for sentence in reading.sentences
            ],
        }

    @property
    def batch_dialog(self) -> BatchDialog | None:
        """The open dialog that says what a batch is, or None."""
        return self._batch_dialog

    def _explain_batch(self) -> None:
        dialog = self._batch_dialog = BatchDialog(self._page)
        dialog.chosen.connect(self._batch)
        dialog.finished.connect(lambda _: self._batch_explained(dialog))
        dialog.open()

    def _batch_explained(self, dialog: BatchDialog) -> None:
        self._batch_dialog = None
        dialog.deleteLater()

    def _batch(self) -> None:
        path = self._dialogs.batch_to_read(self._settings.import_folder)
        if path is not None:
            self._tasks.run(
                lambda _: read_batch(path),
                on_result=lambda rows: self._plan_batch(path, rows),
                on_error=self._notices.show_error,
            )

    def _plan_batch(self, path: Path, rows: list[BatchRow]) -> None:
        settings, page = self._settings, self._page
        plan = self._dialogs.batch_plan(
            settings.export_folder, len(rows), settings.export_suffix, settings.export_saving
        )
        if plan is None or page.voice_id is None:
            return
        folder, suffix, saving = plan[0], plan[1], settings.with_watermark(plan[2])
        parameters = {
            "rows": [row_fields(row) for row in rows],
            "folder": str(folder.absolute()),
            "suffix": suffix,
            "voice": page.voice_id,
            "how": page.options.numbers,
            "saving": saving_fields(saving),
        }
        texts = "\n".join(row.text for row in rows)
        title = f"{path.name} → {folder.name}"
        self._submit("batch", title, parameters, texts, lambda: self._remember(folder / f"a{suffix}", saving))

    def _submit(
        self, kind: str, title: str, parameters: Mapping[str, Any], text: str, remember: Callable[[], None]
    ) -> None:
        dictionary, jobs = self._speech.pronunciations, self._jobs

        def work() -> Job:
            out = parameters.get("out")
            if out is not None and not Path(out).parent.is_dir():
                raise FileNotFoundError(errno.ENOENT, "No such folder", out)
            lexicon = entries_in(text, dictionary.usable())
            return jobs.submit(kind, title, {**parameters, "lexicon": lexicon}, WINDOW)

        def submitted(job: Job) -> None:
            remember()
            self._own.add(job.id)
            self._page.set_status(self.tr("{0} is being made; Jobs shows how far it is.").format(title))
            self.submitted.emit(job)

        self._tasks.run(lambda _: work(), on_result=submitted, on_error=self._notices.show_error)

    def _remember(self, path: Path, saving: Saving) -> None:
        self._settings.export_folder = path.parent
        self._settings.export_suffix = path.suffix.lower()
        self._settings.export_saving = saving


def _own_settings(sentence: ReadSentence) -> dict[str, Any]:
    """Settings of a sentence that differ from those of the text."""
    own: dict[str, Any] = {} if sentence.how is None else {"how": sentence.how.numbers}
    if not sentence.edits.is_neutral:
        own |= {"pitch": list(sentence.edits.pitch), "duration": list(sentence.edits.duration)}
    return own
