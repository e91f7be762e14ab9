"""Keeps a window above all others."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def keep_on_top(window: QWidget, on_top: bool) -> None:
    """Keep a window above all others, or not, without hiding it for a moment."""
    handle = window.windowHandle()
    if handle is not None:
        handle.setFlag(Qt.WindowType.WindowStaysOnTopHint, on_top)
    else:
        window.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint, on_top)
