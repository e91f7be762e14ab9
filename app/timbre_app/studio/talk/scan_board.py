"""The board for one or two switches: large places in rows; one row or place at a time is offered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from timbre_app.studio.talk.phrase_button import PhraseButton
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import restyle
from timbre_app.talk.board import SPACE, Place

SWITCH_KEYS = {
    Qt.Key.Key_Space: 1,
    Qt.Key.Key_1: 1,
    Qt.Key.Key_Return: 2,
    Qt.Key.Key_Enter: 2,
    Qt.Key.Key_2: 2,
}
"""Keys that adapters for switches send."""
LEAST_LETTERS, MOST_LETTERS = 8, 16
"""A place gets its share of a row's width by the letters of its name, within these limits."""


class ScanBoard(QWidget):
    """Draws the rows; takes the keys of the switches while it has the focus.

    Signals:
        switch_pressed: 1 or 2.
        clicked: Row and place that were clicked with a mouse.
    """

    switch_pressed = Signal(int)
    clicked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Board for switches"))
        self.setAccessibleDescription(self.tr("Space is the first switch, Return the second one"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(Space.XS)
        self._rows: tuple[tuple[Place, ...], ...] = ()
        self.buttons: list[list[QPushButton]] = []

    def set_rows(self, rows: Sequence[tuple[Place, ...]]) -> None:
        """Show rows of places, unless they are shown already."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = []
        for row, places in enumerate(self._rows):
            self._add_row(row, places)

    def offer(self, row: int | None, place: int | None) -> None:
        """Mark a row, or one of its places, as offered; None for none."""
        for row_at, row_buttons in enumerate(self.buttons):
            for place_at, place_button in enumerate(row_buttons):
                offered = row_at == row and place in (None, place_at)
                restyle(place_button, "scanned", ("row" if place is None else "place") if offered else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Tell which switch was pressed; a key that is held counts once."""
        switch = SWITCH_KEYS.get(Qt.Key(event.key()))
        if switch is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.switch_pressed.emit(switch)

    def name(self, place: Place) -> str:
        """What a place is called."""
        names = {
            "speak": self.tr("Speak"),
            "stop": self.tr("Stop"),
            "wait": self.tr("Chime"),
            "delete_word": self.tr("Delete word"),
            "clear": self.tr("Delete all"),
        }
        if place.text == SPACE:
            return self.tr("Space")
        return names.get(place.deed) or (place.text.upper() if place.deed == "letters" else place.text)

    def _add_row(self, row: int, places: Sequence[Place]) -> None:
        line = QWidget(self)
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(Space.XS)
        row_buttons: list[QPushButton] = []
        for at, place in enumerate(places):
            place_button = PhraseButton()
            place_button.setProperty("role", "place")
            name = self.name(place)
            place_button.set_phrase("", name, name)
            place_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            place_button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
            place_button.clicked.connect(lambda _=False, at=at: self.clicked.emit(row, at))
            layout.addWidget(place_button, min(max(len(name), LEAST_LETTERS), MOST_LETTERS))
            row_buttons.append(place_button)
        self.buttons.append(row_buttons)
        self._column.addWidget(line, 1)
