"""A line from "somebody else" to "the person", with marks for the voice and for the nearest speaker known before."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

MARGIN = 10
LINE_Y = 12.0


class LikenessScale(QWidget):
    """Draws two places between 0 and 1; labels beside it give the same numbers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voice: float | None = None
        self._nearest: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Likeness"))

    def set_places(self, voice: float | None, nearest: float | None) -> None:
        """Show these places; values outside 0 to 1 are drawn at the end of the line."""
        self._voice, self._nearest = voice, nearest
        self.setVisible(voice is not None)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A strip with a line of text below it."""
        return self.minimumSizeHint().expandedTo(QSize(220, 0))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for the words at both ends."""
        metrics = self.fontMetrics()
        words = sum(metrics.horizontalAdvance(text) for text in self._ends())
        return QSize(words + 2 * MARGIN, round(LINE_Y) + metrics.height() + 12)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw a line up to the voice, a disc for the voice, a bar for the nearest speaker, words at the ends."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        accent = palette.color(QPalette.ColorRole.Highlight)
        ends = (QPointF(MARGIN, LINE_Y), QPointF(self.width() - MARGIN, LINE_Y))
        painter.setPen(_thick(palette.color(QPalette.ColorRole.Mid)))
        painter.drawLine(*ends)
        if self._voice is not None:
            painter.setPen(_thick(accent))
            painter.drawLine(ends[0], QPointF(self._x(self._voice), LINE_Y))
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Base), 2))
            painter.setBrush(accent)
            painter.drawEllipse(QPointF(self._x(self._voice), LINE_Y), 8, 8)
        if self._nearest is not None:
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Text), 2))
            x = self._x(self._nearest)
            painter.drawLine(QPointF(x, LINE_Y - 8), QPointF(x, LINE_Y + 8))
        self._draw_ends(painter)

    def _draw_ends(self, painter: QPainter) -> None:
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        below = QRectF(0, LINE_Y + 10, self.width(), self.height() - LINE_Y - 10)
        sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
        for side, text in zip(sides, self._ends(), strict=True):
            painter.drawText(below, side | Qt.AlignmentFlag.AlignTop, text)

    def _ends(self) -> tuple[str, str]:
        return self.tr("somebody else"), self.tr("the person")

    def _x(self, place: float) -> float:
        return MARGIN + min(1.0, max(0.0, place)) * (self.width() - 2 * MARGIN)


def _thick(colour: QColor) -> QPen:
    return QPen(colour, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
