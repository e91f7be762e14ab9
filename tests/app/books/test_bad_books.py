"""Books that are damaged or meant to do harm: one sentence, no memory, nothing on the disk, no network."""

from __future__ import annotations

import socket
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from tests.app.books import makers
from timbre_app.books.model import BookError
from timbre_app.books.project import books_dir, import_book

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(97 + n)} "{f"&{chr(96 + n)};" * 10}">' for n in range(1, 12))
    + "]>"
)
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
MOST_MB = 80


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a book reached for the network"))
    return tmp_path / "home"


def refused(path: Path) -> str:
    """The sentence with which a book is refused; it is one, comes soon and takes little memory."""
    tracemalloc.start()
    began = time.process_time()  # a busy machine takes none of it
    try:
        with pytest.raises(BookError) as caught:
            import_book(path)
        peak_mb = tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()
    assert peak_mb < MOST_MB
    assert time.process_time() - began < 30
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert not list(books_dir().glob("*")) if books_dir().exists() else True
    return sentence


def test_a_bomb_among_the_chapters(tmp_path):
    path = makers.make_epub(tmp_path / "a.epub", **{"OEBPS/one.xhtml": b" " * (200 << 20)})
    assert path.stat().st_size < 1 << 20
    assert "would unpack to more than any book" in refused(path)


def test_a_bomb_whose_archive_lies_about_its_size(tmp_path):
    path = makers.make_epub(tmp_path / "a.epub", **{"OEBPS/one.xhtml": b"<p>" + b"word " * (20 << 20)})
    data = bytearray(path.read_bytes())
    size = (3 + 5 * (20 << 20)).to_bytes(4, "little")
    assert data.count(size) >= 1
    path.write_bytes(bytes(data).replace(size, (1000).to_bytes(4, "little")))
    assert "damaged" in refused(path) or "would unpack" in refused(path)


def test_ten_thousand_members(tmp_path):
    many = {f"OEBPS/{number}.xhtml": "" for number in range(10_000)}
    assert "more than any book" in refused(makers.make_epub(tmp_path / "a.epub", **many))


@pytest.mark.parametrize("start", [LAUGHS, OUTSIDE])
@pytest.mark.parametrize("member", ["META-INF/container.xml", "OEBPS/content.opf"])
def test_entities_in_an_epub(tmp_path, start, member):
    content = str(makers.epub_members()[member])
    content = start + content[content.index("?>") + 2 :].replace("The Lamp", "&l;")
    assert "declares entities" in refused(makers.make_epub(tmp_path / "a.epub", **{member: content}))


@pytest.mark.parametrize("start", [LAUGHS, OUTSIDE])
@pytest.mark.parametrize("member", ["word/document.xml", "word/footnotes.xml", "docProps/core.xml"])
def test_entities_in_a_docx(tmp_path, start, member):
    content = start + str(makers.docx_members()[member])
    assert "declares entities" in refused(makers.make_docx(tmp_path / "a.docx", **{member: content}))


@pytest.mark.parametrize("start", [LAUGHS, OUTSIDE])
def test_entities_in_a_chapter_are_not_resolved(tmp_path, start):
    body = f"{start}<html><body><h1>&secret;&l;&a;</h1><p>The sea.</p></body></html>"
    project = import_book(makers.make_epub(tmp_path / "a.epub", **{"OEBPS/one.xhtml": body}))
    texts = " ".join(
        block.text for entry in project.entry.chapters for block in project.chapter(entry.number).blocks
    )
    assert "The sea." in texts
    assert "root:" not in texts
    assert "haha" not in texts


def test_names_that_lead_out_of_the_archive(tmp_path):
    (tmp_path / "secret.xhtml").write_text("<p>secret</p>")
    opf = makers.OPF.replace("one.xhtml", "../../secret.xhtml").replace("cover.png", "/etc/hostname")
    members = {"OEBPS/content.opf": opf, "../../secret.xhtml": "<p>inside</p>"}
    project = import_book(makers.make_epub(tmp_path / "a.epub", **members))
    assert project.cover == b""
    texts = [block.text for e in project.entry.chapters for block in project.chapter(e.number).blocks]
    assert "secret" not in texts
    assert {path.name for path in tmp_path.iterdir()} == {"a.epub", "home", "secret.xhtml"}


@pytest.mark.parametrize("content", [b"", b"no archive at all", b"PK\x03\x04" + b"\0" * 200])
@pytest.mark.parametrize("suffix", [".epub", ".docx"])
def test_no_archive(tmp_path, content, suffix):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(content)
    assert "damaged" in refused(path)


def test_an_archive_that_is_no_book(tmp_path):
    assert "not an EPUB book" in refused(makers.zipped(tmp_path / "a.epub", {"x.txt": "x"}))
    assert "not a DOCX document" in refused(makers.zipped(tmp_path / "a.docx", {"x.txt": "x"}))


def test_an_epub_without_text(tmp_path):
    opf = makers.OPF.replace("<itemref", "<none")
    assert "no text" in refused(makers.make_epub(tmp_path / "a.epub", **{"OEBPS/content.opf": opf}))


def test_an_epub_that_is_protected(tmp_path):
    encryption = (
        '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
        'xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod '
        'Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></enc:EncryptedData></encryption>'
    )
    path = makers.make_epub(tmp_path / "a.epub", **{"META-INF/encryption.xml": encryption})
    assert refused(path) == "a.epub is protected against copying: choose a book without such protection."
    fonts = encryption.replace(
        "http://www.w3.org/2001/04/xmlenc#aes128-cbc", "http://www.idpf.org/2008/embedding"
    )
    assert import_book(makers.make_epub(tmp_path / "b.epub", **{"META-INF/encryption.xml": fonts}))


def test_an_archive_with_a_password(tmp_path):
    path = makers.make_docx(tmp_path / "a.docx")
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    path.write_bytes(bytes(data))
    assert "protected" in refused(path)


@pytest.mark.parametrize("member", ["word/document.xml", "word/styles.xml", "word/footnotes.xml"])
def test_a_docx_with_broken_xml(tmp_path, member):
    assert "damaged" in refused(makers.make_docx(tmp_path / "a.docx", **{member: "<w:document><w:body>"}))


def test_a_docx_that_points_outside(tmp_path):
    relations = str(makers.docx_members()["word/_rels/document.xml.rels"])
    image = (
        '<Relationship Id="r9" TargetMode="External" Target="http://example.com/x.png" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"/></Relationships>'
    )
    blip = (
        '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/'
        'wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
        '<a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture">'
        '<pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
        'r:link="r9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
    )
    document = str(makers.docx_members()["word/document.xml"]).replace("<w:body>", f"<w:body>{blip}")
    changed = {
        "word/document.xml": document,
        "word/_rels/document.xml.rels": relations.replace("</Relationships>", image),
    }
    assert len(import_book(makers.make_docx(tmp_path / "a.docx", **changed)).entry.chapters) == 2


def test_markup_nested_without_end(tmp_path):
    path = tmp_path / "a.html"
    path.write_text("<div>" * 200_000 + "text")
    assert "too damaged to be read" in refused(path)


def test_a_large_picture_inside_a_page_is_no_damage(tmp_path):
    path = tmp_path / "a.html"
    path.write_text(f'<p>One. <img src="data:image/png;base64,{"AAAA" * 100_000}"> Two.</p>')
    (block,) = import_book(path).chapter(1).blocks
    assert block.text == "One. Two."


def test_a_tag_without_end(tmp_path):
    path = tmp_path / "a.html"
    path.write_text("<p " + "a=1 " * (2 << 20))
    assert "too damaged to be read" in refused(path)


@pytest.mark.parametrize("suffix", [".txt", ".md", ".html"])
def test_bytes_that_are_no_text(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"\x00\x01\x02" * 100)
    assert "is not a text" in refused(path)
    path.write_bytes(b"caf\xe9 " * 100)
    assert "not UTF-8" in refused(path)


@pytest.mark.parametrize("suffix", [".txt", ".md", ".html"])
def test_an_empty_book(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    path.write_text(" \n")
    assert "no text" in refused(path)


def test_the_makers_make_archives(tmp_path):
    """The bad books above differ from these good ones in one thing."""
    for path in (makers.make_epub(tmp_path / "a.epub"), makers.make_docx(tmp_path / "a.docx")):
        assert zipfile.is_zipfile(path)
        assert len(import_book(path).entry.chapters) >= 2
