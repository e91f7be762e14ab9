"""A widget that fills the window and hands the focus to one of its controls."""

from __future__ import annotations

from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget


class Page(QWidget):
    """Gives the focus to `first_control` when it gets it.

    Qt's own focus proxy would take the controls before that one out of Tab's way.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first_control: QWidget | None = None

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Hand the focus on."""
        super().focusInEvent(event)
        if self.first_control is not None:
            self.first_control.setFocus()
