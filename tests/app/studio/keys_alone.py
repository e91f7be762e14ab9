"""A person who has nothing but a keyboard: every key goes to what has the focus, and nothing else is touched."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

MOST_STEPS = 120
NO_MODIFIER = Qt.KeyboardModifier.NoModifier
NOTHING_SAID = (QAccessible.Role.NoRole, QAccessible.Role.Client)
"""Roles that tell a screen reader nothing."""


class Keys:
    """Presses keys, and looks where the focus is."""

    def __init__(self, qtbot) -> None:
        self._qtbot = qtbot

    @property
    def at(self) -> QWidget:
        """What has the focus."""
        self._qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
        return QApplication.focusWidget()

    def press(self, key: Qt.Key | str, modifier: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press a key."""
        self._qtbot.keyClick(self.at, key, modifier)

    def ctrl(self, key: Qt.Key | str) -> None:
        """Press a key with Ctrl."""
        self.press(key, Qt.KeyboardModifier.ControlModifier)

    def type(self, text: str) -> None:
        """Type a text."""
        self._qtbot.keyClicks(self.at, text)

    def turn_to(self, window: QWidget) -> None:
        """Do what a window manager does with a window that opens, or that comes back to the front."""
        window.activateWindow()
        self._qtbot.waitUntil(window.isActiveWindow)

    def tab_to(self, wanted: QWidget | str) -> QWidget:
        """Press Tab until a control, or one of this name, has the focus."""
        passed: list[str] = []
        for _ in range(MOST_STEPS):
            if wanted in (self.at, name_of(self.at)):
                return self.at
            passed.append(name_of(self.at))
            self.press(Qt.Key.Key_Tab)
        name = wanted if isinstance(wanted, str) else name_of(wanted)
        raise AssertionError(f"Tab does not lead to “{name}”, but to {list(dict.fromkeys(passed))}")

    def round(self) -> list[QWidget]:
        """The controls that Tab visits until it is where it began."""
        seen: list[QWidget] = []
        for _ in range(MOST_STEPS):
            if seen and self.at is seen[0]:
                break
            seen.append(self.at)
            self.press(Qt.Key.Key_Tab)
        return seen


def name_of(widget: QWidget) -> str:
    """What a screen reader calls a control: its name, or the text of a button that has none.

    On Linux Qt gives the chosen text as the name of a drop-down, and its name as that of its caption.
    """
    if isinstance(widget, QComboBox):
        return widget.accessibleName()
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def description_of(widget: QWidget) -> str:
    """What a screen reader says beside the name."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Description)


def role_of(widget: QWidget) -> QAccessible.Role:
    """What a screen reader says that a control is."""
    return QAccessible.queryAccessibleInterface(widget).role()
