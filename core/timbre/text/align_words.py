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
from itertools import accumulate, repeat
from math import inf

from .remember import remember

_NEAR = 0.34
_SHORT = 4
# Spoken words to phoneme words: one to one, joined, split.
_SHAPES = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3))
_MOST_JOINED, _MOST_SPLIT = (max(shape[side] for shape in _SHAPES) for side in (0, 1))
_SLACK = 2
# Tried in turn: a narrow margin leaves few groupings to compare, and the first or second is nearly always enough.
_MARGINS = (1.0, 3.0, 6.0, inf)
_UNMARKED = str.maketrans(dict.fromkeys("ˈˌːˑ"))
_VOWELS = frozenset("iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻᵿ")
_VOWEL_CHANGE = 0.5
# Words, joined words and clauses of speech stay far below these limits. Only rows of strange characters, whose names
# espeak-ng spells out, go beyond them: aligning those would take minutes, so each is pronounced by itself.
_LONGEST_COMPARED = 128
_LONGEST_JOINED = 48
_MOST_WORK = 50_000
# At [words][phoneme words] that are grouped: the least cost, and where the last group begins.
_Groupings = list[dict[int, tuple[float, tuple[int, int]]]]


def align_words(spoken: Sequence[str], context: Sequence[str], alone: Callable[[str], str]) -> list[str]:
    """Give each spoken word its phonemes, from the clause's pronunciation wherever it can be told.

    Args:
        spoken: Words of a clause as espeak-ng was given them.
        context: Phoneme words of the clause as espeak-ng returned them.
        alone: Phonemes of one word by itself.
    Returns:
        Phonemes per spoken word: joined phoneme words ("ʌvðə") are cut between their words, split
        ones are put together, and words that are too short to be cut are pronounced by themselves.
    """
    if len(spoken) == len(context) and all(map(_plausible, context, spoken, repeat(alone))):
        return list(context)
    isolated = [alone(word) for word in spoken]
    audible = [index for index, phonemes in enumerate(isolated) if phonemes]
    aligned = [""] * len(spoken)
    for index, phonemes in zip(audible, _align([isolated[i] for i in audible], context), strict=True):
        aligned[index] = phonemes
    return aligned


def _plausible(context: str, word: str, alone: Callable[[str], str]) -> bool:
    """Whether a pair may belong together; short function words change too much to say otherwise."""
    if len(context) <= _SHORT:
        return True
    isolated = alone(word)
    return len(isolated) <= _SHORT or _distance(context, isolated) < 0.5 * len(isolated)


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
    """The cheapest grouping of words; the isolated words if no grouping fits."""
    if len(isolated) > _MOST_JOINED * len(context) or len(context) > _MOST_SPLIT * len(isolated):
        return isolated
    if (len(isolated), len(context)) in _SHAPES:  # one group, nothing to choose
        return _shared(context, isolated)
    words, heard = _unmarked(isolated), _unmarked(context)
    if _work(words, heard) > _MOST_WORK:
        return isolated
    for margin in _MARGINS:
        best = _groupings(words, heard, margin)
        if best:
            return _trace(best, isolated, context)
    return isolated


def _work(words: list[str], heard: list[str]) -> int:
    """Roughly how many sounds are compared to group them: those of each pair of words that may belong together."""
    width = abs(len(heard) - len(words)) + 2 * _SLACK + 1
    return width * sum(map(len, words)) * max(map(len, heard), default=0)


def _groupings(words: list[str], heard: list[str], margin: float) -> _Groupings | None:
    """Dynamic programming over groups of words, without groups that must cost too much by the end.

    Args:
        words: Sounds of each word by itself.
        heard: Sounds of each phoneme word of the clause.
        margin: Cost that is allowed beyond the difference in length, which is the least that any grouping costs.
    Returns:
        The cheapest groupings, the same as without a margin; None if no grouping of all words is within it.
    """
    n, m = len(words), len(heard)
    low, high = min(0, m - n) - _SLACK, max(0, m - n) + _SLACK
    to_say, to_hear = _sounds_left(words), _sounds_left(heard)
    bound = abs(to_say[0] - to_hear[0]) + margin
    best: _Groupings = [{} for _ in range(n + 1)]
    best[0][0] = (0.0, (0, 0))
    for i, row in enumerate(best):
        for j in sorted(row):
            if not i + low <= j <= i + high:
                continue
            here = row[j][0]
            is_same = i < n and j < m and words[i] == heard[j]
            for more_words, more_heard in _SHAPES[: 1 if is_same else None]:
                to_i, to_j = i + more_words, j + more_heard
                if to_i > n or to_j > m or here + abs(to_say[to_i] - to_hear[to_j]) > bound:
                    continue
                cost = here + _distance("".join(heard[j:to_j]), "".join(words[i:to_i]))
                if to_j not in best[to_i] or cost < best[to_i][to_j][0]:
                    best[to_i][to_j] = (cost, (i, j))
    return best if m in best[n] and best[n][m][0] <= bound else None


def _unmarked(phonemes: list[str]) -> list[str]:
    return [word.translate(_UNMARKED) for word in phonemes]


def _sounds_left(words: list[str]) -> list[int]:
    """How many sounds follow each place between words."""
    return list(accumulate(map(len, reversed(words)), initial=0))[::-1]


def _trace(best: _Groupings, isolated: list[str], context: list[str]) -> list[str]:
    aligned: list[str] = []
    at = (len(isolated), len(context))
    while at != (0, 0):
        before = best[at[0]][at[1]][1]
        aligned[:0] = _shared(context[before[1] : at[1]], isolated[before[0] : at[0]])
        at = before
    return aligned


def _shared(context: list[str], isolated: list[str]) -> list[str]:
    """Phonemes of a group of words, one part for each."""
    joined = "".join(context)
    if len(joined) > _LONGEST_JOINED and len(isolated) > 1:
        return isolated
    return list(cut_joined(joined, tuple(isolated)) or isolated)


@lru_cache(maxsize=10_000)
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


@remember(20_000)
def _is_near(first: str, second: str) -> bool:
    """Whether two pronunciations are surely of the same word: as long, and nearly the same."""
    a, b = first.translate(_UNMARKED), second.translate(_UNMARKED)
    return len(a) == len(b) and _distance(first, second) <= _NEAR * len(a)


@remember(50_000)
def _distance(first: str, second: str) -> float:
    """Edit distance of two pronunciations without stress and length; vowels change cheaply.

    Pronunciations longer than _LONGEST_COMPARED are the same, or have nothing in common.
    """
    a, b = first.translate(_UNMARKED), second.translate(_UNMARKED)
    if a == b:
        return 0.0
    if len(a) + len(b) > _LONGEST_COMPARED:
        return float(max(len(a), len(b)))
    row = [float(j) for j in range(len(b) + 1)]
    for i, x in enumerate(a, start=1):
        diagonal, row[0] = row[0], float(i)
        for j, y in enumerate(b, start=1):
            change = 0.0 if x == y else _VOWEL_CHANGE if x in _VOWELS and y in _VOWELS else 1.0
            diagonal, row[j] = row[j], min(row[j] + 1.0, row[j - 1] + 1.0, diagonal + change)
    return row[-1]
