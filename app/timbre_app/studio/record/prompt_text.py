"""A sentence in large letters, with marks for missed and added words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from timbre_app.studio.theme import severity_colour

SIZES_PX = (20, 23, 26, 30, 35, 40, 48)
USUAL_SIZE_PX = 26


class PromptText(QLabel):
    """Underlines missed words and puts added words in brackets, so that they differ not only in colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prompt = ""
        self.setProperty("role", "prompt")
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setTextFormat(Qt.TextFormat.RichText)

    @property
    def prompt(self) -> str:
        """The sentence, without marks."""
        return self._prompt

    def set_prompt(
        self,
        text: str,
        missed: Sequence[tuple[int, int]] = (),
        added: Sequence[tuple[int, str]] = (),
    ) -> None:
        """Show a sentence.

        Args:
            text: The sentence.
            missed: First character and character behind the last, of each missed word.
            added: Character behind which a word was added, and the word.
        """
        self._prompt = text
        self.setText(self._marked(text, missed, added))
        sentences = [text]
        if missed:
            words = ", ".join(text[start:end] for start, end in missed)
            sentences.append(self.tr("Missed: {0}").format(words))
        if added:
            sentences.append(self.tr("Added: {0}").format(", ".join(word for _, word in added)))
        self.setAccessibleName(self.tr("Sentence to read: {0}").format(". ".join(sentences)))

    def set_size(self, size_px: int) -> None:
        """Show larger or smaller letters."""
        self.setStyleSheet(f"font-size: {size_px}px;")

    def _marked(self, text: str, missed: Sequence[tuple[int, int]], added: Sequence[tuple[int, str]]) -> str:
        if not missed and not added:
            return escape(text)
        error, warning = (severity_colour(self.palette(), name).name() for name in ("error", "warning"))
        begins, ends = {start for start, _ in missed}, {end for _, end in missed}
        words_after: dict[int, list[str]] = {}
        for at, word in added:
            words_after.setdefault(at, []).append(word)
        parts: list[str] = []
        for at in range(len(text) + 1):
            if at in ends:
                parts.append("</u></span>")
            if at in words_after:
                words = escape(" ".join(words_after[at]))
                parts.append(f'<span style="color: {warning}; font-style: italic;"> [{words}] </span>')
            if at in begins:
                parts.append(f'<span style="color: {error};"><u>')
            parts.append(escape(text[at : at + 1]))
        return "".join(parts)
