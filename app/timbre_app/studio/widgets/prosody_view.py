"""One sentence's mel with the pitch and the length of each phoneme, to be dragged.

```
Hz  ┌──────────┬────────┬──────┐
200 │      ──●─│        │      │   a handle a voiced phoneme: up and down is pitch
100 │          │  ──●── │      │   a line between two: left and right is length
    └──────────┴────────┴──────┘
        h    ə     l       oʊ
```
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

LOWEST_HZ, HIGHEST_HZ = 60.0, 600.0
GRID_HZ = (100, 200, 400)
LABEL_HEIGHT = 22
SCALE_WIDTH = 54
GRAB_PIXELS = 6
PHONEME_WIDTH = 15
"""Room for each phoneme on average; a long sentence is wider than the window and scrolls."""
MAX_SEMITONES = 12.0
MIN_FACTOR, MAX_FACTOR = 0.25, 4.0
KEY_SEMITONES, KEY_FACTOR = 0.5, 1.1


@dataclass(frozen=True)
class PhonemeItem:
    """A phoneme as drawn.

    Attributes:
        symbol: IPA.
        start_s: When it begins.
        end_s: When it ends.
        hz: Its measured pitch, or 0 where it has none.
        made_semitones: The change of pitch with which that was made.
        made_factor: The change of length with which that was made.
        semitones: The change wanted now.
        factor: The change of length wanted now.
    """

    symbol: str
    start_s: float
    end_s: float
    hz: float = 0.0
    made_semitones: float = 0.0
    made_factor: float = 1.0
    semitones: float = 0.0
    factor: float = 1.0

    @property
    def is_edited(self) -> bool:
        """Whether anything is changed."""
        return self.semitones != 0 or self.factor != 1

    @property
    def shown_hz(self) -> float:
        """The pitch to expect of the change wanted."""
        return self.hz * 2 ** ((self.semitones - self.made_semitones) / 12)

    @property
    def shown_s(self) -> float:
        """The length to expect of the change wanted."""
        return (self.end_s - self.start_s) * self.factor / self.made_factor


class ProsodyView(QWidget):
    """Draws and drags; who owns the sentence hears of it when a drag ends.

    Signals:
        edited: Index of the first phoneme changed; `items` has the new values.
        seek_requested: Seconds of the sentence.
        selected: Index of the phoneme that the keys act on.
        wanted_x: What should be in sight, where the view is wider than its window.
    """

    edited = Signal(int)
    seek_requested = Signal(float)
    selected = Signal(int)
    wanted_x = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[PhonemeItem] = []
        self._picture = QImage()
        self._position_s: float | None = None
        self._at = -1
        self._until = -1
        self._drag = ""
        self._from = QPointF()
        self._before: list[PhonemeItem] = []
        self._empty_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Pitch and timing of the sentence"))
        self.setToolTip(
            self.tr(
                "Drag a dot for pitch, a line for length; keys: ←→ choose, ↑↓ pitch, + − length, Delete resets"
            )
        )

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for a mel and its labels."""
        return QSize(500, 190)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Least room."""
        return QSize(max(200, SCALE_WIDTH + PHONEME_WIDTH * len(self._items)), 120)

    @property
    def items(self) -> list[PhonemeItem]:
        """The phonemes with the changes wanted."""
        return list(self._items)

    @property
    def at(self) -> int:
        """The phoneme that the keys act on, or -1."""
        return self._at

    @property
    def has_picture(self) -> bool:
        """Whether a mel is shown."""
        return not self._picture.isNull()

    def set_empty_text(self, text: str) -> None:
        """What to say while there is no sentence."""
        self._empty_text = text
        self.update()

    def set_sentence(self, items: Sequence[PhonemeItem], picture: QImage | None) -> None:
        """Show another sentence, or the same one made anew."""
        if len(items) != len(self._items):
            self._at = self._until = -1
        self._items = list(items)
        self._picture = picture or QImage()
        self.updateGeometry()
        self._describe()
        self.update()

    def set_items(self, items: Sequence[PhonemeItem]) -> None:
        """Show other values for the same sound."""
        self._items = list(items)
        self._describe()
        self.update()

    def set_position(self, seconds: float | None) -> None:
        """Mark the place being heard, or none."""
        if seconds != self._position_s:
            self._position_s = seconds
            self.update()
            if seconds is not None:
                self.wanted_x.emit(round(self._x(seconds)))

    def select(self, first: int, last: int | None = None) -> None:
        """Choose the phonemes that the keys act on."""
        if not self._items:
            return
        self._at = min(max(0, first), len(self._items) - 1)
        self._until = min(max(self._at, last if last is not None else first), len(self._items) - 1)
        self._describe()
        self.selected.emit(self._at)
        self.show_selected()
        self.update()

    def show_selected(self) -> None:
        """Bring what is chosen into sight."""
        if 0 <= self._at < len(self._items):
            self.wanted_x.emit(round(self.handle(self._at).x()))

    def handle(self, index: int) -> QPointF:
        """Where a phoneme's dot is."""
        starts = self._shown_starts()
        item = self._items[index]
        return QPointF(self._x(starts[index] + item.shown_s / 2), self._y(item.shown_hz or LOWEST_HZ))

    def boundary_x(self, index: int) -> float:
        """Where the line after a phoneme is."""
        return self._x(self._shown_starts()[index + 1])

    # Drawing.

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw mel, scale, lines, labels, contour and place."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        focused = self.hasFocus()
        palette = self.palette()
        if not self._items:
            painter.setPen(palette.placeholderText().color())
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(20, 0, -20, 0), flags, self._empty_text)
            painter.end()
            return
        plot = self._plot()
        painter.fillRect(plot, QColor("#10131a"))
        if not self._picture.isNull():
            painter.drawImage(plot, self._picture)
        self._draw_scale(painter, plot)
        self._draw_phonemes(painter, plot)
        self._draw_contour(painter)
        if self._position_s is not None:
            painter.setPen(QPen(QColor("#ffffff"), 2))
            x = self._x(self._position_s)
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        if focused:
            painter.setPen(QPen(palette.highlight().color(), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _draw_scale(self, painter: QPainter, plot: QRectF) -> None:
        painter.setFont(_font(painter.font(), 11))
        for hz in GRID_HZ:
            y = self._y(hz)
            painter.setPen(QPen(QColor(255, 255, 255, 60), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(self.palette().placeholderText().color())
            box = QRectF(0, y - 8, SCALE_WIDTH - 6, 16)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, flags, self.tr("{0} Hz").format(hz))

    def _draw_phonemes(self, painter: QPainter, plot: QRectF) -> None:
        starts = self._shown_starts()
        painter.setFont(_font(painter.font(), 14))
        for index, item in enumerate(self._items):
            left, right = self._x(starts[index]), self._x(starts[index + 1])
            label = QRectF(left, plot.bottom() + 1, right - left, LABEL_HEIGHT)
            if self._at <= index <= self._until:
                painter.fillRect(label, self.palette().highlight())
                painter.fillRect(
                    QRectF(left, plot.top(), right - left, plot.height()), QColor(255, 255, 255, 40)
                )
            elif item.is_edited:
                painter.fillRect(label, self.palette().alternateBase())
            edited_length = item.factor != 1
            painter.setPen(
                QPen(QColor(255, 255, 255, 200 if edited_length else 90), 2 if edited_length else 1)
            )
            painter.drawLine(QPointF(right, plot.top()), QPointF(right, plot.bottom()))
            chosen = self._at <= index <= self._until
            painter.setPen((self.palette().highlightedText() if chosen else self.palette().text()).color())
            symbol = {"^": "", "$": "", " ": "·"}.get(item.symbol, item.symbol)
            painter.drawText(label, Qt.AlignmentFlag.AlignCenter, symbol)

    def _draw_contour(self, painter: QPainter) -> None:
        previous: QPointF | None = None
        starts = self._shown_starts()
        for index, item in enumerate(self._items):
            if not item.hz:
                previous = None
                continue
            dot = self.handle(index)
            colour = QColor("#ffd166") if item.semitones else QColor("#ffffff")
            left, right = self._x(starts[index]), self._x(starts[index + 1])
            painter.setPen(QPen(QColor(0, 0, 0, 160), 5))
            painter.drawLine(QPointF(left, dot.y()), QPointF(right, dot.y()))
            painter.setPen(QPen(colour, 2))
            if previous is not None:
                painter.drawLine(previous, QPointF(left, dot.y()))
            painter.drawLine(QPointF(left, dot.y()), QPointF(right, dot.y()))
            painter.setPen(QPen(QColor("#10131a"), 1.5))
            painter.setBrush(colour)
            if item.semitones:  # a changed one has another shape, not only another colour
                painter.drawRect(QRectF(dot.x() - 4.5, dot.y() - 4.5, 9, 9))
            else:
                painter.drawEllipse(dot, 4.5, 4.5)
            previous = QPointF(right, dot.y())

    # Dragging.

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Take hold of a dot, a line or a label."""
        if event.button() != Qt.MouseButton.LeftButton or not self._items:
            return
        where = event.position()
        self._from, self._before = where, list(self._items)
        self._drag, index = self._hit(where)
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier) and self._at >= 0
        if extends:
            self.select(min(self._at, index), max(self._until, index))
        elif not self._at <= index <= self._until or self._drag == "label":
            self.select(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Drag, or show what could be."""
        where = event.position()
        if self._drag == "pitch":
            self._items = list(self._before)
            step = math.log(HIGHEST_HZ / LOWEST_HZ) / self._plot().height()
            self._shift((self._from.y() - where.y()) * step * 12 / math.log(2))
        elif self._drag == "length":
            before = self._before[self._at]
            starts = [0.0]
            for item in self._before:
                starts.append(starts[-1] + item.shown_s)
            wanted = self._seconds(where.x()) - starts[self._at]
            self._items = list(self._before)
            self._stretch(self._at, self._at, wanted / max(before.shown_s, 1e-3))
        elif self._drag == "label":
            self.select(*sorted((self._phoneme_at(self._from.x()), self._phoneme_at(where.x()))))
        elif self._items:
            kind, _ = self._hit(where)
            shapes = {"pitch": Qt.CursorShape.SizeVerCursor, "length": Qt.CursorShape.SizeHorCursor}
            self.setCursor(shapes.get(kind, Qt.CursorShape.ArrowCursor))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the owner what came of it."""
        drag, self._drag = self._drag, ""
        if drag == "seek":
            self.seek_requested.emit(self._seconds(event.position().x()))
        self._tell()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Put one phoneme back."""
        if self._items:
            self._before = list(self._items)
            self.select(self._phoneme_at(event.position().x()))
            self.reset()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Choose with left and right, change with up, down, plus and minus, put back with Delete."""
        key, shifted = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._before = list(self._items)
        if not self._items:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Right:
            self.select(self._at if shifted else self._until + 1, self._until + 1)
        elif key == Qt.Key.Key_Left:
            self.select(self._at - 1, self._until if shifted else self._at - 1)
        elif self._at < 0:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._shift(KEY_SEMITONES if key == Qt.Key.Key_Up else -KEY_SEMITONES)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self._stretch(self._at, self._until, 1 / KEY_FACTOR if key == Qt.Key.Key_Minus else KEY_FACTOR)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.reset()
            return
        else:
            super().keyPressEvent(event)
        self._tell()

    def reset(self) -> None:
        """Put the chosen phonemes back."""
        for index in range(self._at, self._until + 1):
            self._items[index] = replace(self._items[index], semitones=0.0, factor=1.0)
        self._tell()

    def _shift(self, semitones: float) -> None:
        for index in range(self._at, self._until + 1):
            wanted = self._items[index].semitones + semitones
            kept = min(max(-MAX_SEMITONES, round(wanted * 10) / 10), MAX_SEMITONES)
            self._items[index] = replace(self._items[index], semitones=kept)
        self._describe()
        self.update()

    def _stretch(self, first: int, last: int, by: float) -> None:
        for index in range(first, last + 1):
            wanted = self._items[index].factor * by
            kept = min(max(MIN_FACTOR, round(wanted * 100) / 100), MAX_FACTOR)
            self._items[index] = replace(self._items[index], factor=kept)
        self._describe()
        self.update()

    def _tell(self) -> None:
        changed = [i for i, (a, b) in enumerate(zip(self._before, self._items, strict=False)) if a != b]
        self._before = list(self._items)
        if changed:
            self._describe()
            self.update()
            self.edited.emit(changed[0])

    def _hit(self, where: QPointF) -> tuple[str, int]:
        """What is under the pointer: "pitch", "length", "label" or "seek", and whose it is."""
        if where.y() > self._plot().bottom():
            return "label", self._phoneme_at(where.x())
        index = self._phoneme_at(where.x())
        if self._items[index].hz and abs(self.handle(index).y() - where.y()) <= GRAB_PIXELS + 3:
            near = self._x(self._shown_starts()[index]) + 3 < where.x() < self.boundary_x(index) - 3
            if near or abs(self.handle(index).x() - where.x()) <= GRAB_PIXELS:
                return "pitch", index
        for other in (index - 1, index):
            if other >= 0 and abs(self.boundary_x(other) - where.x()) <= GRAB_PIXELS:
                return "length", other
        return "seek", index

    def _phoneme_at(self, x: float) -> int:
        seconds = self._seconds(x)
        starts = self._shown_starts()
        return next((i for i in range(len(self._items)) if seconds < starts[i + 1]), len(self._items) - 1)

    def _shown_starts(self) -> list[float]:
        starts = [self._items[0].start_s if self._items else 0.0]
        for item in self._items:
            starts.append(starts[-1] + item.shown_s)
        return starts

    def _duration_s(self) -> float:
        return max(1e-3, self._items[-1].end_s if self._items else 1.0)

    def _plot(self) -> QRectF:
        return QRectF(
            SCALE_WIDTH, 4, max(10, self.width() - SCALE_WIDTH - 6), self.height() - LABEL_HEIGHT - 8
        )

    def _x(self, seconds: float) -> float:
        plot = self._plot()
        return plot.left() + seconds / self._duration_s() * plot.width()

    def _seconds(self, x: float) -> float:
        plot = self._plot()
        return min(max(0.0, (x - plot.left()) / plot.width()), 2.0) * self._duration_s()

    def _y(self, hz: float) -> float:
        plot = self._plot()
        share = math.log(min(max(hz, LOWEST_HZ), HIGHEST_HZ) / LOWEST_HZ) / math.log(HIGHEST_HZ / LOWEST_HZ)
        return plot.bottom() - share * plot.height()

    def _describe(self) -> None:
        if not 0 <= self._at < len(self._items):
            self.setAccessibleDescription(self._empty_text if not self._items else "")
            return
        item = self._items[self._at]
        said = self.tr("{0}: {1:.0f} Hz, {2:+.1f} semitones, {3:.0f} ms, {4:.2f} times as long")
        self.setAccessibleDescription(
            said.format(item.symbol, item.shown_hz, item.semitones, 1000 * item.shown_s, item.factor)
        )


def _font(font: QFont, pixels: int) -> QFont:
    font.setPixelSize(pixels)
    return font
