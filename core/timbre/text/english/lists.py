"""Lists of words that are written in one string, so that a long list takes few lines."""

from __future__ import annotations

import re
from collections.abc import Iterable


def any_of(words: Iterable[str], *, ignore_case: bool = False) -> str:
    """A pattern of any of the words, grouped by their first characters, so that few of them are tried.

    Args:
        words: Where two begin alike, the first of them is tried first.
        ignore_case: Whether the pattern is used so that "A" and "a" begin alike.
    """
    groups: dict[str, list[str]] = {}
    for word in words:
        first = word[0].lower() if ignore_case else word[0]
        groups.setdefault(first, []).append(re.escape(word[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rests)})" for first, rests in groups.items())


def branching(words: Iterable[str]) -> str:
    """A pattern of any of the words, the longest first, that reads each of their common beginnings once."""
    branches: dict[str, list[str]] = {}
    ends = False
    for word in words:
        ends = ends or not word
        if word:
            branches.setdefault(word[0], []).append(word[1:])
    if not branches:
        return ""
    inner = "|".join(re.escape(first) + branching(rests) for first, rests in branches.items())
    if len(branches) == 1 and not ends:
        return inner
    return f"(?:{inner})?" if ends else f"(?:{inner})"


LETTER_A = "/ˈeɪ/A"
"""The letter as it is spelled; the word "a" is spoken otherwise."""
LETTERS_A = "/ˈeɪz/A's"
"""The same with an "s", as in "IRAs"."""


def spelled(text: str) -> str:
    """Letters and words with the letter A among them spoken as a letter."""
    return " ".join(LETTER_A if word == "A" else word for word in text.split())


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, in order."""
    return tuple(text.split())


def listed_pairs(text: str) -> dict[str, str]:
    """The words of a text that are pairs, as "Ala:Alabama"."""
    return dict(pair.split(":") for pair in listed(text))


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for a quick look whether a word is among them."""
    return frozenset(text.split())


def behind(*phrases: str) -> str:
    """A pattern of the places behind any of some phrases; each is a pattern of one width."""
    return "|".join(f"(?<={phrase})" for phrase in phrases)


def behind_words(text: str) -> str:
    """A pattern of the places behind any of some words and a space."""
    return behind(*(f"{word} " for word in text.split()))
