"""Twelve buttons with the phrases under F1 to F12."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from timbre_app.studio.talk.phrase_button import PhraseButton
from timbre_app.studio.theme import Space
from timbre_app.talk.phrases import KEYS

COLUMNS = 3


class FunctionKeys(QWidget):
    """The buttons; a key without a phrase offers to put one there.

    Signals:
        pressed: Number of a key.
    """

    pressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(Space.S)
        self.buttons: dict[int, PhraseButton] = {}
        for key in KEYS:
            phrase_button = self.buttons[key] = PhraseButton()
            phrase_button.clicked.connect(lambda _=False, key=key: self.pressed.emit(key))
            grid.addWidget(phrase_button, (key - 1) // COLUMNS, (key - 1) % COLUMNS)
        for column in range(COLUMNS):
            grid.setColumnStretch(column, 1)
        self.set_phrases({})

    def set_phrases(self, texts: Mapping[int, str]) -> None:
        """Show the phrase of each key."""
        for key, phrase_button in self.buttons.items():
            text = texts.get(key, "")
            tooltip = self.tr("Say “{0}” (F{1})").format(text, key) if text else self.tr("Add a phrase here")
            phrase_button.set_phrase(f"F{key}", text or "+", tooltip)
