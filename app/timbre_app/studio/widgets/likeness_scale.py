"""A meter from "somebody else" to "the person": how far the voice is, and the nearest speaker known before."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from timbre_app.studio.theme import Radius, Space, Type, muted_colour, sized

SEGMENTS = 20
BAR_HEIGHT = Space.M
MARK = Space.S
"""Height of the triangle that points at the nearest speaker, and half its width."""


class LikenessScale(QWidget):
    """Draws two places between 0 and 1; labels beside it give the same numbers. Nothing in it can be dragged."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voice: float | None = None
        self._nearest: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Likeness"))

    def set_places(self, voice: float | None, nearest: float | None) -> None:
        """Show these places; values outside 0 to 1 are drawn at the end of the meter."""
        self._voice, self._nearest = voice, nearest
        self.setVisible(voice is not None)
        text = self.tr("{0:.0f} % of the way from somebody else to the person")
        self.setAccessibleDescription("" if voice is None else text.format(100 * min(1.0, max(0.0, voice))))
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A strip with a line of text below it."""
        return self.minimumSizeHint().expandedTo(QSize(220, 0))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for the words at both ends."""
        metrics = self.fontMetrics()
        words = sum(metrics.horizontalAdvance(text) for text in self._ends())
        return QSize(words + Space.XL, BAR_HEIGHT + MARK + Space.S + metrics.height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the segments up to the voice, a triangle under the nearest speaker, words at the ends."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        self._draw_segments(painter)
        if self._nearest is not None:
            painter.setBrush(self.palette().color(QPalette.ColorRole.Text))
            x = min(max(self._x(self._nearest), MARK), self.width() - MARK)  # the mark is whole at both ends
            top = BAR_HEIGHT + Space.XXS
            corners = (QPointF(x, top), QPointF(x - MARK, top + MARK), QPointF(x + MARK, top + MARK))
            painter.drawPolygon(QPolygonF(corners))
        self._draw_ends(painter)
        painter.end()

    def _draw_segments(self, painter: QPainter) -> None:
        width = self.width() / SEGMENTS
        for number in range(SEGMENTS):
            filled = self._voice is not None and (number + 0.5) / SEGMENTS <= self._voice
            painter.setBrush(self._colour(filled))
            segment = QRectF(number * width, 0, width - Space.XXS, BAR_HEIGHT)
            painter.drawRoundedRect(segment, Radius.S / 2, Radius.S / 2)

    def _colour(self, filled: bool) -> QColor:
        role = QPalette.ColorRole.Highlight if filled else QPalette.ColorRole.Mid
        return self.palette().color(role)

    def _draw_ends(self, painter: QPainter) -> None:
        painter.setFont(sized(self.font(), Type.CAPTION))
        painter.setPen(muted_colour(self.palette()))
        top = BAR_HEIGHT + MARK + Space.XS
        below = QRectF(0, top, self.width(), self.height() - top)
        sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
        for side, text in zip(sides, self._ends(), strict=True):
            painter.drawText(below, side | Qt.AlignmentFlag.AlignTop, text)

    def _ends(self) -> tuple[str, str]:
        return self.tr("somebody else"), self.tr("the person")

    def _x(self, place: float) -> float:
        return min(1.0, max(0.0, place)) * (self.width() - Space.XXS)
