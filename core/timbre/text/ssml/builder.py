"""Puts the parts of a document together while its elements are read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timbre.text.spans import Span

from .document import Document, Mark, Shown, Silence, Speech

_SPACE = re.compile(r"\s+")
_SENTENCE_END = "\n\n"


@dataclass(frozen=True)
class How:
    """How text is spoken: by whom, and a factor, semitones, dB and emphasis of the elements around it together."""

    voice: str | None = None
    language: str | None = None
    rate: float = 1.0
    pitch: float = 0.0
    volume: float = 0.0
    emphasised: bool = False


class Builder:
    """Collects text until another voice, another language or a pause begins.

    Attributes:
        is_begun: Whether the root was read.
    """

    def __init__(self) -> None:
        self.is_begun = False
        self._parts: list[Speech | Silence] = []
        self._start(How())

    def _start(self, how: How) -> None:
        self._voice, self._language = how.voice, how.language
        self._text = ""
        self._spans: list[Span] = []
        self._marks: list[Mark] = []
        self._shown: list[Shown] = []

    def add(self, text: str, how: How, written: str | None = None) -> None:
        """Add text.

        Args:
            text: The text that the front end will read.
            how: How it is spoken.
            written: What the document has in its place, if that is something else.
        """
        text = _SPACE.sub(" ", text)
        if not text.strip() and (not self._text or written is not None):
            return
        self._turn_to(how, text)
        if not self._text or self._text[-1].isspace():
            text = text.lstrip()
        end = len(self._text) + len(text.rstrip())
        start = end - len(text.strip())
        self._text += text
        span = Span(start, end, how.pitch, 1 / how.rate, how.volume, how.emphasised)
        if start < end and not span.is_neutral:
            self._spans.append(span)
        shown = None if written is None else _SPACE.sub(" ", written).strip()
        if shown is not None and start < end:
            self._shown.append(Shown(start, end, shown))

    def _turn_to(self, how: How, text: str) -> None:
        """Begin another part where another voice or language speaks words."""
        if (how.voice, how.language) != (self._voice, self._language) and any(map(str.isalnum, text)):
            marks = [mark for mark in self._marks if not self._text[mark.at :].strip()]
            self._marks = self._marks[: len(self._marks) - len(marks)]
            self._flush()
            self._start(how)
            self._marks = [Mark(mark.name, 0) for mark in marks]

    def end_sentence(self) -> None:
        """End the sentence, whatever its last mark."""
        if self._text.strip():
            self._text = self._text.rstrip() + _SENTENCE_END

    def pause(self, seconds: float) -> None:
        """Add silence."""
        how = How(self._voice, self._language)
        self._flush()
        self._start(how)
        if self._parts and isinstance(self._parts[-1], Silence):
            seconds += self._parts.pop().seconds  # type: ignore[union-attr]
        self._parts.append(Silence(seconds))

    def mark(self, name: str, how: How) -> None:
        """Name the place."""
        del how
        self._marks.append(Mark(name, len(self._text)))

    def document(self) -> Document:
        """All parts."""
        self._flush()
        return Document(tuple(self._parts))

    def _flush(self) -> None:
        text = self._text.rstrip()
        if not text and not self._marks:
            return
        marks = tuple(Mark(name, min(at, len(text))) for name, at in self._marks)
        self._parts.append(
            Speech(text, self._voice, self._language, tuple(self._spans), marks, tuple(self._shown))
        )
