"""One sentence across the top of the window, with a button that closes it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from timbre_app.studio.widgets.building import restyle


class MessageBar(QFrame):
    """Hidden until there is something to say; stays until closed or replaced."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "message")
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setAccessibleName(self.tr("Close the message"))
        self.close_button.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 8)
        row.addWidget(self._text, 1)
        row.addWidget(self.close_button)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown, or an empty string."""
        return "" if self.isHidden() else self._text.text()

    def show_message(self, text: str, severity: str = "error") -> None:
        """Show a sentence; severity is "ok", "warning" or "error"."""
        self._text.setText(text)
        self.setAccessibleName(text)
        for widget in (self, self._text):
            restyle(widget, "severity", severity)
        self.show()

    def clear(self) -> None:
        """Hide the sentence."""
        self._text.clear()
        self.hide()
