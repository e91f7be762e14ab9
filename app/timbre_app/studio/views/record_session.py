"""One sentence at a time: read it, hear it, see what was wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.ports import CheckLine
from timbre_app.studio.widgets.building import button, card, label, restyle
from timbre_app.studio.widgets.level_meter import LevelMeterBar
from timbre_app.studio.widgets.waveform import WaveformView

FINDINGS_SHOWN = 4


class Activity(Enum):
    """What the panel is doing."""

    IDLE = auto()
    RECORDING = auto()
    PLAYING = auto()


@dataclass(frozen=True)
class SentenceItem:
    """The sentence on screen."""

    text: str
    number: int
    total: int
    has_take: bool
    is_consent: bool


class RecordSessionPanel(QWidget):
    """Draws a sentence, its take and its findings; emits what the person asks for."""

    record_toggled = Signal()
    cancel_requested = Signal()
    play_toggled = Signal()
    redo_requested = Signal()
    previous_requested = Signal()
    next_requested = Signal()
    clone_requested = Signal()
    leave_requested = Signal()
    microphone_chosen = Signal(str)
    look_again_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._activity = Activity.IDLE
        self._sentence: SentenceItem | None = None
        self._can_record = False
        self._make_controls()
        self._build()
        self._connect()
        self._enable()

    def set_voice_name(self, name: str) -> None:
        """Name the voice in the making."""
        self._voice_label.setText(self.tr("Voice: {0}").format(name))

    def set_sentence(self, sentence: SentenceItem) -> None:
        """Show a sentence to read."""
        self._sentence = sentence
        self.prompt_label.setText(sentence.text)
        self.prompt_label.setAccessibleName(self.tr("Sentence to read: {0}").format(sentence.text))
        number = self.tr("Sentence {0} of {1}").format(sentence.number, sentence.total)
        consent = self.tr("Your consent, read aloud")
        self.number_label.setText(f"{consent} · {number}" if sentence.is_consent else number)
        self._enable()

    def set_progress(self, takes: int, needed: int, advised: int) -> None:
        """Show how many takes there are; cloning is offered from `needed` on."""
        self.takes_bar.setRange(0, advised)
        self.takes_bar.setValue(min(takes, advised))
        if takes < needed:
            text = self.tr("{0} takes: {1} more until you can make the voice").format(takes, needed - takes)
        elif takes < advised:
            text = self.tr("{0} takes: enough to begin, {1} is better").format(takes, advised)
        else:
            text = self.tr("{0} takes: ready").format(takes)
        self.takes_label.setText(text)
        self.takes_bar.setAccessibleName(text)
        self.clone_button.setEnabled(takes >= needed)

    def set_microphones(self, names: Sequence[str], chosen: str | None) -> None:
        """Offer microphones."""
        self.microphone_box.blockSignals(True)
        self.microphone_box.clear()
        self.microphone_box.addItems(list(names))
        if chosen is not None:
            self.microphone_box.setCurrentText(chosen)
        self.microphone_box.blockSignals(False)
        self.microphone_box.setEnabled(bool(names))

    def set_can_record(self, can_record: bool) -> None:
        """Whether the microphone delivers sound."""
        self._can_record = can_record
        self._enable()

    def set_activity(self, activity: Activity) -> None:
        """Show what is going on."""
        self._activity = activity
        recording = activity is Activity.RECORDING
        self.record_button.setText(self.tr("Stop recording") if recording else self.tr("Record"))
        self.play_button.setText(self.tr("Stop") if activity is Activity.PLAYING else self.tr("Play"))
        restyle(self._prompt_card, "recording", "yes" if recording else "no")
        self._enable()

    def set_duration(self, duration_s: float | None) -> None:
        """Show the length of the take under way or on screen."""
        self.duration_label.setText("" if duration_s is None else self.tr("{0:.1f} s").format(duration_s))

    def set_findings(self, lines: Sequence[CheckLine]) -> None:
        """Show what was found about the take."""
        for at, shown in enumerate(self._finding_labels):
            line = lines[at] if at < len(lines) else None
            shown.setVisible(line is not None)
            if line is not None:
                mark = {"ok": "✓", "warning": "!"}.get(line.severity, "✗")
                shown.setText(f"{mark}  {line.message}")
                restyle(shown, "severity", line.severity)

    def set_note(self, text: str) -> None:
        """Say in one muted line what is being looked at or what may be done."""
        self.note_label.setText(text)
        self.note_label.setVisible(bool(text))

    @property
    def findings(self) -> list[str]:
        """The findings on screen."""
        return [shown.text() for shown in self._finding_labels if not shown.isHidden()]

    def _enable(self) -> None:
        idle = self._activity is Activity.IDLE
        recording = self._activity is Activity.RECORDING
        has_take = self._sentence is not None and self._sentence.has_take
        self.record_button.setEnabled(recording or self._can_record)
        self.cancel_button.setEnabled(recording)
        self.play_button.setEnabled(has_take and not recording)
        self.redo_button.setEnabled(has_take and not recording and self._can_record)
        for one in (self.previous_button, self.next_button):
            one.setEnabled(not recording)
        for one in (self.microphone_box, self.look_again_button, self.leave_button):
            one.setEnabled(idle)

    def _make_controls(self) -> None:
        self._voice_label = label(role="muted")
        self.number_label = label(role="heading")
        self.prompt_label = label(role="prompt", wrap=True)
        self.prompt_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.prompt_label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.meter = LevelMeterBar()
        self.waveform = WaveformView()
        self.waveform.setAccessibleName(self.tr("Waveform of the take"))
        self.duration_label = label(role="muted")
        self.note_label = label(role="muted", wrap=True)
        self._finding_labels = [label(wrap=True) for _ in range(FINDINGS_SHOWN)]
        self.takes_bar = QProgressBar()
        self.takes_bar.setTextVisible(False)
        self.takes_label = label(role="muted")
        self.microphone_box = QComboBox()
        self.microphone_box.setAccessibleName(self.tr("Microphone"))
        self.microphone_box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.microphone_box.setMinimumContentsLength(18)
        self.look_again_button = button(self.tr("Look again"), self.tr("Look for microphones again"), "F5")
        tr = self.tr
        self.record_button = button(tr("Record"), tr("Start and stop recording"), "Space", role="record")
        self.cancel_button = button(tr("Cancel"), tr("Throw away what is being recorded"), "Esc")
        self.play_button = button(tr("Play"), tr("Play the take"), "P")
        self.redo_button = button(
            tr("Redo"), tr("Record again; the old take stays until the new one is done"), "R"
        )
        self.previous_button = button(tr("Previous"), tr("Go to the sentence before"), "Left")
        self.next_button = button(tr("Next"), tr("Go to the sentence after; skip this one"), "Right")
        self.clone_button = button(
            tr("Make the voice"), tr("Make a voice of the takes"), "Ctrl+M", role="primary"
        )
        self.leave_button = button(tr("Other voice"), tr("Leave; the takes are kept"), "Ctrl+W")

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Record"), "title"))
        head.addSpacing(14)
        head.addWidget(self._voice_label, 1)
        head.addWidget(self.leave_button)
        column.addLayout(head)
        column.addWidget(self._build_prompt(), 1)
        around = (self.play_button, self.redo_button, self.record_button, self.cancel_button)
        column.addLayout(self._row(self.previous_button, None, *around, None, self.next_button))
        column.addWidget(self._build_take())
        microphone = QHBoxLayout()
        microphone.addWidget(label(self.tr("Microphone")))
        microphone.addWidget(self.microphone_box, 1)
        microphone.addWidget(self.look_again_button)
        microphone.addSpacing(10)
        microphone.addWidget(self.meter, 2)
        column.addLayout(microphone)
        foot = QHBoxLayout()
        progress = QVBoxLayout()
        progress.addWidget(self.takes_label)
        progress.addWidget(self.takes_bar)
        foot.addLayout(progress, 1)
        foot.addSpacing(14)
        foot.addWidget(self.clone_button)
        column.addLayout(foot)

    @staticmethod
    def _row(*parts: QPushButton | None) -> QHBoxLayout:
        row = QHBoxLayout()
        for part in parts:
            if part is None:
                row.addStretch(1)
            else:
                row.addWidget(part)
        return row

    def _build_prompt(self) -> QFrame:
        self._prompt_card, inside = card()
        head = QHBoxLayout()
        head.addWidget(self.number_label, 1)
        head.addWidget(self.duration_label)
        inside.addLayout(head)
        inside.addWidget(self.prompt_label, 1)
        return self._prompt_card

    def _build_take(self) -> QFrame:
        frame, inside = card()
        row = QHBoxLayout()
        row.setSpacing(18)
        row.addWidget(self.waveform, 3)
        findings = QVBoxLayout()
        findings.setSpacing(5)
        findings.addWidget(self.note_label)
        for shown in self._finding_labels:
            shown.hide()
            findings.addWidget(shown)
        findings.addStretch(1)
        row.addLayout(findings, 2)
        inside.addLayout(row)
        frame.setMinimumHeight(150)
        return frame

    def _connect(self) -> None:
        actions: tuple[tuple[str, QPushButton | QLabel, Signal], ...] = (
            ("Space", self.record_button, self.record_toggled),
            ("Esc", self.cancel_button, self.cancel_requested),
            ("P", self.play_button, self.play_toggled),
            ("R", self.redo_button, self.redo_requested),
            ("Left", self.previous_button, self.previous_requested),
            ("Right", self.next_button, self.next_requested),
            ("Ctrl+M", self.clone_button, self.clone_requested),
            ("Ctrl+W", self.leave_button, self.leave_requested),
            ("F5", self.look_again_button, self.look_again_requested),
        )
        for keys, one, signal in actions:
            one.clicked.connect(signal)
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(one.click)
        self.microphone_box.textActivated.connect(self.microphone_chosen)
