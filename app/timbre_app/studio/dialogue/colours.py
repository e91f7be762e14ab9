"""One colour for each speaker, readable on light and on dark."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

HUES = (217, 152, 28, 275, 340, 190, 48, 100)


def speaker_colour(number: int, palette: QPalette) -> QColor:
    """The colour of the speaker with a number, from 0."""
    is_dark = palette.window().color().lightness() < 128
    return QColor.fromHsl(HUES[number % len(HUES)], 150, 165 if is_dark else 110)
