"""Numbers with what belongs to them: units, money, fractions, ranges, ordinals."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .codes import is_name
from .dates import day_of_month, day_ordinal
from .lists import listed, word_set
from .units import ATTACHED, CODE, CODES, CURRENCIES, NATIONS, SCALE, SYMBOL, unit

NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*"
_EUROPEAN = r"\d{1,3}(?:\.\d{3})*,\d{2}(?![\d,])"
_GROUPED = r"\d(?:[\d,]*\d)?(?:\.\d+)?"
_LETTER = r"[^\W\d_]"
_CURRENCY = "[" + "".join(CURRENCIES) + "]"
_MINUS = r"(?:(?:(?<=\s)|(?<=^)|(?<=[(?:]))[-−])?"
_UNIT = rf"{SYMBOL}(?:/{SYMBOL})?(?![\w²³/])"

_CROWDS = "|".join(
    listed(
        "people users views followers subscribers dollars euros pounds customers downloads copies jobs players viewers"
    )
)
_TEMPERATURE = "|".join(f"(?<={word} )" for word in listed("is was at to of below above about"))

PATTERNS = {
    "money": rf"(?P<debt>{_MINUS})(?:(?<![A-Za-z])(?P<nation>{'|'.join(NATIONS)}))?(?P<symbol>{_CURRENCY})\s?"
    rf"(?P<behind>[-−])?(?P<amount>{_EUROPEAN}|(?>{NUMBER})|\.\d+)(?:\s?(?P<scale>{SCALE}|[kKmMbB])\b)?"
    rf"(?P<rate>/{SYMBOL}(?![\w²³/]))?",
    "moneyrange": rf"(?<![\w.,])(?P<paid>{_CURRENCY})(?P<least>{_GROUPED})\s?[-–]\s?"
    rf"(?P<most>{_GROUPED})(?:\s?(?P<most_scale>{SCALE}|[kKmMbB])\b)?(?![\w.-]*\d)",
    "postmoney": rf"(?P<postamount>(?<![\d.,]){_EUROPEAN}|(?<![\d.,])\d{{1,3}}(?:\.\d{{3}}){{2,}}|{NUMBER})"
    rf"\s?(?:(?P<postsymbol>[€£¥₹₫₮₱₴฿₦₡])|(?P<postcode>{CODE})(?!\w))",
    "codemoney": rf"(?<!\w)(?P<code>{CODE})\s?(?P<codeamount>(?>{NUMBER}))"
    rf"(?:\s?(?P<codescale>{SCALE}|[kKmMbB])\b)?",
    "mixed": rf"(?<![\w.,/])(?P<below>{_MINUS})(?P<whole>\d{{1,4}})\s(?P<part>[1-9]\d?/[1-9]\d{{0,2}})(?:th|rd|nd)?"
    rf"(?![\w/])(?:\s?(?P<mixedunit>{_UNIT}))?",
    "fraction": rf"(?<![\w/.])(?P<negative>{_MINUS})(?P<top>\d{{1,6}})(?:[/⁄]|\s/\s)(?P<bottom>\d{{1,6}})"
    rf"(?i:th|rd|nd|st)?s?(?![\w/])(?:\s?(?P<fractionunit>{_UNIT}|[\"″](?=\s[a-z])|-inch\b))?",
    "ordinal": r"(?P<rank>(?<![\w.,])\d[\d,]{0,20})(?P<suffix>(?i:st|nd|rd|th))(?P<owner>['’]s)?\b",
    "ranks": r"(?:(?<=1st)|(?<=2nd)|(?<=3rd)|(?<=\dth))[-–](?=\d+(?:st|nd|rd|th)\b)",
    "numbers": r"#(?P<first>\d+)[-–](?P<last>\d+)(?![\w-])",
    "fahrenheit": rf"(?:{_TEMPERATURE})(?P<heat>\d{{1,3}})\sF(?![\w'’.])"
    rf"|(?<![\w.,])(?P<below2>{_MINUS})(?P<heat2>\d{{1,3}}(?:\.\d)?)\s(?P<scale2>[CF])(?=\.?(?:\s*$|[,;:!?)]))",
    "postal": r"(?<![\w.-])(?:\d{5}-\d{4}|\d{1,7}(?:-\d{1,7}){3,}"
    r"|(?=[\d-]*(?<!\d)0\d\d)(?!\d{4}-\d{4}(?![\d-]))\d{2,7}(?:-\d{2,7}){1,2})(?![\w-])",
    "stature": r"(?<![\w.])(?P<feet>\d)['’′]\s?(?P<rest>\d{1,2})(?:[\"”″]|(?!\w))",
    "dimensions": rf"(?<![\w.])(?P<sides>\d+(?:\.\d+)?(?:\s?[xX×]\s?\d+(?:\.\d+)?)+)\s?(?P<dimension>{_UNIT})",
    "inches": r"(?<![\w.])(?P<inch>\d+(?:\.\d+)?)"
    r"(?:″|\"(?!\w)|\s?in\.(?!\w)|(?:(?<=ft \d)|(?<=ft \d\d)|(?<=ft\. \d))\sin\b)",
    "even": r"(?<![\w.])(?P<half>\d{1,3})[-–](?P=half)(?![\w.-])",
    "short": r"(?<![\w.,-])(?:(?P<brief>\d+\.\d+|\d{2,3})(?P<size>[MB])|(?P<many>\d+(?:\.\d+)?)[xX](?=\s[a-z]))(?!\w)"
    rf"|(?<![\w.,-])(?P<crowd>\d+(?:\.\d+)?)m(?=\s(?:{_CROWDS})\b)",
    "number": rf"(?<![\w.])(?P<loss>{_MINUS})(?P<digits>(?>{NUMBER})|\.\d+)(?:\s?(?P<multiple>{SCALE})\b)?"
    rf"(?:[-\s]?(?!V\s\d)(?P<unit>{_UNIT})|(?P<per>/{SYMBOL})(?![\w²³/])|(?P<attached>[{''.join(ATTACHED)}])(?!\w))?(?!{_LETTER})",
    "glued": rf"(?<![\w.])(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+\.\d+)(?={_LETTER})",
    "about": r"(?<![\w~])~(?=\d)",
    "down": r"(?<=\d)-(?=0(?![\d.]))",
    "to": rf"(?:(?<=\d)|(?<=\d[sM%])|(?<=[\d ][aApP][mM])|(?<=[ap]\.m\.))(?:\s[-–]\s|[-–]\s?)(?={_CURRENCY}?\d)",
}

_RANGE_WITH_UNIT = re.compile(rf"[-–](?:{NUMBER})\s?{_UNIT}")
_NAMED_RATIOS = frozenset((("24", "7"), ("9", "11"), ("7", "11"), ("20", "20")))
_COUNTED = re.compile(r"\s(?:people\b|[a-z]+[^s\W]s\b)")
_BEFORE_YEAR = frozenset(("in", "year", "since", "until"))
_RELEASE = re.compile(r"[1-9]\d?\.0")
# "1.0 to 1.6", "6.0, 2.8", "10.0 minutes": no releases.
_MEASURED = re.compile(r"\s?[,;|]?\s?(?:(?:to|and|or|by|x)\s)?[-–(±]?\d|\s[a-z]+[^s\W]s\b")
# Behind these "2.0" is a number; behind other words, and at the beginning, it is a release.
_BEFORE_DECIMAL = word_set(
    "is was are were be been of at to from by than about around under over between and or only exactly equals"
)
_NOUN_BEHIND = re.compile(r"\s[a-z]")
_NUMBER_BEHIND = re.compile(r"\d{1,15}(?![\d.,:/-])")
_RUN_BEHIND = re.compile(r"\s(?:runs?|runners?|races?|walks?|jog)\b")
_EQUALS_BEHIND = re.compile(r"\s?=")
_INCHES = ('"', "″", "-inch")
_ARTICLES = word_set("a an the this that my your his her our their")
# What does not begin the noun that a measure describes: "the 5 km we ran".
_AFTER_LENGTH = (
    r"(?!\s(?:long|wide|tall|deep|thick|high|in|of|by|and|or|is|was|to|for|at|on|from|away|above|below|we|you|they|he"
    r"|she|it|that|which|who|between|up|down|into|along|back|but|so|if|when|while|than|as|because|are|were|has|had"
    r"|have|can|could|will|would|should|must|may|might|with|without|after|before|under|over|around|through|across|then"
    r"|there|here|not|only|more|less|each|per|a|an|the|this|my|your|his|her|our|their)\b)"
)
_ATTRIBUTE_BEHIND = re.compile(_AFTER_LENGTH + r"\s[a-z]")
_ERA = re.compile(r"\s?(?:A\.?D|B\.?C)\b")


def money(match: re.Match[str], before: Token | None) -> str:
    """Speak "$3.50", "-$5", "US$76 trillion", "a $5 bill"."""
    symbol, amount = match["symbol"], match["amount"]
    if amount.isdecimal() and not match["nation"] and not match["rate"] and _describes(match, before):
        count = numbers.multiple(amount, match["scale"]) if match["scale"] else numbers.quantity(amount)
        return f"{count} {CURRENCIES[symbol][0]}"
    spoken = _amount(symbol, amount, match["scale"], NATIONS.get(match["nation"] or ""))
    if match["rate"]:
        spoken = f"{spoken} {unit(match['rate'], '1')}"
    return f"minus {spoken}" if match["debt"] or match["behind"] else spoken


def money_range(match: re.Match[str], _: Token | None) -> str:
    """Speak "$5-10" as "five to ten dollars"."""
    return f"{numbers.quantity(match['least'])} to {_amount(match['paid'], match['most'], match['most_scale'], None)}"


def short(match: re.Match[str], _: Token | None) -> str:
    """Speak "1.5M" as "one point five million", "3x" as "three times"."""
    if match["many"]:
        return f"{numbers.quantity(match['many'])} times"
    if match["crowd"]:
        return numbers.multiple(match["crowd"], "m")
    return numbers.multiple(match["brief"], match["size"])


def postmoney(match: re.Match[str], _: Token | None) -> str:
    """Speak "20 €", "5 EUR"."""
    return _amount(match["postsymbol"] or match["postcode"], match["postamount"], None, None)


def codemoney(match: re.Match[str], _: Token | None) -> str:
    """Speak "USD 12.50", "EUR 2 billion"."""
    return _amount(match["code"], match["codeamount"], match["codescale"], None)


def _amount(symbol: str, amount: str, scale: str | None, nation: str | None) -> str:
    unit_name, units, cent, cents = CURRENCIES.get(symbol) or CODES[symbol]
    if nation:
        unit_name, units = f"{nation} {unit_name}", f"{nation} {units}"
    if re.fullmatch(_EUROPEAN, amount) or amount.count(".") > 1:
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
    if " / " in match.group() and (
        int(top) >= int(bottom) or _EQUALS_BEHIND.match(match.string, match.end())
    ):
        return f"{numbers.cardinal(top)} divided by {numbers.cardinal(bottom)}"
    spoken = numbers.fraction(top, bottom)
    if symbol := match["fractionunit"]:
        spoken = f"{spoken} {'inch' if symbol in _INCHES else unit(symbol, '1')}"
    return f"minus {spoken}" if match["negative"] else spoken


def ordinal(match: re.Match[str], before: Token | None) -> str:
    """Speak "22nd"; the suffix by itself where it is the wrong one; "the 5th of" in front of a month."""
    rank, suffix = match["rank"], match["suffix"].lower()
    if numbers.ordinal_suffix(rank) != suffix:
        return f"{numbers.cardinal(rank)} {suffix}"
    if match["owner"]:
        return numbers.ordinal(rank) + "'s"
    return day_ordinal(rank, match, before) or numbers.ordinal(rank)


def inches(match: re.Match[str], before: Token | None) -> str:
    """Speak the inches of ``12"``, unless the mark closes a quotation."""
    if match.string.count('"', match.pos, match.start()) % 2:
        return numbers.number(match["inch"])
    is_single = match["inch"] == "1" or _describes(match, before)
    return f"{numbers.quantity(match['inch'])} {'inch' if is_single else 'inches'}"


def even(match: re.Match[str], _: Token | None) -> str:
    """Speak "50-50" as "fifty fifty"."""
    return " ".join([numbers.cardinal(match["half"])] * 2)


def number(match: re.Match[str], before: Token | None) -> str:
    """Speak a number, with its unit, or as a day of a month or a year where it is one."""
    value, symbol = match["digits"], match["unit"] or match["per"]
    if not symbol and not match["attached"] and not match["loss"] and not match["multiple"]:
        if value.isdecimal() and is_name(match.string, match.start(), value):
            return numbers.digits(value)
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
        is_single = _is_adjective(match) or _describes(match, before)
        spoken = f"{spoken} {unit(symbol, '1' if is_single else value)}"
    elif match["attached"]:
        is_distance = match["attached"] == "k" and _RUN_BEHIND.match(match.string, match.end())
        spoken = f"{spoken} {'K' if is_distance else ATTACHED[match['attached']]}"
    return f"minus {spoken}" if match["loss"] else spoken


def _is_adjective(match: re.Match[str]) -> bool:
    """Whether a number and its unit describe a noun, as in "a 4-kg bag"."""
    text = match.string
    is_joined = bool(match["unit"]) and text[match.start("unit") - 1] == "-"
    return is_joined and bool(_NOUN_BEHIND.match(text, match.end()))


def _describes(match: re.Match[str], before: Token | None) -> bool:
    """Whether a measure stands between an article and a noun, as in "a 5 km run"."""
    is_article = before is not None and before.text.lower() in _ARTICLES
    return is_article and bool(_ATTRIBUTE_BEHIND.match(match.string, match.end()))


def _is_release(value: str, match: re.Match[str], before: Token | None) -> bool:
    """Whether "2.0" names a release, as in "web 2.0"; its zero is then said as "oh"."""
    if match["loss"] or not _RELEASE.fullmatch(value) or _MEASURED.match(match.string, match.end()):
        return False
    return before is None or (
        not before.mark and before.text[0].isalpha() and before.text.lower() not in _BEFORE_DECIMAL
    )


def _plain(value: str, symbol: str | None, match: re.Match[str], before: Token | None) -> str:
    """A number that is a year only where nothing is counted with it."""
    text, end = match.string, match.end()
    if symbol or _RANGE_WITH_UNIT.match(text, end):
        return numbers.quantity(value)
    if _is_release(value, match, before):
        return f"{numbers.cardinal(value[:-2])} point oh"
    if value.isdecimal() and len(value) == 4:
        if match["loss"]:
            return numbers.quantity(value)
        if before and before.text.lower() in _BEFORE_YEAR:
            return numbers.pairs(value) if value[1:3] != "00" else numbers.year(value)
        if value[:2] < "19" and _COUNTED.match(text, end):
            return numbers.quantity(value)
    return numbers.number(value)


def dimensions(match: re.Match[str], _: Token | None) -> str:
    """Speak "2x8 m" as "two by eight meters"."""
    sides = re.findall(r"[\d.]+", match["sides"])
    return f"{' by '.join(map(numbers.quantity, sides))} {unit(match['dimension'], sides[-1])}"


def temperature(match: re.Match[str], _: Token | None) -> str:
    """Speak "98 F", "-40 C"."""
    if match["heat"]:
        return f"{numbers.quantity(match['heat'])} degrees Fahrenheit"
    spoken = f"{numbers.quantity(match['heat2'])} {unit('°' + match['scale2'], match['heat2'])}"
    return f"minus {spoken}" if match["below2"] else spoken


def to(match: re.Match[str], before: Token | None) -> str:
    """Speak the hyphen of "5-7"; of "9 - 4", which is no range, as minus; silent in "S/N 7890-12"."""
    text = match.string
    first = before.text if before else ""
    if first.isdecimal() and is_name(text, match.start() - len(first), first):
        return ""
    if first.isdecimal() and " - " in match.group():
        following = _NUMBER_BEHIND.match(text, match.end())
        if following and int(following.group()) < int(first):
            return "minus"
    return "to"


def postal(match: re.Match[str], _: Token | None) -> str:
    """Speak "32423-3948", "0800-100" and "978-0-306-40615-7" digit by digit."""
    return numbers.digits(match.group())


SPEAKERS: dict[str, Speaker] = {
    "money": money,
    "postmoney": postmoney,
    "codemoney": codemoney,
    "mixed": mixed,
    "fraction": fraction,
    "ordinal": ordinal,
    "numbers": lambda match, _: (
        f"numbers {numbers.quantity(match['first'])} through {numbers.quantity(match['last'])}"
    ),
    "fahrenheit": temperature,
    "postal": postal,
    "dimensions": dimensions,
    "stature": lambda match, _: f"{numbers.cardinal(match['feet'])} foot {numbers.cardinal(match['rest'])}",
    "inches": inches,
    "even": even,
    "ranks": lambda _, __: "to",
    "short": short,
    "about": lambda _, __: "about",
    "moneyrange": money_range,
    "number": number,
    "glued": lambda match, _: numbers.quantity(match.group()),
    "down": lambda _, __: "",
    "to": to,
}
