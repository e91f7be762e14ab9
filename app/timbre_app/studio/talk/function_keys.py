"""Twelve buttons with the phrases under F1 to F12."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from timbre_app.studio.theme import Space
from timbre_app.talk.phrases import KEYS

COLUMNS = 3
EDGES_PX = 20


class PhraseButton(QPushButton):
    """A button whose text ends with dots where there is no room; its tooltip and its name say all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._before = "", ""
        self.setProperty("role", "phrase")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_phrase("", "", self.tr("Say this"))

    def set_phrase(self, before: str, text: str, tooltip: str) -> None:
        """Show a phrase after some signs that are never cut, such as the name of its key."""
        self._before, self._text = before, text
        self.setToolTip(tooltip)
        self.setAccessibleName(f"{before} {text}".strip() or self.tr("No phrase yet"))
        self.setAccessibleDescription(tooltip)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show as much of the phrase as there is room for."""
        super().resizeEvent(event)
        self._draw()

    def _draw(self) -> None:
        whole = f"{self._before}  {self._text}" if self._before else self._text
        room = self.width() - EDGES_PX
        fitting = self.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, room)
        self.setText(fitting.replace("&", "&&"))


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
