"""Each format: title, author, language, chapters, and what kind of block each text is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.books import makers
from timbre_app.books.chapters import LONGEST_CHAPTER, find_chapters
from timbre_app.books.markup import read_markup
from timbre_app.books.model import Block, BookError, Kind
from timbre_app.books.opening import open_book

HEADING, TEXT, NOTE = Kind.HEADING, Kind.TEXT, Kind.FOOTNOTE
CAPTION, TABLE = Kind.CAPTION, Kind.TABLE


def book_file(folder: Path, suffix: str) -> Path:
    path = folder / f"lamp{suffix}"
    texts = {".md": makers.MARKDOWN, ".html": makers.HTML, ".txt": makers.TEXT}
    if suffix in texts:
        path.write_text(texts[suffix], encoding="utf-8")
    else:
        {".epub": makers.make_epub, ".docx": makers.make_docx}[suffix](path)
    return path


def outline(path: Path) -> list[tuple[str, bool, list[tuple[Kind, str]]]]:
    return [
        (chapter.title, chapter.is_front, [(block.kind, block.text) for block in chapter.blocks])
        for chapter in find_chapters(open_book(path))
    ]


@pytest.mark.parametrize(
    ("suffix", "language"),
    [(".epub", "en-GB"), (".docx", "en-GB"), (".md", "en-GB"), (".html", "en-GB"), (".txt", "en")],
)
def test_a_book_says_what_it_is(tmp_path, suffix, language):
    facts = open_book(book_file(tmp_path, suffix)).facts()
    assert (facts.title, facts.author, facts.language) == ("The Lamp", "Ada Reader", language)
    assert facts.cover == (makers.PNG if suffix == ".epub" else b"")


def test_epub(tmp_path):
    assert outline(book_file(tmp_path, ".epub")) == [
        ("", True, [(TEXT, "All rights.")]),
        (
            "The Stairs",
            False,
            [
                (HEADING, "The Stairs"),
                (TEXT, "He climbed the stairs slowly."),
                (CAPTION, "The lamp room."),
                (NOTE, "There were many."),
            ],
        ),
        ("The Sea", False, [(TEXT, "The sea was dark."), (TABLE, "Tide, low")]),
    ]


def test_docx(tmp_path):
    assert outline(book_file(tmp_path, ".docx")) == [
        (
            "The Stairs",
            False,
            [
                (HEADING, "The Lamp"),
                (HEADING, "The Stairs"),
                (TEXT, "He climbed the stairs."),
                (CAPTION, "The lamp room."),
            ],
        ),
        (
            "The Sea",
            False,
            [
                (HEADING, "The Sea"),
                (TEXT, "The sea was dark."),
                (TABLE, "Tide, low"),
                (NOTE, "There were many."),
            ],
        ),
    ]


def test_markdown(tmp_path):
    assert outline(book_file(tmp_path, ".md")) == [
        ("The Stairs", False, [(HEADING, "The Stairs"), (TEXT, "He climbed the stairs.")]),
        (
            "The Sea",
            False,
            [
                (HEADING, "The Sea"),
                (TEXT, "The sea was dark."),
                (TABLE, "Tide, low"),
                (TABLE, "high, six"),
                (NOTE, "There were many."),
            ],
        ),
    ]


def test_html_as_browsers_forgive_it(tmp_path):
    assert outline(book_file(tmp_path, ".html")) == [
        (
            "The Stairs",
            False,
            [
                (HEADING, "The Lamp"),
                (HEADING, "The Stairs"),
                (TEXT, "He climbed the stairs."),
                (TEXT, "It was late."),
                (CAPTION, "The lamp room."),
            ],
        ),
        (
            "The. Sea",
            False,
            [
                (HEADING, "The. Sea"),
                (TEXT, "The sea was dark & cold."),
                (TABLE, "Tide, low"),
                (NOTE, "There were many."),
            ],
        ),
    ]


def test_text_of_an_archive_without_its_licence(tmp_path):
    assert outline(book_file(tmp_path, ".txt")) == [
        ("", True, [(TEXT, "Produced by somebody.")]),
        (
            "CHAPTER I. The Stairs",
            False,
            [
                (HEADING, "CHAPTER I. The Stairs"),
                (TEXT, "He climbed the stairs, which were\nmany."),
                (NOTE, "There were many."),
                (CAPTION, "The lamp room."),
            ],
        ),
        ("CHAPTER II. The Sea", False, [(HEADING, "CHAPTER II. The Sea"), (TEXT, "The sea was dark.")]),
    ]


class Blocks:
    """A book of given blocks."""

    def __init__(self, *blocks: Block) -> None:
        self._blocks = blocks

    def facts(self):
        raise NotImplementedError

    def blocks(self):
        return iter(self._blocks)


def titles(*blocks: Block) -> list[str]:
    return [chapter.title for chapter in find_chapters(Blocks(*blocks))]


def heading(text: str, level: int) -> Block:
    return Block(HEADING, text, level)


PARAGRAPH = Block(TEXT, "Words, and more words.")


def test_parts_and_their_chapters_both_begin_chapters():
    blocks = [heading("Part One", 1), PARAGRAPH, heading("One", 2), PARAGRAPH, heading("Two", 2), PARAGRAPH]
    blocks += [heading("Part Two", 1), heading("Three", 2), PARAGRAPH]
    assert titles(*blocks) == [
        "Part One",
        "One",
        "Two",
        "Part Two",
    ]  # “Three” is read under its part's heading


def test_sections_of_a_chapter_begin_none():
    section = [heading("A section", 3), PARAGRAPH]
    assert titles(heading("One", 2), PARAGRAPH, *section, *section, heading("Two", 2), *section) == [
        "One",
        "Two",
    ]


def test_a_book_without_headings_is_one_chapter():
    assert titles(PARAGRAPH, PARAGRAPH) == [""]


def test_a_long_beginning_is_no_front_matter():
    long = [Block(TEXT, "Once upon a time. " * 200)]
    chapters = list(find_chapters(Blocks(*long, heading("One", 1), PARAGRAPH, heading("Two", 1), PARAGRAPH)))
    assert [chapter.is_front for chapter in chapters] == [False, False, False]


def test_a_chapter_stays_short_enough_for_shops_and_memory():
    blocks = [Block(TEXT, "Words. " * 1000)] * 40
    chapters = list(find_chapters(Blocks(heading("One", 1), *blocks, heading("Two", 1), PARAGRAPH)))
    assert [chapter.title for chapter in chapters] == ["One", "One (2)", "One (3)", "Two"]
    assert all(chapter.characters <= LONGEST_CHAPTER for chapter in chapters)


def test_parts_are_left_out_and_numbers_of_sentences_stay(tmp_path):
    chapter = list(find_chapters(open_book(book_file(tmp_path, ".epub"))))[1]
    assert [(s.number, s.text) for s in chapter.sentences(frozenset({"captions"}))] == [
        (1, "The Stairs"),
        (2, "He climbed the stairs slowly."),
        (4, "There were many."),
    ]


def test_markup_may_come_in_any_pieces():
    whole = list(read_markup([makers.HTML]))
    assert list(read_markup(iter(makers.HTML))) == whole
    assert len(whole) == 9


@pytest.mark.parametrize("name", ["book.pdf", "book"])
def test_another_format_is_refused(tmp_path, name):
    (tmp_path / name).write_bytes(b"x")
    with pytest.raises(BookError, match=r"choose a \.txt, \.md, \.html, \.docx or \.epub file"):
        open_book(tmp_path / name)
