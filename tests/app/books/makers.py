"""Makes books of each format, good and bad."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + _png_chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0))
    + _png_chunk(b"IDAT", zlib.compress((b"\0" + b"\x40\x80\xc0" * 16) * 16))
    + _png_chunk(b"IEND", b"")
)
CONTAINER = """<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
OPF = """<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Lamp</dc:title><dc:creator>Ada Reader</dc:creator>
<dc:language>en-GB</dc:language></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>
<item id="c" href="copyright.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>
<item id="two" href="text%20two.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="nav"/><itemref idref="c"/><itemref idref="one"/><itemref idref="two"/></spine></package>"""
NAV = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>
<li><a href="one.xhtml">The Stairs</a></li><li><a href="text%20two.xhtml#top">The Sea</a></li></ol></nav></body></html>"""
XHTML = """<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"
xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title><style>p {{ color: red }}</style></head>
<body{type}>{body}</body></html>"""
ONE = """<h2>The Stairs</h2><p>He climbed<a epub:type="noteref" href="#n1">1</a> the stairs&nbsp;slowly.</p>
<figure><img src="x.png" alt=""/><figcaption>The lamp room.</figcaption></figure>
<span epub:type="pagebreak" title="7">7</span>
<aside epub:type="footnote" id="n1"><p>There were many.</p></aside>"""
TWO = "<p>The sea was dark.</p><table><tr><td>Tide</td><td>low</td></tr></table><script>steal()</script>"


def zipped(path: Path, members: Mapping[str, bytes | str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def epub_members() -> dict[str, bytes | str]:
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/content.opf": OPF,
        "OEBPS/nav.xhtml": NAV,
        "OEBPS/cover.png": PNG,
        "OEBPS/copyright.xhtml": XHTML.format(type=' epub:type="copyright-page"', body="<p>All rights.</p>"),
        "OEBPS/one.xhtml": XHTML.format(type="", body=ONE),
        "OEBPS/text two.xhtml": XHTML.format(type="", body=TWO),
    }


def make_epub(path: Path, **changed: bytes | str) -> Path:
    return zipped(path, {**epub_members(), **changed})


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_STYLES = "".join(
    f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/></w:style>'
    for key, name in (("Title", "Title"), ("Heading1", "heading 1"), ("Caption", "caption"))
)
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def _paragraph(text: str, style: str = "", after: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r>{after}</w:p>"


def docx_members() -> dict[str, bytes | str]:
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    cells = "".join(f"<w:tc>{_paragraph(text)}</w:tc>" for text in ("Tide", "low"))
    body = (
        _paragraph("The Lamp", "Title")
        + _paragraph("The Stairs", "Heading1")
        + _paragraph("He climbed the stairs.", after=note)
        + _paragraph("The lamp room.", "Caption")
        + _paragraph("The Sea", "Heading1")
        + _paragraph("The sea was dark.")
        + f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
    )
    return {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
        f'PartName="/word/document.xml" ContentType="{_MAIN}.document.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
        f'Type="{_RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="r1" Type="{_RELATIONS}/styles" Target="styles.xml"/>'
        f'<Relationship Id="r2" Type="{_RELATIONS}/footnotes" Target="footnotes.xml"/></Relationships>',
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/styles.xml": f"<w:styles {W}>{_STYLES}</w:styles>",
        "word/footnotes.xml": f'<w:footnotes {W}><w:footnote w:id="2">{_paragraph("There were many.")}'
        "</w:footnote></w:footnotes>",
        "docProps/core.xml": '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
        'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Lamp</dc:title>'
        "<dc:creator>Ada Reader</dc:creator><dc:language>en-GB</dc:language></cp:coreProperties>",
    }


def make_docx(path: Path, **changed: bytes | str) -> Path:
    return zipped(path, {**docx_members(), **changed})


MARKDOWN = """---
title: The Lamp
author: "Ada Reader"
language: en-GB
---

## The Stairs

He climbed[^1] the *stairs*.

[^1]: There were many.

## The Sea

The sea was dark.

| Tide | low |
|------|-----|
| high | six |

<script>steal()</script>
"""
HTML = """<!DOCTYPE html><html lang="en-GB"><head><title>The Lamp</title><meta name="author" content="Ada Reader">
<script>steal()</script></head><body><h1>The Lamp</h1><nav><a href="#a">Contents</a></nav>
<h2>The Stairs</h2><p>He climbed<sup><a href="#fn1">[1]</a></sup> the stairs.
<p>It was late.<figure><figcaption>The lamp room.</figcaption></figure>
<h2>The<br>Sea</h2><p>The sea was dark &amp; cold.<table><tr><td>Tide<td>low</table>
<div class="footnotes"><ol><li id="fn1">There were many. <a href="#r1">↩</a></li></ol></div></body></html>"""
TEXT = """The Project Gutenberg eBook of The Lamp

Title: The Lamp

Author: Ada Reader

Language: English

*** START OF THE PROJECT GUTENBERG EBOOK THE LAMP ***

Produced by somebody.

CHAPTER I.
The Stairs

He climbed the stairs, which were
many.

[Footnote 1: There were many.]

[Illustration: The lamp room.]

* * *

CHAPTER II. The Sea

The sea was dark.

*** END OF THE PROJECT GUTENBERG EBOOK THE LAMP ***

The licence of the archive.
"""
