"""One sentence across the top of the window, with a button that closes it and perhaps one that acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from timbre_app.studio.widgets.building import restyle

SIGNS = {"ok": "✓", "warning": "⚠", "error": "✕"}
"""A sign for each severity, so that nobody needs to tell colours apart."""


@dataclass(frozen=True)
class MessageAction:
    """What the person may do about a message."""

    text: str
    act: Callable[[], None]


class MessageBar(QFrame):
    """A bar that is hidden until there is a sentence; the sentence stays until it is closed or replaced."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "message")
        self._sign = QLabel()
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action: MessageAction | None = None
        self.action_button = QPushButton()
        self.action_button.clicked.connect(self._act)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setAccessibleName(self.tr("Close the message"))
        self.close_button.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 8)
        row.setSpacing(10)
        row.addWidget(self._sign)
        row.addWidget(self._text, 1)
        row.addWidget(self.action_button)
        row.addWidget(self.close_button)
        self._offer(None)
        self.hide()

    @property
    def text(self) -> str:
        """The sentence shown, or an empty string."""
        return "" if self.isHidden() else self._text.text()

    def show_message(self, text: str, severity: str = "error", action: MessageAction | None = None) -> None:
        """Show a sentence; severity is "ok", "warning" or "error"."""
        self._text.setText(text)
        self._sign.setText(SIGNS.get(severity, ""))
        self.setAccessibleName(text)
        self._offer(action)
        for widget in (self, self._text, self._sign):
            restyle(widget, "severity", severity)
        self.show()

    def clear(self) -> None:
        """Hide the sentence."""
        self._text.clear()
        self._offer(None)
        self.hide()

    def _offer(self, action: MessageAction | None) -> None:
        self._action = action
        self.action_button.setVisible(action is not None)
        self.action_button.setText(action.text if action else "")
        self.action_button.setAccessibleName(action.text if action else self.tr("Do it"))
        self.action_button.setToolTip(action.text if action else self.tr("Do it"))

    def _act(self) -> None:
        action = self._action
        self.clear()
        if action is not None:
            action.act()
