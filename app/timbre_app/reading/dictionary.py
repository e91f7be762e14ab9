"""The person's pronunciations, kept as a text file: a word, a tab and its IPA on each line."""

from __future__ import annotations

import logging
import os
import re
import tempfile
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from timbre import paths
from timbre.text.lexicon import Lexicon, LexiconError, read_lexicon
from timbre.text.symbols import known_phonemes

_log = logging.getLogger(__name__)
_HEADER = "# Timbre's pronunciation dictionary: a word, a tab, and how it is spoken in IPA.\n"
_SOUNDING = ("Ll", "Lu", "Lo")
"""Kinds of letters that vowels and consonants are; stress, length and tones are none."""


def dictionary_path() -> Path:
    """Where it is in the person's data folder."""
    return paths.home() / "dictionary.tsv"


class Dictionary:
    """Words and their IPA; each change is on the disk when the call returns."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or dictionary_path()
        self._read_at: tuple[int, int] | None = None
        self._entries: dict[str, str] = {}

    def entries(self) -> dict[str, str]:
        """All of them, by word.

        Raises:
            LexiconError: if the file is not a dictionary.
        """
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            self._read_at, self._entries = None, {}
            return {}
        seen = (stat.st_mtime_ns, stat.st_size)
        if seen != self._read_at:
            self._entries = dict(sorted(read_lexicon(self._path).items(), key=lambda one: one[0].casefold()))
            self._read_at = seen
        return dict(self._entries)

    def usable(self) -> dict[str, str]:
        """The entries that can be spoken; a line that somebody broke does not keep the rest from speaking."""
        try:
            entries = self.entries()
        except LexiconError as error:
            _log.warning("the pronunciation dictionary is left out: %s", error)
            return {}
        return {word: ipa for word, ipa in entries.items() if _can_be_spoken(word, ipa)}

    def put(self, word: str, ipa: str) -> None:
        """Add a word, or change it.

        Raises:
            LexiconError: if it has no pronunciation that can be spoken.
            OSError: if the file cannot be written.
        """
        word, ipa = " ".join(word.split()), checked_ipa(ipa)
        if len(word.split()) != 1:
            raise LexiconError("A pronunciation is for one word: select a single word.")
        entries = {kept: own for kept, own in self.entries().items() if kept.casefold() != word.casefold()}
        self._write(entries | {word: ipa})

    def remove(self, word: str) -> None:
        """Forget a word.

        Raises:
            OSError: if the file cannot be written.
        """
        self._write({kept: ipa for kept, ipa in self.entries().items() if kept.casefold() != word.casefold()})

    def _write(self, entries: Mapping[str, str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        lines = [
            f"{word}\t{ipa}\n" for word, ipa in sorted(entries.items(), key=lambda one: one[0].casefold())
        ]
        handle, name = tempfile.mkstemp(prefix=".dictionary-", dir=self._path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(_HEADER + "".join(lines))
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(self._path)
        finally:
            Path(name).unlink(missing_ok=True)


def checked_ipa(ipa: str) -> str:
    """IPA as a person typed it, without brackets.

    Raises:
        LexiconError: if anything in it is no phonetic letter, or nothing in it sounds.
    """
    ipa = ipa.strip().strip("[]/").strip()
    unknown = "".join(dict.fromkeys(letter for letter in ipa if not known_phonemes(letter)))
    if unknown:
        raise LexiconError(f"“{unknown}” is no phonetic letter: write IPA, or fill in “Sounds like”.")
    if not any(unicodedata.category(letter) in _SOUNDING for letter in ipa):
        raise LexiconError("This is no pronunciation: there is no vowel or consonant in it.")
    return ipa


def entries_in(text: str, entries: Mapping[str, str]) -> dict[str, str]:
    """Those entries whose word occurs in a text."""
    words = {word.casefold() for word in re.findall(r"\w[\w'’-]*", text)}
    words |= {part for word in words for part in re.split(r"['’]s$", word)}
    return {word: ipa for word, ipa in entries.items() if word.casefold() in words}


def _can_be_spoken(word: str, ipa: str) -> bool:
    try:
        Lexicon({word: ipa})
    except LexiconError:
        return False
    return True
