"""Reads HTML and Markdown; Markdown becomes HTML first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from timbre_app.books.markup import MarkupReader, facts_of, read_markup
from timbre_app.books.model import Block, BookFacts
from timbre_app.books.plain import text_parts

_HEAD_BYTES = 4096
_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([\w-]{3,20})""", re.IGNORECASE)
_KNOWN = {"iso-8859-1": "cp1252", "latin1": "cp1252", "windows-1252": "cp1252", "utf-16": "utf-16"}
_FRONT_FACT = re.compile(r"""^(title|author|lang|language):\s*["']?(.*?)["']?\s*$""", re.MULTILINE)
_FRONT = re.compile(r"\A---\n(.*?)\n(?:---|\.\.\.)\n", re.DOTALL)


class HtmlSource:
    """A book in one HTML file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def facts(self) -> BookFacts:
        """See BookSource."""
        reader = MarkupReader()
        for _ in read_markup(self._parts(), reader):
            if reader.title:
                break  # title, author and language stand before the first block
        facts = facts_of(reader)
        return BookFacts(facts.title or self._path.stem, facts.author, facts.language)

    def blocks(self) -> Iterator[Block]:
        """See BookSource."""
        return read_markup(self._parts())

    def _parts(self) -> Iterator[str]:
        with self._path.open("rb") as file:
            named = _CHARSET.search(file.read(_HEAD_BYTES))
        encoding = _KNOWN.get(named[1].decode("ascii").lower(), "utf-8-sig") if named else "utf-8-sig"
        return text_parts(self._path, encoding)


class MarkdownSource:
    """A book in one Markdown file, with footnotes, tables and a YAML head that names title and author."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def facts(self) -> BookFacts:
        """See BookSource."""
        head = _FRONT.match("".join(text_parts(self._path)))
        found = dict(_FRONT_FACT.findall(head[1])) if head else {}
        title = found.get("title") or self._only_title() or self._path.stem
        return BookFacts(title, found.get("author", ""), found.get("lang") or found.get("language", ""))

    def blocks(self) -> Iterator[Block]:
        """See BookSource."""
        from markdown_it import MarkdownIt
        from mdit_py_plugins.footnote import footnote_plugin

        text = _FRONT.sub("", "".join(text_parts(self._path)), count=1)
        parser = MarkdownIt("commonmark", {"html": True}).enable("table").use(footnote_plugin)
        return read_markup([parser.render(text)])

    def _only_title(self) -> str:
        """The heading of the first level, if there is only one."""
        titles = [block.text for block in self.blocks() if block.level == 1]
        return titles[0] if len(titles) == 1 else ""
