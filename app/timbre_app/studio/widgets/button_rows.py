"""Buttons side by side, in several rows if one row is too narrow."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from timbre_app.studio.theme import Space


class ButtonRows(QWidget):
    """Rows with the same number of buttons, all of one width; the last button fills its row; hidden ones take no room.

    Buttons that are loose have widths of their own where all fit into one row.

    The number of rows depends on the width, so the height is a height for a width: the layout around the buttons
    gives the rows their room in the same step as their width. A grid that is filled anew after each change of width
    is given its room one step later, and in between its rows overlap.
    """

    def __init__(self, *buttons: QPushButton, loose: bool = False) -> None:
        super().__init__()
        self._buttons, self._loose = buttons, loose
        for button in buttons:
            button.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def columns(self) -> int:
        """How many buttons are side by side."""
        return self._columns_in(self.width())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Size with all buttons in one row."""
        count = len(self._shown)
        width = self._row_width() if self._loose else count * self._widest() + (count - 1) * Space.S
        return QSize(width, self._highest())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Size of the largest button."""
        return QSize(self._widest(), self._highest())

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """Height of the rows that a width needs."""
        rows = ceil(len(self._shown) / self._columns_in(width))
        return rows * self._highest() + (rows - 1) * Space.S

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Place the buttons for the new width."""
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """Place the buttons anew when their texts or their letters have changed, or one was shown or hidden."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self.updateGeometry()
            self._place()
        return super().event(event)

    @property
    def _shown(self) -> list[QPushButton]:
        """The buttons that nobody has hidden; at least one, so that the rows have a size."""
        decided = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
        hidden = [button for button in self._buttons if button.isHidden() and button.testAttribute(decided)]
        return [button for button in self._buttons if button not in hidden] or [self._buttons[0]]

    def _widest(self) -> int:
        return max(button.minimumSizeHint().width() for button in self._shown)

    def _row_width(self) -> int:
        """Width of all buttons in one row, each as wide as it is by itself."""
        widths = [button.sizeHint().width() for button in self._shown]
        return sum(widths) + (len(widths) - 1) * Space.S

    def _is_loose_in(self, width: int) -> bool:
        return self._loose and width >= self._row_width()

    def _highest(self) -> int:
        return max(button.sizeHint().height() for button in self._shown)

    def _columns_in(self, width: int) -> int:
        count = len(self._shown)
        if self._is_loose_in(width):
            return count
        fitting = max(1, (width + Space.S) // (self._widest() + Space.S))
        return ceil(count / ceil(count / fitting))

    def _place(self) -> None:
        columns, height, shown = self.columns, self._highest(), self._shown
        if self._is_loose_in(self.width()):
            self._place_loosely()
            return
        free = self.width() - (columns - 1) * Space.S
        edges = [free * column // columns + column * Space.S for column in range(columns + 1)]
        for at, button in enumerate(shown):
            row, column = divmod(at, columns)
            end = columns if at == len(shown) - 1 else column + 1
            width = edges[end] - Space.S - edges[column]
            button.setGeometry(QRect(edges[column], row * (height + Space.S), width, height))

    def _place_loosely(self) -> None:
        """Place the buttons side by side at the right end."""
        left = self.width() - self._row_width()
        for button in self._shown:
            width = button.sizeHint().width()
            button.setGeometry(QRect(left, 0, width, self._highest()))
            left += width + Space.S
