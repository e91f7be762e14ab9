"""The person's pronunciations in a text file: a word, a tab and its IPA on each line."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from timbre import files, locks, paths
from timbre.text.lexicon import Lexicon, LexiconError, read_lexicon
from timbre.text.symbols import known_phonemes

_log = logging.getLogger(__name__)
_HEADER = "# Timbre's pronunciation dictionary: a word, a tab, and how it is spoken in IPA.\n"
_SOUNDING = ("Ll", "Lu", "Lo")
"""Unicode categories of vowels and consonants; marks of stress, length and tone have others."""


def dictionary_path() -> Path:
    """Path of the dictionary in the person's data folder."""
    return paths.home() / "dictionary.tsv"


class Dictionary:
    """Words and their IPA. Each change is on the disk when the call returns."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or dictionary_path()
        self._read_at: tuple[int, int, int] | None = None
        self._entries: dict[str, str] = {}

    def entries(self) -> dict[str, str]:
        """All pronunciations, by word.

        Raises:
            LexiconError: if the file is not a dictionary.
        """
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            self._read_at, self._entries = None, {}
            return {}
        seen = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        if seen != self._read_at:
            self._entries = dict(
                sorted(read_lexicon(self._path).items(), key=lambda entry: entry[0].casefold())
            )
            self._read_at = seen
        return dict(self._entries)

    def usable(self) -> dict[str, str]:
        """The entries that can be spoken; leaves out entries that somebody has broken."""
        try:
            entries = self.entries()
        except LexiconError as error:
            _log.warning("the pronunciation dictionary is left out: %s", error)
            return {}
        return {word: ipa for word, ipa in entries.items() if _can_be_spoken(word, ipa)}

    def put(self, word: str, ipa: str) -> None:
        """Add a word, or change its pronunciation.

        Raises:
            LexiconError: if the pronunciation cannot be spoken.
            OSError: if the file cannot be written.
        """
        word, ipa = " ".join(word.split()), checked_ipa(ipa)
        if len(word.split()) != 1:
            raise LexiconError("A pronunciation is for one word: select a single word.")
        with locks.alone(self._path.parent):
            self._write(self._without(word) | {word: ipa})

    def remove(self, word: str) -> None:
        """Remove a word.

        Raises:
            OSError: if the file cannot be written.
        """
        with locks.alone(self._path.parent):
            self._write(self._without(word))

    def _without(self, word: str) -> dict[str, str]:
        """All entries except that of a word, in whatever case."""
        return {entry: ipa for entry, ipa in self.entries().items() if entry.casefold() != word.casefold()}

    def _write(self, entries: Mapping[str, str]) -> None:
        files.make_folder(self._path.parent)
        lines = [
            f"{word}\t{ipa}\n" for word, ipa in sorted(entries.items(), key=lambda entry: entry[0].casefold())
        ]
        files.write(self._path, _HEADER + "".join(lines))


def checked_ipa(ipa: str) -> str:
    """Check IPA that a person has typed; returns it without brackets.

    Raises:
        LexiconError: if a letter is not phonetic, or there is no vowel or consonant.
    """
    ipa = ipa.strip().strip("[]/").strip()
    unknown = "".join(dict.fromkeys(letter for letter in ipa if not known_phonemes(letter)))
    if unknown:
        raise LexiconError(
            "“{letter}” is no phonetic letter: write IPA, or fill in “Sounds like”.", letter=unknown
        )
    if not any(unicodedata.category(letter) in _SOUNDING for letter in ipa):
        raise LexiconError("This is no pronunciation: there is no vowel or consonant in it.")
    return ipa


def entries_in(text: str, entries: Mapping[str, str]) -> dict[str, str]:
    """The entries whose words occur in a text."""
    words = {word.casefold() for word in re.findall(r"\w[\w'’-]*", text)}
    words |= {part for word in words for part in re.split(r"['’]s$", word)}
    return {word: ipa for word, ipa in entries.items() if word.casefold() in words}


def _can_be_spoken(word: str, ipa: str) -> bool:
    try:
        Lexicon({word: ipa})
    except LexiconError:
        return False
    return True
