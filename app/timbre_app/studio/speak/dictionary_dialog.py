"""The dialog of the pronunciation dictionary: words, their sound in IPA, and a button to hear it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import add_captioned, button, label, restyle
from timbre_app.studio.widgets.fitting import fit


class DictionaryDialog(QDialog):
    """Lists the words; emits the requests of the person.

    Signals:
        spelling_changed: Letters to be pronounced as IPA.
        hear_requested: IPA to be spoken.
        put_requested: A word and its IPA.
        remove_requested: A word.
    """

    spelling_changed = Signal(str)
    hear_requested = Signal(str)
    put_requested = Signal(str, str)
    remove_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Pronunciation"))
        fit(self, QSize(560, 480))
        self.word_edit = self._edit(self.tr("Word"), self.tr("A word as it is written"))
        self.like_edit = self._edit(
            self.tr("Sounds like"), self.tr("Write it as it sounds, such as “tam-ber” for “timbre”")
        )
        self.ipa_edit = self._edit(self.tr("IPA"), self.tr("Phonetic letters, filled in from above"))
        self.hear_button = button(self.tr("Hear"), self.tr("Hear these phonetic letters"), "Ctrl+Return")
        self.put_button = button(
            self.tr("Save"), self.tr("Pronounce the word this way from now on"), role="primary"
        )
        self.remove_button = button(
            self.tr("Remove"),
            self.tr("Go back to Timbre's own pronunciation of the chosen word"),
            role="danger",
            icon="trash-2",
        )
        self.close_button = button(self.tr("Close"), self.tr("Close the dictionary"))
        self.table = QTableWidget(0, 2)
        self.empty_label = label(
            self.tr("No pronunciation of yours yet: Timbre speaks every word as it knows it."), "muted"
        )
        self.status_label = label(role="muted", wrap=True)
        self._build()
        self._connect()
        self._enable()

    @property
    def words(self) -> list[str]:
        """The words listed."""
        return [self.text_at(row, 0) for row in range(self.table.rowCount())]

    def text_at(self, row: int, column: int) -> str:
        """A word (column 0) or its IPA (column 1)."""
        item = self.table.item(row, column)
        return item.text() if item else ""

    def set_entries(self, entries: Mapping[str, str]) -> None:
        """List words and their IPA."""
        self.table.setRowCount(len(entries))
        for row, pair in enumerate(entries.items()):
            for column, text in enumerate(pair):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)
                self.table.setItem(row, column, item)
        self.empty_label.setVisible(not entries)
        self._enable()

    def set_word(self, word: str) -> None:
        """Begin with a word of the text."""
        self.word_edit.setText(word)
        self.like_edit.clear()
        self.ipa_edit.clear()
        (self.like_edit if word else self.word_edit).setFocus()
        if word:
            self.spelling_changed.emit(word)

    @property
    def ipa(self) -> str:
        """The IPA in its field."""
        return self.ipa_edit.text()

    def set_ipa(self, ipa: str) -> None:
        """Fill in the IPA of letters."""
        self.ipa_edit.setText(ipa)

    def set_status(self, text: str, severity: str = "") -> None:
        """Show a line below the fields."""
        self.status_label.setText(text)
        restyle(self.status_label, "severity", severity)

    def _pick(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            self.word_edit.setText(self.text_at(row, 0))
            self.like_edit.clear()
            self.ipa_edit.setText(self.text_at(row, 1))
        self._enable()

    def _spelled(self, letters: str) -> None:
        if letters.strip():
            self.spelling_changed.emit(letters.strip())

    def _enable(self) -> None:
        ipa, word = bool(self.ipa_edit.text().strip()), bool(self.word_edit.text().strip())
        self.hear_button.setEnabled(ipa)
        self.put_button.setEnabled(ipa and word)
        self.remove_button.setEnabled(self.table.currentRow() >= 0)

    def _remove(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            self.remove_requested.emit(self.text_at(row, 0))

    def _connect(self) -> None:
        for edit in (self.word_edit, self.ipa_edit):
            edit.textChanged.connect(lambda _: self._enable())
        self.like_edit.textEdited.connect(self._spelled)
        self.word_edit.textEdited.connect(lambda text: None if self.like_edit.text() else self._spelled(text))
        self.table.itemSelectionChanged.connect(self._pick)
        self.hear_button.clicked.connect(lambda: self.hear_requested.emit(self.ipa_edit.text()))
        self.put_button.clicked.connect(
            lambda: self.put_requested.emit(self.word_edit.text(), self.ipa_edit.text())
        )
        self.remove_button.clicked.connect(self._remove)
        self.close_button.clicked.connect(self.accept)

    def _edit(self, name: str, hint: str) -> QLineEdit:
        edit = QLineEdit()
        edit.setAccessibleName(name)
        edit.setPlaceholderText(hint)
        return edit

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.M)
        column.addLayout(self._build_form())
        column.addWidget(self.status_label)
        self._build_table()
        column.addWidget(self.table, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.remove_button)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        column.addLayout(foot)
        for action_button in (self.hear_button, self.put_button, self.remove_button, self.close_button):
            action_button.setAutoDefault(False)

    def _build_form(self) -> QGridLayout:
        form = QGridLayout()
        form.setHorizontalSpacing(Space.M)
        form.setVerticalSpacing(Space.S)
        rows = (
            (self.tr("&Word"), self.word_edit, ()),
            (self.tr("Sounds &like"), self.like_edit, ()),
            (self.tr("&IPA"), self.ipa_edit, (self.hear_button, self.put_button)),
        )
        for at, (name, edit, buttons) in enumerate(rows):
            add_captioned(form, at, name, edit, columns=1 if buttons else 3)
            for column, action_button in enumerate(buttons, 2):
                form.addWidget(action_button, at, column)
        form.setColumnStretch(1, 1)
        return form

    def _build_table(self) -> None:
        self.table.setAccessibleName(self.tr("Words of the dictionary"))
        self.table.setHorizontalHeaderLabels([self.tr("Word"), self.tr("IPA")])
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        QVBoxLayout(self.table.viewport()).addWidget(self.empty_label, 0, Qt.AlignmentFlag.AlignCenter)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.table.setTabKeyNavigation(False)
