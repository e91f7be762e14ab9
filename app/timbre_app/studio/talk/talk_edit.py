"""The line that the person types into: Enter speaks."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget


class TalkEdit(QPlainTextEdit):
    """Text to say. Shift+Enter begins a new line, Ctrl+Up and Ctrl+Down bring back what was said before.

    Signals:
        speak_requested: Enter was pressed.
        typed: A letter was typed or deleted by the person.
        recall_requested: -1 for an earlier sentence, 1 for a later one.
    """

    speak_requested = Signal()
    typed = Signal()
    recall_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Speak on Enter; tell that the person types."""
        key, modifiers = event.key(), event.modifiers()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.speak_requested.emit()
            return
        if modifiers & Qt.KeyboardModifier.ControlModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.recall_requested.emit(-1 if key == Qt.Key.Key_Up else 1)
            return
        super().keyPressEvent(event)
        if event.text():
            self.typed.emit()

    def replace_text(self, text: str) -> None:
        """Replace the text in one step that can be undone, and put the cursor at its end."""
        cursor = self.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(text)
        self.setTextCursor(cursor)
