"""Buttons side by side, in several rows if one row is too narrow."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget


class ButtonRows(QWidget):
    """Rows with the same number of buttons, all of one width; the last button fills its row."""

    def __init__(self, *buttons: QPushButton) -> None:
        super().__init__()
        self._buttons = buttons
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._arrange()

    @property
    def columns(self) -> int:
        """How many buttons are side by side."""
        return self._columns

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Size with all buttons in one row."""
        count = len(self._buttons)
        width = count * self._widest() + (count - 1) * self._grid.horizontalSpacing()
        return QSize(width, self._grid.sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Size of the widest button."""
        return QSize(self._widest(), self._grid.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Arrange the rows for the new width."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Arrange the rows when the letters have changed."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _widest(self) -> int:
        return max(button.minimumSizeHint().width() for button in self._buttons)

    def _arrange(self) -> None:
        count, gap = len(self._buttons), self._grid.horizontalSpacing()
        fitting = max(1, (self.width() + gap) // (self._widest() + gap))
        columns = ceil(count / ceil(count / fitting))
        if columns == self._columns:
            return
        self._columns = columns
        for at in range(count):
            self._grid.setColumnStretch(at, int(at < columns))
        for at, button in enumerate(self._buttons):
            row, column = divmod(at, columns)
            span = columns - column if at == count - 1 else 1
            self._grid.addWidget(button, row, column, 1, span)
        self.updateGeometry()
