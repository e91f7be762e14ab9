"""The essential words of a statement of consent, and whether a recogniser has heard them."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterator, Sequence

from timbre.words import SOUND_ALIKE, edit_distance, normalize_for_comparison

PROGRAM = "Timbre"
WORDS = ("agree", PROGRAM, "synthetic voice")
"""Essential words of the statement; the names of the voice and of the person are essential too."""
NAMES_ALIKE = 0.6
"""A recogniser does not know names: it may write one with this share of wrong letters or sounds."""
_NO_SOUNDS = str.maketrans("", "", "ˈˌː.,!? ")


def unheard(statement: str, names: Sequence[str], heard: str) -> tuple[str, ...]:
    """Find the essential words of a statement that were not heard.

    Args:
        statement: What was to be read.
        names: Names in it, of the voice and of the person who reads; empty ones do not count.
        heard: What a recogniser heard.
    Returns:
        The words as they stand in the statement.
    """
    wanted, said = (normalize_for_comparison(text).split() for text in (statement, heard))
    missing: list[str] = []
    for phrase in (*WORDS, *names):
        places = _places(phrase, wanted)
        tolerance = SOUND_ALIKE if phrase in WORDS and phrase != PROGRAM else NAMES_ALIKE
        if places and not _is_heard(phrase, wanted, said, places, tolerance):
            missing.append(phrase)
    return tuple(missing)


def with_names(statement: str, names: Sequence[str], heard: str) -> str:
    """What was heard, with the names that were heard as the statement writes them.

    A recogniser writes "Tamber" for "Timbre", which is no word that the person read wrongly.

    Args:
        statement: What was to be read.
        names: Names in the statement, of the voice and of the person who reads.
        heard: What a recogniser heard.
    """
    wanted, said = (normalize_for_comparison(text).split() for text in (statement, heard))
    missing = unheard(statement, names, heard)
    all_places = [_places(name, wanted) for name in (PROGRAM, *names) if name not in missing]
    words: list[str] = []
    for _, a, b, c, d in difflib.SequenceMatcher(a=wanted, b=said, autojunk=False).get_opcodes():
        is_name = c < d and any(places.start <= a < b <= places.stop for places in all_places)
        words += wanted[a:b] if is_name else said[c:d]
    return " ".join(words)


def _places(phrase: str, wanted: Sequence[str]) -> range:
    """Where a phrase stands among the words of a statement; empty if it does not, or has no letter."""
    words = normalize_for_comparison(phrase).split()
    at = next((i for i in range(len(wanted)) if words and wanted[i : i + len(words)] == words), None)
    return range(0) if at is None else range(at, at + len(words))


def _is_heard(
    phrase: str, wanted: Sequence[str], said: Sequence[str], places: range, tolerance: float
) -> bool:
    """Whether the words at these places were heard, or in their place something that sounds like them."""
    instead: list[str] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(a=wanted, b=said, autojunk=False).get_opcodes():
        if a < places.stop and b > places.start:
            instead += said[c:d] if tag != "equal" else wanted[max(a, places.start) : min(b, places.stop)]
    if not instead or not _is_latin(phrase):
        return bool(instead)
    spelled = "".join(normalize_for_comparison(phrase).split())
    if _distance_within(spelled, "".join(instead)) <= tolerance * len(spelled):
        return True
    sounds = _sounds(phrase)
    return _distance_within(sounds, _sounds(" ".join(instead))) <= tolerance * len(sounds)


def _is_latin(phrase: str) -> bool:
    """Whether the letters are such as an English recogniser writes."""
    return all("LATIN" in unicodedata.name(letter, "") for letter in phrase if letter.isalpha())


def _sounds(text: str) -> str:
    """The phonemes of a text, without stress and pauses."""
    from timbre.text import Frontend

    return str(Frontend("en-us").phonemize(text)).translate(_NO_SOUNDS)


def _distance_within(part: str, whole: str) -> int:
    """Least edit distance between a text and any stretch of another of about its length."""
    return min((edit_distance(part, stretch) for stretch in _stretches(part, whole)), default=len(part))


def _stretches(part: str, whole: str) -> Iterator[str]:
    for start in range(len(whole)):
        for length in range(max(1, len(part) // 2), 2 * len(part) + 1):
            if start + length <= len(whole):
                yield whole[start : start + length]
