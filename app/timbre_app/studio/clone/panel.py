"""Shows a running clone and its end."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from timbre.messages import Message
from timbre_app.studio.clone.learning import has_settled
from timbre_app.studio.clone.loss_plot import LossPlot
from timbre_app.studio.items import CloneProgress
from timbre_app.studio.language import translated
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.widgets.building import button, card, label, margins, restyle
from timbre_app.studio.widgets.button_rows import ButtonRows
from timbre_app.studio.widgets.keys import press_on_key
from timbre_app.studio.widgets.likeness_scale import LikenessScale
from timbre_app.studio.widgets.steady import keep_width

UNKNOWN = "–"
LEAST_PLOT_PX = 150
"""Height below which the curves are flat lines; the page scrolls then."""


def minutes_and_seconds(seconds: float | None) -> str:
    """Time as m:ss, or a dash."""
    if seconds is None:
        return UNKNOWN
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


class ClonePanel(QWidget):
    """Draws progress; emits requests to cancel, to finish, to hear the voice, and what to do after the clone."""

    cancel_requested = Signal()
    finish_requested = Signal()
    hear_requested = Signal()
    back_requested = Signal()
    takes_requested = Signal()
    resume_requested = Signal()
    result_requested = Signal()
    speak_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stage_label = label(role="heading", wrap=True)
        self.message_label = label(role="muted", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the voice"))
        self._title = label(self.tr("Making the voice"), "title")
        self._figures: dict[str, QLabel] = {}
        self._captions: dict[str, QLabel] = {}
        self._finishing = False
        self.plot = LossPlot()
        self.plot.setMinimumHeight(LEAST_PLOT_PX)
        self.heard_label = label(role="muted", wrap=True)
        self.scale = LikenessScale()
        self.measured_label = label(role="muted", wrap=True)
        self.learning_label = label(role="muted", wrap=True)
        self._make_buttons_while_it_learns()
        self._make_buttons_afterwards()
        self._build()
        self._next_button: QPushButton | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("The voice that is being made"))
        self.setAccessibleDescription(self.tr("P plays what it sounds like now; Esc stops."))
        self._connect_buttons()

    def _make_buttons_while_it_learns(self) -> None:
        tr = self.tr
        self.cancel_button = button(
            tr("Cancel"),
            tr("Stop; the takes and what was learned are kept, so you can continue later"),
            "Esc",
            icon="x",
        )
        self.finish_button = button(
            tr("Use it as it is"),
            tr("Stop learning and make the voice from what was learned so far"),
            icon="check",
        )
        self.hear_button = button(
            tr("Hear it so far"),
            tr("Hear a sentence in the voice so far; learning goes on"),
            "P",
            icon="play",
        )
        keep_width(self.hear_button, tr("Stop"))
        self.details_button = button(
            tr("Details"), tr("Steps and losses, as figures and as curves"), icon="chevron-down"
        )
        self.details_button.setCheckable(True)
        self.back_button = button(
            tr("Back to the takes"), tr("Go back to the sentences; the voice goes on"), icon="arrow-left"
        )

    def _make_buttons_afterwards(self) -> None:
        tr = self.tr
        self.takes_button = button(
            tr("Check the takes"),
            tr("Level, noise, clipping and missed words of each take"),
            "T",
            icon="list-checks",
        )
        self.resume_button = button(
            tr("Try again"), tr("Go on where it stopped"), "Ctrl+R", role="primary", icon="rotate-ccw"
        )
        self.result_button = button(
            tr("Compare it with you"),
            tr("Hear your own takes beside the voice"),
            "Return",
            role="primary",
            icon="headphones",
        )
        self.speak_button = button(
            tr("Speak with it"), tr("Try the new voice"), "Ctrl+Return", icon="audio-lines"
        )

    def _connect_buttons(self) -> None:
        for keys, action_button, signal in (
            ("Esc", self.cancel_button, self.cancel_requested),
            ("", self.finish_button, self.finish_requested),
            ("P", self.hear_button, self.hear_requested),
            ("", self.back_button, self.back_requested),
            ("T", self.takes_button, self.takes_requested),
            ("Ctrl+R", self.resume_button, self.resume_requested),
            ("Return", self.result_button, self.result_requested),
            ("Ctrl+Return", self.speak_button, self.speak_requested),
        ):
            action_button.clicked.connect(signal)
            if keys:
                press_on_key(self, keys, action_button)

    def begin(self, voice_name: str, goes_on: bool = False) -> None:
        """Show a clone that was just ordered; one that goes on keeps the points of its curves."""
        self._finishing = False
        self._title.setText(self.tr("Making the voice {0}").format(voice_name))
        self.setAccessibleName(self._title.text())
        restyle(self.message_label, "severity", "")
        if not goes_on:
            self.plot.clear()
            self._show_likeness(None, None)
        self._show_learning()
        self.heard_label.clear()
        self.hear_button.setEnabled(False)
        self.show_progress(
            CloneProgress(stage="", message=Message.of("Sending the takes to the speech server."))
        )
        self._set_running(True)

    def show_progress(self, progress: CloneProgress) -> None:
        """Draw the progress of the clone; without a number of steps the bar moves without an end."""
        if self._finishing:
            return
        stage = self._stage_name(progress.stage)
        self.stage_label.setText(stage)
        message = translated(progress.message)
        self.message_label.setText("" if message == stage else message)
        has_steps = progress.max_steps > 0
        self.bar.setRange(0, progress.max_steps if has_steps else 0)
        if has_steps:
            self.bar.setValue(progress.step)
        step = f"{progress.step} / {progress.max_steps}" if has_steps else UNKNOWN
        for name, text in (
            ("step", step),
            ("elapsed", minutes_and_seconds(progress.elapsed_s)),
            ("eta", minutes_and_seconds(progress.eta_s)),
        ):
            self._figures[name].setText(text)
        self._show_losses(progress)
        if progress.loss is not None:
            self.plot.add(progress.step, progress.loss, progress.held_out_loss)
            self._show_learning()
        if progress.likeness is not None:
            self._show_likeness(progress.likeness, progress.likeness_step)
        if progress.voice:
            self.hear_button.setEnabled(True)
            self.heard_label.setText(self.tr("A sentence in the voice so far; learning goes on."))
        held_out_points = self.plot.points[1]  # the first point is from before the voice learned anything
        self.finish_button.setEnabled(progress.loss is not None and len(held_out_points) > 1)

    def _show_losses(self, progress: CloneProgress) -> None:
        """Show the losses; the last ones stay while the voice is compared with the person, when nothing is learned."""
        for name, loss in (("loss", progress.loss), ("held_out", progress.held_out_loss)):
            if loss is not None or not self.plot.points[0]:
                self._figures[name].setText(self._loss(loss))

    def _show_likeness(self, likeness: float | None, step: int | None) -> None:
        """Show how alike the voice was to the person when that was measured last, and at which step that was."""
        self.scale.set_places(likeness, None)
        if likeness is None:
            self._figures["likeness"].setText(UNKNOWN)
            self.measured_label.setText(
                self.tr(
                    "Soon it will be compared with you, on sentences of yours that it does not learn from."
                )
            )
            return
        self._figures["likeness"].setText(self.tr("{0:.0f} %").format(100 * max(0.0, likeness)))
        text = self.tr("Measured at step {0}, on sentences of yours that it does not learn from.")
        self.measured_label.setText(text.format(step))

    def _show_learning(self) -> None:
        """Show whether the voice still changes."""
        points = self.plot.points[1]
        if len(points) < 2:
            text = ""
        elif has_settled(points):
            text = self.tr("It hardly changes any more: you can use it as it is.")
        else:
            text = self.tr("It is still getting closer.")
        self.learning_label.setText(text)

    def set_hearing(self, hearing: bool) -> None:
        """Turn the play button into a stop button, and back."""
        self.hear_button.setText(self.tr("Stop") if hearing else self.tr("Hear it so far"))
        set_icon(self.hear_button, "square" if hearing else "play")

    def show_finishing(self) -> None:
        """Show that the voice is made of what was learned so far."""
        self._finishing = True
        self.stage_label.setText(self.tr("Making the voice from what was learned so far"))
        self.bar.setRange(0, 0)
        self._figures["eta"].setText(UNKNOWN)
        self.finish_button.setEnabled(False)

    def show_done(self, verdict: Message | None) -> None:
        """Show the finished voice's report in one sentence."""
        self.stage_label.setText(self.tr("The voice is ready."))
        self.message_label.setText(translated(verdict))
        self.bar.setRange(0, 1)
        self.bar.setValue(1)
        self._figures["eta"].setText(UNKNOWN)
        self.learning_label.clear()
        self._set_running(False, succeeded=True)

    def show_failed(self, message: str) -> None:
        """Show why there is no voice."""
        self.stage_label.setText(self.tr("The voice could not be made."))
        self.message_label.setText(message)
        restyle(self.message_label, "severity", "error")
        self.bar.setRange(0, 1)
        self.bar.setValue(0)
        self._figures["eta"].setText(UNKNOWN)
        self._set_running(False)

    def figure(self, name: str) -> str:
        """A figure as shown: likeness, eta, elapsed, step, loss or held_out."""
        return self._figures[name].text()

    def _set_running(self, running: bool, succeeded: bool = False) -> None:
        for widget in (self.cancel_button, self.finish_button, self.hear_button, self.heard_label):
            widget.setVisible(running)
        for widget in (self.speak_button, self.result_button):
            widget.setVisible(succeeded)
        for widget in (self._captions["eta"], self._figures["eta"]):
            widget.setVisible(running)
        likeness = self.tr("Likeness to you") if succeeded else self.tr("Likeness to you so far")
        self._captions["likeness"].setText(likeness)
        self._figures["likeness"].setAccessibleName(likeness)
        self.resume_button.setVisible(not running and not succeeded)
        # While it runs no button has the focus, so that the record key does not cancel the clone.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if running else Qt.FocusPolicy.NoFocus)
        self._next_button = None if running else self.result_button if succeeded else self.resume_button
        if self._next_button is not None and self.isVisible():
            self._next_button.setFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Hand the focus on; with Qt's own focus proxy, Tab would skip the other buttons."""
        super().focusInEvent(event)
        if self._next_button is not None:
            self._next_button.setFocus()

    def _stage_name(self, stage: str) -> str:
        names = {
            "waiting": self.tr("Starting"),
            "resuming": self.tr("The speech server has started again: continuing where it stopped"),
            "takes": self.tr("Reading the takes"),
            "features": self.tr("Measuring the takes"),
            "start": self.tr("Looking for the best starting point"),
            "adapt": self.tr("Learning the voice"),
            "report": self.tr("Comparing the voice with yours"),
            "done": self.tr("The voice is ready."),
        }
        return names.get(stage, stage or self.tr("Starting"))

    @staticmethod
    def _loss(value: float | None) -> str:
        return UNKNOWN if value is None else f"{value:.3f}"

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addWidget(self._title)
        column.addWidget(self._build_card())
        column.addStretch(1)
        column.addLayout(self._build_actions())

    def _build_card(self) -> QWidget:
        self._frame, inside = card()
        inside.addWidget(self.stage_label)
        inside.addWidget(self.bar)
        inside.addWidget(self.message_label)
        inside.addSpacing(Space.S)
        inside.addLayout(
            self._build_figures(
                ("likeness", self.tr("Likeness to you so far")),
                ("eta", self.tr("Time left")),
                ("elapsed", self.tr("Elapsed")),
            )
        )
        inside.addWidget(self.scale)
        inside.addWidget(self.measured_label)
        inside.addWidget(self.learning_label)
        inside.addSpacing(Space.S)
        hearing = QHBoxLayout()
        hearing.setSpacing(Space.S)
        hearing.addWidget(self.hear_button)
        hearing.addWidget(self.heard_label, 1)
        inside.addLayout(hearing)
        inside.addSpacing(Space.S)
        inside.addWidget(self.details_button, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addWidget(self._build_details(), 1)
        inside.addStretch(0)
        return self._frame

    def _build_actions(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(
            ButtonRows(
                self.takes_button,
                self.back_button,
                self.finish_button,
                self.cancel_button,
                self.speak_button,
                self.resume_button,
                self.result_button,
                loose=True,
            )
        )
        return row

    def _show_details(self, shown: bool) -> None:
        self.details.setVisible(shown)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.setStretchFactor(self._frame, 1000 if shown else 0)  # the curves take all the room
        set_icon(self.details_button, "chevron-up" if shown else "chevron-down")

    def _build_figures(self, *captions: tuple[str, str]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.XL)
        for at, (name, caption) in enumerate(captions):
            self._figures[name] = label(UNKNOWN, "figure")
            self._figures[name].setAccessibleName(caption)
            self._captions[name] = label(caption, "muted")
            grid.addWidget(self._captions[name], 0, at)
            grid.addWidget(self._figures[name], 1, at, Qt.AlignmentFlag.AlignLeft)
        grid.setColumnStretch(len(captions), 1)
        return grid

    def _build_details(self) -> QWidget:
        """What only some want to see: hidden until it is asked for."""
        self.details = QWidget()
        column = QVBoxLayout(self.details)
        margins(column, Space.NONE, Space.NONE)
        column.addLayout(
            self._build_figures(
                ("step", self.tr("Step")),
                ("loss", self.tr("Loss")),
                ("held_out", self.tr("Loss on held-out takes")),
            )
        )
        column.addWidget(self.plot, 1)
        self.details.hide()
        self.details_button.toggled.connect(self._show_details)
        return self.details
