"""Shows each sentence of a session as a small box with the state of its take; a click goes to the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from timbre_app.studio.theme import Type, muted_colour, severity_colour, sized
from timbre_app.studio.widgets.building import plain_tip

GAP = 4
WIDEST_BOX = 28
NARROWEST_BOX = 14
BOX_HEIGHT = 24
MOST_ROWS = 2


class TakeState(Enum):
    """State of a sentence's take."""

    MISSING = auto()
    RECORDED = auto()
    GOOD = auto()
    WARNED = auto()
    BAD = auto()
    KEPT = auto()


MARKS = {
    TakeState.MISSING: "",
    TakeState.RECORDED: "•",
    TakeState.GOOD: "✓",
    TakeState.WARNED: "!",
    TakeState.BAD: "✗",
    TakeState.KEPT: "(✓)",
}


@dataclass(frozen=True)
class StripItem:
    """A sentence and the state of its take."""

    text: str
    state: TakeState


class TakeStrip(QWidget):
    """Draws the boxes in rows; emits `chosen` with the index of the box that was clicked."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[StripItem, ...] = ()
        self._current = 0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("All sentences"))

    @property
    def states(self) -> list[TakeState]:
        """The states drawn, in order."""
        return [item.state for item in self._items]

    def set_items(self, items: Sequence[StripItem], current: int) -> None:
        """Draw other sentences."""
        if tuple(items) == self._items and current == self._current:
            return
        self._items, self._current = tuple(items), current
        done = sum(item.state is not TakeState.MISSING for item in items)
        again = sum(item.state is TakeState.BAD for item in items)
        text = self.tr("{0} of {1} sentences recorded, {2} to record again")
        self.setAccessibleDescription(text.format(done, len(items), again))
        self._set_height()
        self.update()

    def state_name(self, state: TakeState) -> str:
        """A state in words."""
        return {
            TakeState.MISSING: self.tr("not recorded yet"),
            TakeState.RECORDED: self.tr("recorded, the words are not compared yet"),
            TakeState.GOOD: self.tr("good"),
            TakeState.WARNED: self.tr("usable, could be better"),
            TakeState.BAD: self.tr("should be recorded again"),
            TakeState.KEPT: self.tr("kept although the check advises against it"),
        }[state]

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Room for the rows."""
        return QSize(500, self.minimumHeight())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the boxes."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(sized(self.font(), Type.CAPTION))
        for at, item in enumerate(self._items):
            self._draw_box(painter, self._box(at), item.state, at == self._current)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Go to the box that was clicked."""
        at = self._at(event.position().x(), event.position().y())
        if at is not None:
            self.chosen.emit(at)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Arrange the rows for the new width."""
        super().resizeEvent(event)
        self._set_height()

    def event(self, event: QEvent) -> bool:
        """Show which sentence is under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self._at(event.pos().x(), event.pos().y())
            if at is not None:
                item = self._items[at]
                QToolTip.showText(
                    event.globalPos(),
                    plain_tip(f"{at + 1}. {item.text}\n{self.state_name(item.state)}"),
                    self,
                )
            return True
        return super().event(event)

    def _colour(self, state: TakeState) -> QColor:
        if state in (TakeState.MISSING, TakeState.RECORDED):
            return muted_colour(self.palette())
        severity = {TakeState.GOOD: "ok", TakeState.BAD: "error"}.get(state, "warning")
        return severity_colour(self.palette(), severity)

    def _draw_box(self, painter: QPainter, box: QRectF, state: TakeState, is_current: bool) -> None:
        colour = self._colour(state)
        fill = QColor(colour)
        fill.setAlpha(0 if state is TakeState.MISSING else 40 if box.width() >= NARROWEST_BOX - 1 else 160)
        painter.setBrush(fill)
        border = self.palette().highlight().color() if is_current else self.palette().mid().color()
        painter.setPen(QPen(border, 2.5 if is_current else 1))
        corner = min(5.0, box.width() / 3)
        painter.drawRoundedRect(box, corner, corner)
        painter.setPen(colour)
        if box.width() >= NARROWEST_BOX - 1:
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, MARKS[state])

    def _columns(self) -> int:
        """Number of boxes in a row: all if the marks fit, otherwise half, however narrow the boxes become."""
        count = max(1, len(self._items))
        return count if count * (NARROWEST_BOX + GAP) <= max(1, self.width()) else -(-count // MOST_ROWS)

    def _box(self, at: int) -> QRectF:
        columns = self._columns()
        step = min(WIDEST_BOX + GAP, self.width() / columns)
        gap = GAP if step >= NARROWEST_BOX + GAP else 1.0
        row, column = divmod(at, columns)
        return QRectF(column * step + 1.5, row * (BOX_HEIGHT + GAP) + 1.5, step - gap, BOX_HEIGHT - 3)

    def _at(self, x: float, y: float) -> int | None:
        return next((at for at in range(len(self._items)) if self._box(at).contains(x, y)), None)

    def _set_height(self) -> None:
        rows = -(-max(1, len(self._items)) // self._columns())
        self.setFixedHeight(rows * (BOX_HEIGHT + GAP))
