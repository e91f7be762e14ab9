"""Fractions, and what else two numbers and a slash are: marks of a test, a blood pressure, a split."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .amounts import INCH, INCHES, MINUS, UNIT, closes_quotation
from .attributes import ATTRIBUTE_BEHIND
from .lists import word_set
from .units import unit

PATTERNS = {
    "mixed": rf"(?<![\w.,/])(?P<below>{MINUS})(?P<whole>\d{{1,4}})[\s-](?P<part>[1-9]\d?/[1-9]\d{{0,2}})(?:th|rd|nd)?"
    rf"(?![\w/])(?:\s?(?P<mixedunit>{UNIT}|{INCH}|in\.(?!\w)))?",
    "fraction": rf"(?<![\w/.])(?P<negative>{MINUS})(?P<top>\d{{1,6}})(?:[/⁄]|\s/\s)(?P<bottom>\d{{1,6}})"
    rf"(?i:th|rd|nd|st)?s?(?![\w/])(?:\s?(?P<fractionunit>{UNIT}|{INCH}|-inch\b|in\.(?!\w)))?",
}
_NAMED_RATIOS = frozenset((("24", "7"), ("9", "11"), ("7", "11"), ("20", "20")))
_TIME_BEHIND = re.compile(r"[\s-](?:time|meter|signature|measure|vision|acuity|ARMs?|O[DSU])\b")
_EYES_BEFORE = re.compile(r"\b(?:[Vv]ision|[Aa]cuity|[Ee]yes?)\b[^.!?;]{0,24}$")
# What bars of games and marks of tests stand beside: "HP 80/120", "scored 17/20", "5/8 correct".
_BAR_BEFORE = re.compile(
    r"\b(?:HP|MP|SP|XP|EXP|AP|PP|TP|Health|Mana|Stamina|Energy|Shields?|Armou?r|Hull|Ammo):?\s$"
)
_MARK_BEFORE = re.compile(
    r"\b(?i:scor(?:e[ds]?|ing)|marks?|graded?|rat(?:ed|ings?)|results?|quiz|test|exam|pain|collect(?:ed)?"
    r"|answered|progress|achievements?|(?:i|he|she|we|they|you|who)\sgot)\b[^.!?;\d]{0,20}$"
)
_MARK_BEHIND = re.compile(
    r"\s?\(\d{1,3}(?:\.\d+)?\s?%\)"
    r"|\s(?:in|on)\s(?:the|my|his|her|their|our|a|an|this|that|last|today's)\s(?:\w+\s)?"
    r"(?:quiz|test|exam|paper|homework|section|assignment|midterm|final|essay)\b"
    r"|\s(?:correct|right|marks?|points?|pts|coins|stars|HP|MP|XP|completed?|collected|unlocked|lives|slots|would)\b"
)
_OF_BEHIND = re.compile(r"\s(?:of|cups?|teaspoons?|tablespoons?|inch|mile)\b")
_IS_BEFORE = re.compile(r"(?:\b(?:is|was)|['’]s)\s(?:an?\s)?$")
_SMALLEST_MARK, _BEST, _BEFORE_CHARS = 5, 10, 48
# "134/6 dec." of cricket, and "Flat 3/1".
_WICKETS = 10
_INNINGS_BEHIND = re.compile(
    r"\s(?:dec(?:lared)?\b|d\b|\(\d{1,3}(?:\.\d)?\s?(?:ov(?:ers)?\b)|(?:in|off|after|from)\s\d{1,3}(?:\.\d)?\sovers?"
    r"|at\s(?:stumps|lunch|tea|the close)\b)"
)
_FLATS = word_set("flat unit apartment apt case plot lot")
_MARKS = ('"', "″")
_PEOPLE_BEHIND = re.compile(
    r"\s(?:people|doctors|dentists|users|customers|students|adults|children|women|men|players|votes|respondents"
    r"|patients"
    r"|employees|experts|teams|games|matches|tests|points)\b"
)
_RATED = re.compile(
    r"\b(?:an?|solid|rated?|score[ds]?|rating|it|this|of|give|gave|got)\s(?:it\s|this\s|an?\s)?$"
)
_EQUALS_BEHIND = re.compile(r"\s?=")


def mixed(match: re.Match[str], _: Token | None) -> str:
    """Speak "2 1/2" as "two and a half"."""
    top, bottom = match["part"].split("/")
    part = numbers.fraction(top, bottom)
    if part in ("one half", "one quarter"):
        part = part.replace("one", "a")
    spoken = f"{numbers.cardinal(match['whole'])} and {part}"
    symbol = match["mixedunit"]
    if symbol and not closes_quotation(match, "mixedunit"):
        is_single = symbol in _MARKS and bool(ATTRIBUTE_BEHIND.match(match.string, match.end()))
        inches = "inch" if is_single else "inches"
        spoken = f"{spoken} {inches if symbol in INCHES else unit(symbol, '')}"
    return f"minus {spoken}" if match["below"] else spoken


def fraction(match: re.Match[str], before: Token | None) -> str:
    """Speak "3/4", "1/4th", "scored 17/20"."""
    top, bottom = match["top"], match["bottom"]
    if before and not before.mark and before.text.lower().rstrip(".") in _FLATS:
        return f"{numbers.paired(top)} {numbers.paired(bottom)}"
    joint = _joint(match)
    if joint is not None:
        return " ".join((numbers.cardinal(top), *joint, numbers.cardinal(bottom)))
    measure = match["fractionunit"]
    if measure == "mmHg" or (measure is None and _is_pressure(int(top), int(bottom))):
        spoken = f"{numbers.cardinal(top)} over {numbers.cardinal(bottom)}"
        return f"{spoken} {unit(measure, '')}" if measure else spoken
    spoken = numbers.fraction(top, bottom)
    if measure and not closes_quotation(match, "fractionunit"):
        spoken = f"{spoken} {'inch' if measure in INCHES else unit(measure, '1')}"
    return f"minus {spoken}" if match["negative"] else spoken


def _joint(match: re.Match[str]) -> tuple[str, ...] | None:
    """The words between two numbers that are no fraction; None for a fraction or a pressure."""
    top, bottom = int(match["top"]), int(match["bottom"])
    if match.string[max(0, match.start() - 1) : match.start()] == "√":
        return ("over",)
    if bottom <= _WICKETS and _INNINGS_BEHIND.match(match.string, match.end()):
        return ("for",)
    if (match["top"], match["bottom"]) in _NAMED_RATIOS:
        return ()
    if _is_division(match):
        return ("divided", "by")
    if _TIME_BEHIND.match(match.string, match.end()) or (
        match["top"] == "20" and _EYES_BEFORE.search(match.string, *_beside(match))
    ):
        return ()
    if (
        _PEOPLE_BEHIND.match(match.string, match.end())
        or (match["bottom"] == "10" and _RATED.search(match.string, match.pos, match.start()))
        or _is_mark(match)
    ):
        return ("out", "of") if top <= bottom else ("over",)
    return None


def _is_division(match: re.Match[str]) -> bool:
    """Whether "8/4 =" or "12 / 4" asks for a quotient."""
    is_equation = bool(_EQUALS_BEHIND.match(match.string, match.end()))
    is_whole = int(match["top"]) >= int(match["bottom"])
    if " / " in match.group():
        return is_whole or is_equation
    return is_whole and is_equation and int(match["bottom"]) > 1


def _beside(match: re.Match[str]) -> tuple[int, int]:
    """Where the words right in front of a match begin and end."""
    return max(match.pos, match.start() - _BEFORE_CHARS), match.start()


def _is_mark(match: re.Match[str]) -> bool:
    """Whether "17/20" is what somebody scored, or a bar of a game, and no fraction."""
    top, bottom = int(match["top"]), int(match["bottom"])
    if top > bottom or match["fractionunit"]:
        return False
    if _BAR_BEFORE.search(match.string, *_beside(match)):
        return True
    if bottom == _BEST and _IS_BEFORE.search(match.string, *_beside(match)):
        return not _OF_BEHIND.match(match.string, match.end())
    if bottom < _SMALLEST_MARK or _OF_BEHIND.match(match.string, match.end()):
        return False
    return bool(
        _MARK_BEHIND.match(match.string, match.end()) or _MARK_BEFORE.search(match.string, *_beside(match))
    )


def _is_pressure(top: int, bottom: int) -> bool:
    """Whether two numbers can be a person's blood pressure and are no common fraction."""
    return 80 <= top <= 220 and 40 <= bottom <= 130 and top > bottom


SPEAKERS: dict[str, Speaker] = {"mixed": mixed, "fraction": fraction}
