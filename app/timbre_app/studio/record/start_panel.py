"""The panel that begins a new voice, or goes on with recordings made before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.items import DeletedItem
from timbre_app.studio.record.tips import RecordingTips
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, card, label
from timbre_app.studio.widgets.deleted_button import DeletedButton
from timbre_app.studio.widgets.dropped import local_paths
from timbre_app.studio.widgets.keys import on_key
from timbre_app.takes.prompts import NewVoice

KEY_ROLE = Qt.ItemDataRole.UserRole
LONGEST_NAME = 60
WIDEST_FIELD_PX = 560


@dataclass(frozen=True)
class SessionItem:
    """Recordings made before, as a list shows them; `key` finds them again.

    Attributes:
        takes_in_voice: Number of takes that the voice was made of; 0 while there is no voice.
        takes_needed: Least number of takes for a voice.
        problem: One sentence that says why the recordings cannot be opened; empty if they can.
    """

    key: str
    voice_name: str
    take_count: int
    takes_in_voice: int = 0
    takes_needed: int = 0
    problem: str = ""


class RecordStartPanel(QWidget):
    """Emits the new voice, or the key of the recordings to go on with.

    Signals:
        begin_requested: A NewVoice, to be recorded.
        resume_requested: Key of a SessionItem.
        delete_requested: Key of a SessionItem.
        export_requested: Key of a SessionItem whose takes are to be copied for other programs.
        bring_back_requested: Key of a DeletedItem.
        undo_requested: The person wants to undo the last deletion.
        import_requested: A NewVoice, and paths of recordings; without paths the person chooses them later.
    """

    begin_requested = Signal(object)
    resume_requested = Signal(str)
    delete_requested = Signal(str)
    export_requested = Signal(str)
    bring_back_requested = Signal(str)
    undo_requested = Signal()
    import_requested = Signal(object, list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self.setAcceptDrops(True)
        self.name_edit = self._edit(tr("For example: Maria"), tr("Name of the voice"))
        self.whose_box = QComboBox()
        self.whose_box.addItems([tr("My own voice"), tr("Somebody else's, who agrees")])
        self.whose_box.setAccessibleName(tr("Whose voice it is"))
        self.person_edit = self._edit(tr("Name of the person who reads"), tr("Name of the person who reads"))
        self.language_box = QComboBox()
        self.language_box.addItem(tr("English"), "en-us")
        self.language_box.setAccessibleName(tr("Language"))
        self.begin_button = button(tr("Begin"), tr("Begin to record"), "Return", role="primary", icon="mic")
        self.import_button = button(
            tr("Import recordings…"), tr("Make the voice from existing recordings"), icon="folder-input"
        )
        self.session_list = QListWidget()
        self.session_list.setAccessibleName(tr("Recordings made before"))
        self.session_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.resume_button = button(tr("Go on"), tr("Go on with the chosen recordings"), icon="arrow-right")
        self.delete_button = button(
            tr("Delete"),
            tr("Delete the chosen recordings; you can restore them for 30 days"),
            "Del",
            role="danger",
            icon="trash-2",
        )
        self.export_button = button(
            tr("Export…"),
            tr("Copy the chosen takes to a folder with metadata.csv and wavs/"),
            "Ctrl+E",
            icon="share",
        )
        self.deleted_button = DeletedButton(
            tr("Deleted ({0})"), tr("Restore recordings that were deleted in the last 30 days")
        )
        self._row_to_choose = 0
        self._build()
        self._connect()
        self._enable()

    @property
    def new_voice(self) -> NewVoice:
        """The voice that the form describes."""
        person = self.person_edit.text().strip() if self.whose_box.currentIndex() == 1 else ""
        return NewVoice(self.name_edit.text().strip(), person, str(self.language_box.currentData()))

    def clear(self) -> None:
        """Empty the form, after the voice in it has been begun."""
        self.name_edit.clear()
        self.person_edit.clear()
        self.whose_box.setCurrentIndex(0)

    def set_server(self, address: str) -> None:
        """Say where the takes go; an empty address is the server on this machine."""
        here = self.tr(
            "You read about 20 sentences aloud; Timbre checks each one, then makes a voice of them. "
            "In the first sentence you say that you agree. Nothing leaves this machine."
        )
        elsewhere = self.tr(
            "You read about 20 sentences aloud; Timbre checks each one, then makes a voice of them. "
            "In the first sentence you say that you agree. The takes are sent to the speech server {0}."
        )
        self.about_label.setText(elsewhere.format(address) if address else here)

    def set_sessions(self, sessions: Sequence[SessionItem], deleted: Sequence[DeletedItem] = ()) -> None:
        """Offer recordings made before, the latest first, and deleted recordings."""
        self.session_list.clear()
        for session in sessions:
            item = QListWidgetItem(self._described(session))
            item.setData(KEY_ROLE, session.key)
            self.session_list.addItem(item)
        self.session_list.setCurrentRow(min(self._row_to_choose, len(sessions) - 1))
        self._row_to_choose = 0
        for action_button in (self.resume_button, self.delete_button, self.export_button):
            action_button.setEnabled(bool(sessions))
        self.deleted_button.set_items(deleted)
        has_recordings = bool(sessions or deleted)
        self._earlier.setVisible(has_recordings)
        self.tips.setVisible(not has_recordings)
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.setStretch(column.count() - 1, 0 if has_recordings else 1)  # the list takes the remaining room

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Accept recordings when the voice has a name."""
        if self.import_button.isEnabled() and local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Import what was dropped."""
        event.acceptProposedAction()
        self._import(local_paths(event.mimeData()))

    def _described(self, session: SessionItem) -> str:
        if session.problem:
            return session.problem
        count_text = self.tr("{0}: 1 take") if session.take_count == 1 else self.tr("{0}: {1} takes")
        takes = count_text.format(session.voice_name, session.take_count)
        if not session.takes_in_voice:
            is_ready = session.take_count >= session.takes_needed
            return self.tr("{0}, the voice is not made yet").format(takes) if is_ready else takes
        more = session.take_count - session.takes_in_voice
        one_more, many_more = self.tr("1 is not in the voice yet"), self.tr("{0} are not in the voice yet")
        voice_state = self.tr("the voice is made") if more <= 0 else one_more if more == 1 else many_more
        return f"{takes}, {voice_state.format(more)}"

    def _edit(self, placeholder: str, name: str) -> QLineEdit:
        edit = QLineEdit()
        edit.setMaxLength(LONGEST_NAME)
        edit.setPlaceholderText(placeholder)
        edit.setAccessibleName(name)
        return edit

    def _enable(self) -> None:
        is_of_another = self.whose_box.currentIndex() == 1
        self._person_label.setVisible(is_of_another)
        self.person_edit.setVisible(is_of_another)
        voice = self.new_voice
        complete = bool(voice.name) and bool(voice.person or not is_of_another)
        self.begin_button.setEnabled(complete)
        self.import_button.setEnabled(complete)

    def _resume(self) -> None:
        item = self.session_list.currentItem()
        if item is not None:
            self.resume_requested.emit(item.data(KEY_ROLE))

    def _delete(self) -> None:
        item = self.session_list.currentItem()
        if item is not None:
            self._row_to_choose = self.session_list.currentRow()  # the next recordings move up to this row
            self.delete_requested.emit(item.data(KEY_ROLE))

    def _export(self) -> None:
        item = self.session_list.currentItem()
        if item is not None:
            self.export_requested.emit(item.data(KEY_ROLE))

    def _import(self, paths: list[Path]) -> None:
        self.import_requested.emit(self.new_voice, paths)

    def _connect(self) -> None:
        for edit in (self.name_edit, self.person_edit):
            edit.textChanged.connect(self._enable)
            edit.returnPressed.connect(self.begin_button.click)
        self.whose_box.currentIndexChanged.connect(self._enable)
        self.begin_button.clicked.connect(lambda: self.begin_requested.emit(self.new_voice))
        self.import_button.clicked.connect(lambda: self._import([]))
        self.resume_button.clicked.connect(self._resume)
        self.session_list.itemActivated.connect(lambda _: self._resume())
        self.delete_button.clicked.connect(self._delete)
        self.export_button.clicked.connect(self._export)
        self.deleted_button.bring_back_requested.connect(self.bring_back_requested)
        for keys, call in (
            ("Del", self.delete_button.click),
            ("Ctrl+E", self.export_button.click),
            ("Ctrl+Z", self.undo_requested.emit),
        ):
            on_key(self._earlier, keys, call)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addWidget(label(self.tr("Record"), "title"))
        column.addWidget(self._build_new())
        self._earlier, inside = card()
        inside.addWidget(label(self.tr("Go on where you stopped, or add takes to a voice"), "heading"))
        inside.addWidget(self.session_list)
        row = QHBoxLayout()
        row.addWidget(self.deleted_button)
        row.addStretch(1)
        row.addWidget(self.export_button)
        row.addWidget(self.delete_button)
        row.addWidget(self.resume_button)
        inside.addLayout(row)
        column.addWidget(self._earlier, 1)
        self._earlier.hide()
        self.tips = RecordingTips()
        column.addWidget(self.tips)
        column.addStretch(1)

    def _build_new(self) -> QFrame:
        tr = self.tr
        frame, inside = card()
        inside.addWidget(label(tr("A new voice"), "heading"))
        self.about_label = label(role="muted", wrap=True)
        self.set_server("")
        inside.addWidget(self.about_label)
        self._person_label = label(tr("&Person"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(Space.M)
        grid.setColumnStretch(1, WIDEST_FIELD_PX)
        grid.setColumnStretch(2, 1)  # what is left of a wide window, once the fields are at their widest
        for row, (name, field) in enumerate(
            (
                (label(tr("&Name of the voice")), self.name_edit),
                (label(tr("&Whose voice")), self.whose_box),
                (self._person_label, self.person_edit),
                (label(tr("&Language")), self.language_box),
            )
        ):
            name.setBuddy(field)
            grid.addWidget(name, row, 0)
            grid.addWidget(field, row, 1)
            field.setMaximumWidth(WIDEST_FIELD_PX)
        inside.addLayout(grid)
        hint = label(
            tr("Do you have recordings already? Name the voice, then import them or drop them here."),
            "muted",
            wrap=True,
        )
        inside.addWidget(hint)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.import_button)
        buttons.addWidget(self.begin_button)
        inside.addLayout(buttons)
        return frame
