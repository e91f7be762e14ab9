"""The dialog of the history: find, bring back or forget texts that were spoken before."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from timbre_app.reading.history import Entry, matching
from timbre_app.studio.dates import moment
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.widgets.building import button, label
from timbre_app.studio.widgets.clock import clock
from timbre_app.studio.widgets.fitting import fit
from timbre_app.studio.widgets.steady import keep_width

LONGEST_LINE = 160


class HistoryDialog(QDialog):
    """Lists entries; emits the requests of the person.

    Signals:
        chosen: An Entry to bring back.
        play_requested: An Entry to hear; None to stop.
        remove_requested: Key of an entry.
        clear_requested: The person wants to forget everything.
    """

    chosen = Signal(object)
    play_requested = Signal(object)
    remove_requested = Signal(str)
    clear_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("History"))
        fit(self, QSize(680, 460))
        self._entries: list[Entry] = []
        self._playing = False
        self.search_edit = QLineEdit()
        self.search_edit.setPlaceholderText(self.tr("Search the texts"))
        self.search_edit.setAccessibleName(self.tr("Search the history"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("What was spoken before"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.bring_button = button(
            self.tr("Use again"), self.tr("Text, voice and settings as they were"), role="primary"
        )
        self.play_button = button(
            self.tr("Play"), self.tr("Listen here; the editor stays as it is"), "Ctrl+Space", icon="play"
        )
        keep_width(self.play_button, self.tr("Stop"))
        self.remove_button = button(
            self.tr("Remove"), self.tr("Remove it from the history"), role="danger", icon="trash-2"
        )
        self.clear_button = button(
            self.tr("Clear history"), self.tr("Remove all texts and their sound"), role="danger"
        )
        self.close_button = button(self.tr("Close"), self.tr("Close the history"))
        self.note_label = label(role="muted", wrap=True)
        self._build()
        self._connect()

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Show entries, newest first."""
        self._entries = list(entries)
        self._fill()

    @property
    def current(self) -> Entry | None:
        """The chosen entry."""
        item = self.list.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item else None

    def set_playing(self, playing: bool) -> None:
        """Turn the play button into a stop button, and back."""
        self._playing = playing
        self.play_button.setText(self.tr("Stop") if playing else self.tr("Play"))
        set_icon(self.play_button, "square" if playing else "play")
        self._enable()

    def set_note(self, text: str) -> None:
        """Say in a sentence why an entry cannot be heard."""
        self.note_label.setText(text)

    def _play(self) -> None:
        self.play_requested.emit(None if self._playing else self.current)

    def _fill(self) -> None:
        at = max(0, self.list.currentRow())
        self.list.clear()
        matches = matching(self._entries, self.search_edit.text())
        for entry in matches:
            item = QListWidgetItem(self._line(entry))
            item.setData(Qt.ItemDataRole.UserRole, entry)
            item.setToolTip(self._tip(entry))
            self.list.addItem(item)
        self.list.setCurrentRow(min(at, len(matches) - 1))
        if not self._entries:
            note = self.tr("Nothing yet: what you speak is listed here.")
        elif not matches:
            note = self.tr("Nothing in the history has these words.")
        else:
            note = self.tr("The history stays on this computer.")
        self.note_label.setText(note)
        self._enable()

    def _line(self, entry: Entry) -> str:
        text = " ".join(entry.text.split())
        if len(text) > LONGEST_LINE:
            text = text[: LONGEST_LINE - 1] + "…"
        return f"{moment(entry.created)} · {entry.voice_name} · {clock(entry.duration_s)}\n{text}"

    def _tip(self, entry: Entry) -> str:
        how = entry.how
        tip = self.tr("Pace {0:g}, pitch {1:+g} st, energy {2:+g} dB, liveliness {3:g}").format(
            how.pace, how.pitch, how.energy, how.liveliness
        )
        if entry.own:
            tip += "; " + self.tr("sentences with their own changes: {0}").format(len(entry.own))
        return tip

    def _enable(self) -> None:
        has_entry = self.current is not None
        self.bring_button.setEnabled(has_entry)
        self.play_button.setEnabled(has_entry or self._playing)
        self.remove_button.setEnabled(has_entry)
        self.clear_button.setEnabled(bool(self._entries))

    def _bring(self) -> None:
        if self.current is not None:
            self.chosen.emit(self.current)
            self.accept()

    def _connect(self) -> None:
        self.search_edit.textChanged.connect(lambda _: self._fill())
        self.list.currentRowChanged.connect(lambda _: self._enable())
        self.list.itemActivated.connect(lambda _: self._bring())
        self.bring_button.clicked.connect(self._bring)
        self.play_button.clicked.connect(self._play)
        QShortcut(QKeySequence("Ctrl+Space"), self).activated.connect(self.play_button.click)
        self.remove_button.clicked.connect(
            lambda: self.remove_requested.emit(self.current.key) if self.current else None
        )
        self.clear_button.clicked.connect(self.clear_requested)
        self.close_button.clicked.connect(self.reject)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(self.search_edit)
        column.addWidget(self.list, 1)
        column.addWidget(self.note_label)
        row = QHBoxLayout()
        self.play_button.setAutoDefault(False)
        row.addWidget(self.play_button)
        row.addStretch(1)
        row.addWidget(self.clear_button)
        for action_button in (self.remove_button, self.close_button, self.bring_button):
            action_button.setAutoDefault(False)
            row.addWidget(action_button)
        self.clear_button.setAutoDefault(False)
        self.bring_button.setDefault(True)
        column.addLayout(row)
