"""A button with its key written under it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import label


def with_key(target: QPushButton, keys: str) -> QWidget:
    """Put a button above a small line that names its key."""
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(Space.XXS)
    column.addWidget(target)
    key_name = {"Left": "←", "Right": "→"}.get(
        keys, QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    )
    key = label(key_name, "muted")
    key.setAlignment(Qt.AlignmentFlag.AlignCenter)
    column.addWidget(key)
    return whole
