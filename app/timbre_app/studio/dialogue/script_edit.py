"""The editor of the script, which marks the line that is heard."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget


class DialogueEdit(QPlainTextEdit):
    """Edits plain text; Tab leads on, as everywhere in the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self._marked: int | None = None

    @property
    def marked_line(self) -> int | None:
        """Number of the marked line, from 1."""
        return self._marked

    @property
    def cursor_line(self) -> int:
        """Number of the line with the cursor, from 1."""
        return self.textCursor().blockNumber() + 1

    def mark_line(self, number: int | None) -> None:
        """Mark a line, counted from 1, or none; brings it into view."""
        if number == self._marked:
            return
        self._marked = number
        if number is None:
            self.setExtraSelections([])
            return
        mark = QTextEdit.ExtraSelection()
        colour = QColor(self.palette().highlight().color())
        colour.setAlpha(55)
        mark.format.setBackground(colour)
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        place = QTextCursor(self.document().findBlockByNumber(number - 1))
        mark.cursor = QTextCursor(place)
        mark.cursor.movePosition(  # all of a line that is wrapped
            QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
        )
        self.setExtraSelections([mark])
        self._show(place)

    def go_to_line(self, number: int) -> None:
        """Put the cursor into a line, counted from 1."""
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(number - 1)))

    def _show(self, cursor: QTextCursor) -> None:
        place = self.cursorRect(cursor)
        if not self.viewport().rect().contains(place):
            line = cursor.blockNumber() - 2
            self.verticalScrollBar().setValue(max(0, line))
