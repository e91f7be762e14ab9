"""A dialogue as its lines: who says what, after which pause, and how."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from timbre.messages import InputError
from timbre.text.ssml import Document, Speech, SsmlError
from timbre_app.dialogue.markup import Silences, read_markup, silences_of
from timbre_app.reading.sentence import HowToSpeak

USUALLY = HowToSpeak()
TOGETHER = -math.inf
"""The pause of a line that begins together with the line before it."""
USUAL_PAUSE_S = 0.35
"""The pause before a line that names none."""


class ScriptError(InputError):
    """A script or a cast cannot be used; the message is one sentence that names the line."""


@dataclass(frozen=True)
class Line:
    """What somebody says without a break.

    Attributes:
        number: Line in the file, counted from 1.
        speaker: Name as the script writes it where this speaker comes first.
        text: What is said, as written in the script.
        pause_s: Silence between everything said before and this line, in seconds. A negative one makes the line begin
            earlier, but never before the line before it; None is the usual pause.
        how: Pace, pitch, energy, liveliness and reading.
        document: The text as SSML, if it has some.
    """

    number: int
    speaker: str
    text: str
    pause_s: float | None = None
    how: HowToSpeak = USUALLY
    document: Document | None = None

    @property
    def written(self) -> str:
        """The text without markup of SSML; its words have their places in it."""
        return self.text if self.document is None else self.document.written

    @cached_property
    def silences(self) -> Silences:
        """The silences that the text itself asks for."""
        return silences_of(self.document)


@dataclass(frozen=True)
class Script:
    """All lines of a dialogue, in order; at least one."""

    lines: tuple[Line, ...]

    @property
    def speakers(self) -> tuple[str, ...]:
        """The speakers' names, in the order in which they first speak."""
        return tuple(dict.fromkeys(line.speaker for line in self.lines))

    @property
    def has_marks(self) -> bool:
        """Whether SSML in it names places."""
        documents = (line.document for line in self.lines if line.document is not None)
        return any(
            isinstance(part, Speech) and part.marks for document in documents for part in document.parts
        )


def make_script(lines: Iterable[Line]) -> Script:
    """Join lines to a script; speakers whose names differ only in capitals are the same one.

    Raises:
        ScriptError: if there are no lines, one has no words, or its SSML cannot be spoken.
    """
    names: dict[str, str] = {}
    script_lines: list[Line] = []
    for line in lines:
        if not line.text.strip():
            raise ScriptError(
                "Line {line} has no words for {name}: write what is said behind the name.",
                line=line.number,
                name=line.speaker,
            )
        name = names.setdefault(line.speaker.casefold(), line.speaker)
        script_lines.append(replace(line, speaker=name, text=line.text.strip(), document=_document(line)))
    if not script_lines:
        raise ScriptError(
            "The script has no lines: write a name, a colon and what is said, such as Ann: Hello."
        )
    return Script(tuple(script_lines))


def _document(line: Line) -> Document | None:
    try:
        return read_markup(line.text.strip())
    except SsmlError as error:
        raise ScriptError("Line {line}: {reason}", line=line.number, reason=error) from error
