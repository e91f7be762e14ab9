"""What a book consists of: chapters, whose blocks consist of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from timbre.messages import InputError
from timbre_app.reading.sentence import cut_sentences


class BookError(InputError):
    """A book that cannot be used; the message is one sentence."""


def tag_set(names: str) -> frozenset[str]:
    """A set of names with spaces between them."""
    return frozenset(names.split())


class Kind(StrEnum):
    """What a block is. DOCUMENT is no text: a file of the book begins there."""

    HEADING = "heading"
    TEXT = "text"
    FOOTNOTE = "footnote"
    CAPTION = "caption"
    TABLE = "table"
    DOCUMENT = "document"


FRONT_MATTER = "front-matter"
PARTS = {"footnotes": Kind.FOOTNOTE, "captions": Kind.CAPTION, "tables": Kind.TABLE}
"""Parts of a chapter that a person may leave out, besides the front matter, which is whole chapters."""
SKIPPABLE = ("footnotes", FRONT_MATTER, "captions", "tables")
USUALLY_SKIPPED = frozenset({"footnotes", FRONT_MATTER, "tables"})


@dataclass(frozen=True)
class Block:
    """A paragraph, a heading or the like.

    Attributes:
        kind: What it is.
        text: Its text; of a DOCUMENT the title that the table of contents gives it.
        level: Level of a heading, 1 to 6.
        is_front: Whether a DOCUMENT is front matter.
    """

    kind: Kind
    text: str
    level: int = 0
    is_front: bool = False


@dataclass(frozen=True)
class BookFacts:
    """What a book says of itself.

    Attributes:
        language: A tag such as "en" or "de-AT"; empty if the book names none.
        cover: A JPEG or PNG picture; empty if there is none.
    """

    title: str = ""
    author: str = ""
    language: str = ""
    cover: bytes = b""


class BookSource(Protocol):
    """A book's file, as a reader of its format sees it. `blocks` may be called again and again."""

    def facts(self) -> BookFacts:
        """Title, author, language, cover."""
        ...

    def blocks(self) -> Iterator[Block]:
        """The blocks in order, read while they are asked for."""
        ...


@dataclass(frozen=True)
class Sentence:
    """A sentence to speak.

    Attributes:
        number: Number in its chapter, counted from 1 whatever is left out.
        ends_block: Whether its block ends with it.
    """

    number: int
    text: str
    kind: Kind
    ends_block: bool


@dataclass
class Chapter:
    """A chapter with its text."""

    title: str
    is_front: bool = False
    blocks: list[Block] = field(default_factory=list)

    @property
    def characters(self) -> int:
        """Length of the text."""
        return sum(len(block.text) for block in self.blocks)

    def sentences(self, skipped: frozenset[str] = frozenset()) -> list[Sentence]:
        """The sentences, without those of the parts that are skipped."""
        silent = {kind for part, kind in PARTS.items() if part in skipped}
        return [sentence for sentence in self._all_sentences() if sentence.kind not in silent]

    def _all_sentences(self) -> Iterator[Sentence]:
        number = 0
        for block in self.blocks:
            spans = [span for span in cut_sentences(block.text) if _has_words(block.text, span)]
            for start, end in spans:
                number += 1
                yield Sentence(number, block.text[start:end], block.kind, (start, end) == spans[-1])


def _has_words(text: str, span: Sequence[int]) -> bool:
    return any(letter.isalnum() for letter in text[span[0] : span[1]])
