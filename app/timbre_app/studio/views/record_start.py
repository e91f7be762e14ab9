"""Begin a new voice, or go on with recordings made before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from timbre_app.studio.widgets.building import button, card, label

KEY_ROLE = Qt.ItemDataRole.UserRole
LONGEST_NAME = 60


@dataclass(frozen=True)
class SessionItem:
    """Recordings made before, as a list shows them; `key` finds them again."""

    key: str
    voice_name: str
    take_count: int


class RecordStartPanel(QWidget):
    """Emits the new voice's name, or the key of the recordings to go on with."""

    begin_requested = Signal(str)
    resume_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name_edit = QLineEdit()
        self.name_edit.setMaxLength(LONGEST_NAME)
        self.name_edit.setPlaceholderText(self.tr("For example: Maria"))
        self.name_edit.setAccessibleName(self.tr("Name of the voice"))
        self.begin_button = button(self.tr("Begin"), self.tr("Begin to record"), "Return", role="primary")
        self.begin_button.setEnabled(False)
        self.session_list = QListWidget()
        self.session_list.setAccessibleName(self.tr("Recordings made before"))
        self.resume_button = button(self.tr("Go on"), self.tr("Go on with the chosen recordings"))
        self._build()
        self.name_edit.textChanged.connect(lambda text: self.begin_button.setEnabled(bool(text.strip())))
        self.name_edit.returnPressed.connect(self.begin_button.click)
        self.begin_button.clicked.connect(lambda: self.begin_requested.emit(self.name_edit.text().strip()))
        self.resume_button.clicked.connect(self._resume)
        self.session_list.itemActivated.connect(lambda _: self._resume())

    def set_sessions(self, sessions: Sequence[SessionItem]) -> None:
        """Offer recordings made before, the latest first."""
        self.session_list.clear()
        for session in sessions:
            item = QListWidgetItem(self.tr("{0}: {1} takes").format(session.voice_name, session.take_count))
            item.setData(KEY_ROLE, session.key)
            self.session_list.addItem(item)
        self.session_list.setCurrentRow(0)
        self._earlier.setVisible(bool(sessions))

    def _resume(self) -> None:
        item = self.session_list.currentItem()
        if item is not None:
            self.resume_requested.emit(item.data(KEY_ROLE))

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addWidget(label(self.tr("Record"), "title"))
        frame, inside = card()
        inside.addWidget(label(self.tr("A new voice"), "heading"))
        about = self.tr(
            "You read about 20 sentences aloud; Timbre checks each one and then makes a voice of them. "
            "The first sentence says that you agree. Nothing leaves this machine."
        )
        inside.addWidget(label(about, "muted", wrap=True))
        row = QHBoxLayout()
        name = label(self.tr("&Name of the voice"))
        name.setBuddy(self.name_edit)
        row.addWidget(name)
        row.addWidget(self.name_edit, 1)
        row.addWidget(self.begin_button)
        inside.addLayout(row)
        column.addWidget(frame)
        self._earlier, inside = card()
        inside.addWidget(label(self.tr("Go on where you stopped"), "heading"))
        inside.addWidget(self.session_list)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.resume_button)
        inside.addLayout(row)
        column.addWidget(self._earlier, 1)
        column.addStretch(0)
        self._earlier.hide()
        column.setStretch(column.count() - 1, 1)
