"""The outline of a take or of speech, with the place that is being played."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget


class WaveformView(QWidget):
    """Draws an outline, (2, c) float32 in [-1, 1], stretched over its width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outline = np.zeros((2, 0), dtype=np.float32)
        self._position: float | None = None
        self._empty_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Waveform"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A wide, low strip."""
        return QSize(400, 84)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Least room."""
        return QSize(120, 56)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return self._outline.shape[1] == 0

    def set_outline(self, outline: np.ndarray) -> None:
        """Show another sound, (2, c)."""
        self._outline = outline
        self._position = None
        self.update()

    def clear(self) -> None:
        """Show no sound."""
        self.set_outline(np.zeros((2, 0), dtype=np.float32))

    def set_empty_text(self, text: str) -> None:
        """What to say while there is no sound."""
        self._empty_text = text
        self.update()

    def set_position(self, share: float | None) -> None:
        """Mark the place being played, 0 to 1, or none."""
        self._position = share
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the outline, or the sentence that stands in for it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setPen(QPen(self.palette().mid().color()))
        if self.is_empty:
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._empty_text)
        else:
            painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))
            self._draw_outline(painter, middle)
        if self._position is not None:
            painter.setPen(QPen(self.palette().text().color(), 1.5))
            x = self._position * self.width()
            painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        painter.end()

    def _draw_outline(self, painter: QPainter, middle: float) -> None:
        columns = self._outline.shape[1]
        step = self.width() / max(1, columns - 1)
        reach = middle - 2
        low, high = self._outline
        points = [QPointF(at * step, middle - float(value) * reach) for at, value in enumerate(high)]
        points += [
            QPointF(at * step, middle - float(low[at]) * reach + 1.0) for at in range(columns - 1, -1, -1)
        ]
        colour = self.palette().highlight().color()
        painter.setPen(QPen(colour, 1))
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF(points))
