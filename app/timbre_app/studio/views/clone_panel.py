"""A clone under way, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QProgressBar, QVBoxLayout, QWidget

from timbre_app.studio.ports import CloneProgress
from timbre_app.studio.widgets.building import button, card, label, restyle

UNKNOWN = "–"


def minutes_and_seconds(seconds: float | None) -> str:
    """Time as m:ss, or a dash."""
    if seconds is None:
        return UNKNOWN
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


class ClonePanel(QWidget):
    """Draws progress; emits cancel, and what to do after."""

    cancel_requested = Signal()
    back_requested = Signal()
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
        self.cancel_button = button(self.tr("Cancel"), self.tr("Stop; the takes are kept"), "Esc")
        self.back_button = button(self.tr("Back to the takes"), self.tr("Go back to the sentences"))
        self.speak_button = button(
            self.tr("Speak with it"), self.tr("Try the new voice"), "Ctrl+Return", role="primary"
        )
        self._build()
        self.setFocusProxy(self.cancel_button)
        self.cancel_button.clicked.connect(self.cancel_requested)
        self.back_button.clicked.connect(self.back_requested)
        self.speak_button.clicked.connect(self.speak_requested)
        for keys, one in (("Esc", self.cancel_button), ("Ctrl+Return", self.speak_button)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(one.click)

    def begin(self, voice_name: str) -> None:
        """Show a clone that has just been asked for."""
        self._title.setText(self.tr("Making the voice {0}").format(voice_name))
        restyle(self.message_label, "severity", "")
        self.show_progress(
            CloneProgress(stage="", message=self.tr("Sending the takes to the speech server."))
        )
        self._set_running(True)

    def show_progress(self, progress: CloneProgress) -> None:
        """Draw where the clone is; an unknown length moves without an end."""
        stage = self._stage_name(progress.stage)
        self.stage_label.setText(stage)
        self.message_label.setText("" if progress.message == stage else progress.message)
        known = progress.max_steps > 0
        self.bar.setRange(0, progress.max_steps if known else 0)
        if known:
            self.bar.setValue(progress.step)
        step = f"{progress.step} / {progress.max_steps}" if known else UNKNOWN
        for name, text in (
            ("step", step),
            ("loss", self._loss(progress.loss)),
            ("held_out", self._loss(progress.held_out_loss)),
            ("elapsed", minutes_and_seconds(progress.elapsed_s)),
            ("eta", minutes_and_seconds(progress.eta_s)),
        ):
            self._figures[name].setText(text)

    def show_done(self, verdict: str) -> None:
        """Show the finished voice's report in one sentence."""
        self.stage_label.setText(self.tr("The voice is ready."))
        self.message_label.setText(verdict)
        self.bar.setRange(0, 1)
        self.bar.setValue(1)
        self._figures["eta"].setText(UNKNOWN)
        self._set_running(False, succeeded=True)

    def show_failed(self, message: str) -> None:
        """Show why there is no voice."""
        self.stage_label.setText(self.tr("The voice could not be made."))
        self.message_label.setText(message)
        restyle(self.message_label, "severity", "error")
        self.bar.setRange(0, 1)
        self.bar.setValue(0)
        self._set_running(False)

    def figure(self, name: str) -> str:
        """A figure as shown: step, loss, held_out, elapsed or eta."""
        return self._figures[name].text()

    def _set_running(self, running: bool, succeeded: bool = False) -> None:
        self.cancel_button.setVisible(running)
        self.back_button.setVisible(not running)
        self.speak_button.setVisible(succeeded)
        if not running and self.isVisible():
            (self.speak_button if succeeded else self.back_button).setFocus()

    def _stage_name(self, stage: str) -> str:
        names = {
            "takes": self.tr("Reading the takes"),
            "features": self.tr("Measuring the takes"),
            "nearest": self.tr("Looking for the nearest speaker"),
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
        column.setSpacing(14)
        column.addWidget(self._title)
        frame, inside = card()
        inside.addWidget(self.stage_label)
        inside.addWidget(self.bar)
        inside.addWidget(self.message_label)
        inside.addSpacing(8)
        grid = QGridLayout()
        captions = (
            ("step", self.tr("Step")),
            ("loss", self.tr("Loss")),
            ("held_out", self.tr("Loss on held-out takes")),
            ("elapsed", self.tr("Elapsed")),
            ("eta", self.tr("Time left")),
        )
        for at, (name, caption) in enumerate(captions):
            self._figures[name] = label(UNKNOWN, "figure")
            self._figures[name].setAccessibleName(caption)
            grid.addWidget(label(caption, "muted"), 0, at)
            grid.addWidget(self._figures[name], 1, at, Qt.AlignmentFlag.AlignLeft)
        inside.addLayout(grid)
        column.addWidget(frame)
        row = QHBoxLayout()
        row.addStretch(1)
        for one in (self.cancel_button, self.back_button, self.speak_button):
            row.addWidget(one)
        column.addLayout(row)
        column.addStretch(1)
