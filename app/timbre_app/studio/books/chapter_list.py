"""The chapters of a book with tick boxes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from timbre_app.books.project import ChapterEntry

_NUMBER = Qt.ItemDataRole.UserRole


class ChapterList(QListWidget):
    """Chapters; those that are ticked are read.

    Signals:
        ticks_changed: The person has ticked a chapter, or taken a tick away.
        chapter_chosen: Number of the chapter that the person looks at.
    """

    ticks_changed = Signal()
    chapter_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Chapters"))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemChanged.connect(lambda _: self.ticks_changed.emit())
        self.currentItemChanged.connect(self._choose)

    @property
    def ticked(self) -> list[int]:
        """Numbers of the chapters to read, in order."""
        items = (self.item(row) for row in range(self.count()))
        return [item.data(_NUMBER) for item in items if item.checkState() is Qt.CheckState.Checked]

    @property
    def chapter(self) -> int | None:
        """Number of the chapter that the person looks at."""
        item = self.currentItem()
        return item.data(_NUMBER) if item is not None else None

    def show_chapters(self, chapters: Sequence[ChapterEntry], ticked: Sequence[int]) -> None:
        """Fill the list and look at the first chapter to read."""
        self.blockSignals(True)
        self.clear()
        for chapter in chapters:
            item = QListWidgetItem(chapter.title)
            item.setData(_NUMBER, chapter.number)
            item.setToolTip(self._about(chapter))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            self.addItem(item)
        self.blockSignals(False)
        self.tick(ticked)
        self.setCurrentRow(ticked[0] - 1 if ticked else 0)

    def tick(self, numbers: Sequence[int]) -> None:
        """Tick these chapters and no others."""
        self.blockSignals(True)
        for row in range(self.count()):
            item = self.item(row)
            is_ticked = item.data(_NUMBER) in numbers
            item.setCheckState(Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)
        self.blockSignals(False)
        self.ticks_changed.emit()

    def _about(self, chapter: ChapterEntry) -> str:
        about = self.tr("{0} characters").format(f"{sum(chapter.characters.values()):,}")
        return f"{about}, {self.tr('front matter')}" if chapter.is_front else about

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.chapter_chosen.emit(item.data(_NUMBER))
