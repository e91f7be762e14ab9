"""A button that shows as much of a phrase as there is room for, in as many lines as fit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

EDGES_PX = 20
"""Pixels of a button's width, and of its height, that its text leaves free."""


class PhraseButton(QPushButton):
    """A button whose text ends with dots where there is no room; its tooltip and its name say all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text, self._before = "", ""
        self.setProperty("role", "phrase")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_phrase("", "", self.tr("Say this"))

    def set_phrase(self, before: str, text: str, tooltip: str) -> None:
        """Show a phrase after some signs that are never cut, such as the name of its key."""
        self._before, self._text = before, text
        self.setToolTip(tooltip)
        self.setAccessibleName(f"{before} {text}".strip() or self.tr("No phrase yet"))
        self.setAccessibleDescription(tooltip)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show as much of the phrase as there is room for."""
        super().resizeEvent(event)
        self._draw()

    def _draw(self) -> None:
        whole = f"{self._before}  {self._text}" if self._before else self._text
        metrics = self.fontMetrics()
        most_lines = max(1, (self.height() - EDGES_PX) // metrics.lineSpacing())
        lines = lines_of(whole, metrics, self.width() - EDGES_PX, most_lines)
        self.setText("\n".join(lines).replace("&", "&&"))


def lines_of(text: str, metrics: QFontMetrics, width: int, most_lines: int) -> list[str]:
    """A text in lines that are broken at spaces; a line that is too wide, or the last one, ends with dots.

    Args:
        text: The text, in one line.
        metrics: Of the font.
        width: Pixels that a line may take.
        most_lines: Lines that there may be, at least 1.
    """
    lines: list[str] = []
    left = text
    while left and len(lines) < most_lines - 1 and metrics.horizontalAdvance(left) > width:
        words = left.split(" ")
        fitting = [n for n in range(1, len(words)) if metrics.horizontalAdvance(" ".join(words[:n])) <= width]
        count = max(fitting, default=1)
        lines.append(" ".join(words[:count]))
        left = " ".join(words[count:])
    lines += [left] if left else []
    return [metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines]
