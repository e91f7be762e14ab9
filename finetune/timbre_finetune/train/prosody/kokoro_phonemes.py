"""Kokoro's symbols for our phonemes, unit by unit, so that Kokoro's durations can be divided among our phonemes.

Both come from espeak-ng; Kokoro writes some sounds with fewer symbols, others with more. Source: the replacements for
US English in hexgrad's misaki (Apache 2.0).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

UNITS = {
    "ʔˌn̩": "tᵊn",
    "ʔn̩": "tᵊn",
    "ɜːɹ": "ɜɹ",
    "aɪ": "I",
    "aʊ": "W",
    "dʒ": "ʤ",
    "eɪ": "A",
    "tʃ": "ʧ",
    "ɔɪ": "Y",
    "oʊ": "O",
    "ɜː": "ɜɹ",
    "əl": "ᵊl",
    "n̩": "ᵊn",
    "l̩": "ᵊl",
    "m̩": "ᵊm",
    "ɪə": "iə",
    "ɹɹ": "ɹ",
    "ɚ": "əɹ",
    "ʔ": "t",
    "ɐ": "ə",
    "e": "A",
    "r": "ɹ",
    "x": "k",
    "ç": "k",
    "ɬ": "l",
    "o": "ɔ",
    "ː": "",
    "̃": "",
}
"""Sounds that Kokoro writes with other symbols, longest first."""
_LONGEST = max(map(len, UNITS))


class Unit(NamedTuple):
    """A sound in our symbols and in Kokoro's."""

    ours: str
    theirs: str


def units(phonemes: str, vocabulary: Collection[str]) -> list[Unit]:
    """Cut a sentence's phonemes into units. A symbol that Kokoro lacks (a length mark) joins the unit before it.

    Args:
        phonemes: Our phonemes, without start and end.
        vocabulary: Kokoro's symbols.
    """
    result: list[Unit] = []
    at = 0
    while at < len(phonemes):
        unit = _unit_at(phonemes, at, vocabulary)
        at += len(unit.ours)
        if unit.theirs or not result:
            result.append(unit)
        else:
            result[-1] = Unit(result[-1].ours + unit.ours, result[-1].theirs)
    return result


def _unit_at(phonemes: str, at: int, vocabulary: Collection[str]) -> Unit:
    for size in range(_LONGEST, 0, -1):
        piece = phonemes[at : at + size]
        if piece in UNITS:
            return Unit(piece, UNITS[piece])
    symbol = phonemes[at]
    return Unit(symbol, symbol if symbol in vocabulary else "")
