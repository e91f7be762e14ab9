"""Numbers with what belongs to them: units, money, fractions, ranges, ordinals."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .dates import day_of_month, day_ordinal
from .units import ATTACHED, CURRENCIES, NATIONS, SCALE, SYMBOL, unit

NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*"
_EUROPEAN = r"\d{1,3}(?:\.\d{3})*,\d{2}(?![\d,])"
_LETTER = r"[^\W\d_]"
_CURRENCY = "[" + "".join(CURRENCIES) + "]"
_MINUS = r"(?:(?:(?<=\s)|(?<=^)|(?<=[(?:]))[-−])?"
_UNIT = rf"{SYMBOL}(?:/{SYMBOL})?(?![\w²³/])"

_TEMPERATURE = "|".join(
    f"(?<={word} )" for word in ("is", "was", "at", "to", "of", "below", "above", "about")
)

PATTERNS = {
    "money": rf"(?P<debt>{_MINUS})(?:(?<![A-Za-z])(?P<nation>{'|'.join(NATIONS)}))?(?P<symbol>{_CURRENCY})\s?"
    rf"(?P<behind>[-−])?(?P<amount>{_EUROPEAN}|(?>{NUMBER})|\.\d+)(?:\s?(?P<scale>{SCALE}|[kKmMbB])\b)?(?P<rate>/{SYMBOL}(?![\w²³/]))?",
    "postmoney": rf"(?P<postamount>{NUMBER})\s?(?P<postsymbol>[€£¥₹])",
    "mixed": rf"(?<![\w.,/])(?P<below>{_MINUS})(?P<whole>\d{{1,4}})\s(?P<part>[1-9]\d?/[1-9]\d{{0,2}})(?:th|rd|nd)?"
    rf"(?![\w/])(?:\s?(?P<mixedunit>{_UNIT}))?",
    "fraction": rf"(?<![\w/.])(?P<negative>{_MINUS})(?P<top>\d{{1,6}})(?:/|\s/\s)(?P<bottom>\d{{1,6}})"
    r"(?i:th|rd|nd|st)?s?(?![\w/])",
    "ordinal": r"(?P<rank>(?<![\w.,])\d[\d,]{0,20})(?P<suffix>(?i:st|nd|rd|th))(?P<owner>['’]s)?\b",
    "numbers": r"#(?P<first>\d+)[-–](?P<last>\d+)(?![\w-])",
    "fahrenheit": rf"(?:{_TEMPERATURE})(?P<heat>\d{{1,3}})\sF(?![\w'’.])",
    "postal": r"(?<![\w.-])(?:\d{5}-\d{4}|\d{1,7}(?:-\d{1,7}){3,})(?![\w-])",
    "stature": r"(?<![\w.])(?P<feet>\d)['’′]\s?(?P<rest>\d{1,2})(?:[\"”″]|(?!\w))",
    "power": r"(?<=\d)\^(?=[-−]?\d)",
    "dimensions": rf"(?<![\w.])(?P<sides>\d+(?:\.\d+)?(?:\s?[xX×]\s?\d+(?:\.\d+)?)+)\s?(?P<dimension>{_UNIT})",
    "inches": r"(?<![\w.])(?P<inch>\d+(?:\.\d+)?)(?:″|\"(?!\w))",
    "even": r"(?<![\w.])(?P<half>\d{1,3})[-–](?P=half)(?![\w.-])",
    "minus": r"(?<=\d)\s?[-−]\s?(?=\d+\s?=)",
    "number": rf"(?<![\w.])(?P<loss>{_MINUS})(?P<digits>(?>{NUMBER})|\.\d+)(?:\s?(?P<multiple>{SCALE})\b)?"
    rf"(?:[-\s]?(?P<unit>{_UNIT})|(?P<per>/{SYMBOL})(?![\w²³/])|(?P<attached>[{''.join(ATTACHED)}])(?!\w))?(?!{_LETTER})",
    "glued": rf"(?<![\w.])(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+\.\d+)(?={_LETTER})",
    "times": r"(?<=\d)(?:\s[xX]\s|\s?[×*∗∙⋅]\s?)(?=\d)",
    "down": r"(?<=\d)-(?=0(?![\d.]))",
    "to": rf"(?:(?<=\d)|(?<=\d[sM%])|(?<=[\d ][aApP][mM])|(?<=[ap]\.m\.))\s?[-–]\s?(?={_CURRENCY}?\d)",
}

_RANGE_WITH_UNIT = re.compile(rf"[-–](?:{NUMBER})\s?{_UNIT}")
_NAMED_RATIOS = frozenset((("24", "7"), ("9", "11"), ("7", "11"), ("20", "20")))
_COUNTED = re.compile(r"\s(?:people\b|[a-z]+[^s\W]s\b)")
_BEFORE_YEAR = frozenset(("in", "year", "since", "until"))
_NOUN_BEHIND = re.compile(r"\s[a-z]")
_ERA = re.compile(r"\s?(?:A\.?D|B\.?C)\b")


def money(match: re.Match[str], _: Token | None) -> str:
    """Speak "$3.50", "-$5", "US$76 trillion"."""
    spoken = _amount(match["symbol"], match["amount"], match["scale"], NATIONS.get(match["nation"] or ""))
    if match["rate"]:
        spoken = f"{spoken} {unit(match['rate'], '1')}"
    return f"minus {spoken}" if match["debt"] or match["behind"] else spoken


def postmoney(match: re.Match[str], _: Token | None) -> str:
    """Speak "20 €"."""
    return _amount(match["postsymbol"], match["postamount"], None, None)


def _amount(symbol: str, amount: str, scale: str | None, nation: str | None) -> str:
    unit_name, units, cent, cents = CURRENCIES[symbol]
    if nation:
        unit_name, units = f"{nation} {unit_name}", f"{nation} {units}"
    if re.fullmatch(_EUROPEAN, amount):
        amount = amount.replace(".", "").replace(",", ".")
    if scale:
        return f"{numbers.multiple(amount, scale)} {units}"
    whole, _, part = amount.partition(".")
    part = part.rstrip("0") if part.isdecimal() else part
    if len(part) > 2:
        return f"{numbers.quantity(f'{whole}.{part}')} {units}"
    value, hundredths = int(whole.replace(",", "") or 0), int(part.ljust(2, "0"))
    parts: list[str] = []
    if value or not hundredths:
        parts.append(f"{numbers.cardinal(whole.lstrip('0') or '0')} {unit_name if value == 1 else units}")
    if hundredths:
        parts.append(f"{numbers.cardinal(str(hundredths))} {cent if hundredths == 1 else cents}")
    return " ".join(parts)


def mixed(match: re.Match[str], _: Token | None) -> str:
    """Speak "2 1/2" as "two and a half"."""
    top, bottom = match["part"].split("/")
    part = numbers.fraction(top, bottom)
    if part in ("one half", "one quarter"):
        part = part.replace("one", "a")
    spoken = f"{numbers.cardinal(match['whole'])} and {part}"
    if match["mixedunit"]:
        spoken = f"{spoken} {unit(match['mixedunit'], '')}"
    return f"minus {spoken}" if match["below"] else spoken


def fraction(match: re.Match[str], _: Token | None) -> str:
    """Speak "3/4", "1/4th"."""
    top, bottom = match["top"], match["bottom"]
    if (top, bottom) in _NAMED_RATIOS:
        return f"{numbers.cardinal(top)} {numbers.cardinal(bottom)}"
    spoken = numbers.fraction(top, bottom)
    return f"minus {spoken}" if match["negative"] else spoken


def ordinal(match: re.Match[str], before: Token | None) -> str:
    """Speak "22nd"; the suffix by itself where it is the wrong one; "the 5th of" in front of a month."""
    rank, suffix = match["rank"], match["suffix"].lower()
    if numbers.ordinal_suffix(rank) != suffix:
        return f"{numbers.cardinal(rank)} {suffix}"
    if match["owner"]:
        return numbers.ordinal(rank) + "'s"
    return day_ordinal(rank, match, before) or numbers.ordinal(rank)


def inches(match: re.Match[str], _: Token | None) -> str:
    """Speak the inches of ``12"``, unless the mark closes a quotation."""
    if match.string.count('"', match.pos, match.start()) % 2:
        return numbers.number(match["inch"])
    return f"{numbers.quantity(match['inch'])} {'inch' if match['inch'] == '1' else 'inches'}"


def even(match: re.Match[str], _: Token | None) -> str:
    """Speak "50-50" as "fifty fifty"."""
    return " ".join([numbers.cardinal(match["half"])] * 2)


def number(match: re.Match[str], before: Token | None) -> str:
    """Speak a number, with its unit, or as a day of a month or a year where it is one."""
    value, symbol = match["digits"], match["unit"] or match["per"]
    if not symbol and not match["attached"] and not match["loss"] and not match["multiple"]:
        dated = day_of_month(value, match, before)
        if dated:
            return dated
        if value.isdecimal() and _ERA.match(match.string, match.end()):
            return numbers.pairs(value)
    spoken = (
        numbers.multiple(value, match["multiple"])
        if match["multiple"]
        else _plain(value, symbol, match, before)
    )
    if symbol:
        spoken = f"{spoken} {unit(symbol, '1' if _is_adjective(match) else value)}"
    elif match["attached"]:
        spoken = f"{spoken} {ATTACHED[match['attached']]}"
    return f"minus {spoken}" if match["loss"] else spoken


def _is_adjective(match: re.Match[str]) -> bool:
    """Whether a number and its unit describe a noun, as in "a 4-kg bag"."""
    text = match.string
    is_joined = bool(match["unit"]) and text[match.start("unit") - 1] == "-"
    return is_joined and bool(_NOUN_BEHIND.match(text, match.end()))


def _plain(value: str, symbol: str | None, match: re.Match[str], before: Token | None) -> str:
    """A number that is a year only where nothing is counted with it."""
    text, end = match.string, match.end()
    if symbol or _RANGE_WITH_UNIT.match(text, end):
        return numbers.quantity(value)
    if value.isdecimal() and len(value) == 4:
        if before and before.text.lower() in _BEFORE_YEAR:
            return numbers.pairs(value) if value[1:3] != "00" else numbers.year(value)
        if value[:2] < "19" and _COUNTED.match(text, end):
            return numbers.quantity(value)
    return numbers.number(value)


def dimensions(match: re.Match[str], _: Token | None) -> str:
    """Speak "2x8 m" as "two by eight meters"."""
    sides = re.findall(r"[\d.]+", match["sides"])
    return f"{' by '.join(map(numbers.quantity, sides))} {unit(match['dimension'], sides[-1])}"


def postal(match: re.Match[str], _: Token | None) -> str:
    """Speak "32423-3948" and "978-0-306-40615-7" digit by digit."""
    return numbers.digits(match.group())


SPEAKERS: dict[str, Speaker] = {
    "money": money,
    "postmoney": postmoney,
    "mixed": mixed,
    "fraction": fraction,
    "ordinal": ordinal,
    "numbers": lambda match, _: (
        f"numbers {numbers.quantity(match['first'])} through {numbers.quantity(match['last'])}"
    ),
    "fahrenheit": lambda match, _: f"{numbers.quantity(match['heat'])} degrees Fahrenheit",
    "postal": postal,
    "dimensions": dimensions,
    "stature": lambda match, _: f"{numbers.cardinal(match['feet'])} foot {numbers.cardinal(match['rest'])}",
    "power": lambda _, __: "to the power of",
    "inches": inches,
    "even": even,
    "minus": lambda _, __: "minus",
    "number": number,
    "glued": lambda match, _: numbers.quantity(match.group()),
    "times": lambda _, __: "times",
    "down": lambda _, __: "",
    "to": lambda _, __: "to",
}
