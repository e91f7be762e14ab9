"""Which phonemes belong to which word, when espeak-ng has joined words or split them.

spoken    out      of      the   store      what espeak-ng was given
alone     ˈaʊt     ʌv      ðə    stˈɔːɹ     each word by itself
context   ˌaʊɾəv           ðə    stˈɔːɹ     the clause, with fewer words
result    ˌaʊɾ     əv      ðə    stˈɔːɹ
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

_NEAR = 0.34
_SHORT = 4
# Spoken words to phoneme words: one to one, joined, split.
_SHAPES = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3))
_SLACK = 2
_UNMARKED = str.maketrans(dict.fromkeys("ˈˌːˑ"))
_VOWELS = frozenset("iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻᵿ")
_VOWEL_CHANGE = 0.5


def align_words(spoken: Sequence[str], context: Sequence[str], alone: Callable[[str], str]) -> list[str]:
    """Give each spoken word its phonemes, from the clause's pronunciation wherever it can be told.

    Args:
        spoken: Words of a clause as espeak-ng was given them.
        context: Phoneme words of the clause as espeak-ng returned them.
        alone: Phonemes of one word by itself.
    Returns:
        Phonemes per spoken word: joined phoneme words ("ʌvðə") are cut between their words, split
        ones put together, and what is too short to be cut is pronounced by itself.
    """
    isolated = [alone(word) for word in spoken]
    if len(spoken) == len(context) and all(map(_plausible, context, isolated)):
        return list(context)
    audible = [index for index, phonemes in enumerate(isolated) if phonemes]
    aligned = [""] * len(spoken)
    for index, phonemes in zip(audible, _align([isolated[i] for i in audible], context), strict=True):
        aligned[index] = phonemes
    return aligned


def _plausible(context: str, isolated: str) -> bool:
    """Whether a pair may belong together; short function words change too much to say otherwise."""
    return (
        len(isolated) <= _SHORT
        or len(context) <= _SHORT
        or _distance(context, isolated) < 0.5 * len(isolated)
    )


def _align(isolated: list[str], context: Sequence[str]) -> list[str]:
    """Phonemes per isolated word: sure pairs at both ends, the cheapest grouping between them."""
    first, last = 0, 0
    shortest = min(len(isolated), len(context))
    while first < shortest and _is_near(context[first], isolated[first]):
        first += 1
    while last < shortest - first and _is_near(context[-1 - last], isolated[-1 - last]):
        last += 1
    stop_words, stop_context = len(isolated) - last, len(context) - last
    middle_words, middle = isolated[first:stop_words], list(context[first:stop_context])
    between = _align_middle(middle_words, middle)
    return [*context[:first], *between, *context[stop_context:]]


def _align_middle(isolated: list[str], context: list[str]) -> list[str]:
    """Dynamic programming over groups of words; the isolated words if no grouping fits."""
    n, m = len(isolated), len(context)
    low, high = min(0, m - n) - _SLACK, max(0, m - n) + _SLACK
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    for i in range(n + 1):
        for j in range(max(0, i + low), min(m, i + high) + 1):
            here = best.get((i, j))
            if here is None:
                continue
            is_same = i < n and j < m and not _distance(context[j], isolated[i])
            for words, pieces in _SHAPES[: 1 if is_same else None]:
                to = (i + words, j + pieces)
                if to[0] > n or to[1] > m:
                    continue
                cost = here[0] + _distance("".join(context[j : to[1]]), "".join(isolated[i : to[0]]))
                if to not in best or cost < best[to][0]:
                    best[to] = (cost, (i, j))
    if (n, m) not in best:
        return isolated
    return _trace(best, isolated, context)


def _trace(
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]], isolated: list[str], context: list[str]
) -> list[str]:
    aligned: list[str] = []
    at = (len(isolated), len(context))
    while at != (0, 0):
        before = best[at][1]
        group = tuple(isolated[before[0] : at[0]])
        phonemes = cut_joined("".join(context[before[1] : at[1]]), group) or group
        aligned[:0] = phonemes
        at = before
    return aligned


@lru_cache(maxsize=20_000)
def cut_joined(joined: str, words: tuple[str, ...]) -> tuple[str, ...] | None:
    """Cut the phonemes of joined words where each part is nearest to its word alone.

    Returns:
        One non-empty part per word, together ``joined``; None if there are too few phonemes.
    """
    if len(words) == 1:
        return (joined,) if joined else None
    best: tuple[float, tuple[str, ...]] | None = None
    for at in range(1, len(joined)):
        if joined[at - 1] in "ˈˌ" or joined[at] in "ːˑ" or unicodedata.combining(joined[at]):
            continue
        rest = cut_joined(joined[at:], words[1:])
        if rest is None:
            continue
        parts = (joined[:at], *rest)
        cost = sum(map(_distance, parts, words))
        if best is None or cost < best[0]:
            best = (cost, parts)
    return None if best is None else best[1]


@lru_cache(maxsize=50_000)
def _is_near(first: str, second: str) -> bool:
    """Whether two pronunciations are surely of the same word: as long, and nearly the same."""
    a, b = first.translate(_UNMARKED), second.translate(_UNMARKED)
    return len(a) == len(b) and _distance(first, second) <= _NEAR * len(a)


@lru_cache(maxsize=100_000)
def _distance(first: str, second: str) -> float:
    """Edit distance of two pronunciations without stress and length; vowels change cheaply."""
    a, b = first.translate(_UNMARKED), second.translate(_UNMARKED)
    if a == b:
        return 0.0
    row = [float(j) for j in range(len(b) + 1)]
    for i, x in enumerate(a, start=1):
        diagonal, row[0] = row[0], float(i)
        for j, y in enumerate(b, start=1):
            change = 0.0 if x == y else _VOWEL_CHANGE if x in _VOWELS and y in _VOWELS else 1.0
            diagonal, row[j] = row[j], min(row[j] + 1.0, row[j - 1] + 1.0, diagonal + change)
    return row[-1]
