"""Buttons that keep their place while their words change."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton


def keep_width(button: QPushButton, *texts: str) -> None:
    """Give a button room for each of these texts, so that its neighbours stay where they are."""
    shown = button.text()
    widths = []
    for text in (shown, *texts):
        button.setText(text)
        widths.append(button.sizeHint().width())
    button.setText(shown)
    button.setMinimumWidth(max(widths))
