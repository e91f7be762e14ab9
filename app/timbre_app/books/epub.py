"""Reads EPUB 2 and 3.

META-INF/container.xml ─▶ content.opf ─▶ metadata, cover
├▶ spine: the documents in order
└▶ nav.xhtml or toc.ncx: their titles
"""

from __future__ import annotations

import codecs
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from timbre_app.books.markup import read_markup
from timbre_app.books.model import Block, BookError, BookFacts, Kind, tag_set
from timbre_app.books.packed import Package, parse_xml, protected

_CONTAINER, _ENCRYPTION = "META-INF/container.xml", "META-INF/encryption.xml"
_FONT_ALGORITHMS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
_TYPE = "{http://www.idpf.org/2007/ops}type"
_MARKUP = ("application/xhtml+xml", "text/html", "text/x-oeb1-document")
_PICTURES = ("image/jpeg", "image/png")
_FRONT_TYPES = tag_set(
    "cover titlepage halftitlepage copyright-page dedication toc landmarks loi lot colophon imprint"
    " acknowledgments other-credits seriespage index"
)
_BODY_TYPES = re.compile(rb"""<(?:body|section)\b[^>]*?epub:type\s*=\s*["']([^"']*)["']""")
_FRONT_GUIDES = tag_set("cover title-page toc copyright-page dedication index acknowledgements loi lot")
_DECLARATION = re.compile(r"<!DOCTYPE[^>\[]*\[.*?\]\s*>", re.DOTALL | re.IGNORECASE)
_ENCODING = re.compile(rb"""encoding\s*=\s*["']([\w-]+)["']""")
_MOST_DOCUMENTS = 3_000


class _Document(NamedTuple):
    """A document of the spine."""

    name: str
    title: str
    is_front: bool


class EpubSource:
    """A book in an EPUB file.

    Raises:
        BookError: if it cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with Package(path) as package:
            self._check_protection(package)
            self._folder, self._opf = self._find_package(package)
            self._items = {
                item.get("id", ""): item for item in self._opf.iter() if _local(item.tag) == "item"
            }
            self._documents = self._find_documents(package)
        if not self._documents:
            raise BookError("{file} has no text in it: choose another book.", file=path.name)

    def facts(self) -> BookFacts:
        """See BookSource."""
        found: dict[str, str] = {}
        for element in self._opf.iter():
            if element.text and _local(element.tag) in ("title", "creator", "language"):
                found.setdefault(_local(element.tag), " ".join(element.text.split())[:500])
        title = found.get("title", "") or self._path.stem
        return BookFacts(title, found.get("creator", ""), found.get("language", ""), self._cover())

    def blocks(self) -> Iterator[Block]:
        """See BookSource."""
        with Package(self._path) as package:
            for document in self._documents:
                if document.name not in package.names:
                    continue
                data = package.read(document.name)
                is_front = document.is_front or _is_front(data)
                yield Block(Kind.DOCUMENT, document.title, is_front=is_front)
                yield from read_markup([_decoded(data)])

    def _check_protection(self, package: Package) -> None:
        """A book whose documents are encrypted cannot be read; fonts may be."""
        if "META-INF/rights.xml" in package.names and _ENCRYPTION not in package.names:
            return
        if _ENCRYPTION in package.names:
            for method in package.xml(_ENCRYPTION).iter():
                if (
                    _local(method.tag) == "EncryptionMethod"
                    and method.get("Algorithm") not in _FONT_ALGORITHMS
                ):
                    raise protected(self._path.name)

    def _find_package(self, package: Package) -> tuple[str, Element]:
        if _CONTAINER not in package.names:
            raise BookError("{file} is not an EPUB book: choose another file.", file=self._path.name)
        roots = [
            e.get("full-path", "") for e in package.xml(_CONTAINER).iter() if _local(e.tag) == "rootfile"
        ]
        name = roots[0] if roots else ""
        return posixpath.dirname(name), package.xml(name)

    def _find_documents(self, package: Package) -> list[_Document]:
        titles, guides = self._titles(package), self._guides()
        documents: list[_Document] = []
        for reference in (e for e in self._opf.iter() if _local(e.tag) == "itemref"):
            item = self._items.get(reference.get("idref", ""))
            if item is None or item.get("media-type") not in _MARKUP or "nav" in _properties(item):
                continue
            name = self._name(item.get("href", ""))
            is_front = reference.get("linear") == "no" or guides.get(name) in _FRONT_GUIDES
            documents.append(_Document(name, titles.get(name, ""), is_front))
        return documents[:_MOST_DOCUMENTS]

    def _guides(self) -> dict[str, str]:
        return {
            self._name(e.get("href", "")): e.get("type", "")
            for e in self._opf.iter()
            if _local(e.tag) == "reference"
        }

    def _titles(self, package: Package) -> dict[str, str]:
        """Titles of documents from the table of contents; a damaged table is left out."""
        for item in self._items.values():
            is_nav, name = "nav" in _properties(item), self._name(item.get("href", ""))
            if not is_nav and item.get("media-type") != "application/x-dtbncx+xml":
                continue
            try:
                table = parse_xml(_without_declaration(package.read(name)), self._path.name)
            except BookError:
                continue
            entries = _nav_entries(table) if is_nav else _ncx_entries(table)
            titles: dict[str, str] = {}
            for target, title in entries:
                titles.setdefault(_joined(posixpath.dirname(name), target), title)
            if titles:
                return titles
        return {}

    def _cover(self) -> bytes:
        wanted = {m.get("content", "") for m in self._opf.iter() if m.get("name") == "cover"}
        for identity, item in self._items.items():
            is_cover = "cover-image" in _properties(item) or identity in wanted
            if is_cover and item.get("media-type") in _PICTURES:
                with Package(self._path) as package:
                    name = self._name(item.get("href", ""))
                    return package.read(name) if name in package.names else b""
        return b""

    def _name(self, href: str) -> str:
        return _joined(self._folder, href)


def _joined(folder: str, href: str) -> str:
    """The member's name that a reference means; it is only looked up, so leaving the archive finds nothing."""
    return posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0])))


def _nav_entries(table: Element) -> Iterator[tuple[str, str]]:
    for nav in (e for e in table.iter() if _local(e.tag) == "nav"):
        if nav.get(_TYPE, "toc") == "toc":
            for link in (e for e in nav.iter() if _local(e.tag) == "a"):
                yield link.get("href", ""), " ".join("".join(link.itertext()).split())


def _ncx_entries(table: Element) -> Iterator[tuple[str, str]]:
    for point in (e for e in table.iter() if _local(e.tag) == "navPoint"):
        text = next((e.text or "" for e in point.iter() if _local(e.tag) == "text"), "")
        target = next((e.get("src", "") for e in point.iter() if _local(e.tag) == "content"), "")
        yield target, " ".join(text.split())


def _is_front(data: bytes) -> bool:
    types = _BODY_TYPES.search(data[:20_000])
    return bool(types) and bool(_FRONT_TYPES & set(types[1].decode("utf-8", "replace").split()))


def _decoded(data: bytes) -> str:
    """The text of a document; a DOCTYPE with declarations of its own is dropped, for no entity is resolved."""
    named = _ENCODING.search(data[:200])
    encoding = named[1].decode("ascii") if named else "utf-8"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16"
    try:
        text = data.decode(encoding, "replace")
    except LookupError:
        text = data.decode("utf-8", "replace")
    return _DECLARATION.sub("", text.removeprefix("\ufeff"), count=1)


def _without_declaration(data: bytes) -> bytes:
    return re.sub(rb"<!DOCTYPE[^>\[]*>", b"", data, count=1)


def _properties(item: Element) -> list[str]:
    return item.get("properties", "").split()


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2]
