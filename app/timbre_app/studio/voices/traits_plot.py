"""Shows a voice's pitch, brightness and pace as strips, beside the speakers of the base model."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from timbre_app.studio.items import VoiceTrait
from timbre_app.studio.theme import Space, Type, muted_colour, sized
from timbre_app.studio.widgets.building import label, margins

STRIP_HEIGHT = 20
MARK_WIDTH = 4.0
SPEAKER_HEIGHT = 10
SPEAKER_ALPHA = 70
RANGE_ALPHA = 90
EDGE_SHARE = 0.04
"""Room at both ends of a strip beyond the outermost mark, as a share of the strip."""


class TraitsPlot(QWidget):
    """Three strips; each has a faint line for each speaker and a thick one for the voice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self.strips = {
            "pitch": TraitStrip(tr("Pitch"), tr("lower"), tr("higher")),
            "brightness": TraitStrip(tr("Brightness"), tr("darker"), tr("brighter")),
            "pace": TraitStrip(tr("Pace"), tr("slower"), tr("faster")),
        }
        self._about = label(role="muted", wrap=True)
        column = QVBoxLayout(self)
        margins(column, Space.NONE, Space.NONE)
        column.setSpacing(Space.M)
        for strip in self.strips.values():
            column.addWidget(strip)
        column.addWidget(self._about)

    def set_traits(self, traits: Sequence[VoiceTrait]) -> None:
        """Show the traits of a voice; a strip without speakers and without a value is left out."""
        by_name = {trait.name: trait for trait in traits}
        for name, strip in self.strips.items():
            trait = by_name.get(name)
            strip.setVisible(trait is not None and (trait.value is not None or bool(trait.speakers)))
            if trait is not None:
                strip.set_trait(trait, self._figure(trait))
        speakers = max((len(trait.speakers) for trait in traits), default=0)
        text = self.tr("The faint lines are the {0} speakers that Timbre has learned from.")
        self._about.setText(text.format(speakers))
        self._about.setVisible(speakers > 0)

    def _figure(self, trait: VoiceTrait) -> str:
        if trait.value is None:
            return self.tr("not measured when this voice was made")
        if trait.name == "pace":
            return self.tr("{0:.0f} words a minute").format(trait.value)
        if trait.low is None or trait.high is None:
            return self.tr("{0:.0f} Hz").format(trait.value)
        semitones = 12 * math.log2(trait.high / trait.low)
        text = self.tr("{0:.0f} Hz, mostly {1:.0f} to {2:.0f} Hz ({3:.0f} semitones)")
        return text.format(trait.value, trait.low, trait.high, semitones)


class TraitStrip(QWidget):
    """One trait on a logarithmic scale, with plain words for its ends."""

    def __init__(self, name: str, low_end: str, high_end: str) -> None:
        super().__init__()
        self._name, self._ends = name, (low_end, high_end)
        self._trait, self._figure = VoiceTrait(""), ""
        self._scale = 0.0, 0.0  # logarithms of the least and the greatest value
        self._lines: list[QLineF] = []
        self._lines_for = 0, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)

    def set_trait(self, trait: VoiceTrait, figure: str) -> None:
        """Show a trait, with its value in words."""
        self._trait, self._figure = trait, figure
        known = [*trait.speakers, *(v for v in (trait.value, trait.low, trait.high) if v is not None)]
        self._lines_for = 0, 0.0
        self._scale = (math.log(min(known)), math.log(max(known))) if known else (0.0, 0.0)
        self.setAccessibleDescription(". ".join(filter(None, (figure, self._rank()))))
        self.update()

    def _rank(self) -> str:
        """Where the voice lies among the speakers, in words."""
        value, speakers = self._trait.value, self._trait.speakers
        if value is None or not speakers:
            return ""
        share = sum(speaker < value for speaker in speakers) / len(speakers)
        text = self.tr("{0} than {1:.0f} % of the speakers that Timbre has learned from")
        above = share >= 0.5
        return text.format(self._ends[above], 100 * (share if above else 1 - share))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A line of words, the strip, another line of words."""
        return self.minimumSizeHint().expandedTo(QSize(260, 0))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for the words at both ends."""
        return QSize(160, 2 * self._line_height() + STRIP_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the name and the value, the strip, the words at its ends."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self._line_height()
        self._write(painter, QRectF(0, 0, self.width(), line), (self._name, self._figure), first_is_text=True)
        self._draw_strip(painter, QRectF(0, line, self.width(), STRIP_HEIGHT))
        below = QRectF(0, line + STRIP_HEIGHT, self.width(), line)
        self._write(painter, below, self._ends)

    def _write(
        self, painter: QPainter, box: QRectF, texts: Sequence[str], first_is_text: bool = False
    ) -> None:
        """Write one text at the left and one at the right; the right one is cut where they would meet."""
        painter.setFont(sized(self.font(), Type.CAPTION))
        palette, metrics = self.palette(), painter.fontMetrics()
        left, right = texts
        room = self.width() - metrics.horizontalAdvance(left) - Space.M
        right = metrics.elidedText(right, Qt.TextElideMode.ElideRight, max(0, int(room)))
        muted = muted_colour(self.palette())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(palette.color(QPalette.ColorRole.Text) if first_is_text else muted)
        painter.drawText(box, middle | Qt.AlignmentFlag.AlignLeft, left)
        painter.setPen(muted)
        painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, right)

    def _draw_strip(self, painter: QPainter, box: QRectF) -> None:
        palette, trait, middle = self.palette(), self._trait, box.center().y()
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))
        painter.setPen(QPen(_faint(palette.color(QPalette.ColorRole.Text), SPEAKER_ALPHA), 1))
        painter.drawLines(self._speaker_lines(middle))
        accent = palette.color(QPalette.ColorRole.Highlight)
        painter.setPen(Qt.PenStyle.NoPen)
        if trait.low is not None and trait.high is not None:
            left, right = self._x(trait.low), self._x(trait.high)
            painter.setBrush(_faint(accent, RANGE_ALPHA))
            painter.drawRoundedRect(QRectF(left, middle - MARK_WIDTH, right - left, 2 * MARK_WIDTH), 4, 4)
        if trait.value is not None:
            painter.setBrush(accent)
            mark = QRectF(self._x(trait.value) - MARK_WIDTH / 2, box.top(), MARK_WIDTH, box.height())
            painter.drawRoundedRect(mark, MARK_WIDTH / 2, MARK_WIDTH / 2)

    def _speaker_lines(self, middle: float) -> list[QLineF]:
        """A line for each speaker; they are kept, because a page is drawn far more often than its width changes."""
        if self._lines_for != (self.width(), middle):
            self._lines_for = self.width(), middle
            half = SPEAKER_HEIGHT / 2
            places = [self._x(speaker) for speaker in self._trait.speakers]
            self._lines = [QLineF(x, middle - half, x, middle + half) for x in places]
        return self._lines

    def _x(self, value: float) -> float:
        """Where a value is drawn."""
        low, high = self._scale
        share = (math.log(value) - low) / (high - low) if high > low else 0.5
        return self.width() * (EDGE_SHARE + (1 - 2 * EDGE_SHARE) * share)

    def _line_height(self) -> int:
        return self.fontMetrics().height()


def _faint(colour: QColor, alpha: int) -> QColor:
    faint = QColor(colour)
    faint.setAlpha(alpha)
    return faint
