"""Sentences that the window shows to the person, one at a time."""

from __future__ import annotations

from timbre_app.studio.errors import sentence
from timbre_app.studio.widgets.message_bar import MessageAction, MessageBar


class Notices:
    """Shows a sentence across the top of the window; a new one replaces the one before."""

    def __init__(self, bar: MessageBar) -> None:
        self._bar = bar

    def show(self, text: str, severity: str = "error", action: MessageAction | None = None) -> None:
        """Show a sentence, with a button for `action` if there is one; severity is "ok", "warning" or "error"."""
        self._bar.show_message(text, severity, action)

    def show_error(self, error: Exception) -> None:
        """Show what went wrong."""
        self.show(sentence(error))

    def clear(self) -> None:
        """Hide the sentence."""
        self._bar.clear()

    def withdraw(self, text: str) -> None:
        """Hide a sentence, if it is still shown."""
        if self._bar.text == text:
            self.clear()
