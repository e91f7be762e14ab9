"""A book on its way to an audiobook: a folder in the person's data.

    books/3f0c…/book.json            title, author, language, source, and of each chapter title and characters
                chapters/0001.json   blocks of a chapter
                cover                its picture, if it has one
                choices.json         sentences that are to be read otherwise, by chapter and number
                sentences/ab/ab….flac   what has been spoken, by the fingerprint of sentence, voice, controls and
                                     pronunciations: whatever changes, only what it concerns is spoken again

A project is made beside its place and then renamed, so a folder that is there is whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from timbre import contract, files, paths
from timbre_app.books.chapters import find_chapters
from timbre_app.books.model import PARTS, Block, BookError, Chapter, Kind
from timbre_app.books.opening import open_book
from timbre_app.output.export import FileKind, SoundFileWriter

FORMAT = 1
_HASH_LETTERS = 16
LONGEST_TITLE = 120


@dataclass(frozen=True)
class ChapterEntry:
    """A chapter in the table of contents.

    Attributes:
        number: Counted from 1.
        characters: Length of the text by kind of block.
    """

    number: int
    title: str
    is_front: bool
    characters: Mapping[str, int] = field(default_factory=dict)

    def spoken_characters(self, skipped: frozenset[str]) -> int:
        """Length of the text that is left when parts are skipped."""
        silent = {kind.value for part, kind in PARTS.items() if part in skipped}
        return sum(count for kind, count in self.characters.items() if kind not in silent)


@dataclass(frozen=True)
class BookEntry:
    """The table of contents, and what the book says of itself."""

    title: str
    author: str
    language: str
    source: str
    chapters: tuple[ChapterEntry, ...]


def books_dir() -> Path:
    """The folder of all books."""
    return paths.home() / "books"


class BookProject:
    """A book that has been read from its file. Several processes may use it: all they write is whole or absent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.entry = _read_entry(folder)

    @property
    def sample_rate(self) -> int:
        """Rate of the sentences, Hz."""
        return contract.SAMPLE_RATE

    def chapter(self, number: int) -> Chapter:
        """Read a chapter.

        Raises:
            BookError: if there is none.
        """
        entry = self.chapter_entry(number)
        try:
            blocks = json.loads(self._chapter_path(number).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise _broken(self.folder) from error
        return Chapter(entry.title, entry.is_front, [Block(Kind(kind), text) for kind, text in blocks])

    def chapter_entry(self, number: int) -> ChapterEntry:
        """A chapter's line of the table of contents.

        Raises:
            BookError: if there is none.
        """
        if not 1 <= number <= len(self.entry.chapters):
            raise BookError(
                "There is no chapter {number}: this book has chapters 1 to {count}.",
                number=number,
                count=len(self.entry.chapters),
            )
        return self.entry.chapters[number - 1]

    def usual_chapters(self, skipped: frozenset[str]) -> list[int]:
        """Numbers of the chapters that are read unless somebody chooses others."""
        skip_front = "front-matter" in skipped
        return [chapter.number for chapter in self.entry.chapters if not (skip_front and chapter.is_front)]

    @property
    def cover(self) -> bytes:
        """The cover's picture; empty if there is none."""
        path = self.folder / "cover"
        return path.read_bytes() if path.is_file() else b""

    def seeds(self, chapter: int) -> dict[int, int]:
        """Which reading sentences of a chapter get in place of the usual one, by number."""
        chosen = self._choices().get(str(chapter), {})
        return {int(number): int(seed) for number, seed in chosen.items()}

    def read_otherwise(self, chapter: int, sentence: int) -> int:
        """Have another reading of a sentence made the next time; returns its seed.

        Raises:
            BookError: if there is no such sentence.
            OSError: if the choice cannot be written.
        """
        numbers = {found.number for found in self.chapter(chapter).sentences()}
        if sentence not in numbers:
            raise BookError(
                "Chapter {chapter} has no sentence {sentence}: choose 1 to {count}.",
                chapter=chapter,
                sentence=sentence,
                count=max(numbers, default=0),
            )
        choices = self._choices()
        chosen = choices.setdefault(str(chapter), {})
        chosen[str(sentence)] = chosen.get(str(sentence), 0) + 1
        files.write(self.folder / "choices.json", json.dumps(choices))
        return chosen[str(sentence)]

    def sentence_path(self, key: str) -> Path:
        """The file of a spoken sentence, whether it exists or not."""
        return self.folder / "sentences" / key[:2] / f"{key}.flac"

    def has_sentence(self, key: str) -> bool:
        """Whether a sentence has been spoken."""
        return self.sentence_path(key).is_file()

    def put_sentence(self, key: str, pcm: np.ndarray) -> None:
        """Keep a spoken sentence, (n,) int16, whole or not at all; the chapter gets the watermark, not the sentence.

        Raises:
            OSError: if it cannot be written.
        """
        path = self.sentence_path(key)
        files.make_folder(path.parent)
        with SoundFileWriter(path, self.sample_rate, kind=FileKind(watermark=False)) as file:
            file.write(pcm)

    def sentence(self, key: str) -> np.ndarray:
        """The speech of a sentence, (n,) int16.

        Raises:
            BookError: if it is missing or damaged; a damaged file is removed, so that it is made again.
        """
        path = self.sentence_path(key)
        try:
            samples, _ = soundfile.read(path, dtype="int16")
        except (OSError, soundfile.LibsndfileError) as error:
            path.unlink(missing_ok=True)
            raise BookError(
                "A spoken sentence is damaged: start again, and only that one is read again."
            ) from error
        return samples

    def remove(self) -> None:
        """Remove the book and all that was spoken of it; the book's own file stays."""
        _discard(self.folder)

    def _choices(self) -> dict[str, dict[str, int]]:
        try:
            return json.loads((self.folder / "choices.json").read_text())
        except (OSError, ValueError):
            return {}

    def _chapter_path(self, number: int) -> Path:
        return self.folder / "chapters" / f"{number:04d}.json"


def import_book(path: Path, root: Path | None = None) -> BookProject:
    """Read a book into its project, chapter by chapter; a book that was read before is only opened.

    Raises:
        BookError: if it cannot be used.
        OSError: if it cannot be read, or the project cannot be written.
    """
    root = root or books_dir()
    source = open_book(path)
    folder = root / _content_hash(path)
    if not (folder / "book.json").is_file():
        files.make_folder(root)
        _sweep(root)
        fresh = root / f".new-{secrets.token_hex(8)}"
        try:
            _fill(fresh, path, source)
            if folder.exists() and not (folder / "book.json").is_file():
                _discard(folder)  # somebody has removed a part of it
            with contextlib.suppress(OSError):  # another program has read the book meanwhile
                fresh.rename(folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return BookProject(folder)


def _fill(folder: Path, path: Path, source: Any) -> None:
    files.make_folder(folder / "chapters")
    facts = source.facts()
    if facts.cover:
        files.write(folder / "cover", facts.cover)
    entries = list(_write_chapters(folder, source))
    if not entries:
        raise BookError("{file} has no text in it: choose another book.", file=path.name)
    entry = BookEntry(facts.title, facts.author, facts.language, path.name, tuple(entries))
    files.write(folder / "book.json", json.dumps({"format": FORMAT, **asdict(entry)}, ensure_ascii=False))


def _write_chapters(folder: Path, source: Any) -> Iterator[ChapterEntry]:
    number = 0
    for chapter in find_chapters(source):
        if not any(letter.isalnum() for block in chapter.blocks for letter in block.text):
            continue
        number += 1
        content = [[block.kind.value, block.text] for block in chapter.blocks]
        files.write(folder / "chapters" / f"{number:04d}.json", json.dumps(content, ensure_ascii=False))
        characters: dict[str, int] = {}
        for block in chapter.blocks:
            characters[block.kind.value] = characters.get(block.kind.value, 0) + len(block.text)
        yield ChapterEntry(number, _title(chapter), chapter.is_front, characters)


def _title(chapter: Chapter) -> str:
    """A chapter's title, or how it begins."""
    headings = (block.text for block in chapter.blocks if block.kind is Kind.HEADING)
    text = " ".join((chapter.title or next(headings, "") or chapter.blocks[0].text).split())
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"


def _read_entry(folder: Path) -> BookEntry:
    try:
        content = json.loads((folder / "book.json").read_text(encoding="utf-8"))
        if content.pop("format") != FORMAT:
            raise _broken(folder)
        chapters = tuple(ChapterEntry(**chapter) for chapter in content.pop("chapters"))
        return BookEntry(**content, chapters=chapters)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _broken(folder) from error


def _broken(folder: Path) -> BookError:
    return BookError("The saved progress of this book is damaged: remove the folder {folder}.", folder=folder)


def _content_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_HASH_LETTERS]


def _discard(folder: Path) -> None:
    """Remove a project: first its name, so that one that is there is whole."""
    old = folder.with_name(f".new-{secrets.token_hex(8)}")
    folder.rename(old)
    shutil.rmtree(old)


def _sweep(root: Path) -> None:
    """Remove projects that a killed program has left half-made or half-removed, once they are old."""
    for folder in root.glob(".new-*"):
        if time.time() - folder.stat().st_mtime > files.ABANDONED_S:
            shutil.rmtree(folder, ignore_errors=True)
