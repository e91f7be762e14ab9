"""The list of phrases and recent sentences, with a search and folders."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import add_clear_button, button, label, margins
from timbre_app.studio.widgets.choice_box import ChoiceBox
from timbre_app.talk.phrases import Phrase

ALL, RECENT = "all", "recent"
FOLDER = "folder:"


class PhraseList(QListWidget):
    """Enter says the sentence, Space puts it into the text, Delete removes it.

    Signals:
        said, taken, removed: What the keys ask for.
    """

    said, taken, removed = Signal(), Signal(), Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Act on Enter, Space and Delete."""
        signals = {
            Qt.Key.Key_Return: self.said,
            Qt.Key.Key_Enter: self.said,
            Qt.Key.Key_Space: self.taken,
            Qt.Key.Key_Delete: self.removed,
        }
        signal = signals.get(Qt.Key(event.key()))
        if signal is None or self.currentItem() is None:
            super().keyPressEvent(event)
            return
        signal.emit()


class SearchEdit(QLineEdit):
    """A search from which Down leads into the list and Enter says its first sentence.

    Signals:
        down_pressed: The person wants to go into the list.
    """

    down_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Lead into the list on Down."""
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
            return
        super().keyPressEvent(event)


class PhrasePanel(QWidget):
    """Shows the sentences that match.

    Signals:
        wanted_changed: Another search or folder.
        said: A sentence to say.
        taken: A sentence to put into the text.
        edit_requested: A phrase to change.
        remove_requested: A phrase, or a recent sentence as text, to remove.
        move_requested: A phrase, and -1 or 1.
    """

    wanted_changed = Signal()
    said, taken = Signal(str), Signal(str)
    edit_requested, remove_requested = Signal(object), Signal(object)
    move_requested = Signal(object, int)
    add_requested, import_requested, export_requested = Signal(), Signal(), Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search_edit = SearchEdit()
        self.search_edit.setAccessibleName(self.tr("Search phrases"))
        self.search_edit.setPlaceholderText(self.tr("Search (Ctrl+F)"))
        add_clear_button(self.search_edit, self.tr("Clear the search"))
        self.folder_box = ChoiceBox()
        self.folder_box.setAccessibleName(self.tr("Folder of phrases"))
        self.folder_box.setMinimumWidth(150)
        self.list = PhraseList()
        self.list.setProperty("role", "phrases")
        self.list.setAccessibleName(self.tr("Phrases"))
        self.list.setMinimumHeight(64)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        tr = self.tr
        nothing = tr("Nothing here: clear the search, choose another folder, or add a phrase.")
        self.empty_label = label(nothing, "muted", wrap=True)
        self.empty_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.add_button = button(tr("Add…"), tr("Save what you typed as a phrase"), "Ctrl+S", icon="plus")
        self.edit_button = button(
            tr("Change…"), tr("Change the phrase, its folder or its key"), "Ctrl+E", icon="pencil"
        )
        self.remove_button = button(
            tr("Remove"), tr("Remove it from the list"), "Del", role="danger", icon="trash-2"
        )
        self.up_button = button("", tr("Move the phrase up"), "Alt+Up", icon="arrow-up")
        self.down_button = button("", tr("Move the phrase down"), "Alt+Down", icon="arrow-down")
        self.up_button.setAccessibleName(tr("Up"))
        self.down_button.setAccessibleName(tr("Down"))
        self.import_button = button(
            tr("Import…"), tr("Add the phrases of a text file or a table (CSV)"), icon="folder-input"
        )
        self.export_button = button(tr("Export…"), tr("Save all phrases as a table (CSV)"), icon="share")
        self._build()
        self._connect()
        self.set_folders([])
        self._enable()

    @property
    def query(self) -> str:
        """What is searched for."""
        return self.search_edit.text()

    @property
    def wanted(self) -> str:
        """ALL, RECENT, or FOLDER and a folder's name."""
        return str(self.folder_box.currentData() or ALL)

    @property
    def current(self) -> Phrase | str | None:
        """The chosen phrase, or the chosen recent sentence as text."""
        item = self.list.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item else None

    def set_folders(self, folders: Sequence[str]) -> None:
        """Offer folders; the chosen one stays chosen if it is still there."""
        wanted = self.wanted
        with QSignalBlocker(self.folder_box):
            self.folder_box.clear()
            self.folder_box.addItem(self.tr("All phrases"), ALL)
            self.folder_box.addItem(self.tr("Recent"), RECENT)
            for folder in folders:
                self.folder_box.addItem(folder, f"{FOLDER}{folder}")
            self.folder_box.setCurrentIndex(max(0, self.folder_box.findData(wanted)))

    def choose_folder(self, wanted: str) -> None:
        """Choose what is listed."""
        self.folder_box.setCurrentIndex(max(0, self.folder_box.findData(wanted)))

    def set_entries(self, entries: Sequence[Phrase | str]) -> None:
        """List phrases and recent sentences; the chosen row stays."""
        row = self.list.currentRow()
        self.list.clear()
        for entry in entries:
            text = entry if isinstance(entry, str) else _described(entry)
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, entry)
            item.setToolTip(f"<qt>{_escaped(text)}</qt>")
            self.list.addItem(item)
        self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        self.empty_label.setVisible(not entries)
        self._enable()

    def select(self, entry: Phrase) -> None:
        """Choose a phrase of the list."""
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == entry:
                self.list.setCurrentRow(row)

    def _enable(self) -> None:
        is_phrase = isinstance(self.current, Phrase)
        self.remove_button.setEnabled(self.current is not None)
        for phrase_button in (self.edit_button, self.up_button, self.down_button):
            phrase_button.setEnabled(is_phrase)

    def _text(self) -> str:
        current = self.current
        return current.text if isinstance(current, Phrase) else current or ""

    def _say(self) -> None:
        if self._text():
            self.said.emit(self._text())

    def _connect(self) -> None:
        self.search_edit.textChanged.connect(self.wanted_changed)
        self.search_edit.returnPressed.connect(self._say)
        self.search_edit.down_pressed.connect(self.list.setFocus)
        self.folder_box.currentIndexChanged.connect(self.wanted_changed)
        self.list.said.connect(self._say)
        self.list.itemDoubleClicked.connect(self._say)
        self.list.taken.connect(lambda: self.taken.emit(self._text()))
        self.list.removed.connect(self._remove)
        self.list.currentRowChanged.connect(self._enable)
        self.remove_button.clicked.connect(self._remove)
        self.edit_button.clicked.connect(self._edit)
        self.add_button.clicked.connect(self.add_requested)
        self.up_button.clicked.connect(lambda: self._move(-1))
        self.down_button.clicked.connect(lambda: self._move(1))
        self.import_button.clicked.connect(self.import_requested)
        self.export_button.clicked.connect(self.export_requested)

    def _remove(self) -> None:
        if self.current is not None:
            self.remove_requested.emit(self.current)

    def _edit(self) -> None:
        if isinstance(self.current, Phrase):
            self.edit_requested.emit(self.current)

    def _move(self, step: int) -> None:
        if isinstance(self.current, Phrase):
            self.move_requested.emit(self.current, step)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.search_edit, 1)
        for control in (self.folder_box, self.import_button, self.export_button):
            top.addWidget(control)
        for row_button in (
            self.add_button,
            self.edit_button,
            self.remove_button,
            self.up_button,
            self.down_button,
        ):
            small = "small-danger" if row_button is self.remove_button else "small"
            row_button.setProperty("role", small)
            bottom.addWidget(row_button)
        bottom.addStretch(1)
        inside = QVBoxLayout(self.list.viewport())
        margins(inside, Space.S, Space.NONE)
        inside.addWidget(self.empty_label)
        self.empty_label.hide()
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addLayout(bottom)


def _described(phrase: Phrase) -> str:
    return f"{phrase.text}   (F{phrase.key})" if phrase.key else phrase.text


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
