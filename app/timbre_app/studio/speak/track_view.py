"""A waveform of the whole speech, with its sentences, the place that is heard and the part that is repeated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from timbre_app.studio.theme import Type, muted_colour, sized
from timbre_app.studio.widgets.clock import clock
from timbre_app.studio.widgets.outline import outline_picture

DRAG_PIXELS = 6
STEP_S = 1.0
HEIGHT, LEAST_HEIGHT = 104, 64
WORDS_HEIGHT = 20
LEAST_WORD = 34
"""Room that a word needs on average, in pixels; without it, sentences are named instead of words."""
FULL_SHARE = 0.92
"""The loudest part of the sound reaches this share of the height; a quiet voice is drawn as high as a loud one."""
LEAST_PEAK = 0.02
WORDS_ALPHA = 190


class TrackWord(NamedTuple):
    """A word or a sentence under the sound, with its times in seconds of the whole sound."""

    text: str
    start_s: float
    end_s: float


LEAST_LETTERS = 14
_WORD_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TrackView(QWidget):
    """Draws the sound; a click seeks, a drag chooses what to repeat.

    Signals:
        seek_requested: Seconds.
        loop_chosen: First and last second to repeat; two equal values for none.
        resized: The number of columns has changed.
    """

    seek_requested = Signal(float)
    loop_chosen = Signal(float, float)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QImage()
        self._outline = np.zeros((2, 0), np.float32)
        self._duration_s = 0.0
        self._position_s: float | None = None
        self._loop: tuple[float, float] | None = None
        self._sentence_starts: tuple[float, ...] = ()
        self._words: tuple[TrackWord, ...] = ()
        self._pressed_x: float | None = None
        self._drag_x: float | None = None
        self._empty_text = self._time_text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Spoken sound"))
        self.setToolTip(
            self.tr("Click to hear from there, drag to choose what to repeat; arrow keys move by a second")
        )

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A wide strip, with a line of words below the sound."""
        return QSize(400, HEIGHT)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A lower strip, in a low window."""
        return QSize(200, LEAST_HEIGHT)

    @property
    def columns(self) -> int:
        """Number of columns that an outline can have."""
        return max(1, self.width())

    @property
    def duration_s(self) -> float:
        """Length of the sound drawn."""
        return self._duration_s

    @property
    def position_s(self) -> float | None:
        """The place marked as heard."""
        return self._position_s

    @property
    def loop(self) -> tuple[float, float] | None:
        """The part marked as repeated."""
        return self._loop

    def set_empty_text(self, text: str) -> None:
        """Set the text that is shown while there is no sound."""
        self._empty_text = text
        self.update()

    @property
    def time_text(self) -> str:
        """The time shown in the corner."""
        return self._time_text

    def set_time_text(self, text: str) -> None:
        """Show a time in the corner."""
        if text != self._time_text:
            self._time_text = text
            self.update()

    def set_sound(self, outline: np.ndarray, duration_s: float, sentence_starts: tuple[float, ...]) -> None:
        """Draw another sound: its outline (2, c), and where its sentences begin."""
        self._outline, self._duration_s, self._sentence_starts = outline, duration_s, sentence_starts
        self._shape()
        self._describe()
        self.update()

    @property
    def words(self) -> tuple[TrackWord, ...]:
        """The words, or sentences, under the sound."""
        return self._words

    @property
    def picture(self) -> QImage:
        """The drawn sound."""
        return self._picture

    def set_words(self, words: Sequence[TrackWord]) -> None:
        """Write words, or sentences, under the sound."""
        self._words = tuple(words)
        self.update()

    def set_position(self, seconds: float | None) -> None:
        """Mark the place being heard, or none."""
        if seconds != self._position_s:
            self._position_s = seconds
            self._describe()
            self.update()

    def set_loop(self, loop: tuple[float, float] | None) -> None:
        """Mark the part that is repeated, or none."""
        self._loop = loop
        self._describe()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the outline in the new width."""
        super().resizeEvent(event)
        self._shape()
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the picture in the new colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._shape()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the frame, the sound, its sentences, the repeated part and the place."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        focused = self.hasFocus()
        painter.setPen(QPen(palette.highlight() if focused else palette.mid(), 2 if focused else 1))
        painter.setBrush(palette.base())
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
        if not self._duration_s:
            painter.setPen(muted_colour(palette))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._empty_text)
            painter.end()
            return
        self._draw_loop(painter)
        painter.setPen(QPen(palette.mid().color(), 1))
        for start in self._sentence_starts[1:]:
            x = self._x(start)
            painter.drawLine(QPointF(x, 5), QPointF(x, self.height() - 5))
        painter.setClipRect(self.rect().adjusted(2, 2, -2, -2))  # the line in the middle ends at the frame
        painter.drawImage(0, 0, self._picture)
        painter.setClipping(False)
        self._draw_words(painter)
        if self._position_s is not None:
            painter.setPen(QPen(palette.text().color(), 2))
            x = self._x(self._position_s)
            painter.drawLine(QPointF(x, 2), QPointF(x, self.height() - 2))
        self._draw_time(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Begin a click or a drag."""
        if event.button() == Qt.MouseButton.LeftButton and self._duration_s:
            self._pressed_x = self._drag_x = event.position().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Show the part that would be repeated."""
        if self._pressed_x is not None:
            self._drag_x = event.position().x()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Seek after a click; choose the part to repeat after a drag."""
        pressed, self._pressed_x, self._drag_x = self._pressed_x, None, None
        if pressed is None:
            return
        released = event.position().x()
        if abs(released - pressed) < DRAG_PIXELS:
            self.seek_requested.emit(self._seconds(released))
        else:
            ends = sorted((self._seconds(pressed), self._seconds(released)))
            self.loop_chosen.emit(ends[0], ends[1])
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Arrow keys move by a second, with Ctrl by a sentence."""
        target = self._key_target(event) if self._duration_s else None
        if target is None:
            super().keyPressEvent(event)
            return
        self.seek_requested.emit(min(max(0.0, target), self._duration_s))

    def _key_target(self, event: QKeyEvent) -> float | None:
        now = self._position_s or 0.0
        by_sentence = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        match event.key():
            case Qt.Key.Key_Right if by_sentence:
                return next((s for s in self._sentence_starts if s > now + 0.01), self._duration_s)
            case Qt.Key.Key_Left if by_sentence:
                return max((s for s in self._sentence_starts if s < now - 0.5), default=0.0)
            case Qt.Key.Key_Right:
                return now + STEP_S
            case Qt.Key.Key_Left:
                return now - STEP_S
            case Qt.Key.Key_Home:
                return 0.0
            case _:
                return None

    def _draw_words(self, painter: QPainter) -> None:
        """Write each word that has room under its sound; the one that is heard stands out."""
        painter.setFont(sized(self.font(), Type.CAPTION))
        metrics, palette = painter.fontMetrics(), self.palette()
        top = self.height() - WORDS_HEIGHT - 2
        for word in self._words:
            left, right = self._x(word.start_s), self._x(word.end_s)
            if right - left < LEAST_LETTERS:
                continue
            heard = self._position_s is not None and word.start_s <= self._position_s < word.end_s
            colour = QColor((palette.highlight() if heard else palette.text()).color())
            colour.setAlpha(255 if heard else WORDS_ALPHA)
            painter.setPen(colour)
            text = metrics.elidedText(word.text, Qt.TextElideMode.ElideRight, round(right - left + 3))
            painter.drawText(QRectF(left, top, right - left + 3, WORDS_HEIGHT), _WORD_FLAGS, text)

    def _draw_time(self, painter: QPainter) -> None:
        painter.setFont(sized(self.font(), Type.CAPTION))
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(self._time_text) + 10
        box = QRectF(self.width() - width - 5, 4, width, metrics.height() + 2)
        back = QColor(self.palette().base().color())
        back.setAlpha(210)
        painter.fillRect(box, back)
        painter.setPen(self.palette().text().color())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._time_text)

    def _draw_loop(self, painter: QPainter) -> None:
        ends = self._loop and (self._x(self._loop[0]), self._x(self._loop[1]))
        pressed, dragged = self._pressed_x, self._drag_x
        if pressed is not None and dragged is not None and abs(dragged - pressed) >= DRAG_PIXELS:
            ends = (min(pressed, dragged), max(pressed, dragged))
        if not ends:
            return
        colour = QColor(self.palette().highlight().color())
        colour.setAlpha(50)
        painter.fillRect(QRectF(ends[0], 2, ends[1] - ends[0], self.height() - 4), colour)
        painter.setPen(QPen(self.palette().highlight().color(), 1.5))
        for x in ends:
            painter.drawLine(QPointF(x, 2), QPointF(x, self.height() - 2))

    def _shape(self) -> None:
        """Make the picture of the outline, which is kept until it changes; each column shows a part of the sound."""
        peak = float(np.abs(self._outline).max(initial=LEAST_PEAK))
        height = self.height() - WORDS_HEIGHT
        self._picture = outline_picture(self._outline / peak, self, 0.5 * FULL_SHARE * height, height)

    def _x(self, seconds: float) -> float:
        share = min(1.0, seconds / self._duration_s) if self._duration_s else 0.0
        return 2 + share * (self.width() - 4)

    def _seconds(self, x: float) -> float:
        share = min(max(0.0, (x - 2) / max(1, self.width() - 4)), 1.0)
        return share * self._duration_s

    def _describe(self) -> None:
        if not self._duration_s:
            self.setAccessibleDescription(self._empty_text)
            return
        text = self.tr("{0} of {1}").format(clock(self._position_s or 0.0), clock(self._duration_s))
        if self._loop:
            ends = (clock(self._loop[0]), clock(self._loop[1]))
            text += self.tr(", repeating {0} to {1}").format(*ends)
        self.setAccessibleDescription(text)
