"""Numbers with what belongs to them: units, fractions, ranges, ordinals."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .attributes import ATTRIBUTE_BEHIND, CROWDS, SIDES, THING_BEHIND, describes, is_run
from .codes import is_name, is_paired
from .dates import day_of_month, day_ordinal, is_year_of_date
from .lists import listed, word_set
from .shorthand import FRACTIONS
from .tables import DAYS, MONTHS
from .units import ATTACHED, CURRENCY, PER, SCALE, SYMBOL, unit

# "1.234,56" and "1'000'000".
_FOREIGN = r"\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:['’_]\d{3})+"
NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d+(?:\.\d+)*"
_LETTER = r"[^\W\d_]"
MINUS = r"(?:(?:(?<=\s)|(?<=^)|(?<=[(?:]))[-−])?"
PER_UNIT = rf"(?:(?:{'|'.join(PER)})\b|{SYMBOL})"
UNIT = rf"{SYMBOL}(?:/{PER_UNIT}){{0,2}}(?![\w²³]|/(?!\d))"

_MONTHS = "|".join(name.title() for name in MONTHS)
_MEASURES = "|".join(
    f"(?<=\\d{symbol})"
    for symbol in listed(
        "Hz kHz MHz GHz km cm mm nm kg mg ml mL GB MB TB ft lb lbs oz mi mph min mins hrs hr px dB [\"″] ['′]"
    )
)
_VULGARS = "".join(FRACTIONS)
INCH = r"[\"″](?!\w)"
_TEMPERATURE = "|".join(f"(?<={word} )" for word in listed("is was at to of below above about"))

PATTERNS = {
    "ordinal": r"(?P<rank>(?<![\w.,])\d[\d,]{0,20})(?P<suffix>(?i:st|nd|rd|th))(?P<owner>['’]s)?\b",
    "ranks": r"(?:(?<=1st)|(?<=2nd)|(?<=3rd)|(?<=\dth))\s?[-–]\s?"
    rf"(?=(?:(?:{'|'.join(DAYS)})[a-z]*\s)?\d+(?:st|nd|rd|th)\b)",
    "numbers": r"#(?P<first>\d+)[-–](?P<last>\d+)(?![\w-])",
    "fahrenheit": rf"(?=\d{{1,3}}\sF)(?:{_TEMPERATURE})(?P<heat>\d{{1,3}})\sF(?![\w'’.])"
    rf"|(?<![\w.,])(?P<below2>{MINUS})(?P<heat2>\d{{1,3}}(?:\.\d)?)\s(?P<scale2>[CF])(?=\.?(?:\s*$|[,;:!?)]))",
    "postal": r"(?<![\w.-])(?:\d{5}-\d{4}|\d\d-\d{7}|\d{1,7}(?:-\d{1,7}){3,}"
    r"|(?=[\d-]*(?<!\d)0\d\d)(?!\d{4}-\d{4}(?![\d-]))\d{2,7}(?:-\d{2,7}){1,2})(?![\w-])",
    "paced": r"(?<![\w.])(?P<paces>\d{1,3}(?:\.\d+)?)['′](?!\w)",
    "dimensions": rf"(?<![\w.])(?P<sides>\d+(?:\.\d+)?(?:\s?[xX×]\s?\d+(?:\.\d+)?)+)\s?(?P<dimension>{UNIT}"
    rf"|in(?=[.,;!?)]|\s*$)|(?=-?(?:{SIDES})\b))",
    "sideby": rf"(?=[xX×])(?:(?:(?<=\d['’′\"″])|(?<=\d['’′\"″] ))[xX×]\s?(?=\d)|(?<=[{_VULGARS}]\s)[xX×]\s(?=\d)"
    r"|(?:(?<=\dft )|(?<=\dm )|(?<=\dcm )|(?<=\dmm )|(?<=\din )|(?<=\d ft )|(?<=\d m )|(?<=\d cm )|(?<=in\. )"
    r"|(?<=ft\. )|(?<=cm\. )|(?<=yd\. ))[xX×]\s(?=\d))",
    "arc": r"(?<=[°º])\s?(?P<arcminutes>\d{1,2}(?:\.\d+)?)['’′](?:\s?(?P<arcseconds>\d{1,2}(?:\.\d+)?)(?:[\"”″]|''))?",
    "inches": r"(?<![\w.])(?P<inch>\d+(?:\.\d+)?)"
    r"(?:″|\"(?!\w)|\s?in\.(?!\w)|in(?!\w)|(?:(?<=ft \d)|(?<=ft \d\d)|(?<=ft\. \d))\sin\b)",
    "even": r"(?<![\w.])(?:(?P<half>\d{1,3})[-–](?P=half)|24-7)(?![\w.-])",
    "short": r"(?<![\w.,-])(?:(?P<brief>\d+\.\d+|\d{2,3}|\d{3}(?=K))(?P<size>[MB]|(?<=\d{3})K)(?!\s[A-Z][a-z])"
    r"|(?P<many>\d+(?:\.\d+)?)[xX](?=\s[a-z]|/(?:day|week|month|year|hour|night|wk|mo|yr)\b))(?!\w)"
    rf"|(?<![\w.,-])(?P<crowd>\d+(?:\.\d+)?)(?P<crowdsize>[mMkK])(?=\s(?:{CROWDS})\b)",
    "number": rf"(?<![\w.])(?P<loss>{MINUS})(?P<digits>(?>{NUMBER})|\.\d+)(?:\s?(?P<multiple>{SCALE})\b)?"
    rf"(?:[-\s]?(?!V\s\d{{1,2}}(?![\w.]))(?P<unit>{UNIT})|(?P<per>/{PER_UNIT})(?![\w²³/])"
    rf"|(?P<attached>[{''.join(ATTACHED)}])(?!\w)(?:\s(?P<thousands>mi|km|lbs?|ft)(?!\w))?)?(?!{_LETTER})",
    "foreign": rf"(?=\d{{1,3}}[.,'’_]\d)(?:(?<![\w.,:/-])(?:{_FOREIGN})(?![\w.,'’_-]*\d)(?!\w)"
    rf"|(?<![\w.,])(?P<comma>\d{{1,3}},\d{{1,2}})\s?(?P<commaunit>{UNIT}))",
    "glued": rf"(?<![\w.])(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+\.\d+)(?={_LETTER})",
    "about": r"(?<![\w~])(?<!\d )~\s?(?=[$€£]?\d)",
    "down": r"(?<=\d)-(?=0(?![\d.]))",
    "to": rf"(?=\s?[-–~])(?:(?:(?<=\d)|(?<=\d[sMKkmBb%x])|(?<=\dbn)|(?<=\d°)|(?<=°[CF])|{_MEASURES}"
    rf"|(?<=[\d ][aApP][mM])"
    rf"|(?<=[ap]\.m\.))(?:\s[-–]\s|[-–]\s?"
    rf"|~)(?={CURRENCY}?\d)|(?<=\d)\s?[-–]\s?(?=(?:{_MONTHS})\.?\s\d)"
    r"|(?:(?<=\d)|(?<=\ds))[-–](?=['’]\d\d(?!\d)|(?:early|mid|late)\b|[QH][1-4]\b)"
    r"|(?:(?<=[Nn]oon )|(?<=idnight ))[-–]\s?(?=\d)"
    r"|(?:(?<=[ap]\.m\.)|(?<=[apAP][mM])|(?<=\d))\s?[-–]\s?(?=(?:[Nn]oon|[Mm]idnight)\b))",
}

_RANGE_WITH_UNIT = re.compile(rf"[-–](?:{NUMBER})\s?{UNIT}")
_COUNTED = re.compile(r"\s(?:people\b|[a-z]+[^s\W]s\b)")
_BEFORE_YEAR = frozenset(("in", "year", "since", "until"))
_RELEASE = re.compile(r"[1-9]\d?\.0")
# "1.0 to 1.6", "6.0, 2.8", "10.0 minutes": no releases.
_MEASURED = re.compile(r"\s?[,;|]?\s?(?:(?:to|and|or|by|x)\s)?[-–(±]?\d|\s[a-z]+[^s\W]s\b")
# Behind these "2.0" is a number; behind other words, and at the beginning, it is a release.
_BEFORE_DECIMAL = word_set(
    "is was are were be been of at to from by than about around under over between and or only exactly equals"
)
_NOUN_BEHIND = re.compile(r"\.?\s[A-Za-z]|\.?-[a-z]")
# A single quotation mark that opens a quotation.
_OPEN_QUOTE = re.compile(r"(?:^|[^\w'’])'(?!\d\ds?\b)(?=\w)")
_SCORER_BEFORE = re.compile(r"\b[A-Z][a-z]+\s\((?:[^()]{0,40},\s)?(?P<over>\d{2,3}\+)?$")
_NUMBER_BEHIND = re.compile(r"\d{1,15}(?![\d.,:/-])")
# So many figures without commas are a telephone number or the like, unless they end with zeros.
_FIRST_NAME_DIGITS = 10
_MODEL_DIGITS = 4
_FIRST_BITS = 300  # "25 bps" are basis points, "9600 bps" bits per second
_LONGEST_QUOTATION = 2000  # characters; looking further back would make a long text slow
_NO_RANGE_DIGITS = 2  # "#10-2291" is no range
_MOST_BASIS_POINTS = 100  # "50 bp" of interest, "200 bp" of a gene
_ENGINES = re.compile(
    r"(?i)engine|motor|turbo|torque|\b(?:cars?|trucks?|pumps?|tractors?|mowers?|compressors?|hybrid)\b"
)
"""What "HP" in the same sentence is horsepower of; elsewhere they are the points of life in a game."""
INCHES = ('"', "″", "-inch", "in.")
"""How inches are written that are no unit's symbol."""
_QUOTES = re.compile(r"(?P<figure>(?<=\d))?\"")
_PLACES = word_set(
    "exit apt unit room gate seat flight bus route highway row section platform terminal building block lot suite "
    "floor "
    "track size interstate appendix figure table form chapter part number"
)
_ERA = re.compile(r"\s?(?:A\.?D|B\.?C)\b")


def short(match: re.Match[str], before: Token | None) -> str:
    """Speak "1.5M" as "one point five million", "3x" as "three times"; the letter of "exit 25B" is no billion."""
    is_place = before is not None and before.text.lower().rstrip(".") in _PLACES
    if match["brief"] and match["brief"].isdecimal() and is_place:
        return f"{numbers.paired(match['brief'])} {match['size']}"
    if match["many"]:
        return f"{numbers.quantity(match['many'])} times"
    if match["crowd"]:
        return numbers.multiple(match["crowd"], match["crowdsize"])
    return numbers.multiple(match["brief"], match["size"])


def is_quoted(text: str, begin: int, end: int) -> bool:
    """Whether a quotation has begun and not ended; outside of one a mark right behind figures stands for inches."""
    is_open = False
    for mark in _QUOTES.finditer(text, max(begin, end - _LONGEST_QUOTATION), end):
        if is_open or mark["figure"] is None:
            is_open = not is_open
    return is_open


def closes_quotation(match: re.Match[str], group: str) -> bool:
    """Whether the double quotation mark of a group ends a quotation, so that it stands for no inches."""
    start = match.start(group)
    return match[group] == '"' and is_quoted(match.string, match.pos, start)


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
    if is_quoted(match.string, match.pos, match.start()):
        return numbers.number(match["inch"])
    is_mark = match.group()[-1] in INCHES
    is_single = (
        match["inch"] == "1"
        or describes(match, before)
        or bool(THING_BEHIND.match(match.string, match.end()))
        or (is_mark and bool(ATTRIBUTE_BEHIND.match(match.string, match.end())))
    )
    return f"{numbers.quantity(match['inch'])} {'inch' if is_single else 'inches'}"


def feet(match: re.Match[str], before: Token | None) -> str:
    """Speak the feet of "6' tall" and "10' x 12'", unless the mark closes a quotation or stands for an owner."""
    count = match["paces"]
    if scorer := _SCORER_BEFORE.search(match.string, match.pos, match.start()):
        return f"{numbers.cardinal(count)} minutes" if scorer["over"] else f"{numbers.ordinal(count)} minute"
    if _OPEN_QUOTE.search(match.string, match.pos, match.start()):
        return numbers.number(count)
    is_single = count == "1" or describes(match, before)
    return f"{numbers.quantity(count)} {'foot' if is_single else 'feet'}"


def even(match: re.Match[str], _: Token | None) -> str:
    """Speak "50-50" as "fifty fifty"."""
    if not match["half"]:
        return "twenty four seven"
    return " ".join([numbers.cardinal(match["half"])] * 2)


def number(match: re.Match[str], before: Token | None) -> str:
    """Speak a number, with its unit, or as a day of a month or a year where it is one."""
    value, symbol = match["digits"], match["unit"] or match["per"]
    if not symbol and not match["attached"] and not match["loss"] and not match["multiple"]:
        if value.isdecimal() and is_name(match.string, match.start(), value):
            return numbers.digits(value)
        if value.isdecimal() and (
            is_paired(match, value) or is_year_of_date(value, before) or _is_model(value, before)
        ):
            return numbers.paired(value)
        if len(value) >= _FIRST_NAME_DIGITS and value.isdecimal() and not value.endswith("000"):
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
        is_single = (
            _is_adjective(match)
            or describes(match, before)
            or bool(THING_BEHIND.match(match.string, match.end()))
        )
        name = unit(symbol, "1" if is_single else value)
        if symbol == "bps" and float(value.replace(",", "")) < _FIRST_BITS:
            name = "basis points"
        if symbol == "bp" and float(value.replace(",", "")) <= _MOST_BASIS_POINTS:
            name = "basis point" if value == "1" else "basis points"
        if symbol == "HP" and not _ENGINES.search(match.string, match.pos, match.endpos):
            name = "H P"
        spoken = f"{spoken} {name}"
    elif match["attached"]:
        spoken = f"{spoken} {'K' if is_run(match, before) else ATTACHED[match['attached']]}"
        if match["thousands"]:
            spoken = f"{spoken} {unit(match['thousands'], value)}"
    return f"minus {spoken}" if match["loss"] else spoken


def _is_model(value: str, before: Token | None) -> bool:
    """Whether a number names a thing, as in "RTX 4090"; one that can be a year is said in pairs anyway."""
    if (
        len(value) != _MODEL_DIGITS
        or "1100" <= value < "2100"
        or value.endswith("00")
        or before is None
        or before.mark
    ):
        return False
    return before.text.isupper() and before.text.isalpha() and 2 <= len(before.text) <= _MODEL_DIGITS


def _is_adjective(match: re.Match[str]) -> bool:
    """Whether a number and its unit describe a noun, as in "a 4-kg bag"."""
    text = match.string
    is_joined = bool(match["unit"]) and text[match.start("unit") - 1] == "-"
    return is_joined and bool(_NOUN_BEHIND.match(text, match.end()))


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
    measure = match["dimension"] and (
        "inches" if match["dimension"] == "in" else unit(match["dimension"], sides[-1])
    )
    return f"{' by '.join(map(numbers.quantity, sides))} {measure}"


def numbered(match: re.Match[str], _: Token | None) -> str:
    """Speak "#1-5" as a range, "#2024-001" as a name."""
    first, last = match["first"], match["last"]
    if last[0] == "0" or int(last) <= int(first) or len(last) - len(first) >= _NO_RANGE_DIGITS:
        spoken = numbers.pairs(first) if len(first) == 4 else numbers.cardinal(first)
        return f"number {spoken} dash {numbers.digits(last)}"
    return f"numbers {numbers.quantity(first)} through {numbers.quantity(last)}"


def arc(match: re.Match[str], _: Token | None) -> str:
    """Speak the minutes and seconds of "40° 42′ 46″"."""
    parts = ((match["arcminutes"], "minute"), (match["arcseconds"], "second"))
    return " ".join(
        f"{numbers.quantity(count.lstrip('0') or '0')} {name if count.lstrip('0') == '1' else name + 's'}"
        for count, name in parts
        if count
    )


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


def foreign(match: re.Match[str], _: Token | None) -> str:
    """Speak "1.234,56", "1'000'000" and "3,5 kg"."""
    if match["comma"]:
        return f"{numbers.quantity(match['comma'].replace(',', '.'))} {unit(match['commaunit'], '')}"
    text = match.group()
    plain = text.replace(".", "").replace(",", ".") if "." in text else re.sub("['’_]", ",", text)
    return numbers.quantity(plain)


def postal(match: re.Match[str], _: Token | None) -> str:
    """Speak "32423-3948", "0800-100" and "978-0-306-40615-7" digit by digit."""
    return numbers.digits(match.group())


SPEAKERS: dict[str, Speaker] = {
    "ordinal": ordinal,
    "numbers": numbered,
    "fahrenheit": temperature,
    "postal": postal,
    "dimensions": dimensions,
    "sideby": lambda _, __: "by",
    "arc": arc,
    "paced": feet,
    "inches": inches,
    "even": even,
    "ranks": lambda _, __: "to",
    "short": short,
    "about": lambda _, __: "about",
    "number": number,
    "foreign": foreign,
    "glued": lambda match, _: numbers.quantity(match.group()),
    "down": lambda _, __: "",
    "to": to,
}
