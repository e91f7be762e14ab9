"""Buttons side by side, in several rows where one is too narrow for them."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget


class ButtonRows(QWidget):
    """Rows of equally many buttons of one width; the last one fills its row."""

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
        """Wide enough for one row."""
        count = len(self._buttons)
        width = count * self._widest() + (count - 1) * self._grid.horizontalSpacing()
        return QSize(width, self._grid.sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As narrow as the widest button."""
        return QSize(self._widest(), self._grid.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width may need other rows."""
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """So may larger letters."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def _widest(self) -> int:
        return max(one.minimumSizeHint().width() for one in self._buttons)

    def _arrange(self) -> None:
        count, gap = len(self._buttons), self._grid.horizontalSpacing()
        fitting = max(1, (self.width() + gap) // (self._widest() + gap))
        columns = ceil(count / ceil(count / fitting))
        if columns == self._columns:
            return
        self._columns = columns
        for at in range(count):
            self._grid.setColumnStretch(at, int(at < columns))
        for at, one in enumerate(self._buttons):
            row, column = divmod(at, columns)
            span = columns - column if at == count - 1 else 1
            self._grid.addWidget(one, row, column, 1, span)
        self.updateGeometry()
