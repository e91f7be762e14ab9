"""Lays a page of Markdown out for reading: gaps between paragraphs, tables of one width, code of the text's size."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import (
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser

FIRST_COLUMN_PERCENT = 30.0
PERCENT = QTextLength.Type.PercentageLength


def show_markdown(page: QTextBrowser, text: str) -> None:
    """Show a text in Markdown.

    Qt's Markdown takes the gap between paragraphs from letters whose size is given in points. Those of the theme are
    given in pixels, so that there would be no gap.
    """
    page.setMarkdown(text)
    letters_px = page.fontInfo().pixelSize()
    tables = [frame for frame in page.document().rootFrame().childFrames() if isinstance(frame, QTextTable)]
    for table in tables:
        _widen(table)
    for block in _blocks(page.document()):
        if not any(table.firstPosition() <= block.position() <= table.lastPosition() for table in tables):
            _space(block, letters_px)
    _enlarge_code(page, letters_px)


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _space(block: QTextBlock, letters_px: int) -> None:
    """Leave a gap below a paragraph, and a larger one above a heading in the page."""
    style = block.blockFormat()
    style.setBottomMargin(letters_px * 2 // 3)
    if style.headingLevel() > 1:
        style.setTopMargin(letters_px)
    QTextCursor(block).setBlockFormat(style)


def _widen(table: QTextTable) -> None:
    """Make a table as wide as the page, its first column as wide as that of other tables."""
    style = table.format()
    style.setWidth(QTextLength(PERCENT, 100))
    others = (100 - FIRST_COLUMN_PERCENT) / max(1, table.columns() - 1)
    widths = [FIRST_COLUMN_PERCENT, *[others] * (table.columns() - 1)]
    style.setColumnWidthConstraints([QTextLength(PERCENT, width) for width in widths])
    table.setFormat(style)


def _enlarge_code(page: QTextBrowser, letters_px: int) -> None:
    """Give code the size of the text around it; Qt's Markdown sets another size."""
    larger = QTextCharFormat()
    larger.setProperty(QTextFormat.Property.FontPixelSize, letters_px)
    cursor = QTextCursor(page.document())
    while not cursor.atEnd():
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
        if cursor.charFormat().fontFixedPitch():
            cursor.mergeCharFormat(larger)
        cursor.clearSelection()
