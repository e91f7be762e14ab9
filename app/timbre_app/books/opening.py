"""Opens a book's file with the reader of its format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from timbre_app.books.docx import DocxSource
from timbre_app.books.epub import EpubSource
from timbre_app.books.model import BookError, BookSource
from timbre_app.books.plain import TextSource
from timbre_app.books.web import HtmlSource, MarkdownSource

READERS: dict[str, Callable[[Path], BookSource]] = {
    ".txt": TextSource,
    ".text": TextSource,
    ".md": MarkdownSource,
    ".markdown": MarkdownSource,
    ".html": HtmlSource,
    ".htm": HtmlSource,
    ".xhtml": HtmlSource,
    ".docx": DocxSource,
    ".epub": EpubSource,
}


def open_book(path: Path) -> BookSource:
    """Open a book.

    Raises:
        BookError: if it cannot be used.
        OSError: if it cannot be read.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise BookError(
            "{file} is no book that can be read: choose a .txt, .md, .html, .docx or .epub file.",
            file=path.name,
        )
    if not path.is_file():
        raise BookError("There is no file {file}: look for it in its folder.", file=path.name)
    return reader(path)
