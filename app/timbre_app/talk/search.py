"""Finds sentences by parts of their words, and by how they begin."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

SUGGESTED = 3


def plain(text: str) -> str:
    """A text without case and accents, for comparing."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def matches(text: str, query: str) -> bool:
    """Whether each word of a query occurs in a text; an empty query matches everything."""
    text = plain(text)
    return all(word in text for word in plain(query).split())


def suggestions(typed: str, known: Iterable[str], count: int = SUGGESTED) -> list[str]:
    """Sentences that begin as what was typed does, in the order given; none before two letters."""
    begun = plain(" ".join(typed.split()))
    if len(begun) < 2:
        return []
    found: dict[str, str] = {}
    for sentence in known:
        sentence_plain = plain(sentence)
        if sentence_plain.startswith(begun) and sentence_plain != begun:
            found.setdefault(sentence_plain, sentence)
        if len(found) == count:
            break
    return list(found.values())


def next_words(typed: str, known: Sequence[str], count: int = SUGGESTED) -> list[str]:
    """Words of known sentences that begin as the word being typed does, the most frequent first."""
    begun = "" if not typed or typed[-1].isspace() else plain(typed.split()[-1])
    if not begun:
        return []
    counts: dict[str, int] = {}
    for sentence in known:
        for word in sentence.split():
            word = word.strip('.,;:!?…"“”()')
            if plain(word).startswith(begun) and plain(word) != begun:
                counts[word.lower()] = counts.get(word.lower(), 0) + 1
    return sorted(counts, key=lambda word: (-counts[word], word))[:count]
