"""What books and papers write: small Roman numerals, notes, years of early centuries, lives, years of two figures."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .lists import behind, word_set
from .romans import NUMBERED

_SMALL = r"(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})"
_ERAS = behind(r"A\.D\. ", "AD ", "CE ", r"\bin ", r"c\. ", r"ca\. ", r"\(", "from ", "circa ")
_ANNO = behind(r"A\.D\. ", "AD ")
_LIVED = behind(r"\(", ", ", "; ", "– ", "— ")
_YEARS = behind(r"\d\d\d[-–]", r"19\d\d[-–]", r"20\d\d[-–]", r"19\d\d/", r"20\d\d/")
_DECREES = {"b": "born", "d": "died", "r": "reigned", "fl": "flourished", "m": "married"}

PATTERNS = {
    "smallroman": rf"(?<![\w.'’-])(?P<the_smallroman>{_SMALL}|(?<=pp\. )[ivx])(?![\w'’])"
    r"(?:\s?[-–]\s?(?P<smalllast>[ivx]{1,6})(?![\w'’]))?",
    "early": rf"(?=\d{{2,4}}[-–]\d)(?:{_ERAS})(?P<reignfrom>[1-9]\d{{1,2}}|10\d\d)[-–]"
    r"(?P<reignto>[1-9]\d{1,2}|1[01]\d\d)(?=\)|\s(?:A\.?D|B\.?C|C\.?E)\b)"
    rf"|(?=\d{{3}}\D)(?:{_ANNO})(?P<annodomini>\d{{3}})(?:[-–](?P<annolast>\d{{3}}))?(?![\w,.]\d|\w)"
    r"|(?<![\w.,-])(?P<reignfrom2>10[1-9]\d)[-–](?P<reignto2>1[01]\d\d)(?![\w,.-]*\d)",
    "lived": rf"(?:{_LIVED})(?P<the_lived>b|d|r|fl|m)\.\s?(?=(?:ca?\.\s?)?\d{{3,4}}(?!\d))",
    "yearend": rf"(?<![\d.,])(?:{_YEARS})(?P<the_yearend>0\d)(?![\w/-]|[.,]\d)",
    "shortyear": r"(?<![\w'’])['’](?P<the_shortyear>0\d)(?![\w'’])",
    "following": r"(?=ff)(?<=\d )ff\b\.?",
    "ffpage": r"(?<![\w.,])(?P<firstpage>\d{1,4})ff\b\.?",
    "sources": r"(?<=[a-z.,;”\"])\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){1,9}\](?=[\s.,;:]|$)",
}
_LABELS = NUMBERED | word_set(
    "page pages p pp chap vol sec fig ch section sections col column line lines footnote note item paragraph para "
    "clause rule table chapters books volumes parts acts scenes figures sc mvt cl art bk pt mk ss s"
)
_ROMAN_BEFORE = re.compile(r"[ivxlIVXL]+\s?[,&–-]?\s?(?:and\s|or\s)?$")


def small_roman(match: re.Match[str], before: Token | None) -> str:
    """Speak the numeral of "scene iii", "pp. iv–x" and "(ii)"; "vi" and "iv" elsewhere stay as they are."""
    numeral, last = match["the_smallroman"], match["smalllast"]
    if not (_is_labelled(match, before) or last):
        return f"{numeral} {last or ''}"
    spoken = _value(numeral)
    return f"{spoken} to {_value(last)}" if last and numbers.ROMAN.match(last.upper()) else spoken


def _value(numeral: str) -> str:
    return numbers.cardinal(str(numbers.roman(numeral.upper())))


def _is_labelled(match: re.Match[str], before: Token | None) -> bool:
    text, start, end = match.string, match.start(), match.end()
    if text[max(0, start - 1) : start] == "(" and text[end : end + 1] == ")":
        return True
    line_begin = text.rfind("\n", 0, start) + 1
    if not text[line_begin:start].strip() and text[end : end + 1] in (".", ")"):
        return True
    name = before.text.lower().rstrip(".") if before and not before.mark else ""
    return name in _LABELS or bool(before and _ROMAN_BEFORE.fullmatch(before.text))


def early(match: re.Match[str], _: Token | None) -> str:
    """Speak "A.D. 396–430" and "1066–1087" as years."""
    first = match["reignfrom"] or match["annodomini"] or match["reignfrom2"]
    last = match["reignto"] or match["annolast"] or match["reignto2"]
    return " to ".join(_year(year) for year in (first, last) if year)


def _year(year: str) -> str:
    if len(year) == 4 and year.startswith("10") and year[2] != "0":
        return f"ten {numbers.cardinal(year[2:])}"
    return numbers.pairs(year)


def year_end(match: re.Match[str], _: Token | None) -> str:
    """Speak the second year of "2008–09"."""
    return _of_century(match["the_yearend"])


def _of_century(year: str) -> str:
    return "two thousand" if year == "00" else f"oh {numbers.digits(year[1])}"


SPEAKERS: dict[str, Speaker] = {
    "smallroman": small_roman,
    "early": early,
    "lived": lambda match, _: _DECREES[match["the_lived"]],
    "yearend": year_end,
    "shortyear": lambda match, _: _of_century(match["the_shortyear"]),
    "following": lambda _, __: "and following",
    "ffpage": lambda match, _: f"{numbers.cardinal(match['firstpage'])} and following",
    "sources": lambda _, __: "",
}
