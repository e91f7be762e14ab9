"""A bar for the microphone's level, with its held peak."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from timbre_app.sound.meter import FLOOR_DB, Level
from timbre_app.studio.theme import Type, muted_colour, severity_colour, sized

SHOWN_FLOOR_DB = -60.0
SILENT_BELOW_DB = -50.0
GOOD_FROM_DB = -24.0
LOUD_FROM_DB = -6.0
HOT_FROM_DB = -1.0
TICKS_DB = (-48, -36, -24, -12, -6, 0)


class Zone(Enum):
    """Meaning of a level for a take."""

    SILENT = auto()
    QUIET = auto()
    GOOD = auto()
    LOUD = auto()
    CLIPPED = auto()


def zone_of(level: Level) -> Zone:
    """The zone of the held peak, which stands still long enough to be read."""
    if level.clipped:
        return Zone.CLIPPED
    for below_db, zone in (
        (SILENT_BELOW_DB, Zone.SILENT),
        (GOOD_FROM_DB, Zone.QUIET),
        (LOUD_FROM_DB, Zone.GOOD),
        (HOT_FROM_DB, Zone.LOUD),
    ):
        if level.hold_db < below_db:
            return zone
    return Zone.CLIPPED


class LevelMeterBar(QWidget):
    """Draws rms as a solid bar, peak as a pale one, the held peak as a line, clipping as a red lamp."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._level = Level()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Microphone level"))
        self.setToolTip(
            self.tr("Microphone level in dBFS; speak so that the peaks reach the marked zone, −24 to −6")
        )

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for the bar and its numbers."""
        return QSize(280, 34)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Least size."""
        return QSize(160, 34)

    @property
    def level(self) -> Level:
        """The level drawn now."""
        return self._level

    def set_level(self, level: Level) -> None:
        """Draw another level; nothing is redrawn if it looks the same."""
        if level == self._level:
            return
        self._level = level
        text = (
            self.tr("silence") if level.peak_db <= FLOOR_DB else self.tr("{0:.0f} dBFS").format(level.peak_db)
        )
        self.setAccessibleDescription(self.tr("clipping") if level.clipped else text)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the bar, the lamp and the scale."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lamp = 14.0
        bar = QRectF(0.5, 2.5, self.width() - lamp - 8, 12)
        painter.setPen(QPen(self.palette().mid().color()))
        painter.setBrush(self.palette().base())
        painter.drawRoundedRect(bar, 4, 4)
        self._draw_zone(painter, bar)
        self._draw_level(painter, bar)
        self._draw_scale(painter, bar)
        colour = (
            severity_colour(self.palette(), "error") if self._level.clipped else self.palette().mid().color()
        )
        painter.setPen(QColor(0, 0, 0, 0))
        painter.setBrush(colour)
        painter.drawEllipse(QRectF(self.width() - lamp, 2, 12, 12))
        painter.end()

    def _draw_zone(self, painter: QPainter, bar: QRectF) -> None:
        """Draw a bracket under the part of the bar where the peaks should be."""
        left, right = self._x(bar, GOOD_FROM_DB), self._x(bar, LOUD_FROM_DB)
        y = bar.bottom() + 2.5
        painter.setPen(QPen(severity_colour(self.palette(), "ok"), 2))
        painter.drawLine(QPointF(left, y), QPointF(right, y))
        for x in (left, right):
            painter.drawLine(QPointF(x, y - 3), QPointF(x, y))

    def _draw_level(self, painter: QPainter, bar: QRectF) -> None:
        peak = self._x(bar, self._level.peak_db)
        rms = self._x(bar, self._level.rms_db)
        colour = self._colour(self._level.peak_db)
        pale = QColor(colour)
        pale.setAlpha(110)
        painter.fillRect(QRectF(bar.left() + 1, bar.top() + 1, peak - bar.left(), bar.height() - 2), pale)
        painter.fillRect(QRectF(bar.left() + 1, bar.top() + 1, rms - bar.left(), bar.height() - 2), colour)
        if self._level.hold_db > SHOWN_FLOOR_DB:
            painter.setPen(QPen(self._colour(self._level.hold_db), 2))
            x = self._x(bar, self._level.hold_db)
            painter.drawLine(round(x), round(bar.top()), round(x), round(bar.bottom()))

    def _draw_scale(self, painter: QPainter, bar: QRectF) -> None:
        painter.setFont(sized(self.font(), Type.CAPTION))
        painter.setPen(muted_colour(self.palette()))
        free_until = bar.right() + 1.0
        for tick in reversed(TICKS_DB):
            label = str(tick).replace("-", "−")
            width = painter.fontMetrics().horizontalAdvance(label)
            x = min(self._x(bar, tick) - width / 2, bar.right() - width)
            if x + width < free_until:
                painter.drawText(round(x), self.height() - 4, label)
                free_until = x - 5

    def _colour(self, level_db: float) -> QColor:
        if level_db >= HOT_FROM_DB:
            return severity_colour(self.palette(), "error")
        if level_db >= LOUD_FROM_DB:
            return severity_colour(self.palette(), "warning")
        return severity_colour(self.palette(), "ok")

    @staticmethod
    def _x(bar: QRectF, level_db: float) -> float:
        share = (max(SHOWN_FLOOR_DB, min(0.0, level_db)) - SHOWN_FLOOR_DB) / -SHOWN_FLOOR_DB
        return bar.left() + share * (bar.width() - 1)
