"""Shows who speaks when: a track for each speaker, a block for each line, and the place that is heard."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from timbre_app.dialogue.plan import Span
from timbre_app.studio.dialogue.colours import speaker_colour
from timbre_app.studio.theme import Type, muted_colour, sized
from timbre_app.studio.widgets.clock import clock

TRACK_HEIGHT, RULER_HEIGHT, MARGIN = 26, 22, 8
MOST_NAME_SHARE = 0.2
TICKS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600)
LEAST_TICK_PIXELS = 70
ZOOM_STEP = 1.5
SHORTEST_VIEW_S = 4.0


class TracksView(QWidget):
    """Draws the tracks; a click plays from there, with keys the arrows choose a line and Return plays from it.

    A long dialogue can be zoomed: with the wheel, or + and -; what is heard or chosen stays in view.

    Signals:
        play_requested: Seconds from which to play.
        line_chosen: Number of a line, chosen with the arrow keys.
    """

    play_requested = Signal(float)
    line_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spans: Sequence[Span] = ()
        self._starts: list[float] = []
        self._texts: Sequence[str] = ()
        self._speakers: tuple[str, ...] = ()
        self._position_s: float | None = None
        self._chosen: int | None = None
        self._length_s = 1.0
        self._zoom, self._from_s = 1.0, 0.0
        self._empty_text = self.tr("Here you see who speaks when.")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Who speaks when"))
        self._describe()

    @property
    def spans(self) -> Sequence[Span]:
        """The places of the lines."""
        return self._spans

    @property
    def position_s(self) -> float | None:
        """The place marked as heard."""
        return self._position_s

    @property
    def chosen(self) -> int | None:
        """Number of the line chosen with the keys."""
        return self._chosen

    @property
    def duration_s(self) -> float:
        """Length of the dialogue, as far as it is known or guessed."""
        return max((span.end_s for span in self._spans), default=0.0)

    def set_lines(self, spans: Sequence[Span], texts: Sequence[str]) -> None:
        """Draw other lines: their places and what is said in each."""
        speakers = tuple(dict.fromkeys(span.speaker for span in spans))
        grows = len(speakers) != len(self._speakers)
        self._spans, self._texts, self._speakers = spans, texts, speakers
        self._starts = [span.start_s for span in spans]
        self._length_s = max(self.duration_s, 1.0)
        self._zoom = self._zoom if spans else 1.0
        self._scroll_to(self._from_s)
        if self._chosen is not None and self._chosen >= len(spans):
            self._chosen = None
        if grows:
            self.updateGeometry()
        self._describe()
        self.update()

    def set_position(self, seconds: float | None) -> None:
        """Mark the place being heard, or none."""
        if seconds != self._position_s:
            self._position_s = seconds
            if seconds is not None:
                self._bring_into_view(seconds)
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """As high as the tracks are."""
        return QSize(400, RULER_HEIGHT + 2 * MARGIN + TRACK_HEIGHT * max(2, len(self._speakers)))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """All tracks can be seen."""
        return QSize(200, self.sizeHint().height())

    @property
    def view(self) -> tuple[float, float]:
        """First and last second in view."""
        return self._from_s, self._from_s + self._length_s / self._zoom

    def zoom(self, factor: float, around_s: float) -> None:
        """Show a shorter or a longer part of the dialogue; `around_s` stays where it is."""
        most = max(1.0, self._length_s / SHORTEST_VIEW_S)
        before_s, self._zoom = self._length_s / self._zoom, min(max(1.0, self._zoom * factor), most)
        share = (around_s - self._from_s) / before_s
        self._scroll_to(around_s - share * self._length_s / self._zoom)
        self.update()

    def _scroll_to(self, from_s: float) -> None:
        self._from_s = min(max(0.0, from_s), self._length_s - self._length_s / self._zoom)

    def _bring_into_view(self, seconds: float) -> None:
        first_s, last_s = self.view
        if not first_s <= seconds <= last_s:
            self._scroll_to(seconds - 0.1 * (last_s - first_s))

    def line_at(self, seconds: float) -> int | None:
        """Number of the line that is said at a time, the latest one of several; None between lines."""
        for at in range(bisect_right(self._starts, seconds) - 1, -1, -1):
            if self._spans[at].end_s >= seconds:
                return at
            if seconds - self._spans[at].start_s > 600:
                break
        return None

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the frame, names, blocks, times and the place."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, focused = self.palette(), self.hasFocus()
        painter.setPen(QPen(palette.highlight() if focused else palette.mid(), 2 if focused else 1))
        painter.setBrush(palette.base())
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
        if not self._spans:
            painter.setPen(muted_colour(palette))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._empty_text)
        else:
            self._draw_names(painter)
            left = self._left() - 3
            painter.setClipRect(QRectF(left, 0, self.width() - left - 3, self.height()))
            self._draw_times(painter)
            self._draw_blocks(painter)
            self._draw_position(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Play from the place of the click."""
        if (
            event.button() == Qt.MouseButton.LeftButton
            and self._spans
            and event.position().x() >= self._left()
        ):
            self.play_requested.emit(self._seconds(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Say what is said below the pointer."""
        at = self.line_at(self._seconds(event.position().x())) if self._spans else None
        if at is None or event.position().x() < self._left():
            QToolTip.hideText()
        else:
            QToolTip.showText(event.globalPosition().toPoint(), self._line_text(at), self)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom around the pointer; sideways, scroll."""
        delta = event.angleDelta()
        if not self._spans:
            event.ignore()
        elif abs(delta.x()) > abs(delta.y()):
            first_s, last_s = self.view
            self._scroll_to(first_s - delta.x() / 1200 * (last_s - first_s))
            self.update()
        else:
            self.zoom(ZOOM_STEP ** (delta.y() / 120), self._seconds(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Choose a line, or play from it."""
        last = len(self._spans) - 1
        at = self._chosen
        match event.key():
            case Qt.Key.Key_Right:
                target = 0 if at is None else min(last, at + 1)
            case Qt.Key.Key_Left:
                target = 0 if at is None else max(0, at - 1)
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal | Qt.Key.Key_Minus:
                factor = 1 / ZOOM_STEP if event.key() == Qt.Key.Key_Minus else ZOOM_STEP
                self.zoom(factor, self._looked_at())
                return
            case Qt.Key.Key_Home:
                target = 0
            case Qt.Key.Key_End:
                target = last
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space if at is not None:
                self.play_requested.emit(self._spans[at].start_s)
                return
            case _:
                super().keyPressEvent(event)
                return
        if last >= 0:
            self._chosen = target
            self._bring_into_view(self._spans[target].start_s)
            self._describe()
            self.update()
            self.line_chosen.emit(target)

    def _looked_at(self) -> float:
        """The second around which the keys zoom."""
        if self._chosen is not None:
            return self._spans[self._chosen].start_s
        return sum(self.view) / 2 if self._position_s is None else self._position_s

    def _left(self) -> float:
        """Where the tracks begin, right of the names."""
        metrics = QFontMetrics(self.font())
        widest = max((metrics.horizontalAdvance(name) for name in self._speakers), default=0)
        return MARGIN + min(widest, MOST_NAME_SHARE * self.width()) + 10

    def _x(self, seconds: float) -> float:
        left = self._left()
        share = (seconds - self._from_s) * self._zoom / self._length_s
        return left + share * (self.width() - left - MARGIN)

    def _seconds(self, x: float) -> float:
        left = self._left()
        share = (x - left) / max(1.0, self.width() - left - MARGIN)
        return self._from_s + min(max(0.0, share), 1.0) * self._length_s / self._zoom

    def _draw_times(self, painter: QPainter) -> None:
        first_s, last_s = self.view
        width_s = (last_s - first_s) * LEAST_TICK_PIXELS / max(1.0, self.width() - self._left())
        step_s = next((tick for tick in TICKS_S if tick >= width_s), TICKS_S[-1])
        painter.setFont(sized(self.font(), Type.CAPTION))
        bottom = self.height() - RULER_HEIGHT
        for number in range(int(first_s // step_s), int(last_s // step_s) + 1):
            x = self._x(number * step_s)
            painter.setPen(QPen(self.palette().mid().color(), 1))
            painter.drawLine(QPointF(x, MARGIN), QPointF(x, bottom + 4))
            text = clock(number * step_s)
            text_x = x + 3
            if text_x + painter.fontMetrics().horizontalAdvance(text) <= self.width() - MARGIN:
                painter.setPen(muted_colour(self.palette()))
                painter.drawText(QPointF(text_x, self.height() - 8), text)
        painter.setFont(self.font())

    def _draw_names(self, painter: QPainter) -> None:
        painter.setPen(self.palette().text().color())
        room = self._left() - MARGIN - 8
        for number, name in enumerate(self._speakers):
            box = QRectF(MARGIN, MARGIN + number * TRACK_HEIGHT, room, TRACK_HEIGHT)
            text = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(room))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _draw_blocks(self, painter: QPainter) -> None:
        tracks = {name: number for number, name in enumerate(self._speakers)}
        first_s, last_s = self.view
        for span in self._spans[: bisect_right(self._starts, last_s)]:
            if span.end_s < first_s:
                continue
            number = tracks[span.speaker]
            colour = speaker_colour(number, self.palette())
            x = self._x(span.start_s)
            box = QRectF(
                x, MARGIN + number * TRACK_HEIGHT + 4, max(1.5, self._x(span.end_s) - x), TRACK_HEIGHT - 8
            )
            fill = QColor(colour)
            if not span.is_known:
                fill.setAlpha(70)
            is_chosen = span.index == self._chosen
            painter.setBrush(fill)
            painter.setPen(QPen(self.palette().text().color(), 2) if is_chosen else Qt.PenStyle.NoPen)
            painter.drawRoundedRect(box, min(3.0, box.width() / 2), 3)

    def _draw_position(self, painter: QPainter) -> None:
        if self._position_s is not None:
            painter.setPen(QPen(self.palette().text().color(), 2))
            x = self._x(min(self._position_s, self._length_s))
            painter.drawLine(QPointF(x, 3), QPointF(x, self.height() - RULER_HEIGHT + 4))

    def _line_text(self, at: int) -> str:
        span = self._spans[at]
        return self.tr("{0} at {1}: {2}").format(span.speaker, clock(span.start_s), self._texts[at][:200])

    def _describe(self) -> None:
        if not self._spans:
            text = self._empty_text
        elif self._chosen is not None:
            text = self._line_text(self._chosen)
        else:
            text = self.tr("{0} lines by {1} speakers, {2}").format(
                len(self._spans), len(self._speakers), clock(self.duration_s)
            )
        self.setAccessibleDescription(text)
        keys = self.tr(
            "Click to hear from there; arrow keys choose a line, Return plays from it, + and - zoom"
        )
        self.setToolTip("" if self._spans else keys)
