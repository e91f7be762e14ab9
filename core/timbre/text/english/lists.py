"""Lists of words that are written in one string, so that a long list takes few lines."""

from __future__ import annotations


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, in order."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of a text, for a quick look whether a word is among them."""
    return frozenset(text.split())
