"""Cuts a text that comes in pieces, such as that of a language model, into what can be spoken already."""

from __future__ import annotations

from timbre.text.passages import sentence_spans


class SentenceBuffer:
    """Collects pieces of a text."""

    def __init__(self) -> None:
        self._text = ""
        self.characters = 0

    def add(self, piece: str) -> str:
        """Add a piece; returns the sentences that are complete now, "" if none is.

        A sentence is complete when another one has begun: before that, a full stop may be that of an abbreviation.
        """
        self._text += piece
        self.characters += len(piece)
        spans = list(sentence_spans(self._text))
        if len(spans) < 2:
            return ""
        start = spans[-1][0]
        complete, self._text = self._text[:start].strip(), self._text[start:]
        return complete

    def rest(self) -> str:
        """Take what is left at the end of the text."""
        text, self._text = self._text.strip(), ""
        return text
