"""Reads the SSML that speech-dispatcher sends: the words, and the marks between them; nothing else of it is used."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from xml.parsers import expat

_PARTS = frozenset(("p", "s", "break"))
"""Elements that end a word; the others may stand inside of one."""
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Mark:
    """A place in the text; speech-dispatcher wants to know when it is heard.

    Attributes:
        name: Its name.
        char: The characters of the text before it.
    """

    name: str
    char: int


@dataclass(frozen=True)
class MarkedText:
    """A text and its marks, in order."""

    text: str
    marks: tuple[Mark, ...] = ()


def read_ssml(ssml: str) -> MarkedText:
    """The text of an SSML document. What is no document is a text, whose tags are left out."""
    reader = _Reader()
    try:
        reader.parse(ssml)
    except expat.ExpatError:
        return MarkedText(_without_ipa(html.unescape(_TAG.sub(" ", ssml))))
    return MarkedText(_without_ipa("".join(reader.pieces)), tuple(reader.marks))


def _without_ipa(text: str) -> str:
    """The text, of the same length, without the brackets that would make IPA of what a page has in them."""
    return text.replace("[[", "[ ")


class _Reader:
    """Collects text and marks; refuses a document type, so that there are no entities of its own."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.marks: list[Mark] = []
        self._length = 0

    def parse(self, ssml: str) -> None:
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add
        parser.StartDoctypeDeclHandler = self._refuse
        parser.Parse(ssml.encode("utf-8", "replace"), True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "mark":
            self.marks.append(Mark(attributes.get("name", ""), self._length))
        elif name in _PARTS:
            self._add(" ")

    def _end(self, name: str) -> None:
        if name in _PARTS:
            self._add(" ")

    def _add(self, text: str) -> None:
        self.pieces.append(text)
        self._length += len(text)

    def _refuse(self, *_: object) -> None:
        raise expat.ExpatError("a document type")
