"""Leads the Books page: opens, speaks, pauses, makes a sentence again, exports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject

from timbre_app.books.project import BookProject
from timbre_app.client.streams import RequestCancelled
from timbre_app.studio.books.export import BookExport
from timbre_app.studio.books.page import IDLE, SPEAKING, BooksPage
from timbre_app.studio.books.tools import BooksTools
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.playback import Sound
from timbre_app.studio.tasks import Task

if TYPE_CHECKING:
    from timbre_app.books.rendering import BookOrder, BookProgress

LANE = "book"
"""Lane of all tasks on books: one runs at a time."""


class BooksController(QObject):
    """Signals of the page in, work on the book out.

    Attributes:
        export: Has the files made.
    """

    def __init__(self, page: BooksPage, tools: BooksTools) -> None:
        super().__init__(page)
        self._page, self._notices, self._tasks, self._books = page, tools.notices, tools.tasks, tools.books
        self._player, self._dialogs, self._settings = tools.playback, tools.dialogs, tools.settings
        self.export = BookExport(page, tools)
        self.export.came_forward.connect(self._show_sentences)
        self._project: BookProject | None = None
        self._task: Task | None = None
        self._shown_chapter = 0
        self._looks = self._shown_look = 0
        page.open_requested.connect(self._ask_for_book)
        page.book_dropped.connect(self.open)
        page.start_toggled.connect(self._toggle)
        page.export_requested.connect(self._export)
        page.play_requested.connect(lambda: self._hear(self._books.sound))
        page.again_requested.connect(lambda: self._hear(self._books.again))
        page.chapter_chosen.connect(lambda _: self._show_sentences())
        page.choices_changed.connect(self._show_sentences)
        page.choices_changed.connect(self._choices_changed)
        page.chapter_list.ticks_changed.connect(self._ticks_changed)
        page.part_boxes["front-matter"].toggled.connect(lambda _: self._tick_usual())

    @property
    def running(self) -> bool:
        """Whether a book is being spoken by the window itself."""
        return self._task is not None

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer voices."""
        self._page.set_voices(voices)

    def show(self) -> None:
        """Look for books that were begun, while none is open."""
        if self._project is None:
            self._tasks.run(lambda _: self._books.begun(), on_result=self._page.show_begun)

    def open(self, path: Path) -> None:
        """Open a book's file, or the folder of one that was begun."""
        if self.running:
            return
        self._page.set_status(self.tr("Reading {0}…").format(path.name))
        self._tasks.run(
            lambda _: self._books.open(path), on_result=self._opened, on_error=self._failed, lane=LANE
        )

    def close(self) -> None:
        """Stop; what has been spoken is kept."""
        if self._task is not None:
            self._task.cancel()

    def _ask_for_book(self) -> None:
        path = self._dialogs.book_to_open(self._settings.export_folder)
        if path is not None:
            self.open(path)

    def _opened(self, project: BookProject) -> None:
        self._project = project
        self._notices.clear()
        self._page.show_book(project.entry, project.usual_chapters(self._page.skipped))
        self.export.find(project)

    def _tick_usual(self) -> None:
        if self._project is not None:
            self._page.chapter_list.tick(self._project.usual_chapters(self._page.skipped))

    def _order(self, chapters: Sequence[int] | None = None) -> BookOrder:
        from timbre_app.books.rendering import BookOrder

        chosen = self._page.chapter_list.ticked if chapters is None else chapters
        return BookOrder(tuple(chosen), str(self._page.voice_id), skipped=self._page.skipped)

    def _show_sentences(self) -> None:
        project, chapter = self._project, self._page.chapter_list.chapter
        if project is None or chapter is None or self._page.voice_id is None:
            return
        order = self._order([chapter])
        self._looks += 1
        look = self._looks

        def shown(sentences: list[Any]) -> None:
            # Looks run side by side, and one that began earlier may end later: it knows less.
            if look > self._shown_look and self._page.chapter_list.chapter == chapter:
                self._shown_look = look
                self._page.show_sentences(sentences)

        self._tasks.run(
            lambda _: self._books.sentences(project, order, chapter),
            on_result=shown,
            on_error=self._notices.show_error,
        )

    def _choices_changed(self) -> None:
        if self.export.is_active:
            self.export.choices_changed(self._order())

    def _ticks_changed(self) -> None:
        self._choices_changed()
        if self._page.mode == IDLE:  # what was done of other chapters says nothing of these
            self._page.set_progress(0.0)
            self._page.set_status("")

    def _toggle(self) -> None:
        if self.export.is_active:
            self.export.toggle(self._order())
        elif self.running:
            self._pause()
        else:
            self._speak()

    def _pause(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._end()
        self._page.set_status(self.tr("Paused. Choose Start to continue from this sentence."))

    def _speak(self) -> None:
        """Speak what is missing of the ticked chapters."""
        project, order = self._project, self._order()
        if project is None:
            return
        self._shown_chapter = 0
        self._page.set_mode(SPEAKING)
        self._page.set_status(self.tr("Making the speech; nothing is played meanwhile."))
        self._player.stop()
        self._task = self._tasks.run(
            lambda task: self._books.make(project, order, task.report, lambda: task.cancelled),
            on_result=lambda _: self._spoken(),
            on_error=self._failed,
            on_progress=self._show_progress,
            lane=LANE,
        )

    def _spoken(self) -> None:
        self._end()
        self._page.set_progress(1.0)
        text = self.tr(
            "The speech of all ticked chapters is ready: hear a sentence with Play, or export the book."
        )
        self._page.set_status(text, "ok")

    def _show_progress(self, progress: BookProgress) -> None:
        page = self._page
        page.set_progress(progress.share)
        text = self.tr("Chapter {0}: {1} % of the book").format(
            progress.chapter, f"{100 * progress.share:.1f}"
        )
        if progress.left_s is not None:
            text = self.tr("{0}, {1} left").format(text, page.time_text(progress.left_s))
        page.set_status(text)
        if progress.chapter != self._shown_chapter:
            self._shown_chapter = progress.chapter
            self._show_sentences()

    def _hear(self, work: Callable[..., np.ndarray]) -> None:
        """Play the chosen sentence, as it is or in another way."""
        project, chapter, number = self._project, self._page.chapter_list.chapter, self._page.sentence
        if project is None or chapter is None or number is None or self.running:
            return
        order = self._order([chapter])

        def make(should_stop: Callable[[], bool]) -> Sound:
            return Sound.whole(project.sample_rate, work(project, order, (chapter, number), should_stop))

        self._player.play(
            make, on_end=self._show_sentences, on_error=self._failed, on_chunk=self._show_sentences
        )

    def _export(self) -> None:
        if self._project is not None:
            self.export.order(self._project, self._order())

    def _end(self) -> None:
        self._task = None
        self._page.set_mode(IDLE)
        self._show_sentences()

    def _failed(self, error: Exception) -> None:
        self._end()
        self._page.set_status("")
        if not isinstance(error, RequestCancelled):
            self._notices.show_error(error)
