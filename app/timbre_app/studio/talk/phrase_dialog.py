"""A dialog to write a phrase, and to choose its folder and its key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.widgets.building import add_captioned, restyle
from timbre_app.talk.phrases import KEYS, LONGEST_PHRASE, Phrase, checked_phrase


class PhraseDialog(QDialog):
    """Text, folder and key of a phrase."""

    def __init__(self, phrase: Phrase | None, text: str, folders: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Phrase"))
        self.text_edit = QLineEdit(phrase.text if phrase else text)
        self.text_edit.setMaxLength(LONGEST_PHRASE)
        self.text_edit.setMinimumWidth(420)
        self.folder_box = QComboBox()
        self.folder_box.setEditable(True)
        self.folder_box.addItems(["", *folders])
        self.folder_box.setCurrentText(phrase.folder if phrase else "")
        self.key_box = QComboBox()
        self.key_box.addItem(self.tr("No key"), 0)
        for key in KEYS:
            self.key_box.addItem(f"F{key}", key)
        self.key_box.setCurrentIndex(self.key_box.findData(phrase.key if phrase else 0))
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.save_button = buttons.button(QDialogButtonBox.StandardButton.Save)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QGridLayout()
        for row, (caption, name, field) in enumerate(
            (
                (self.tr("&Phrase"), self.tr("Phrase"), self.text_edit),
                (self.tr("&Folder"), self.tr("Folder"), self.folder_box),
                (self.tr("&Key"), self.tr("Key"), self.key_box),
            )
        ):
            field.setAccessibleName(name)
            add_captioned(form, row, caption, field)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(buttons)
        self.save_button.setDefault(True)
        restyle(self.save_button, "role", "primary")
        self.text_edit.textChanged.connect(self._enable)
        self._enable()

    @property
    def phrase(self) -> Phrase:
        """The phrase as written."""
        return checked_phrase(
            self.text_edit.text(), self.folder_box.currentText(), int(self.key_box.currentData())
        )

    def choose_key(self, key: int) -> None:
        """Choose a key."""
        self.key_box.setCurrentIndex(self.key_box.findData(key))

    def _enable(self) -> None:
        self.save_button.setEnabled(bool(self.text_edit.text().strip()))
