"""The Dialogue page: the script, the cast, the tracks, and buttons to hear and save them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from timbre_app.studio.dialogue.cast_panel import CastPanel
from timbre_app.studio.dialogue.export_strip import ExportStrip
from timbre_app.studio.dialogue.script_edit import DialogueEdit
from timbre_app.studio.dialogue.tracks_view import TracksView
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, label, restyle
from timbre_app.studio.widgets.clock import clock
from timbre_app.studio.widgets.keys import on_key
from timbre_app.studio.widgets.page import Page

IDLE, PLAYING = "idle", "playing"


class DialoguePage(Page):
    """Draws script, cast and tracks; emits the requests of the person.

    Signals:
        play_requested: Play from the beginning.
        play_here_requested: Play from the line with the cursor.
        stop_requested: Stop speaking.
        open_requested: Open a script from a file.
        example_requested: Put an example into the editor.
        export_requested: Save mix, stems and subtitles.
    """

    play_requested = Signal()
    play_here_requested = Signal()
    stop_requested = Signal()
    open_requested = Signal()
    example_requested = Signal()
    export_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.script_edit = DialogueEdit()
        self.script_edit.setAccessibleName(self.tr("Script"))
        self.script_edit.setPlaceholderText(
            self.tr("Ann: Write a name, a colon, and what is said.\nBen (pause 0.5, pace 1.1): Like this.")
        )
        self.cast_panel = CastPanel()
        self.tracks_view = TracksView()
        self.export_strip = ExportStrip()
        self.time_label = label(role="muted")
        self.status_label = label(role="muted", wrap=True)
        self._make_buttons()
        self._mode = IDLE
        self._ready = False
        self._build()
        self._connect()
        self.first_control = self.script_edit
        self._enable()

    @property
    def text(self) -> str:
        """The script as typed."""
        return self.script_edit.toPlainText()

    @property
    def mode(self) -> str:
        """Whether the page is idle or plays."""
        return self._mode

    def set_mode(self, mode: str) -> None:
        """Show whether the page is idle or plays."""
        self._mode = mode
        self.script_edit.setReadOnly(mode != IDLE)
        self.cast_panel.setEnabled(mode == IDLE)
        if mode == IDLE:
            self.script_edit.mark_line(None)
        self._enable()

    def set_ready(self, ready: bool) -> None:
        """Say whether the script can be performed."""
        self._ready = ready
        self._enable()

    def set_time(self, position_s: float | None) -> None:
        """Mark the place that is heard, or none, and show the length of the dialogue."""
        self.tracks_view.set_position(position_s)
        length_s = self.tracks_view.duration_s
        text = f"{clock(position_s or 0.0)} / {clock(length_s)}" if length_s else ""
        if self.time_label.text() != text:
            self.time_label.setText(text)

    def set_status(self, text: str, severity: str = "") -> None:
        """Show a line at the foot."""
        self.status_label.setText(text)
        restyle(self.status_label, "severity", severity)

    def hide_export(self) -> None:
        """Hide the progress of the export; the focus stays on the page."""
        if self.export_strip.stop_button.hasFocus():
            self.export_button.setFocus()
        self.export_strip.hide()

    def _enable(self) -> None:
        with self.keeping_focus():
            self._enable_controls()

    def _enable_controls(self) -> None:
        idle = self._mode == IDLE
        for action_button in (self.play_button, self.here_button):
            action_button.setEnabled(idle and self._ready)
        self.export_button.setEnabled(self._ready)
        self.stop_button.setEnabled(not idle)
        self.open_button.setEnabled(idle)
        self.example_button.setVisible(not self.text.strip())

    def _make_buttons(self) -> None:
        tr = self.tr
        self.play_button = button(
            tr("Play"), tr("Play the dialogue"), "Ctrl+Return", role="primary", icon="play"
        )
        self.here_button = button(
            tr("Play from here"),
            tr("Play from the line with the cursor"),
            "Ctrl+Shift+Return",
            icon="skip-forward",
        )
        self.stop_button = button(tr("Stop"), tr("Stop playing"), "Esc", icon="square")
        self.open_button = button(
            tr("Open…"),
            tr("Open a script: plain text, a table (CSV) or a screenplay (Fountain)"),
            "Ctrl+O",
            icon="folder-open",
        )
        self.example_button = button(
            tr("Show an example"), tr("Put a short script into the editor"), role="primary", icon="file-text"
        )
        self.export_button = button(
            tr("Export…"), tr("Save the mix, a track for each speaker, subtitles"), "Ctrl+E", icon="share"
        )

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Dialogue"), "title"), 1)
        head.addWidget(self.example_button)
        head.addWidget(self.open_button)
        column.addLayout(head)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        self.script_edit.setMinimumSize(260, 110)
        self.cast_panel.setMinimumWidth(210)
        splitter.addWidget(self.script_edit)
        splitter.addWidget(self.cast_panel)
        splitter.setStretchFactor(0, 9)
        splitter.setStretchFactor(1, 4)
        splitter.setHandleWidth(14)
        column.addWidget(splitter, 1)
        column.addWidget(self.tracks_view)
        column.addLayout(self._build_foot())
        column.addWidget(self.export_strip)
        column.addWidget(self.status_label)

    def _build_foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(Space.S)
        for action_button in (self.play_button, self.here_button, self.stop_button):
            foot.addWidget(action_button)
        foot.addStretch(1)
        foot.addWidget(self.time_label)
        foot.addSpacing(Space.S)
        foot.addWidget(self.export_button)
        return foot

    def _connect(self) -> None:
        self.script_edit.textChanged.connect(self._enable)
        for keys, action_button, signal in (
            ("Ctrl+Return", self.play_button, self.play_requested),
            ("Ctrl+Shift+Return", self.here_button, self.play_here_requested),
            ("Esc", self.stop_button, self.stop_requested),
            ("Ctrl+O", self.open_button, self.open_requested),
            ("Ctrl+E", self.export_button, self.export_requested),
        ):
            action_button.clicked.connect(signal)
            on_key(self, keys, action_button.click)
        self.example_button.clicked.connect(self.example_requested)
