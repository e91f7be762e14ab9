"""What a document of SSML says, in order.

```
<speak>Good <sub alias="morning">a.m.</sub><break time="1s"/><mark name="b"/>Go.</speak>

Speech("Good morning", shown=(Shown(5, 12, "a.m."),))   Silence(1.0)   Speech("Go.", marks=(Mark("b", 0),))
```
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from timbre.text.spans import Span


class Mark(NamedTuple):
    """A place that the document names: its name and the character in front of which it stands."""

    name: str
    at: int


class Shown(NamedTuple):
    """What is written in the document in place of the characters start to end, which are spoken."""

    start: int
    end: int
    written: str


@dataclass(frozen=True)
class Silence:
    """A pause of `seconds`; the pauses that the voice would make around it are no part of it."""

    seconds: float


@dataclass(frozen=True)
class Speech:
    """Text that one voice speaks in one language.

    Attributes:
        text: What is spoken, as the front end takes it; empty if there are only marks.
        voice: The voice's name; None for the voice of the request.
        language: espeak's name; None for that of the voice.
        spans: Parts that are spoken otherwise, in order.
        marks: In order.
        shown: What is written otherwise than it is spoken, in order.
    """

    text: str
    voice: str | None = None
    language: str | None = None
    spans: tuple[Span, ...] = ()
    marks: tuple[Mark, ...] = ()
    shown: tuple[Shown, ...] = ()

    @cached_property
    def written(self) -> str:
        """The text as it is written, without markup."""
        pieces: list[str] = []
        at = 0
        for part in self.shown:
            pieces += self.text[at : part.start], part.written
            at = part.end
        return "".join((*pieces, self.text[at:]))

    @cached_property
    def _starts(self) -> tuple[list[int], list[int]]:
        """Where each shown part begins in the text, and how much longer what is written is up to it."""
        moved, moves = 0, list[int]()
        for part in self.shown:
            moves.append(moved)
            moved += len(part.written) - (part.end - part.start)
        return [part.start for part in self.shown], [*moves, moved]

    def range_written(self, start: int, end: int) -> tuple[int, int]:
        """Where characters of `text` stand in `written`; those of a shown part stand for all of it."""
        return self._place(start, is_end=False), self._place(end, is_end=True)

    def _place(self, at: int, *, is_end: bool) -> int:
        starts, moves = self._starts
        number = bisect_right(starts, at - is_end) - 1
        if number < 0:
            return at
        part = self.shown[number]
        if at - is_end < part.end:
            first = part.start + moves[number]
            return first + len(part.written) if is_end else first
        return at + moves[number + 1]


@dataclass(frozen=True)
class Document:
    """Speech and silence in order; speech of two voices or languages may follow without silence."""

    parts: tuple[Speech | Silence, ...]

    @cached_property
    def written(self) -> str:
        """The whole text as it is written, without markup; a line for each part that speaks."""
        return "\n".join(part.written for part in self.parts if isinstance(part, Speech))

    @property
    def voices(self) -> tuple[str, ...]:
        """Names of the voices that it asks for."""
        names = (part.voice for part in self.parts if isinstance(part, Speech))
        return tuple(dict.fromkeys(name for name in names if name is not None))
