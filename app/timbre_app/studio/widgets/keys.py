"""Keys of a page: they hold while the focus is on the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QWidget


def on_key(page: QWidget, keys: str, act: Callable[[], object]) -> QShortcut:
    """Have keys do something while the focus is on the page, or on what it holds."""
    shortcut = QShortcut(QKeySequence(keys), page)
    shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    shortcut.activated.connect(lambda: act())
    return shortcut


def press_on_key(page: QWidget, keys: str, control: QAbstractButton) -> QShortcut:
    """Have keys press a button, unless it is hidden."""
    return on_key(page, keys, lambda: control.click() if control.isVisible() else None)
