"""Jobs of kind `ssml`: a document of SSML into one file. A job that broke off goes on at the passage where it stopped.

```
document   the document
voice      id or name, or base:NAME; for what the document gives no other voice
out, format, how, language, lexicon, saving      as in jobs of kind text
marks      absolute path of a file for the times of the marks, or its name alone if it stays with the job, or null
```
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from timbre.messages import InputError
from timbre.text import TextError
from timbre.text.ssml import Document, read_ssml
from timbre_app.client.streams import RequestCancelled
from timbre_app.jobs.desk import Desk
from timbre_app.jobs.job import JobResult
from timbre_app.jobs.kinds import Work
from timbre_app.jobs.parameters import how_of, saving_of, text_of
from timbre_app.jobs.text import RESULT
from timbre_app.output.export import SoundFileWriter
from timbre_app.output.known_voices import Voices
from timbre_app.output.marks_file import write_marks
from timbre_app.output.speaking import SAMPLE_RATE, Saving, Spoken, short_title, write_speech
from timbre_app.output.subtitles import write_subtitles
from timbre_app.reading.clip import ClipStore
from timbre_app.reading.narrator import controls_of
from timbre_app.reading.sentence import HowToSpeak, cut_sentences
from timbre_app.ssml import SsmlChunk, SsmlDefaults, SsmlSpeech, TimedMark
from timbre_app.ssml.keeping import KeptSpeech


def plan(parameters: Mapping[str, Any]) -> Work:
    """See timbre_app.jobs."""
    document, saving = read_ssml(text_of(parameters, "document")), saving_of(parameters.get("saving") or {})
    if not document.written.strip():
        raise TextError("There is nothing to speak: the SSML has no words.")
    if saving.by_sentence:
        raise InputError("A document of SSML is one file: leave out a file for each sentence.")
    out, marks = parameters.get("out"), parameters.get("marks")
    path = Path(out) if out else Path(f"{RESULT}.{parameters.get('format') or 'wav'}")
    saving.kind.check(path)
    return SsmlWork(
        document,
        text_of(parameters, "voice"),
        how_of(parameters.get("how")),
        parameters.get("language") or None,
        parameters.get("lexicon") or {},
        path,
        saving,
        Path(marks) if marks else None,
    )


@dataclass(frozen=True)
class SsmlWork(Work):
    """Speaks a document. A path without a folder is that of a file that stays with the job."""

    document: Document
    voice: str
    how: HowToSpeak
    language: str | None
    lexicon: Mapping[str, str]
    path: Path
    saving: Saving
    marks: Path | None

    @property
    def count(self) -> int:
        """See Work; the number of sentences as they are written."""
        return len(self._ends)

    def do(self, desk: Desk) -> JobResult:
        """See Work."""
        path = desk.outbox.path(desk.results / self.path)  # an absolute path stays as it is
        marks: list[TimedMark] = []

        def note(chunk: SsmlChunk) -> None:
            marks.extend(chunk.marks)
            if chunk.timing.words:
                desk.note(bisect_right(self._ends, chunk.timing.words[-1].char_end))
            if desk.should_stop():
                raise RequestCancelled("The job was stopped.")

        title, clips = short_title(self.document.written), desk.clips()
        with SoundFileWriter(path, SAMPLE_RATE, title, self.saving.kind) as file:
            spoken = write_speech([file], lambda: self._speech(desk, clips), on_chunk=note)
        paths = (path, *self._write_beside(path, spoken, marks, desk))
        return JobResult(tuple(map(desk.outbox.target, paths)), spoken.duration_s)

    def _speech(self, desk: Desk, clips: ClipStore) -> SsmlSpeech:
        find = Voices().find
        defaults = SsmlDefaults(
            find(self.voice), find, controls_of(self.how), self.language, self.lexicon, background=True
        )
        return SsmlSpeech(KeptSpeech(desk.client, clips), self.document, defaults)

    def _write_beside(self, path: Path, spoken: Spoken, marks: list[TimedMark], desk: Desk) -> list[Path]:
        """Write subtitles and marks; returns their files."""
        subtitles = [path.with_suffix(suffix) for suffix in self.saving.subtitles]
        for file in subtitles:
            write_subtitles(file, self.document.written, spoken.words)
        if self.marks is None:
            return subtitles
        marks_file = desk.outbox.path(desk.results / self.marks)
        write_marks(marks_file, marks)
        return [*subtitles, marks_file]

    @cached_property
    def _ends(self) -> list[int]:
        """Where each sentence ends in the document as it is written."""
        return [end for _, end in cut_sentences(self.document.written)] or [0]
