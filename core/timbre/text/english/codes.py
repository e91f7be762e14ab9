"""Numbers that name something, and are read digit by digit; scores and countdowns."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .shorthand import BOOKS

# A number behind one of these is never a quantity.
_SURE = (
    "pin|ssn|ext|area code|imei|iccid|isbn|issn|ean|upc|iban|vin|otp|passcode|passport|routing|tracking|extension|zip|"
    "postcode|s/n|p/n|sku"
)
# These count and name; only long numbers are names.
_UNSURE = (
    "account|acct|order|invoice|ticket|case|code|serial|reference|ref|model|part|id|confirmation|registration|license|"
    "licence|policy|member|booking|customer|document"
)
_MAX_LABEL_CHARS = 40
_FIRST_SURE_DIGITS, _CODE_DIGITS, _FIRST_UNSURE_DIGITS = 3, 4, 5
_BEHIND_LABEL = r"\.?(?:\s(?:number|no\.?|code|id))?(?:\s(?:is|was))?\s?[:#]?\s?(?P<first>\d+-)?$"
_LABELS = {
    "sure": re.compile(rf"(?i)(?<!\w)(?:{_SURE}){_BEHIND_LABEL}"),
    "unsure": re.compile(rf"(?i)(?<!\w)(?:{_UNSURE}){_BEHIND_LABEL}"),
    "code": re.compile(rf"(?i)(?<!\w)code{_BEHIND_LABEL}"),
}
# Behind these three figures are said in two parts: "room 302" three oh two; behind some of them four, too.
_NUMBERED = (
    "room|rm|suite|ste|apt|apartment|unit|gate|flight|bus|route|rte|rt|highway|hwy|interstate|exit|area|boeing"
    "|airbus|port|http|"
    "error|status|form|box|xbox|office|fahrenheit|peugeot|channel|ward|cabin|locker|train|line"
)
_PAIRED = re.compile(
    rf"(?<!\w)(?:US|(?i:{_NUMBERED})(?:\s(?i:number|code))?(?:\s[A-Z]{{2}})?)[\s.:#-]{{1,3}}$"
)
# Most numbers stand behind none of these words, which is quickly seen.
_LABEL_WORDS = frozenset(("text", *(name.split()[-1] for name in f"{_SURE}|{_UNSURE}".split("|"))))
# "Text STOP to 22395."
_TEXTED = re.compile(r"(?i:\btext)\s[\"'“]?\w{1,20}[\"'”]?\sto\s$")
_SHORT_NUMBERS = (5, 6)
_NUMBERED_WORDS = frozenset(("us", *_NUMBERED.split("|")))
_WORDS_BEFORE = 4
_RATIO_DIGITS = 2
_ISSUE = re.compile(r"(?:19|20)\d\d")
_AROUND_WORD = ".,:;#(-"
_ERROR_BEHIND = re.compile(r"\s(?:errors?|status|response|plans?)\b")
# Games of a set of tennis.
_SET = "(?:6[-–][0-4]|[0-4][-–]6|7[-–][56]|[56][-–]7)"
PATTERNS = {
    "social": r"(?<![\w.-])\d{3}-\d{2}-\d{4}(?![\w-])",
    "countdown": r"(?<![\w.,-])(?:(?:10-)?\d(?:-\d){2,9}|\d{1,3}-\d{1,3}-\d{1,3})(?![\w-])",
    "sets": rf"(?<![\w.,/-])(?:{_SET}(?=(?:\s?\(\d{{1,2}}(?:[-–]\d{{1,2}})?\))?[,;]?\s{_SET}(?![\w-]))"
    rf"|(?:(?<={_SET}, )|(?<={_SET} )|(?<=\d\), )){_SET}(?![\w-]))",
    "standard": r"(?<![\w.])(?P<series>[A-OQ-Z])\.(?P<recommendation>\d{2,4})(?![\w-]|\.\d)",
    "ratio": r"(?<![\w:.,])(?P<for>\d{1,4}):(?P<against>\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0]\d{3}(?<=00))+|\d{1,4})"
    r"(?:(?P<third>:\d{1,4})|[-–](?P<verseto>\d{1,3}:\d{1,3}))?(?![\w:])",
}


def is_name(text: str, start: int, digits: str) -> bool:
    """Whether the words in front of a number say that it names something, as in "PIN: 1234".

    Args:
        text: The text that the number stands in.
        start: The number's first character, or the hyphen's in "S/N 7890-12".
        digits: The number's digits.
    """
    before = text[max(0, start - _MAX_LABEL_CHARS) : start]
    if not _has_word(before, _LABEL_WORDS):
        return False
    if len(digits) in _SHORT_NUMBERS and _TEXTED.search(before):
        return True
    sure = _LABELS["sure"].search(before)
    if sure:
        return len(digits) >= _FIRST_SURE_DIGITS or bool(sure["first"])
    if len(digits) == _CODE_DIGITS:
        return bool(_LABELS["code"].search(before))
    return len(digits) >= _FIRST_UNSURE_DIGITS and bool(_LABELS["unsure"].search(before))


def is_paired(match: re.Match[str], digits: str) -> bool:
    """Whether a number of three or four figures names a room, a road, a flight or an error.

    Args:
        match: Of the number.
        digits: The number's digits.
    """
    if len(digits) not in (3, 4) or digits[0] == "0":
        return False
    before = match.string[max(0, match.start() - _MAX_LABEL_CHARS) : match.start()]
    if _has_word(before, _NUMBERED_WORDS) and _PAIRED.search(before):
        return True
    return bool(_ERROR_BEHIND.match(match.string, match.end()))


def _has_word(before: str, words: frozenset[str]) -> bool:
    """Whether one of the last few words is among some."""
    return any(word.strip(_AROUND_WORD) in words for word in before.lower().split()[-_WORDS_BEFORE:])


def countdown(match: re.Match[str], _: Token | None) -> str:
    """Speak "3-2-1" as "three two one", "36-24-36"."""
    return " ".join(map(numbers.cardinal, match.group().split("-")))


def standard(match: re.Match[str], _: Token | None) -> str:
    """Speak "H.264" as "H two sixty four"."""
    return f"{match['series']} {numbers.paired(match['recommendation'])}"


def ratio(match: re.Match[str], before: Token | None) -> str:
    """Speak "5:3" as "five to three", "John 3:4" as "three four", "ISO 9001:2015" with its year."""
    first, second = match["for"], re.sub(r"\s", ",", match["against"])
    if before and not before.mark and before.spoken[-1] in BOOKS:
        last = " ".join(map(numbers.cardinal, match["verseto"].split(":"))) if match["verseto"] else ""
        return f"{numbers.cardinal(first)} {numbers.cardinal(second)} {'to ' + last if last else ''}"
    if len(first) > _RATIO_DIGITS and _ISSUE.fullmatch(second):
        return f"{numbers.quantity(first)} {numbers.year(second)}"
    parts = (first, second, *filter(None, ((match["third"] or "")[1:],)))
    spoken = " to ".join(map(numbers.cardinal, parts))
    return (
        f"{spoken} to {' to '.join(map(numbers.cardinal, match['verseto'].split(':')))}"
        if match["verseto"]
        else spoken
    )


SPEAKERS: dict[str, Speaker] = {
    "social": lambda match, _: numbers.digits(match.group()),
    "countdown": countdown,
    "sets": lambda match, _: numbers.digits(match.group()),
    "standard": standard,
    "ratio": ratio,
}
