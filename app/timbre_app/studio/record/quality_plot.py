"""Shows each take as a bar from the noise of the room up to the level of the speech, in the order of the session.

Bars whose tops sink show that the person grows quieter; bars whose feet rise show that the room grows louder.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from timbre.takes import QUIET_DB
from timbre_app.studio.record.take_quality import TakeQuality, change_over
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.studio.theme import Space, Type, muted_colour, severity_colour, sized
from timbre_app.studio.widgets.building import plain_tip

LOWEST_DB, HIGHEST_DB = -85.0, -5.0
PLOT_HEIGHT = 40
LEAST_ROOM = 680
"""Height of the page, in pixels, below which the plot leaves its place to the sentence and the buttons."""
WIDEST_BAR = 10.0
BAR_SHARE = 0.6


class QualityPlot(QWidget):
    """A sentence about the session, and a bar for each take; more takes do not make it higher, so nothing moves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._takes: tuple[TakeQuality, ...] = ()
        self._summary = ""
        self._severity = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Speech and room over the takes"))
        self._tell()
        if parent is not None:
            parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Show the plot where the page is high enough."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setVisible(watched.height() >= LEAST_ROOM)
        return super().eventFilter(watched, event)

    @property
    def summary(self) -> str:
        """The sentence above the bars."""
        return self._summary

    def set_takes(self, takes: Sequence[TakeQuality]) -> None:
        """Show the takes that were measured, in the order of the session."""
        if tuple(takes) == self._takes:
            return
        self._takes = tuple(takes)
        self._tell()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """A line of words and the bars."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """The same."""
        return QSize(200, self._bars_top() + PLOT_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the sentence, the level below which speech is quiet, and the bars."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(sized(self.font(), Type.CAPTION))
        muted = muted_colour(self.palette())
        painter.setPen(severity_colour(self.palette(), self._severity) if self._severity else muted)
        words = QRectF(0, 0, self.width(), self._bars_top())
        summary = painter.fontMetrics().elidedText(
            self._summary, Qt.TextElideMode.ElideRight, max(0, self.width())
        )
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, summary)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1, Qt.PenStyle.DashLine))
        quiet = self._y(QUIET_DB)
        painter.drawLine(QPointF(0, quiet), QPointF(self.width(), quiet))
        painter.setPen(Qt.PenStyle.NoPen)
        for at, take in enumerate(self._takes):
            painter.setBrush(self._colour(take.state))
            bar = self._bar(at)
            painter.drawRoundedRect(bar, bar.width() / 3, bar.width() / 3)

    def event(self, event: QEvent) -> bool:
        """Tell about the take under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = int(event.pos().x() // self._step())
            if event.pos().y() < self._bars_top():
                QToolTip.showText(event.globalPos(), plain_tip(self._summary), self)
            elif 0 <= at < len(self._takes):
                QToolTip.showText(event.globalPos(), plain_tip(self._about(self._takes[at])), self)
            return True
        return super().event(event)

    def _about(self, take: TakeQuality) -> str:
        figures = self.tr("speech {0:.0f} dBFS, room {1:.0f} dBFS").format(take.level_db, take.noise_db)
        return f"{take.number}. {take.text}\n{figures}"

    def _tell(self) -> None:
        """Say in words what the bars show."""
        self._summary, self._severity = self._judge()
        figures = ""
        if self._takes:
            last = self._takes[-1]
            text = self.tr("{0} takes; the last one: speech {1:.0f} dBFS, room {2:.0f} dBFS.")
            figures = text.format(len(self._takes), last.level_db, last.noise_db)
        self.setAccessibleDescription(f"{self._summary} {figures}".strip())

    def _judge(self) -> tuple[str, str]:
        """What a person should know about the session, and how serious it is."""
        change = change_over(self._takes)
        sentences = []
        if change.is_quieter:
            text = self.tr("You are {0:.0f} dB quieter than at first: come as close as you were.")
            sentences.append(text.format(-change.speech_db))
        elif change.is_louder:
            text = self.tr("You are {0:.0f} dB louder than at first: move back to where you were.")
            sentences.append(text.format(change.speech_db))
        if change.is_noisier:
            text = self.tr("The room is {0:.0f} dB louder than at first: look for what makes the noise.")
            sentences.append(text.format(change.room_db))
        if sentences:
            return " ".join(sentences), "warning"
        return self.tr("Each bar is a take; it reaches from the noise of the room up to your voice."), ""

    def _colour(self, state: TakeState) -> QColor:
        if state is TakeState.RECORDED:
            return muted_colour(self.palette())
        severity = {TakeState.GOOD: "ok", TakeState.BAD: "error"}.get(state, "warning")
        return severity_colour(self.palette(), severity)

    def _step(self) -> float:
        return min(WIDEST_BAR / BAR_SHARE, self.width() / max(1, len(self._takes)))

    def _bar(self, at: int) -> QRectF:
        take, step = self._takes[at], self._step()
        top, foot = self._y(take.level_db), self._y(take.noise_db)
        width = step * BAR_SHARE
        return QRectF(at * step, top, width, max(width, foot - top))

    def _y(self, level_db: float) -> float:
        share = (min(max(level_db, LOWEST_DB), HIGHEST_DB) - LOWEST_DB) / (HIGHEST_DB - LOWEST_DB)
        return self._bars_top() + (1 - share) * PLOT_HEIGHT

    def _bars_top(self) -> int:
        return self.fontMetrics().height() + Space.XXS
