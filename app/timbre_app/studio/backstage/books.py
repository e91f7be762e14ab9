"""Books for the window: opens a book and speaks its sentences; a job makes the audiobook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from timbre_app.books.project import BookProject
    from timbre_app.books.rendering import BookOrder, BookProgress
    from timbre_app.reading.sentence import Narrator


@dataclass(frozen=True)
class SentenceItem:
    """A sentence of a chapter as the list shows it."""

    number: int
    text: str
    is_spoken: bool


@dataclass(frozen=True)
class BegunBook:
    """A book that was opened before."""

    folder: Path
    title: str
    author: str


class StudioBooks:
    """Works on books, with the sentences that a narrator speaks. All calls take a while."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator

    def begun(self) -> list[BegunBook]:
        """Books that were opened before, the latest first."""
        from timbre_app.books.model import BookError
        from timbre_app.books.project import BookProject, books_dir

        found: list[tuple[float, BegunBook]] = []
        for file in books_dir().glob("[!.]*/book.json"):
            try:
                entry = BookProject(file.parent).entry
            except BookError:
                continue
            found.append((file.stat().st_mtime, BegunBook(file.parent, entry.title, entry.author)))
        return [book for _, book in sorted(found, key=lambda item: -item[0])]

    def open(self, path: Path) -> BookProject:
        """Read a book's file, or open the folder of one that was begun."""
        from timbre_app.books.project import BookProject, import_book

        project = BookProject(path) if path.is_dir() else import_book(path)
        (project.folder / "book.json").touch()
        return project

    def sentences(self, project: BookProject, order: BookOrder, chapter: int) -> list[SentenceItem]:
        """The sentences of a chapter, and whether each has been spoken as the order wants it."""
        from timbre_app.books.rendering import lines_of

        return [
            SentenceItem(line.sentence.number, line.sentence.text, project.has_sentence(line.key))
            for line in lines_of(project, order, chapter, self._narrator)
        ]

    def make(
        self,
        project: BookProject,
        order: BookOrder,
        on_progress: Callable[[BookProgress], None],
        should_stop: Callable[[], bool],
    ) -> None:
        """Speak what is missing."""
        from timbre_app.books.rendering import render

        render(project, order, self._narrator, on_progress, should_stop)

    def again(
        self, project: BookProject, order: BookOrder, place: tuple[int, int], should_stop: Callable[[], bool]
    ) -> np.ndarray:
        """Speak a sentence in another way, and keep it so; place is chapter and number. Returns (n,) int16."""
        project.read_otherwise(*place)
        return self.sound(project, order, place, should_stop)

    def sound(
        self, project: BookProject, order: BookOrder, place: tuple[int, int], should_stop: Callable[[], bool]
    ) -> np.ndarray:
        """The speech of a sentence, (n,) int16; spoken first if it is missing."""
        from timbre_app.books.rendering import lines_of, speak_line

        chapter, number = place
        lines = lines_of(project, order, chapter, self._narrator)
        line = next(line for line in lines if line.sentence.number == number)
        if not project.has_sentence(line.key):
            speak_line(project, line, self._narrator, should_stop)
        return project.sentence(line.key)
