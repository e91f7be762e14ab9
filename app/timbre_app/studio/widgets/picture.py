"""An icon of the set, or the mark of Timbre, as a picture beside or above text."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class Picture(QWidget):
    """Draws an icon at a size, sharp on every screen; it says nothing that the text beside it does not say."""

    def __init__(self, icon: QIcon, size: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._size = QSize(size, size)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, icon: QIcon) -> None:
        """Draw another icon."""
        self._icon = icon
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The size of the picture."""
        return self._size

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The size of the picture."""
        return self._size

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the icon."""
        painter = QPainter(self)
        self._icon.paint(painter, QRect(0, 0, self.width(), self.height()))
        painter.end()
