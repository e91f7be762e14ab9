"""Text, voice and controls; speaks and exports."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QPalette, QShortcut, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.ports import SpeakOptions, VoiceItem
from timbre_app.studio.widgets.building import button, card, label, restyle
from timbre_app.studio.widgets.control_slider import ControlSlider


class SpeakPage(QWidget):
    """Draws the text and what is being spoken of it; emits what the person asks for."""

    speak_requested = Signal()
    stop_requested = Signal()
    export_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.voice_box = QComboBox()
        self.voice_box.setAccessibleName(self.tr("Voice"))
        self.voice_box.setMinimumWidth(220)
        self.text_edit = QPlainTextEdit()
        self.text_edit.setAccessibleName(self.tr("Text to speak"))
        self.text_edit.setPlaceholderText(self.tr("Type or paste what the voice should say."))
        self.text_edit.setTabChangesFocus(True)
        self.pace = ControlSlider(self.tr("Pace"), 0.5, 2.0, 1.0, 0.05, "×")
        self.pitch = ControlSlider(self.tr("Pitch"), -8.0, 8.0, 0.0, 0.5, self.tr(" st"), signed=True)
        self.energy = ControlSlider(self.tr("Energy"), -12.0, 12.0, 0.0, 1.0, self.tr(" dB"), signed=True)
        self.speak_button = button(self.tr("Speak"), self.tr("Speak the text"), "Ctrl+Return", role="primary")
        self.stop_button = button(self.tr("Stop"), self.tr("Fall silent"), "Esc")
        self.export_button = button(
            self.tr("Export…"), self.tr("Save the speech as WAV, FLAC, OGG or MP3"), "Ctrl+E"
        )
        self.status_label = label(role="muted", wrap=True)
        self._busy = False
        self._build()
        self._connect()
        self.setFocusProxy(self.text_edit)
        self.set_busy(False)

    @property
    def text(self) -> str:
        """The text as typed."""
        return self.text_edit.toPlainText()

    @property
    def voice_id(self) -> str | None:
        """Id of the chosen voice."""
        return self.voice_box.currentData()

    @property
    def voice_name(self) -> str:
        """Name of the chosen voice."""
        return self.voice_box.currentText()

    @property
    def options(self) -> SpeakOptions:
        """Where the sliders stand."""
        return SpeakOptions(pace=self.pace.value, pitch=self.pitch.value, energy=self.energy.value)

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer these voices; the chosen one stays chosen if it is still there."""
        chosen = self.voice_id
        self.voice_box.clear()
        for voice in voices:
            self.voice_box.addItem(voice.name, voice.id)
        self.select_voice(chosen)
        self.set_status(
            "" if voices else self.tr("Record or import a voice first: there is none to speak with.")
        )
        self._enable()

    def select_voice(self, voice_id: str | None) -> None:
        """Choose a voice."""
        at = self.voice_box.findData(voice_id)
        if at >= 0:
            self.voice_box.setCurrentIndex(at)

    def set_busy(self, busy: bool) -> None:
        """Whether something is being spoken or exported."""
        self._busy = busy
        self.text_edit.setReadOnly(busy)
        self._enable()
        if not busy:
            self.highlight(None)

    def set_status(self, text: str, severity: str = "") -> None:
        """One line below the text."""
        self.status_label.setText(text)
        restyle(self.status_label, "severity", severity)

    def highlight(self, span: tuple[int, int] | None) -> None:
        """Mark characters [start, end) of the text, or none."""
        if span is None:
            self.text_edit.setExtraSelections([])
            return
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.text_edit.document())
        cursor.setPosition(self._qt_offset(span[0]))
        cursor.setPosition(self._qt_offset(span[1]), QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setBackground(self.palette().color(QPalette.ColorRole.Highlight))
        form.setForeground(self.palette().color(QPalette.ColorRole.HighlightedText))
        selection.cursor, selection.format = cursor, form
        self.text_edit.setExtraSelections([selection])
        self._keep_visible(cursor)

    def _qt_offset(self, offset: int) -> int:
        # Qt counts UTF-16 units, Python code points: an emoji is two of one and one of the other.
        return min(
            len(self.text[:offset].encode("utf-16-le")) // 2, self.text_edit.document().characterCount() - 1
        )

    def _keep_visible(self, cursor: QTextCursor) -> None:
        if not self.text_edit.viewport().rect().contains(self.text_edit.cursorRect(cursor)):
            self.text_edit.setTextCursor(QTextCursor(cursor))
            self.text_edit.centerCursor()

    def _enable(self) -> None:
        ready = bool(self.text.strip()) and self.voice_id is not None and not self._busy
        self.speak_button.setEnabled(ready)
        self.export_button.setEnabled(ready)
        self.stop_button.setEnabled(self._busy)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Speak"), "title"), 1)
        name = label(self.tr("&Voice"))
        name.setBuddy(self.voice_box)
        head.addWidget(name)
        head.addWidget(self.voice_box)
        column.addLayout(head)
        column.addWidget(self.text_edit, 1)
        frame, inside = card()
        grid = QGridLayout()
        grid.setHorizontalSpacing(28)
        for at, slider in enumerate((self.pace, self.pitch, self.energy)):
            grid.addWidget(slider, 0, at)
        inside.addLayout(grid)
        column.addWidget(frame)
        foot = QHBoxLayout()
        foot.addWidget(self.status_label, 1)
        for one in (self.export_button, self.stop_button, self.speak_button):
            foot.addWidget(one)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.text_edit.textChanged.connect(self._enable)
        self.voice_box.currentIndexChanged.connect(lambda _: self._enable())
        self.speak_button.clicked.connect(self.speak_requested)
        self.stop_button.clicked.connect(self.stop_requested)
        self.export_button.clicked.connect(self.export_requested)
        for keys, one in (
            ("Ctrl+Return", self.speak_button),
            ("Esc", self.stop_button),
            ("Ctrl+E", self.export_button),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(one.click)
