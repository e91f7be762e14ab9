"""A user's own pronunciations: a word, and the IPA that is spoken for it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from timbre.messages import InputError

from .symbols import known_phonemes

_VOICELESS = tuple("ptkfθ")
_SIBILANTS = tuple("szʃʒ")


class LexiconError(InputError):
    """A lexicon file or entry that cannot be used; the message is one sentence."""


class Lexicon:
    """Pronunciations by word, found whatever the case."""

    def __init__(self, entries: Mapping[str, str] | None = None) -> None:
        """Take entries of word and IPA.

        Raises:
            LexiconError: if a word is empty or its IPA has no symbol of the table.
        """
        self._entries: dict[str, str] = {}
        for word, ipa in (entries or {}).items():
            phonemes = known_phonemes(ipa.strip().strip("[]/").strip())
            if not word.strip() or not phonemes:
                raise LexiconError(
                    "The lexicon entry for {word!r} has no pronunciation that can be spoken.", word=word
                )
            self._entries[_key(word)] = phonemes

    def __len__(self) -> int:
        """Count the entries."""
        return len(self._entries)

    def find(self, word: str) -> str | None:
        """Phonemes of a word or of its possessive, or None."""
        key = _key(word)
        phonemes = self._entries.get(key)
        if phonemes is None and key.endswith("'s"):
            owner = self._entries.get(key[:-2])
            return None if owner is None else owner + _possessive_ending(owner)
        return phonemes


def read_lexicon(path: Path) -> dict[str, str]:
    """Read a lexicon file: a word, a tab (or two spaces or an equals sign) and its IPA on each line.

    Raises:
        LexiconError: if the file cannot be read or a line is not an entry; empty lines and lines that
            begin with ``#`` are skipped.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise LexiconError("{file} is not UTF-8 text: save it as UTF-8.", file=path) from error
    except OSError as error:
        reason = error.strerror or error
        raise LexiconError(
            "The lexicon {path} cannot be read: {reason}.", path=path, reason=reason
        ) from error
    entries: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        word, ipa = _split_entry(line)
        if not word or not ipa:
            raise LexiconError(
                "Line {number} of the lexicon {path} is not a word, a tab and its IPA.",
                number=number,
                path=path,
            )
        entries[word] = ipa
    return entries


def _split_entry(line: str) -> tuple[str, str]:
    for separator in ("\t", "=", "  "):
        word, mark, ipa = line.strip().partition(separator)
        if mark:
            return word.strip(), ipa.strip()
    return "", ""


def _key(word: str) -> str:
    return word.strip().replace("’", "'").casefold()


def _possessive_ending(phonemes: str) -> str:
    if phonemes.endswith(_SIBILANTS):
        return "ᵻz"
    return "s" if phonemes.endswith(_VOICELESS) else "z"
