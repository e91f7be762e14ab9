"""The panel before the first sentence: shows whether the microphone is the right one and the room is quiet."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from timbre_app.studio.record.microphone_bar import MicrophoneBar
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, card, label, restyle
from timbre_app.studio.widgets.keys import on_key


class RecordRoomPanel(QWidget):
    """Draws the meter and the verdict on the room; emits the requests of the person."""

    measure_requested = Signal()
    monitor_toggled = Signal(bool)
    continue_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self.microphone_bar = MicrophoneBar()
        self.measure_button = button(
            tr("Measure the room"), tr("Listen to five seconds of silence"), "M", icon="volume-2"
        )
        self.measure_button.setEnabled(False)
        self.continue_button = button(
            tr("Go to the sentences"),
            tr("Record the sentences"),
            "Return",
            role="primary",
            icon="arrow-right",
        )
        self.monitor_box = QCheckBox(tr("Hear myself"))
        self.monitor_box.setToolTip(tr("Play the microphone; wear headphones, or it will howl"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Measuring the room"))
        self.verdict_label = label(wrap=True)
        self._build()
        self.setFocusProxy(self.continue_button)
        self.measure_button.clicked.connect(self.measure_requested)
        self.continue_button.clicked.connect(self.continue_requested)
        self.monitor_box.toggled.connect(self.monitor_toggled)
        for keys, action_button in (("M", self.measure_button), ("Return", self.continue_button)):
            on_key(self, keys, action_button.click)

    def set_can_measure(self, can_measure: bool) -> None:
        """Set whether the microphone delivers sound."""
        self.measure_button.setEnabled(can_measure)
        self.monitor_box.setEnabled(can_measure)

    def show_measuring(self, share: float) -> None:
        """Show the share of the silence that was heard, 0 to 1."""
        self.verdict_label.setText(self.tr("Please be silent for five seconds…"))
        restyle(self.verdict_label, "severity", "")
        self.bar.setValue(round(1000 * share))
        self.bar.show()

    def show_verdict(self, text: str, severity: str) -> None:
        """Show how the room is and what to do; an empty text shows that nothing was measured."""
        mark = {"ok": "✓  ", "warning": "!  ", "error": "✗  "}.get(severity, "")
        self.verdict_label.setText(mark + text)
        restyle(self.verdict_label, "severity", severity)
        self.bar.hide()

    def _build(self) -> None:
        tr = self.tr
        self.bar.setRange(0, 1000)
        self.bar.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addWidget(label(tr("Microphone and room"), "title"))
        frame, inside = card()
        inside.addWidget(label(tr("Your microphone"), "heading"))
        about = tr(
            "Say a few words as loudly as you are going to read: the bar should reach the marked zone."
        )
        inside.addWidget(label(about, "muted", wrap=True))
        inside.addWidget(self.microphone_bar)
        inside.addWidget(self.monitor_box)
        column.addWidget(frame)
        frame, inside = card()
        inside.addWidget(label(tr("Your room"), "heading"))
        about = tr("Be quiet for five seconds, and Timbre measures how noisy the room is.")
        inside.addWidget(label(about, "muted", wrap=True))
        row = QHBoxLayout()
        row.addWidget(self.measure_button)
        row.addStretch(1)
        inside.addLayout(row)
        inside.addWidget(self.bar)
        inside.addWidget(self.verdict_label)
        column.addWidget(frame)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.continue_button)
        column.addLayout(row)
        column.addStretch(1)
