"""Jobs of kind `book`: an audiobook. Its sentences are kept with the book, so `timbre book` and the window share them.

```
project    name of the book's folder in books.project.books_dir
chapters   their numbers            skipped    parts that are left out, of SKIPPABLE
voice      id or name, or base:NAME
how, language, lexicon              as in jobs of kind text
folder     absolute path of the folder of the files
suffix     of the chapters' files, without its dot; empty for none
m4b        absolute path of the whole book's file, or null
report     whether the files are measured, into report.txt beside them
```
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from timbre.messages import InputError, Message
from timbre_app.books.assembling import Delivery, assemble, check_format
from timbre_app.books.project import BookProject, books_dir
from timbre_app.books.rendering import BookOrder, render
from timbre_app.books.report import write_report
from timbre_app.jobs.desk import Desk
from timbre_app.jobs.job import JobResult
from timbre_app.jobs.kinds import Work
from timbre_app.jobs.outbox import check_goal
from timbre_app.jobs.parameters import how_of, text_of
from timbre_app.output.known_voices import Voices
from timbre_app.reading.narrator import VoiceNarrator


def plan(parameters: Mapping[str, Any]) -> Work:
    """See timbre_app.jobs."""
    folder = books_dir() / Path(text_of(parameters, "project")).name
    if not (folder / "book.json").is_file():
        raise InputError("The saved progress of this book is gone: start it again from its file.")
    project = BookProject(folder)
    order = BookOrder(
        tuple(parameters.get("chapters") or ()),
        text_of(parameters, "voice"),
        how_of(parameters.get("how")),
        frozenset(parameters.get("skipped") or ()),
    )
    if not order.chapters:
        raise InputError("This job has no chapters to read: choose some.")
    for chapter in order.chapters:
        project.chapter_entry(chapter)
    delivery = _delivery(parameters)
    return BookWork(
        project,
        order,
        delivery,
        parameters.get("lexicon") or {},
        parameters.get("language") or None,
        bool(parameters.get("report")),
    )


def parameters_of(project: BookProject, order: BookOrder, delivery: Delivery) -> dict[str, Any]:
    """The parameters that `plan` reads, except for language, lexicon and report; the voice should be an id."""
    return {
        "project": project.folder.name,
        "chapters": list(order.chapters),
        "skipped": sorted(order.skipped),
        "voice": order.voice_id,
        "how": order.how.numbers,
        "folder": str(delivery.folder.absolute()),
        "suffix": delivery.suffix,
        "m4b": None if delivery.m4b is None else str(delivery.m4b.absolute()),
    }


@dataclass(frozen=True)
class BookWork(Work):
    """Speaks what is missing of a book, and writes its files."""

    project: BookProject
    order: BookOrder
    delivery: Delivery
    lexicon: Mapping[str, str]
    language: str | None
    report: bool = False

    @property
    def count(self) -> int:
        """See Work."""
        chapters = (self.project.chapter(number) for number in self.order.chapters)
        return sum(1 for chapter in chapters for _ in chapter.sentences(self.order.skipped))

    def do(self, desk: Desk) -> JobResult:
        """See Work; all is spoken in the same version of the voice."""
        check_goal(self.delivery.folder)
        voice = Voices().find(self.order.voice_id)
        narrator = VoiceNarrator(desk.client, voice, self.lexicon, self.language, background=True)
        render(
            self.project,
            self.order,
            narrator,
            lambda progress: desk.note_share(progress.share),
            desk.should_stop,
        )
        folder, m4b = desk.outbox.folder(self.delivery.folder), self.delivery.m4b
        delivery = replace(self.delivery, folder=folder, m4b=None if m4b is None else desk.outbox.path(m4b))
        book = assemble(self.project, self.order, narrator, delivery, should_stop=desk.should_stop)
        paths = tuple(map(desk.outbox.target, book.paths))
        if not self.report:
            return JobResult(paths, book.duration_s)
        path, faulty = write_report(folder, book.chapters or book.paths)
        remark = Message.of(
            "A shop would refuse {count} of the files: {report} in their folder says why.",
            count=faulty,
            report=path.name,
        )
        files = (*paths, desk.outbox.target(path))
        return JobResult(files, book.duration_s, remark=remark if faulty else None)


def _delivery(parameters: Mapping[str, Any]) -> Delivery:
    suffix, m4b = parameters.get("suffix") or "", parameters.get("m4b")
    if suffix:
        check_format(suffix)
    elif not m4b:
        raise InputError("This job writes no file: choose a format for the chapters, or an M4B.")
    return Delivery(Path(text_of(parameters, "folder")), suffix, Path(m4b) if m4b else None)
