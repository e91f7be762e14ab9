"""Reads HTML as it comes: blocks leave while the rest is still to be read.

<p>Text<a href="#n1">1</a></p>        TEXT       "Text"             marks of footnotes are not read aloud
<aside epub:type="footnote">…         FOOTNOTE   what lies inside
<table><tr><td>a<td>b</tr>            TABLE      "a, b"             a row a block
<nav> <script> <style> <head> …       nothing; nothing is fetched and nothing is run
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from timbre_app.books.model import Block, BookError, BookFacts, Kind, tag_set

DEEPEST = 500
LONGEST_TAG = 1 << 16
"""Characters of a tag, without values in quotes, such as pictures. The parser needs 250 bytes for each, and looks at
all of them again with each part."""
LONGEST_BLOCK = 200_000
_HIDDEN = "hidden"
_VOID = tag_set("area base br col embed hr img input link meta param source track wbr")
_HIDDEN_TAGS = tag_set(
    "script style head nav template noscript svg math iframe object audio video canvas select button"
)
_BLOCK_TAGS = tag_set(
    "address article aside blockquote body caption center dd details div dl dt figcaption figure footer"
    " form h1 h2 h3 h4 h5 h6 header hgroup hr html li main ol p pre section summary table tbody tfoot"
    " thead tr ul"
)
_TABLE_TAGS = tag_set("table caption thead tbody tfoot tr")
_CELL_TAGS = ("td", "th")
_CLOSED_BY_ITSELF = tag_set("p li td th tr dt dd option")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_NOTE_TYPES = tag_set(
    "footnote footnotes endnote endnotes rearnote rearnotes note doc-footnote doc-endnote doc-endnotes"
)
_NOTE_NAME = re.compile(r"(?:^|\s)(?:footnotes?|endnotes?|fn-?list)(?:-(?:list|body|item))?(?:$|\s)")
_NOTE_ID = re.compile(r"(?:fn|footnote|endnote)[-_:]?\d+", re.IGNORECASE)
_PAGE_TYPES = tag_set("pagebreak doc-pagebreak pagenum pagenumber page-number pageno")
_REFERENCE = re.compile(r"[\[(]?(?:\d{1,4}|[*†‡§¶]+|[a-z]|[ivxl]{1,6})[\])]?|[↩↑^⏎]\ufe0e?")
_QUOTED = re.compile(r""""[^"]*(?:"|$)|'[^']*(?:'|$)""")
_LINE = "\x01"


class _Open(NamedTuple):
    """An element that is open: its tag, what its text is (None: as around it), and where its text begins."""

    tag: str
    role: str | None
    at: int


class MarkupReader(HTMLParser):
    """Collects the blocks of one document; `take` hands over those that are whole.

    Attributes:
        title: Content of <title>.
        author: Content of <meta name="author">.
        language: The document's language.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = self.author = self.language = ""
        self._open: list[_Open] = []
        self._text: list[str] = []
        self._length = 0
        self._level = 0
        self._blocks: list[Block] = []

    def take(self) -> list[Block]:
        """The blocks since the last call."""
        blocks, self._blocks = self._blocks, []
        return blocks

    def finish(self) -> list[Block]:
        """The last blocks."""
        self.close()
        self._end_block()
        return self.take()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See HTMLParser."""
        values = {name: value or "" for name, value in attrs}
        self._note_facts(tag, values)
        if self._open and self._open[-1].tag == tag and tag in _CLOSED_BY_ITSELF:
            self.handle_endtag(tag)
        if self._open and self._open[-1].tag == "p" and tag in _BLOCK_TAGS:
            self.handle_endtag("p")
        self._separate(tag)
        if tag in _VOID:
            return
        if len(self._open) >= DEEPEST:
            raise _damaged()
        self._level = _HEADINGS.get(tag, self._level)
        self._open.append(_Open(tag, _role(tag, values), len(self._text)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See HTMLParser; XHTML closes elements so, also those that HTML leaves open."""
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """See HTMLParser; what was left open inside is closed as well."""
        if not any(element.tag == tag for element in self._open):
            return
        self._separate(tag)
        while (element := self._open.pop()).tag != tag:
            pass
        if tag in _HEADINGS:
            self._level = 0
        if tag == "a" and element.role == "link":
            self._drop_reference(element.at)

    def handle_data(self, data: str) -> None:
        """See HTMLParser."""
        if self._open and self._open[-1].tag == "title":
            self.title = f"{self.title}{data}"[:500]
        elif self._role() != _HIDDEN:
            self._add(data)

    def _separate(self, tag: str) -> None:
        """End a block where a tag does so; inside of a table a cell."""
        if tag == "br":
            self._add(_LINE)
        elif tag in _CELL_TAGS or (tag in _BLOCK_TAGS - _TABLE_TAGS and self._role() == Kind.TABLE):
            self._add(", " if self._text else "")
        elif tag in _BLOCK_TAGS:
            self._end_block()

    def _add(self, text: str) -> None:
        self._text.append(text)
        self._length += len(text)
        if self._length > LONGEST_BLOCK:
            self._end_block()

    def _role(self) -> str | None:
        """What the present text is: the innermost element decides, but what is hidden stays so."""
        roles = [element.role for element in self._open if element.role not in (None, "link")]
        return _HIDDEN if _HIDDEN in roles else next(reversed(roles), None)

    def _drop_reference(self, at: int) -> None:
        if _REFERENCE.fullmatch("".join(self._text[at:]).strip()):
            del self._text[at:]

    def _end_block(self) -> None:
        text = "".join(self._text)
        self._text, self._length = [], 0
        separator = ". " if self._level else "\n"
        lines = (" ".join(line.split()) for line in text.split(_LINE))
        text = separator.join(line.rstrip(". ") if self._level else line for line in lines if line)
        if self._role() == Kind.TABLE:
            text = ", ".join(cell for part in text.split(",") if (cell := part.strip()))
        if not text:
            return
        role = self._role()
        if role is None and self._level:
            self._blocks.append(Block(Kind.HEADING, text, self._level))
        elif role != _HIDDEN:
            self._blocks.append(Block(Kind(role or Kind.TEXT), text))

    def _note_facts(self, tag: str, values: dict[str, str]) -> None:
        if tag == "html":
            self.language = values.get("lang") or values.get("xml:lang", "")
        elif tag == "meta" and values.get("name", "").lower() in ("author", "dc.creator"):
            self.author = values.get("content", "")[:500]


def read_markup(parts: Iterable[str], reader: MarkupReader | None = None) -> Iterator[Block]:
    """The blocks of a document that comes in parts.

    Raises:
        BookError: if it is nested too deeply, or a tag has no end.
    """
    reader = reader or MarkupReader()
    for part in parts:
        reader.feed(part)
        if _is_endless_tag(reader.rawdata):
            raise _damaged()
        yield from reader.take()
    yield from reader.finish()


def _is_endless_tag(waiting: str) -> bool:
    """Whether what the parser has not understood yet is a tag longer than any."""
    is_tag = len(waiting) > LONGEST_TAG and waiting[1:2].isalpha()
    return is_tag and len(_QUOTED.sub("", waiting)) > LONGEST_TAG


def _damaged() -> BookError:
    return BookError("This book's markup is too damaged to be read: save it again in another program.")


def facts_of(reader: MarkupReader) -> BookFacts:
    """What a document says of itself."""
    return BookFacts(" ".join(reader.title.split()), " ".join(reader.author.split()), reader.language)


def _role(tag: str, values: dict[str, str]) -> str | None:
    types = set(f"{values.get('epub:type', '')} {values.get('role', '')}".lower().split())
    classes = values.get("class", "").lower()
    if tag in _HIDDEN_TAGS or "hidden" in values or _PAGE_TYPES & (types | set(classes.split())):
        return _HIDDEN
    if tag == "a":
        is_reference = types & {"noteref", "backlink", "doc-noteref", "doc-backlink"}
        return _HIDDEN if is_reference else "link" if "#" in values.get("href", "") else None
    if types & _NOTE_TYPES or _NOTE_NAME.search(classes) or _NOTE_ID.fullmatch(values.get("id", "")):
        return Kind.FOOTNOTE if tag not in ("sup", "span") else None
    if tag in ("figcaption", "caption") or "caption" in classes.split():
        return Kind.CAPTION
    return Kind.TABLE if tag == "table" and not types & {"presentation", "none"} else None
