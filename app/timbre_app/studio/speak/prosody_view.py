"""One sentence's mel with the pitch and the length of each phoneme, to be dragged.

```
Hz  ┌──────────┬────────┬──────┐
200 │      ──●─│        │      │   a handle a voiced phoneme: up and down is pitch
100 │          │  ──●── │      │   a line between two: left and right is length
    └──────────┴────────┴──────┘
        h    ə     l       oʊ
              hello               words stand under their phonemes
```
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from timbre_app.studio.speak.prosody_plot import (
    LABEL_HEIGHT,
    SCALE_WIDTH,
    PhonemeItem,
    ProsodyPlot,
    WordSpan,
)
from timbre_app.studio.theme import Space, Spectrum, Type, muted_colour, sized

GRID_HZ = (100, 200, 400)
PHONEME_WIDTH = 15
"""Room for each phoneme on average; a long sentence is wider than the window and scrolls."""
MAX_SEMITONES = 12.0
MIN_FACTOR, MAX_FACTOR = 0.25, 4.0
KEY_SEMITONES, KEY_FACTOR = 0.5, 1.1


class ProsodyView(QWidget):
    """Draws phonemes, which the person can drag; `edited` tells the owner of the sentence when a drag ends.

    Signals:
        edited: Index of the first phoneme changed; `items` has the new values.
        seek_requested: Seconds of the sentence.
        selected: Index of the phoneme that the keys act on.
        wanted_x: Position that should be in sight, if the view is wider than its window.
    """

    edited = Signal(int)
    seek_requested = Signal(float)
    selected = Signal(int)
    wanted_x = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[PhonemeItem] = []
        self._words: tuple[WordSpan, ...] = ()
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
                "Drag a dot for pitch, a line for length; click a word to choose it whole; "
                "keys: ←→ choose, ↑↓ pitch, + − length, Delete resets"
            )
        )

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for a mel and its labels."""
        return QSize(500, 190)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Least size."""
        return QSize(max(200, self._scale_width + PHONEME_WIDTH * len(self._items)), 120)

    @property
    def items(self) -> list[PhonemeItem]:
        """The phonemes with the wanted changes."""
        return list(self._items)

    @property
    def words(self) -> tuple[WordSpan, ...]:
        """The words, with their phonemes."""
        return self._words

    @property
    def at(self) -> int:
        """The phoneme that the keys act on, or -1."""
        return self._at

    @property
    def has_picture(self) -> bool:
        """Whether a mel is shown."""
        return not self._picture.isNull()

    def set_empty_text(self, text: str) -> None:
        """Set the text that is shown while there is no sentence."""
        self._empty_text = text
        self.update()

    def set_sentence(
        self, items: Sequence[PhonemeItem], picture: QImage | None, words: Sequence[WordSpan] = ()
    ) -> None:
        """Show another sentence, or the same one made anew."""
        if len(items) != len(self._items):
            self._at = self._until = -1
        self._items, self._words = list(items), tuple(words)
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
                self.wanted_x.emit(round(self.plot.x(seconds)))

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
        """Bring the chosen phonemes into sight."""
        if 0 <= self._at < len(self._items):
            self.wanted_x.emit(round(self.plot.handle(self._at).x()))

    @property
    def plot(self) -> ProsodyPlot:
        """Present positions of everything."""
        return ProsodyPlot(tuple(self._items), self.width(), self.height(), self._words, self._scale_width)

    @property
    def _scale_width(self) -> int:
        """Width of the scale, in which the longest pitch has room however large the letters are."""
        metrics = QFontMetrics(sized(self.font(), Type.CAPTION))
        return max(SCALE_WIDTH, metrics.horizontalAdvance(self._hz_text(GRID_HZ[-1])) + Space.M)

    def _hz_text(self, hz: int) -> str:
        return self.tr("{0} Hz").format(hz)

    # Drawing.

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw mel, scale, lines, labels, contour and place."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        focused = self.hasFocus()
        palette = self.palette()
        if not self._items:
            painter.setPen(muted_colour(palette))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(20, 0, -20, 0), flags, self._empty_text)
            painter.end()
            return
        plot = self.plot
        area = plot.area
        painter.fillRect(area, QColor(Spectrum.GROUND))
        if not self._picture.isNull():
            painter.drawImage(area, self._picture)
        self._draw_scale(painter, plot)
        self._draw_phonemes(painter, plot)
        self._draw_words(painter, plot)
        self._draw_contour(painter, plot)
        if self._position_s is not None:
            painter.setPen(QPen(QColor(Spectrum.LINE), 2))
            x = plot.x(self._position_s)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        if focused:
            painter.setPen(QPen(palette.highlight().color(), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _draw_scale(self, painter: QPainter, plot: ProsodyPlot) -> None:
        painter.setFont(sized(self.font(), Type.CAPTION))
        for hz in GRID_HZ:
            y = plot.y(hz)
            painter.setPen(QPen(QColor(255, 255, 255, 60), 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(plot.area.left(), y), QPointF(plot.area.right(), y))
            painter.setPen(muted_colour(self.palette()))
            half = painter.fontMetrics().height() / 2
            box = QRectF(0, y - half, plot.scale_width - 6, 2 * half)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, flags, self._hz_text(hz))

    def _draw_phonemes(self, painter: QPainter, plot: ProsodyPlot) -> None:
        area = plot.area
        painter.setFont(sized(self.font(), Type.BODY))
        for index, item in enumerate(self._items):
            left, right = plot.x(plot.starts[index]), plot.boundary_x(index)
            label = QRectF(left, area.bottom() + 1, right - left, LABEL_HEIGHT)
            if self._at <= index <= self._until:
                painter.fillRect(label, self.palette().highlight())
                painter.fillRect(
                    QRectF(left, area.top(), right - left, area.height()), QColor(255, 255, 255, 40)
                )
            elif item.is_edited:
                painter.fillRect(label, self.palette().alternateBase())
            edited_length = item.factor != 1
            painter.setPen(
                QPen(QColor(255, 255, 255, 200 if edited_length else 90), 2 if edited_length else 1)
            )
            painter.drawLine(QPointF(right, area.top()), QPointF(right, area.bottom()))
            is_chosen = self._at <= index <= self._until
            painter.setPen((self.palette().highlightedText() if is_chosen else self.palette().text()).color())
            symbol = {"^": "", "$": "", " ": "·"}.get(item.symbol, item.symbol)
            painter.drawText(label, Qt.AlignmentFlag.AlignCenter, symbol)

    def _draw_words(self, painter: QPainter, plot: ProsodyPlot) -> None:
        painter.setFont(sized(self.font(), Type.BODY))
        metrics = painter.fontMetrics()
        for word in plot.words:
            box = plot.word_box(word)
            painter.setPen(QPen(self.palette().mid().color(), 1))
            painter.drawLine(box.topLeft() + QPointF(3, 0), box.topRight() - QPointF(3, 0))
            painter.setPen(self.palette().text().color())
            text = metrics.elidedText(word.text, Qt.TextElideMode.ElideRight, round(box.width()) + 4)
            painter.drawText(box.adjusted(-2, 0, 2, 0), Qt.AlignmentFlag.AlignCenter, text)

    def _draw_contour(self, painter: QPainter, plot: ProsodyPlot) -> None:
        previous: QPointF | None = None
        for index, item in enumerate(self._items):
            if not item.has_pitch:
                previous = None
                continue
            dot = plot.handle(index)
            colour = QColor(Spectrum.CHANGED) if item.semitones else QColor(Spectrum.LINE)
            left, right = plot.x(plot.starts[index]), plot.boundary_x(index)
            painter.setPen(QPen(QColor(0, 0, 0, 160), 5))
            painter.drawLine(QPointF(left, dot.y()), QPointF(right, dot.y()))
            painter.setPen(QPen(colour, 2))
            if previous is not None:
                painter.drawLine(previous, QPointF(left, dot.y()))
            painter.drawLine(QPointF(left, dot.y()), QPointF(right, dot.y()))
            painter.setPen(QPen(QColor(Spectrum.GROUND), 1.5))
            painter.setBrush(colour)
            if item.semitones:  # a changed phoneme has another shape, not only another colour
                painter.drawRect(QRectF(dot.x() - 4.5, dot.y() - 4.5, 9, 9))
            else:
                painter.drawEllipse(dot, 4.5, 4.5)
            if item.came_otherwise and item.hz:  # what came, beside what was asked for
                painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(left, plot.y(item.hz)), QPointF(right, plot.y(item.hz)))
            previous = QPointF(right, dot.y())

    # Dragging.

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Take hold of a dot, a line or a label."""
        if event.button() != Qt.MouseButton.LeftButton or not self._items:
            return
        where = event.position()
        self._from, self._before = where, list(self._items)
        self._drag, index = self.plot.hit(where)
        extends = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier) and self._at >= 0
        word = self.plot.word_at(index) if self._drag == "word" else None
        last = word.last if word else index
        if extends:
            self.select(min(self._at, index), max(self._until, last))
        elif word:
            self.select(word.first, word.last)
        elif not self._at <= index <= self._until or self._drag == "label":
            self.select(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Drag, or show with the cursor what can be dragged."""
        where = event.position()
        if self._drag == "pitch":
            self._items = list(self._before)
            self._shift((self._from.y() - where.y()) * self.plot.semitones_per_pixel)
        elif self._drag == "length":
            before = self._before[self._at]
            starts = ProsodyPlot(tuple(self._before), self.width(), self.height()).starts
            wanted_s = self.plot.seconds(where.x()) - starts[self._at]
            self._items = list(self._before)
            self._stretch(self._at, self._at, wanted_s / max(before.shown_s, 1e-3))
        elif self._drag == "label":
            ends = (self.plot.phoneme_at(self._from.x()), self.plot.phoneme_at(where.x()))
            self.select(*sorted(ends))
        elif self._items:
            kind, _ = self.plot.hit(where)
            shapes = {"pitch": Qt.CursorShape.SizeVerCursor, "length": Qt.CursorShape.SizeHorCursor}
            self.setCursor(shapes.get(kind, Qt.CursorShape.ArrowCursor))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell the owner what the drag has changed."""
        drag, self._drag = self._drag, ""
        if drag == "seek":
            self.seek_requested.emit(self.plot.seconds(event.position().x()))
        self._tell()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Reset one phoneme."""
        if self._items:
            self._before = list(self._items)
            self.select(self.plot.phoneme_at(event.position().x()))
            self.reset()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Choose with left and right, change with up, down, plus and minus, reset with Delete."""
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
        """Reset the chosen phonemes."""
        for index in range(self._at, self._until + 1):
            self._items[index] = replace(self._items[index], semitones=0.0, factor=1.0)
        self._tell()

    def _shift(self, semitones: float) -> None:
        for index in range(self._at, self._until + 1):
            total_semitones = self._items[index].semitones + semitones
            new_semitones = min(max(-MAX_SEMITONES, round(total_semitones * 10) / 10), MAX_SEMITONES)
            self._items[index] = replace(self._items[index], semitones=new_semitones)
        self._describe()
        self.update()

    def _stretch(self, first: int, last: int, by: float) -> None:
        for index in range(first, last + 1):
            total_factor = self._items[index].factor * by
            new_factor = min(max(MIN_FACTOR, round(total_factor * 100) / 100), MAX_FACTOR)
            self._items[index] = replace(self._items[index], factor=new_factor)
        self._describe()
        self.update()

    def _tell(self) -> None:
        changed = [i for i, (a, b) in enumerate(zip(self._before, self._items, strict=False)) if a != b]
        self._before = list(self._items)
        if changed:
            self._describe()
            self.update()
            self.edited.emit(changed[0])

    def _describe(self) -> None:
        if not 0 <= self._at < len(self._items):
            self.setAccessibleDescription(self._empty_text if not self._items else "")
            return
        item = self._items[self._at]
        came = (
            self.tr("spoken without pitch")
            if not item.hz
            else self.tr("spoken at {0:.0f} Hz").format(item.hz)
        )
        text = self.tr("{0}: {1:.0f} Hz, {2:+.1f} semitones, {3:.0f} ms, {4:.2f} times as long")
        text = text.format(item.symbol, item.shown_hz, item.semitones, 1000 * item.shown_s, item.factor)
        self.setAccessibleDescription(f"{text} · {came}" if item.came_otherwise else text)
