"""The seconds before a take begins, large over the sentence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from timbre_app.studio.theme import Space, Type

VEIL_ALPHA = 150
"""The sentence stays readable behind the number, so that it can be read in advance."""


class Countdown(QWidget):
    """Covers another widget while it counts; clicks go through it."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self._count = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(self.tr("Count-down"))
        over.installEventFilter(self)
        self.hide()

    @property
    def count(self) -> int:
        """The second shown; 0 if nothing is counted."""
        return self._count

    def set_count(self, count: int) -> None:
        """Show a number of seconds; 0 hides it."""
        if count == self._count:
            return
        self._count = count
        self.setAccessibleDescription(str(count) if count else "")
        self.resize(self._over.size())
        self.setVisible(count > 0)
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Stay as large as the widget below."""
        if event.type() == QEvent.Type.Resize:
            self.resize(self._over.size())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw a veil, and the number in a disc."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        veil = QColor(palette.base().color())
        veil.setAlpha(VEIL_ALPHA)
        painter.fillRect(self.rect(), veil)
        side = min(self.height(), 2 * Type.COUNT) - Space.XS
        disc = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        painter.setPen(QPen(palette.highlight().color(), 3))
        painter.setBrush(palette.base())
        painter.drawEllipse(disc)
        font = QFont(painter.font())
        font.setPixelSize(max(Type.TITLE, min(Type.COUNT, round(0.6 * side))))
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(palette.highlight().color())
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(self._count))
        painter.end()
