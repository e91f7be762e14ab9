"""Dates, decades, quarters and times of day."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..tokens import Speaker, Token
from . import numbers
from .lists import any_of, listed, word_set
from .tables import MONTHS, UNSURE_MONTHS

_HALF = r"\s?[AaPp](?:\.[Mm]\.?|[Mm])(?![\w])|\s?[AaPp]\.[Mm]\."
_BEFORE_DATE = listed(
    r"on On by By until since Since before after due dated day day, Mon\. Tue\. Wed\. Thu\. Fri\. Sat\. Sun\. "
    r"Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun MON TUE WED THU FRI SAT SUN EOD COB thru through Through"
)
# "It fell by 1/3" is no date.
_BY_PART = r"(?<=[Bb]y )(?:1/[2-5]|2/[35]|3/[45])(?!\d)"
_BEFORE_SECONDS = listed(r"\bis for every after within under last lasts takes took wait")
_MONTH = any_of(sorted(MONTHS, key=len, reverse=True), ignore_case=True)

PATTERNS = {
    "numeric": r"(?<![\w/.-])(?:\d{4}(?P<joint>[-/.])\d{1,2}(?P=joint)\d{1,2}"
    r"|\d{1,2}(?P<joint2>[-/.])\d{1,2}(?P=joint2)(?:\d{4}|(?<=[-/])\d{2}))(?![\w/-]|\.\d)",
    "named_date": rf"(?<![\w/.-])(?P<nday>\d{{1,2}})[-/](?i:(?P<nmonth>{_MONTH}))[-/](?P<nyear>\d{{4}}"
    rf"|\d{{2}})(?![\w/-])"
    rf"|(?<![\w/.-])(?P<nyear2>\d{{4}})[-/](?i:(?P<nmonth2>{_MONTH}))[-/](?P<nday2>\d{{1,2}})(?![\w/-])",
    "stamp": r"(?<![\w/.-])(?P<sdate>\d{4}-\d\d-\d\d)"
    r"T(?P<stime>\d\d:\d\d)(?::\d\d(?:\.\d{1,6})?)?(?:(?P<zulu>Z)"
    r"|(?P<ahead>[-+−]\d\d)(?P<aheadminutes>:?\d\d)?)?(?![\w:])",
    "monthday": r"(?<![\w/.-])(?<![HMSX]P )(?<![HMSX]P: )(?<![Ss]core: )(?<![Ss]cored )(?!(?:1[3-9]"
    r"|[2-9]\d)/(?:1[3-9]|[2-9]\d))(?:(?:0\d|1[0-2])/(?:[0-2]\d|3[01])|(?:[0-2]\d|3[01])/(?:0\d|1[0-2])"
    r"|\d{1,2}/(?:0\d|1[3-57-9]|2\d"
    r"|3[01]))(?![\w/])"
    rf"|(?=\d{{1,2}}/\d)(?:{'|'.join(f'(?<={word} )' for word in _BEFORE_DATE)})(?!{_BY_PART})"
    r"\d{1,2}/\d{1,2}(?![\w/])"
    r"|(?=\d{1,2}/\d)(?<=week of )\d{1,2}/\d{1,2}(?![\w/])"
    r"|(?<![\w/.-])(?:1[0-2]|[1-9])/(?:3[01]|[12]\d|[1-9])(?=,?\s(?:at|@)\s\d|,?\s\d{1,2}(?::\d\d)?\s?[ap]\.?m)",
    "datespan": r"(?<![\w/.-])(?P<spanfrom>\d{1,2}/\d{1,2})\s?[-–]\s?(?P<spanto>\d{1,2}/\d{1,2})(?![\w/-])",
    "triple": r"(?<![\w/])\d{1,4}/\d{1,4}/\d{2,4}(?![\w/])",
    "month": rf"(?:(?<![\w-])|(?<=\d[-–]))(?i:{_MONTH})(?:(?=\s(?:\d{{1,2}}|\d{{4}})(?!\d))"
    r"|-\d{1,2}(?:-\d{4})?(?![\w-]))"
    rf"|(?:(?<=\d\s)|(?<=\d(?:st|nd|rd|th)\s))(?i:{_MONTH})\b",
    "clock": rf"(?P<time>(?<![\d:.])\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?![\d:]|\s000\b|[–-]\d{{1,3}}:\d(?!\d))"
    rf"|(?<![\d.])\d{{1,2}}\.\d{{2}}(?={_HALF}))"
    rf"(?P<clockhalf>{_HALF}|(?<=:\d\d)\s?[ap](?!\w))?",
    "hour": rf"(?P<hours>(?<![\d.,])\d{{1,2}})(?P<hourhalf>{_HALF})",
    "seconds": r"(?=\d0s\b)(?:"
    + "|".join(f"(?<={word} )" for word in _BEFORE_SECONDS)
    + r")(?P<tens>\d0)s\b",
    "decade": r"(?<![\w'’])['’]?(?:\d{3}0|\d0)['’]?s\b|(?<![\w'’.,])(?:1[1-9]|20)\d0\ss\b",
    "quarter": r"\b(?P<nth>[1-4])(?P<span>[QH])(?P<of>\d{2})\b",
}
_COMMON_PARTS = (2, 3, 4, 5, 6, 8, 16, 32)
_WHOLE_YEAR = "365"
MORNING, AFTERNOON = "/ˌeɪˈɛm/AM", "/pˌiːˈɛm/PM"
_HALVES = {"a": MORNING, "p": AFTERNOON}
_PARTS = {"Q": "quarter", "H": "half"}
_NEXT_WORD = re.compile(r"\s([A-Za-z]+)(\.?,?\s\d{4})?\b")
_DAYS_BEFORE = re.compile(rf"\b(?i:{_MONTH})\.?\s(\d{{1,2}})\s?[-–]\s?$")
_BEFORE_CHARS = 24
_AT_CLOCK = re.compile(r"\b(?:at|by|until|till|after|before)\s$")
_DATE_BEFORE = re.compile(r"(?:\d{4}-\d\d-\d\d|\d/\d{2,4}|\bat),?\s$")
_RATIO_BEFORE = re.compile(
    r"\b(?:[Rr]atios?|[Ss]implify|[Oo]dds|[Ss]cale|[Pp]roportion)(?:\s(?:of|is|in|to))?\s$"
)
_ELEVENTH_CENTURY = re.compile(r"10[1-9]\d")
_NTH = ("th", "first", "second", "third")
_YEAR_BEHIND = re.compile(r",?\s\d{4}\b")
_NUMBERED_THINGS = word_set(
    "windows ios android macos iphone iphones series python java php sizes chapters questions pages"
)
# "12s → 10s", "Cooldown: 30s".
_SECONDS_BEFORE = re.compile(
    r"(?:(?<!\d)\d\d?s\s?(?:→|->|to|–|-|or|and|/)|\b(?:[Cc]ooldown|[Dd]uration|[Tt]ime|[Dd]elay|[Tt]imeout"
    r"|[Rr]est|[Hh]old|CD)(?::|\sof)?)\s?$"
)
_YEAR_MARKS = ("'", "’", "‘")


def numeric(match: re.Match[str], _: Token | None) -> str:
    """Speak "2024-01-31", "12/05/2024", "31.12.1999"; American where both orders are possible."""
    joint = match["joint"] or match["joint2"]
    parts = match.group().split(joint)
    if match["joint"]:
        year, month, day = parts
        return _date(year, month, day) or numbers.digits(match.group())
    first, second, year = parts
    return (
        _date(year, first, second)
        or _date(year, second, first, day_first=True)
        or " ".join(map(numbers.cardinal, parts))
    )


def _date(year: str | None, month: str, day: str, *, day_first: bool = False) -> str | None:
    """A date as "March fifth twenty twenty four"; None if there is no such day."""
    if not (1 <= int(month) <= 12 and 1 <= int(day) <= 31):
        return None
    name, nth = list(dict.fromkeys(MONTHS.values()))[int(month) - 1], numbers.ordinal(str(int(day)))
    spoken = f"the {nth} of {name}" if day_first else f"{name} {nth}"
    if year is None:
        return spoken
    return f"{spoken} {numbers.year(_full_year(year))}"


def _full_year(year: str) -> str:
    """A year of two figures with its century."""
    return ("20" if int(year) < 50 else "19") + year if len(year) == 2 else year


def date_in_words(parts: Mapping[str, str], order: str) -> str:
    """Speak a date whose parts are known.

    Args:
        parts: The figures of "y", "m" and "d", not all of which must be there.
        order: Their order; the day's place decides between "the fifth of March" and "March fifth".
    Returns:
        Words; "" if there is no such month or day.
    """
    year, month, day = (parts.get(part) for part in "ymd")
    if month and day:
        return _date(year, month, day, day_first=order.index("d") < order.index("m")) or ""
    if month and not 1 <= int(month) <= 12:
        return ""
    words = [list(dict.fromkeys(MONTHS.values()))[int(month) - 1]] if month else []
    words += [numbers.ordinal(str(int(day)))] if day and 1 <= int(day) <= 31 else []
    return " ".join((*words, *map(numbers.year, filter(None, (year,)))))


def month_and_day(match: re.Match[str], before: Token | None) -> str:
    """Speak "12/05" as a date, and "11/12" in other words where there is no such day."""
    first, second = match.group().split("/")
    if before and before.text.lower() in _NUMBERED_THINGS:  # "Windows 10/11"
        return f"{numbers.cardinal(first)} {numbers.cardinal(second)}"
    return _date(None, first, second) or _date(None, second, first) or numbers.fraction(first, second)


def date_span(match: re.Match[str], _: Token | None) -> str:
    """Speak "12/23-1/2" as two dates, "1/4-1/2" as two fractions."""
    pairs = [match[end].split("/") for end in ("spanfrom", "spanto")]
    dates = [_date(None, month, day) for month, day in pairs]
    if all(int(bottom) in _COMMON_PARTS and int(top) < int(bottom) for top, bottom in pairs) or None in dates:
        return " to ".join(numbers.fraction(top, bottom) for top, bottom in pairs)
    return " to ".join(filter(None, dates))


def named_date(match: re.Match[str], _: Token | None) -> str:
    """Speak "5-Jan-2020"."""
    if match["nyear2"]:
        month = MONTHS[match["nmonth2"].lower()]
        return f"{month} {numbers.ordinal(str(int(match['nday2'])))} {numbers.year(match['nyear2'])}"
    month = MONTHS[match["nmonth"].lower()]
    return f"the {numbers.ordinal(str(int(match['nday'])))} of {month} {numbers.year(_full_year(match['nyear']))}"


def stamp(match: re.Match[str], _: Token | None) -> str:
    """Speak "2020-01-05T10:30:00Z" without its seconds."""
    date = _date(*match["sdate"].split("-")) or numbers.digits(match["sdate"])
    hours, minutes = match["stime"].split(":")
    spoken = numbers.cardinal(str(int(hours)))
    spoken += " hundred hours" if minutes == "00" else f" {_minutes(minutes)}"
    return f"{date} {spoken} {'U T C' if match['zulu'] else _ahead(match)}"


def _ahead(match: re.Match[str]) -> str:
    """How far a stamp's clock is ahead of UTC: "+02:00" as "plus two"."""
    if not match["ahead"]:
        return ""
    minutes = (match["aheadminutes"] or "00").lstrip(":")
    sign = "plus" if match["ahead"][0] == "+" else "minus"
    hours = numbers.cardinal(str(int(match["ahead"][1:])))
    return f"{sign} {hours} {'' if minutes == '00' else numbers.cardinal(minutes)}"


def triple(match: re.Match[str], _: Token | None) -> str:
    """Speak three numbers between slashes that are no date."""
    *parts, last = match.group().split("/")
    spoken = numbers.paired(last) if last == _WHOLE_YEAR else numbers.cardinal(last)
    return " ".join((*map(numbers.cardinal, parts), spoken))


def month(match: re.Match[str], before: Token | None) -> str:
    """Speak a month beside a number: "jul" as July, "Jan-15-2020" as a date."""
    name, *rest = match.group().split("-")
    if rest:
        day, *year = rest
        return " ".join((MONTHS[name.lower()], numbers.ordinal(day), *map(numbers.year, year)))
    if name.lower() in UNSURE_MONTHS and name.islower() and not (before and before.spoken[-1] == "of"):
        return name
    full = MONTHS[name.lower()]
    return name if len(name) == len(full) else full


def day_of_month(value: str, match: re.Match[str], before: Token | None) -> str | None:
    """The day in "March 5" and "5 March"; None if there is no month beside it.

    Args:
        value: The number's digits.
        match: Of the number.
        before: The token in front of it, or None.
    """
    if not value.isdecimal() or len(value) > 2 or not 1 <= int(value) <= 31:
        return None
    if match.string[max(0, match.start() - 1) : match.start()] in _YEAR_MARKS:  # "Jan '24"
        return None
    name = before.text.lower().rstrip(".") if before and not before.mark else ""
    if _day_before(value, match):
        return numbers.ordinal(value)
    if before and name in MONTHS and before.spoken[-1].lower() == MONTHS[name].lower():
        is_sure = name not in UNSURE_MONTHS or not before.text.islower()
        if is_sure or _YEAR_BEHIND.match(match.string, match.end()):
            return numbers.ordinal(value)
    return day_ordinal(value, match, before)


def is_year_of_date(value: str, before: Token | None) -> bool:
    """Whether four figures from 1010 to 1099, which are rarely a year, are the year of a date.

    Args:
        value: The number's digits.
        before: The token in front of it, or None: "October", or "14" behind "October".
    """
    if before is None or not _ELEVENTH_CENTURY.fullmatch(value):
        return False
    word = before.spoken[-1]
    return word in MONTHS.values() or (before.text[0].isdecimal() and word.endswith(_NTH))


def _day_before(value: str, match: re.Match[str]) -> bool:
    """Whether a number is the last day in "May 5-7"."""
    begin = max(match.pos, match.start() - _BEFORE_CHARS)
    first = _DAYS_BEFORE.search(match.string[begin : match.start()])
    return first is not None and int(first[1]) < int(value)


def day_ordinal(value: str, match: re.Match[str], before: Token | None) -> str | None:
    """The day in front of a month, as "the fifth of"; None if no month follows."""
    following = _NEXT_WORD.match(match.string, match.end())
    if not following or following[1].lower() not in MONTHS or len(value) > 2:
        return None
    if following[1].islower() and following[1] in UNSURE_MONTHS and not following[2]:
        return None
    has_article = before is not None and before.text.lower() == "the"
    return f"{'' if has_article else 'the '}{numbers.ordinal(value)} of"


def clock(match: re.Match[str], _: Token | None) -> str:
    """Speak "3:05", "9:00", "2.30 p.m.", "1:02:03"."""
    hours, minutes, *rest = re.split("[:.]", match["time"])
    half = half_of_day(match["clockhalf"])
    if rest and (
        half or _DATE_BEFORE.search(match.string, max(0, match.start() - _BEFORE_CHARS), match.start())
    ):
        return f"{_with_seconds(hours, minutes, rest[0])} {half}"
    if rest:
        return _duration(hours, minutes, rest[0])
    spoken = numbers.cardinal(str(int(hours)))
    if not half and _RATIO_BEFORE.search(match.string, max(0, match.start() - _BEFORE_CHARS), match.start()):
        return f"{spoken} to {numbers.cardinal(str(int(minutes)))}"
    if int(minutes):
        spoken += f" {_minutes(minutes)}"
    elif not half and (
        hours != "0" or _AT_CLOCK.search(match.string, max(0, match.start() - _BEFORE_CHARS), match.start())
    ):
        spoken += " o'clock" if 1 <= int(hours) <= 12 else " hundred hours"
    return f"{spoken} {half}"


def _with_seconds(hours: str, minutes: str, seconds: str) -> str:
    """Speak "10:30:15" of a clock as "ten thirty and fifteen seconds"."""
    spoken = f"{numbers.cardinal(str(int(hours)))} {_minutes(minutes) if int(minutes) else ''}"
    if not int(seconds):
        return spoken
    return (
        f"{spoken} and {numbers.cardinal(str(int(seconds)))} {'second' if int(seconds) == 1 else 'seconds'}"
    )


def _minutes(minutes: str) -> str:
    return ("oh " if minutes[0] == "0" else "") + numbers.cardinal(str(int(minutes)))


def _duration(hours: str, minutes: str, seconds: str) -> str:
    units = zip(("hour", "minute", "second"), map(int, (hours, minutes, seconds)), strict=True)
    parts = [f"{numbers.cardinal(str(count))} {unit if count == 1 else unit + 's'}" for unit, count in units]
    return f"{parts[0]} {parts[1]} and {parts[2]}"


def hour(match: re.Match[str], _: Token | None) -> str:
    """Speak "10am"."""
    return f"{numbers.cardinal(match['hours'])} {half_of_day(match['hourhalf'])}"


def half_of_day(text: str | None) -> str:
    """The phonemes and letters of "a.m." or "PM", "" for neither."""
    return _HALVES[text.strip()[0].lower()] if text else ""


def decade(match: re.Match[str], before: Token | None) -> str:
    """Speak "1990s", "'90s"; the owner in "No. 10's"."""
    if before and before.spoken[-1] == "number" and match.group()[-2] in _YEAR_MARKS:
        return f"{numbers.cardinal(match.group()[:-2])}'s"
    if (
        match.group()[:-1].isdecimal()
        and len(match.group()) == 3
        and _SECONDS_BEFORE.search(match.string, max(0, match.start() - _BEFORE_CHARS), match.start())
    ):
        return f"{numbers.cardinal(match.group()[:-1])} seconds"
    return numbers.decade("".join(char for char in match.group() if char.isdecimal()))


def quarter(match: re.Match[str], _: Token | None) -> str:
    """Speak "2Q22" as "the second quarter of twenty two"."""
    return f"the {numbers.ordinal(match['nth'])} {_PARTS[match['span']]} of {numbers.pairs(match['of'])}"


SPEAKERS: dict[str, Speaker] = {
    "numeric": numeric,
    "named_date": named_date,
    "stamp": stamp,
    "monthday": month_and_day,
    "datespan": date_span,
    "triple": triple,
    "month": month,
    "clock": clock,
    "hour": hour,
    "seconds": lambda match, _: f"{numbers.cardinal(match['tens'])} seconds",
    "decade": decade,
    "quarter": quarter,
}
