"""Reads plain text: paragraphs between empty lines; chapters by lines that look like their titles."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from timbre_app.books.model import Block, BookError, BookFacts, Kind

MOST_BYTES = 64 << 20
PART_BYTES = 64 << 10
_HEAD_LINES = 200
_LONGEST_TITLE = 90
_NUMBER = r"(?:\d{1,3}|[IVXLC]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|the \w+)"
_TITLE = re.compile(
    rf"(?:(?P<part>part|book|volume)|chapter|letter|canto|act) {_NUMBER}\b(?:[.:—– -].*)?$"
    r"|(?:prologue|epilogue|preface|foreword|introduction|afterword|contents|dedication)[.:]?$",
    re.IGNORECASE,
)
_NUMERAL = re.compile(r"[IVXLC]{1,8}\.?$|(?:[IVXLC]{1,8}|\d{1,3})\. [A-Z].*$")
_BEGIN = re.compile(r"\*\*\* ?START OF (?:THE|THIS) PROJECT GUTENBERG")
_END = re.compile(r"\*\*\* ?END OF (?:THE|THIS) PROJECT GUTENBERG")
_FACT = re.compile(r"(Title|Author|Language):\s+(\S.*)")
_LANGUAGES = {
    "english": "en",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "italian": "it",
    "chinese": "zh",
}
_NOTE_MARK = re.compile(r"\[(?:footnote|note) ?\w*:\s*|\[\d+\]\s+", re.IGNORECASE)
_ORNAMENT = re.compile(r"[\s*_=~#.·•-]+")


def text_parts(path: Path, encoding: str = "utf-8-sig") -> Iterator[str]:
    """A text file in parts.

    Raises:
        BookError: if it is too large, or not a text in this encoding.
        OSError: if it cannot be read.
    """
    if path.stat().st_size > MOST_BYTES:
        raise BookError("{file} is larger than any book: choose a file of at most 64 MB.", file=path.name)
    decoder = codecs.getincrementaldecoder(encoding)()
    with path.open("rb") as file:
        while data := file.read(PART_BYTES):
            if b"\0" in data:
                raise BookError("{file} is not a text: choose a book.", file=path.name)
            yield _decoded(decoder, data, path)
    yield _decoded(decoder, b"", path)


def _decoded(decoder: codecs.IncrementalDecoder, data: bytes, path: Path) -> str:
    try:
        return decoder.decode(data, final=not data)
    except UnicodeDecodeError as error:
        raise BookError("{file} is not UTF-8 text: save it as UTF-8.", file=path.name) from error


class TextSource:
    """A book in a text file, also one of Project Gutenberg, whose licence is left out."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def facts(self) -> BookFacts:
        """See BookSource: from lines such as "Title: Walden"."""
        found: dict[str, str] = {}
        for line in islice(self._lines(), _HEAD_LINES):
            fact = _FACT.match(line)
            if fact is not None:
                found.setdefault(fact[1], fact[2].strip())
        language = _LANGUAGES.get(found.get("Language", "").casefold(), "")
        return BookFacts(found.get("Title", "") or self._path.stem, found.get("Author", ""), language)

    def blocks(self) -> Iterator[Block]:
        """See BookSource."""
        begun = not any(_BEGIN.match(line) for line in islice(self._lines(), _HEAD_LINES))
        paragraph: list[str] = []
        is_head = True  # until the first paragraph that says something else than the book's facts
        for line in self._lines():
            if not begun:
                begun = bool(_BEGIN.match(line))
                continue
            if _END.match(line):
                break
            if line.strip():
                is_head = is_head and bool(_FACT.match(line))
                paragraph += [] if is_head else [line.strip()]
            else:
                yield from _block(paragraph)
                paragraph = []
        yield from _block(paragraph)

    def _lines(self) -> Iterator[str]:
        rest = ""
        for part in text_parts(self._path):
            *lines, rest = (rest + part).replace("\r\n", "\n").split("\n")
            yield from lines
            if len(rest) > 1_000_000:
                yield rest
                rest = ""
        yield rest


def _block(lines: list[str]) -> Iterator[Block]:
    if not lines or all(_ORNAMENT.fullmatch(line) for line in lines):
        return
    title = _TITLE.match(lines[0]) or _NUMERAL.match(lines[0])
    joined = ". ".join(line.rstrip(". ") for line in lines)
    if title is not None and len(lines) <= 3 and len(joined) <= _LONGEST_TITLE:
        is_part = bool(title.groupdict().get("part"))
        yield Block(Kind.HEADING, joined, 1 if is_part else 2)
    elif _NOTE_MARK.match(lines[0]):
        yield Block(Kind.FOOTNOTE, _NOTE_MARK.sub("", " ".join(lines)).rstrip("]"))
    elif re.match(r"\[illustration", lines[0], re.IGNORECASE):
        yield from _caption(" ".join(lines))
    else:
        yield Block(Kind.TEXT, "\n".join(lines))


def _caption(text: str) -> Iterator[Block]:
    words = re.sub(r"^\[illustration:?\s*|\]$", "", text, flags=re.IGNORECASE).strip()
    if words:
        yield Block(Kind.CAPTION, words)
