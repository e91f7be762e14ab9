"""The person's phrases: in folders, some of them under the keys F1 to F12, in one private file.

phrases.json    {"format": 1, "phrases": [{"text": "Yes.", "folder": "", "key": 1}]}
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from timbre import files, paths
from timbre.messages import TimbreError
from timbre_app.output.cells import separator_of, whole_rows
from timbre_app.talk.store import Store

FORMAT = 1
KEYS = range(1, 13)
LONGEST_PHRASE = 2000
LARGEST_IMPORT_BYTES = 5_000_000


class PhraseError(TimbreError):
    """A phrase or a file of phrases is not usable; the message is for the person."""


@dataclass(frozen=True)
class Phrase:
    """A phrase.

    Attributes:
        text: What is spoken; one line.
        folder: Name of its folder; empty for none.
        key: Number of its function key, 1 to 12; 0 for none.
    """

    text: str
    folder: str = ""
    key: int = 0

    def __post_init__(self) -> None:
        if not self.text or not isinstance(self.text, str) or not isinstance(self.folder, str):
            raise ValueError("a phrase needs a text and a folder")
        if self.key and self.key not in KEYS:
            raise ValueError(f"F{self.key} is no key for phrases")


def checked_phrase(text: str, folder: str = "", key: int = 0) -> Phrase:
    """Make a phrase of what a person has typed.

    Raises:
        PhraseError: if there is no text, or too much.
    """
    text, folder = " ".join(text.split()), " ".join(folder.split())
    if not text:
        raise PhraseError("Type the phrase first.")
    if len(text) > LONGEST_PHRASE:
        raise PhraseError("Make the phrase shorter: it may have {count} characters.", count=LONGEST_PHRASE)
    return Phrase(text, folder, key)


class PhraseBook:
    """All phrases in their order. Each change is on the disk when the call returns.

    Args:
        path: The file; None for the person's own.
        starters: Returns the phrases that a person has who never made any.
    """

    def __init__(self, path: Path | None = None, starters: Callable[[], Sequence[str]] = tuple) -> None:
        self._store: Store[tuple[Phrase, ...]] = Store(
            path or phrases_path(), _load, _dump, lambda: _under_keys(starters())
        )

    @property
    def set_aside(self) -> Path | None:
        """Copy of a file of phrases that could not be read, if there was one."""
        return self._store.set_aside

    def phrases(self) -> tuple[Phrase, ...]:
        """All phrases."""
        return self._store.read()

    def folders(self) -> list[str]:
        """Names of the folders, in the order of their first phrases."""
        return [name for name in dict.fromkeys(phrase.folder for phrase in self.phrases()) if name]

    def add(self, phrase: Phrase) -> None:
        """Add a phrase; one with the same text and folder gives way, and so does one under the same key.

        Raises:
            OSError: if the file cannot be written.
        """
        self._store.change(lambda phrases: _with(phrases, phrase))

    def change(self, old: Phrase, new: Phrase) -> None:
        """Put a phrase in another's place."""
        self._store.change(lambda phrases: _changed(phrases, old, new))

    def remove(self, phrase: Phrase) -> None:
        """Remove a phrase."""
        self._store.change(lambda phrases: tuple(other for other in phrases if not _same(other, phrase)))

    def restore(self, phrase: Phrase, before: Sequence[Phrase]) -> None:
        """Bring a removed phrase back to where it was among the phrases before."""
        self._store.change(lambda phrases: _restored(phrases, phrase, before))

    def forget_set_aside(self) -> None:
        """Forget that there was a broken file, once the person was told."""
        self._store.set_aside = None

    def move(self, phrase: Phrase, step: int) -> None:
        """Move a phrase up (-1) or down (1) among those of its folder."""
        self._store.change(lambda phrases: _moved(phrases, phrase, step))

    def export(self, path: Path) -> None:
        """Write a table (CSV) with the columns text, folder and key."""
        table = io.StringIO()
        writer = csv.writer(table)
        writer.writerow(("text", "folder", "key"))
        writer.writerows(
            (phrase.text, phrase.folder, f"F{phrase.key}" if phrase.key else "") for phrase in self.phrases()
        )
        files.write(path, "\ufeff" + table.getvalue())  # the mark tells spreadsheets that this is UTF-8

    def take_in(self, path: Path) -> int:
        """Add the phrases of a table (CSV with a column text), or of a text file with a phrase on each line.

        Returns:
            How many phrases are new.
        Raises:
            PhraseError: if the file holds none or cannot be read; nothing is changed then.
        """
        fresh = read_phrases(path)
        taken_in = 0

        def take_in(phrases: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
            nonlocal taken_in
            more = _with_new(phrases, fresh)
            taken_in = len(more) - len(phrases)
            return more

        self._store.change(take_in)
        return taken_in


def phrases_path() -> Path:
    """Path of the phrases in the person's data folder."""
    return paths.home() / "talk" / "phrases.json"


def read_phrases(path: Path) -> list[Phrase]:
    """Read phrases of a table or a text file.

    Raises:
        PhraseError: if the file holds none or cannot be read.
    """
    try:
        if path.stat().st_size > LARGEST_IMPORT_BYTES:
            raise PhraseError("{file} is too large for a file of phrases.", file=path.name)
        content = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PhraseError(
            "{file} cannot be read: save it as a text file in UTF-8.", file=path.name
        ) from error
    lines = (
        _rows(content) if path.suffix.lower() == ".csv" else [(line, "", "") for line in content.splitlines()]
    )
    phrases = [checked_phrase(text, folder, _key(key)) for text, folder, key in lines if text.strip()]
    if not phrases:
        raise PhraseError(
            "There is no phrase in {file}: write one on each line, or a table with a column text.",
            file=path.name,
        )
    return phrases


def _rows(content: str) -> list[tuple[str, str, str]]:
    reader = csv.DictReader(io.StringIO(content), delimiter=separator_of(content), strict=True)
    try:
        rows = list(whole_rows(reader, PhraseError))
    except csv.Error:
        return []
    named = [{name.strip().lower(): value or "" for name, value in row.items()} for row in rows]
    return [(row.get("text", ""), row.get("folder", ""), row.get("key", "")) for row in named]


def _key(text: str) -> int:
    number = text.strip().upper().removeprefix("F")
    return int(number) if number.isascii() and number.isdecimal() and int(number) in KEYS else 0


def _under_keys(texts: Sequence[str]) -> tuple[Phrase, ...]:
    return tuple(Phrase(text, key=number) for number, text in zip(KEYS, texts, strict=False))


def _same(one: Phrase, other: Phrase) -> bool:
    return (one.text, one.folder) == (other.text, other.folder)


def _without_key(phrases: Sequence[Phrase], key: int) -> tuple[Phrase, ...]:
    return tuple(replace(phrase, key=0) if key and phrase.key == key else phrase for phrase in phrases)


def _with(phrases: Sequence[Phrase], new: Phrase) -> tuple[Phrase, ...]:
    return (*(phrase for phrase in _without_key(phrases, new.key) if not _same(phrase, new)), new)


def _with_new(phrases: tuple[Phrase, ...], fresh: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """Phrases and those of others that are new; a key that is taken stays where it is."""
    taken_keys = {phrase.key for phrase in phrases}
    for phrase in fresh:
        if any(_same(other, phrase) for other in phrases):
            continue
        key = 0 if phrase.key in taken_keys else phrase.key
        taken_keys.add(key)
        phrases = (*phrases, replace(phrase, key=key))
    return phrases


def _changed(phrases: Sequence[Phrase], old: Phrase, new: Phrase) -> tuple[Phrase, ...]:
    others = list(_without_key(phrases, new.key if new.key != old.key else 0))
    at = next((i for i, phrase in enumerate(others) if _same(phrase, old)), len(others))
    others[at : at + 1] = [new]
    return tuple(others)


def _restored(phrases: Sequence[Phrase], phrase: Phrase, before: Sequence[Phrase]) -> tuple[Phrase, ...]:
    others = list(_without_key(phrases, phrase.key))
    earlier = next((at for at, other in enumerate(before) if _same(other, phrase)), len(others))
    others.insert(min(earlier, len(others)), phrase)
    return tuple(others)


def _moved(phrases: tuple[Phrase, ...], phrase: Phrase, step: int) -> tuple[Phrase, ...]:
    places = [i for i, other in enumerate(phrases) if other.folder == phrase.folder]
    at = next((n for n, i in enumerate(places) if _same(phrases[i], phrase)), None)
    if at is None or not 0 <= at + step < len(places):
        return phrases
    order = list(phrases)
    here, there = places[at], places[at + step]
    order[here], order[there] = order[there], order[here]
    return tuple(order)


def _load(values: Any) -> tuple[Phrase, ...]:
    if values["format"] != FORMAT:
        raise ValueError("phrases of another version")
    return tuple(Phrase(item["text"], item["folder"], int(item["key"])) for item in values["phrases"])


def _dump(phrases: tuple[Phrase, ...]) -> Any:
    return {"format": FORMAT, "phrases": [vars(phrase) for phrase in phrases]}
