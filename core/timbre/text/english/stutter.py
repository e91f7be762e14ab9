"""Stutters: "W-what", "Th-th-that's". In front of the word stands the sound that begins it, not a letter's name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..symbols import VOWELS
from ..tokens import Token
from .lists import any_of, listed

BROKEN_OFF = "-"
"""What ends a spoken word that is only the beginning of the one behind it: "w-", "what"."""
# Behind their own first letter these are terms: "D-Day", "C-Class", "t-test".
_TERMS = listed(
    "ball balls boy boys bus buses clamp clamps class classes clef corp corps day days dimer dimers flat hour hours "
    "leucine lysine major minor mode plate plates rated section sections series shaped sharp tail tails test tests "
    "tubule tubules type types"
)
# Other words behind their own first vowel are terms, too: "e-edition".
_BEHIND_VOWELS = listed(
    "a about after again all always am an and any are as at actually almost "
    "easy either else end enough even ever every everyone everything exactly excuse "
    "i i'd i'll i'm i've if in is it it'll it's i’d i’ll i’m i’ve it’ll it’s "
    "of oh ok okay on one only or our out over uh um under until up us"
)
_STUTTER = re.compile(
    rf"(?P<broken>[b-df-hj-np-tv-z]{{1,3}}|qu|[aeiou](?=-(?:[aeiou]-)*(?:{any_of(_BEHIND_VOWELS)})\Z))"
    rf"(?:-(?P=broken)){{0,9}}-(?!(?:{any_of(_TERMS)})\Z)(?P=broken)[a-z'’]*",
    re.IGNORECASE,
)
_GRAPHEME = re.compile(r"th|sh|ch|ph|wh|kn|wr|gn|ps|[a-z]", re.IGNORECASE)
_STRESSES = "ˈˌ"
_VOWEL = re.compile(f"[{VOWELS}]{{1,2}}ː?")
_CONSONANT = re.compile(rf"tʃ|dʒ|[^{VOWELS}]")


def choose(tokens: list[Token]) -> None:
    """Let the stutters of a sentence be spoken as several words, in place.

    Args:
        tokens: Of one sentence of English.
    """
    for index, token in enumerate(tokens):
        if BROKEN_OFF in token.text:
            stutter = _STUTTER.fullmatch(token.text)
            if stutter and len(token.spoken) == 1:
                *broken, word = token.spoken[0].split(BROKEN_OFF)
                tokens[index] = token._replace(spoken=(*(part + BROKEN_OFF for part in broken), word))


def voiced(words: Sequence[str], phonemes: Sequence[str]) -> list[str]:
    """The phonemes of a run of words in which some are broken off.

    Args:
        words: The words.
        phonemes: The phonemes of those that are not broken off, in order.
    Returns:
        The phonemes of all words.
    """
    whole = list(phonemes)
    found: list[str] = []
    for word in reversed(words):
        found.append(_beginning(word, found[-1]) if word.endswith(BROKEN_OFF) and found else whole.pop())
    return found[::-1]


def _beginning(broken: str, phonemes: str) -> str:
    """The first sounds of a word: its vowel, or as many consonants as are written and a vowel behind them."""
    plain = phonemes.lstrip(_STRESSES)
    vowel = _VOWEL.match(plain)
    if vowel:
        return vowel.group()
    sounds = ""
    for _ in _GRAPHEME.findall(broken):
        consonant = _CONSONANT.match(plain, len(sounds))
        sounds += consonant.group() if consonant else ""
    return sounds.strip(_STRESSES) + "ə"
