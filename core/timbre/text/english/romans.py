"""Roman numerals: of rulers, of chapters, of centuries and of years, and alone on a line."""

from __future__ import annotations

import re

from ..tokens import Token
from . import numbers
from .lists import word_set

LETTERS = tuple("IVXLCDM")
_SMALL = re.compile(r"[IVX]+")
_RANKED = re.compile(r"([IVXLC]+)(?:st|nd|rd|th)")
_YEAR = re.compile(r"MM[XVI]{2,}|MC?[DM][CLXVI]{3,}|MM")
_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_AGE_BEHIND = re.compile(
    r"\.?\s(?:century|centuries|dynasty|book|edition|olympiad|congress|amendment|arrondissement|chapter|legion|"
    r"corps|army|session|regiment|region|district|summit|conference|parliament|republic)\b",
    re.IGNORECASE,
)
# "No. I said no."
_NO = ("no", "number")
# "class I devices", but "the class I teach".
_STEP_BEHIND = re.compile(
    r"\s(?:errors?|devices?|diabetes|trials?|studies|study|cancers?|disease|collagen|hypersensitivity|evidence"
    r"|civilizations?"
    r"|supernovae?|license|injury|injuries|fractures?)\b"
)
_ENDS = re.compile(r"\s*(?:$|[.,;:!?)])")
_LONE = re.compile(r"[IVXL]+")
_LINE_ENDS = re.compile(r"\.?[ \t]*(?:\n|$)")
# Behind "Henry I" a sentence goes on so; otherwise the letter is the pronoun.
_RULER_BEHIND = re.compile(
    r"\s*(?:$|[.,;:!?)’'])|\s(?:and|of|or|was|were|is|had|who|ruled|became|died|reigned|in)\b"
)

# A Roman numeral behind one of these is a plain number.
NUMBERED = word_set(
    "chapter part act scene book volume section phase war type class level title article appendix figure table stage "
    "tier grade division group category schedule annex exhibit unit lesson verse canto symphony episode season round "
    "block bowl fantasy quest mark model rocky apollo gemini rambo no number question problem theorem lemma opus vol "
    "clause step gta movement"
)
# Behind one of these a numeral of a single letter is one too: "James I", "Henry V".
RULERS = word_set(
    "Henry James Charles George Edward William Louis Elizabeth Philip Francis Paul John Pius Leo Benedict Gregory "
    "Nicholas Alexander Peter Catherine Mary Napoleon Frederick Ferdinand Otto Leopold Albert Alfonso Carlos Juan "
    "Pedro Innocent Clement Urban Boniface Adrian Julius Sixtus Victor Umberto Wilhelm Friedrich Ludwig Maximilian "
    "Richard Robert David Malcolm Kenneth Harold Olaf Christian Gustav Felipe Isabella Ivan Ramses Ptolemy Darius "
    "Xerxes Cyrus Mehmed Selim Murad Suleiman Anne Stephen Joseph Rudolf Sigismund"
)


def speak(word: str, match: re.Match[str], before: Token | None) -> str | None:
    """The words for a Roman numeral where it is one, else None.

    Args:
        word: A word that begins with one of ``LETTERS``.
        match: Of the word in its text.
        before: The token in front of it, or None.
    """
    owner = re.fullmatch(r"(\w+)['’]s", word)
    if owner and len(owner[1]) > 1:
        spoken = speak(owner[1], match, before)
        return spoken and f"{spoken}'s"
    if ranked := _RANKED.fullmatch(word):
        return _nth(ranked[1], before) if numbers.ROMAN.match(ranked[1]) else None
    if not numbers.ROMAN.match(word):
        return None
    if len(word) > 3 and _YEAR.fullmatch(word) and _FIRST_YEAR <= numbers.roman(word) <= _LAST_YEAR:
        return numbers.year(str(numbers.roman(word)))
    if _is_alone(word, match):
        return numbers.cardinal(str(numbers.roman(word)))
    if len(word) > 1 and _SMALL.fullmatch(word) and _AGE_BEHIND.match(match.string, match.end()):
        return numbers.ordinal(str(numbers.roman(word)))
    if before is None or before.mark:
        return None
    return _behind_name(word, match, before)


def _is_alone(word: str, match: re.Match[str]) -> bool:
    """Whether a numeral is a whole line, as the heading of a chapter; a text of one letter is that letter."""
    text = match.string
    if word == "XL" or not _LONE.fullmatch(word) or (len(word) == 1 and text.strip(" \t\n.") == word):
        return False
    line_begin = text.rfind("\n", 0, match.start()) + 1
    is_first = not text[line_begin : match.start()].strip()
    return is_first and bool(_LINE_ENDS.match(text, match.start() + len(word)))


def _behind_name(word: str, match: re.Match[str], before: Token) -> str | None:
    """Speak the numeral of "Chapter IV" as four, of "Henry VIII" as the eighth."""
    name = before.text
    is_short = name[-1:] == "." or before.spoken[-1] != name
    if is_short and (name[:1].isupper() or before.spoken[-1] in NUMBERED):
        name = before.spoken[-1].title()
    is_small = bool(_SMALL.fullmatch(word))
    if not name[:1].isupper():
        is_step = name in NUMBERED and name not in _NO and is_small
        is_sure = len(word) > 1 or _STEP_BEHIND.match(match.string, match.end())
        is_step = is_step and bool(is_sure or _ENDS.match(match.string, match.end()))
        return numbers.cardinal(str(numbers.roman(word))) if is_step else None
    if word == "I" and name.lower() in _NO and not _ENDS.match(match.string, match.end()):
        return None
    if name.isupper() and len(name) > 1 and word in ("II", "III"):
        return numbers.cardinal(str(numbers.roman(word)))
    if name.lower() in NUMBERED and (is_small or len(word) > 1):
        return numbers.cardinal(str(numbers.roman(word)))
    if name == "Malcolm" and word == "X":
        return None
    if name in RULERS and is_small:
        is_sure = word != "I" or _RULER_BEHIND.match(match.string, match.end())
        return _nth(word, before) if is_sure else None
    return _nth(word, before) if name.istitle() and len(word) > 1 and is_small else None


def _nth(numeral: str, before: Token | None) -> str:
    spoken = numbers.ordinal(str(numbers.roman(numeral)))
    is_name = before is not None and before.text[:1].isupper() and before.text.lower() != "the"
    return f"the {spoken}" if is_name else spoken
