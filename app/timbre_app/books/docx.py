"""Reads DOCX: mammoth makes HTML of it, by the styles of its paragraphs."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from timbre_app.books.markup import read_markup
from timbre_app.books.model import Block, BookError, BookFacts
from timbre_app.books.packed import Package

_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Heading 1'] => h2:fresh
p[style-name='Heading 2'] => h3:fresh
p[style-name='Heading 3'] => h4:fresh
p[style-name='Heading 4'] => h5:fresh
p[style-name='Caption'] => p.caption:fresh
p[style-name='caption'] => p.caption:fresh
"""
_DOCUMENT, _CORE = "word/document.xml", "docProps/core.xml"
_DC = "{http://purl.org/dc/elements/1.1/}"


class DocxSource:
    """A book in one DOCX file.

    Raises:
        BookError: if it cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with Package(path) as package:
            if _DOCUMENT not in package.names:
                raise BookError("{file} is not a DOCX document: save it as one.", file=path.name)
            for name in package.names:
                if name.lower().endswith((".xml", ".rels")):
                    package.xml(name)  # mammoth's parser would resolve entities, and says less about damage

    def facts(self) -> BookFacts:
        """See BookSource."""
        with Package(self._path) as package:
            core = package.xml(_CORE) if _CORE in package.names else None
        found = {
            name: (core.findtext(f"{_DC}{name}") or "").strip() if core is not None else ""
            for name in ("title", "creator", "language")
        }
        return BookFacts(found["title"] or self._path.stem, found["creator"], found["language"])

    def blocks(self) -> Iterator[Block]:
        """See BookSource."""
        import mammoth

        with self._path.open("rb") as file:
            document = io.BytesIO(file.read())
        try:
            result = mammoth.convert_to_html(
                document,
                style_map=_STYLES,
                convert_image=lambda _image: [],
                external_file_access=False,
            )
        except (KeyError, ValueError, AttributeError, IndexError, RecursionError) as error:
            raise BookError(
                "{file} is damaged, or is not what its name says: get a new copy.", file=self._path.name
            ) from error
        return read_markup([result.value])
