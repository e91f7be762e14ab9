"""A widget that draws the outline of a take or of speech, with the place that is played."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from timbre_app.studio.theme import muted_colour
from timbre_app.studio.widgets.outline import outline_picture


class WaveformView(QWidget):
    """Draws an outline, (2, c) float32 in [-1, 1], stretched over its width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outline = np.zeros((2, 0), dtype=np.float32)
        self._picture = QImage()
        self._position: float | None = None
        self._empty_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Waveform"))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A wide, low strip."""
        return QSize(400, 84)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Least size."""
        return QSize(120, 18)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return self._outline.shape[1] == 0

    def set_outline(self, outline: np.ndarray) -> None:
        """Show another sound, (2, c)."""
        self._outline = outline
        self._position = None
        self._shape()
        self.update()

    def clear(self) -> None:
        """Show no sound."""
        self.set_outline(np.zeros((2, 0), dtype=np.float32))

    def set_empty_text(self, text: str) -> None:
        """Set the text that is shown while there is no sound."""
        self._empty_text = text
        self.update()

    def set_position(self, share: float | None) -> None:
        """Mark the place being played, 0 to 1, or none."""
        self._position = share
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the picture in the new size."""
        super().resizeEvent(event)
        self._shape()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the picture in the new colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._shape()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the outline, or the text that is shown without one."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setPen(QPen(self.palette().mid().color()))
        if self.is_empty:
            painter.setPen(muted_colour(self.palette()))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._empty_text)
        else:
            painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))
            painter.drawImage(0, 0, self._picture)
        if self._position is not None:
            painter.setPen(QPen(self.palette().text().color(), 1.5))
            x = self._position * self.width()
            painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        painter.end()

    def _shape(self) -> None:
        self._picture = outline_picture(self._outline, self, self.height() / 2 - 2)
