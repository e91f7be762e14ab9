"""Which phonemes belong to which word, when espeak-ng has joined words or split them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

_NEAR = 0.34
_MAX_JOINED = 4
_STRESS = "ˈˌ"
_TRAILERS = "ːˑ"


def align_words(spoken: Sequence[str], context: Sequence[str], alone: Callable[[str], str]) -> list[str]:
    """Give each spoken word its phonemes, from the clause's pronunciation wherever it can be told.

    Args:
        spoken: Words of a clause as espeak-ng was given them.
        context: Phoneme words of the clause as espeak-ng returned them.
        alone: Phonemes of one word by itself.
    Returns:
        Phonemes per spoken word. ``context`` itself if the counts agree; otherwise joined phoneme
        words ("ʌvðə") are cut between their words, split ones put together, and what remains unclear
        is pronounced by itself.
    """
    if len(spoken) == len(context):
        return list(context)
    isolated = [alone(word) for word in spoken]
    aligned: list[str] = []
    j = 0
    while len(aligned) < len(spoken):
        i = len(aligned)
        used, phonemes = _step(isolated, i, context, j)
        if not used:
            return aligned + isolated[i:]
        aligned.extend(phonemes)
        j += used
    return aligned if j == len(context) else isolated


def _step(isolated: Sequence[str], i: int, context: Sequence[str], j: int) -> tuple[int, list[str]]:
    """Phoneme words used up at j, and the phonemes that they give to the words from i on."""
    if j >= len(context):
        return 0, []
    if not isolated[i]:
        return 0, []
    if _is_near(context[j], isolated[i]):
        return 1, [context[j]]
    for count in range(2, min(_MAX_JOINED, len(isolated) - i) + 1):
        group = tuple(isolated[i : i + count])
        if _is_near(context[j], "".join(group)):
            pieces = cut_joined(context[j], group)
            if pieces:
                return 1, list(pieces)
    for count in range(2, min(_MAX_JOINED, len(context) - j) + 1):
        joined = "".join(context[j : j + count])
        if _is_near(joined, isolated[i]):
            return count, [joined]
    if _continues(isolated, i + 1, context, j + 1):
        return 1, [context[j]]
    return 0, []


def _continues(isolated: Sequence[str], i: int, context: Sequence[str], j: int) -> bool:
    """Whether a word that sounds different in context stands before one that does not."""
    if i == len(isolated) or j == len(context):
        return i == len(isolated) and j == len(context)
    if _is_near(context[j], isolated[i]):
        return True
    return i + 1 < len(isolated) and _is_near(context[j], isolated[i] + isolated[i + 1])


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
        if joined[at - 1] in _STRESS or joined[at] in _TRAILERS or unicodedata.combining(joined[at]):
            continue
        rest = cut_joined(joined[at:], words[1:])
        if rest is None:
            continue
        parts = (joined[:at], *rest)
        cost = float(sum(_edits(_bare(part), _bare(word)) for part, word in zip(parts, words, strict=True)))
        if best is None or cost < best[0]:
            best = (cost, parts)
    return None if best is None else best[1]


@lru_cache(maxsize=50_000)
def _is_near(first: str, second: str) -> bool:
    """Whether two pronunciations differ in less than a third of their phonemes, stress aside."""
    a, b = _bare(first), _bare(second)
    longest = max(len(a), len(b))
    if longest == 0 or abs(len(a) - len(b)) > _NEAR * longest:
        return False
    return _edits(a, b) <= _NEAR * longest


def _bare(phonemes: str) -> str:
    return "".join(char for char in phonemes if char not in "ˈˌːˑ")


def _edits(a: str, b: str) -> int:
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]
