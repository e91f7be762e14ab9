"""One sentence across the top of the window, with a button that closes it and perhaps one that acts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from timbre_app.studio.theme import Icon, Space, icon, set_icon
from timbre_app.studio.widgets.building import label, restyle
from timbre_app.studio.widgets.picture import Picture

SIGNS = {
    "ok": ("circle-check", "good"),
    "warning": ("triangle-alert", "warning"),
    "error": ("circle-x", "error"),
}
"""Icon and colour for each severity; the shapes differ, so that nobody needs to tell colours apart."""


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
        self._sign = Picture(icon("info"), Icon.PAGE)
        self._text = label(wrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action: MessageAction | None = None
        self.action_button = QPushButton()
        self.action_button.clicked.connect(self._act)
        self.close_button = QPushButton()
        self.close_button.setProperty("role", "flat")
        self.close_button.setToolTip(self.tr("Close the message"))
        set_icon(self.close_button, "x")
        self.close_button.setAccessibleName(self.tr("Close the message"))
        self.close_button.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.M, Space.S, Space.S, Space.S)
        row.setSpacing(Space.S)
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
        self._sign.set_icon(icon(*SIGNS.get(severity, ("info", "text"))))
        self.setAccessibleName(text)
        self._offer(action)
        for widget in (self, self._text):
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
