"""Times as armies, timetables and stopwatches write them, spans of days and months, seasons, quarters."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import dates, numbers
from .codes import is_name
from .lists import any_of, listed, word_set
from .tables import DAYS, MONTHS, SURE_DAYS

_AT = "|".join(f"(?<={word} )" for word in listed("at by from until till before after around to"))
_CLOCK = r"(?:[01]\d|2[0-3])[0-5]\d"
_SHORT = any_of(sorted({name.title() for name in MONTHS}, key=len, reverse=True))
_ALWAYS = "Feb|Apr|Aug|Sept?|Oct|Nov|Dec"
_SOMETIMES = "Jan|Mar|Jun|Jul"
_BEFORE_MONTH = "|".join(
    f"(?<={word} )"
    for word in listed(
        "in In since Since by By until till Until from From last Last next Next this This early late mid Early Late "
        "of before after through every each"
    )
)
_DAY = "|".join(DAYS)
_LASTING = "|".join(
    listed(
        "timeouts? delays? intervals? clips? videos? ads? breaks? pauses? countdowns? cooldowns? windows? limits? "
        "exposures? loops? timers? rests? intros? spots? reels? sprints? planks? bursts? recordings? samples? songs? "
        "holds?"
    )
)

PATTERNS = {
    "military": rf"(?<![\w.,:/-])(?P<army>{_CLOCK})\s?(?P<armyhours>hours|hrs?|h)\b(?!\s(?:of|a|per|each|on)\b)"
    rf"|(?<![\w.,:/-])(?P<army3>{_CLOCK})Z\b"
    rf"|(?=0\d[0-5]\d)(?:{_AT})(?P<army2>0\d[0-5]\d)(?![\w:/-]|[.,]\d)",
    "dayclock": r"(?<![\w.:])(?:[01]?\d|2[0-3])(?:h[0-5]\d|:[0-5]\d\s?[hH])(?![\w:])",
    "elapsed": r"(?=\d{1,3}[hmdw])(?:(?<![\w.])(?:(?P<lapsehours>\d{1,3})h\s?)?(?P<lapseminutes>\d{1,3})m"
    r"\s?(?P<lapseseconds>\d{1,2})s(?!\w)"
    r"|(?<![\w.])(?:(?P<lapsedays>\d{1,3})d\s?)?(?P<lapsehours2>\d{1,3})h\s?(?P<lapseminutes2>\d{1,2})m(?:ins?)?(?!\w)"
    r"|(?<![\w.])(?P<lapsedays2>\d{1,3})d\s(?P<lapsehours3>\d{1,2})h(?!\w)"
    r"|(?<![\w.])(?P<lapseweeks>\d{1,2})w\s?(?P<lapsedays3>\d)d(?!\w))",
    "lasting": rf"(?<![\w.,])(?P<seconds_lasting>\d{{1,3}})s(?=\s(?:{_LASTING})\b)",
    "compact": r"(?<![\w.,/#-])(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\w/-]|[.,]\d)",
    "daysof": rf"(?<![\w.,/-])(?P<since_day>\d{{1,2}})(?:st|nd|rd|th)?\s?[-–]\s?(?P<until_day>\d{{1,2}})(?:st|nd|rd"
    rf"|th)?"
    rf"(?=\s(?:{_SHORT})\b)",
    "months": rf"(?<![\w-])(?P<from_month>{_SHORT})\.?\s?[-–/]\s?(?P<to_month>{_SHORT})(?![\w-])",
    "baremonth": rf"(?<![\w-])(?:{_ALWAYS})(?![\w.'’-]|\s[-−+]?\d{{1,3}}°)|(?=J"
    rf"|M)(?:{_BEFORE_MONTH})(?:{_SOMETIMES})(?![\w.'’-])"
    rf"|(?<![\w-])(?:{_SHORT})(?=\s['’]\d\d\b)",
    "fromto": r"(?<![\w.,:])(?P<opens>\d{1,2}(?::[0-5]\d)?)a\s?[-–]\s?(?P<closes>\d{1,2}(?::[0-5]\d)?)p(?!\w)",
    "workweek": r"(?<![\w-])M[-–](?P<lastday>F|Th|W|Sa|Su)(?=[,:]?\s\d)",
    "bareday": rf"(?<![\w-])(?:{_DAY})(?![\w.'’-])",
    "season": r"(?<![\w/.-])(?P<seasonbegin>(?:19|20)\d\d)/(?P<seasonend>\d\d)(?![\w/])",
    "quarters": r"\b(?P<parts>[QH])(?P<from_part>[1-4])\s?[-–]\s?(?:(?P=parts))(?P<to_part>[1-4])\b"
    r"|\b(?P<quarterly>[QH][1-4])\s?['’](?P<quarteryear>\d\d)\b",
    "offset": r"(?<!\w)(?P<offsetzone>UTC|GMT)\s?(?P<offsetsign>[-−–+])(?P<offsethours>\d{1,2})"
    r"(?::?(?P<offsetminutes>\d\d))?(?!\w)",
    "midday": r"(?<!\w)(?P<noon_or>[Nn]oon|[Mm]idnight)\s?[-–]\s?(?=\d)",
    "utc": r"(?=Z)(?<=:\d\d)Z\b",
}
_MONTHS_OR_DAYS_BESIDE = re.compile(
    rf"\.?\s?(?:[,/&–-]|and|or|to)?\s?(?:(?:{_DAY}|{_SHORT})\b|\d{{1,2}}(?:\s?[ap]m|:|/|st|nd|rd|th|\b))"
)
_DAYS_BEFORE = re.compile(rf"\b(?:{_DAY})[a-z]*\.?\s?(?:[,/&–-]|and|or|to)\s?$")
_LAST_DAYS = {"F": "Friday", "Th": "Thursday", "W": "Wednesday", "Sa": "Saturday", "Su": "Sunday"}
_BEFORE_CHARS = 16
_AT_CLOCK = re.compile(r"\b(?:at|by|from|until|till|to)\s$")
_ARTICLES = word_set("a an the this that each every")


def military(match: re.Match[str], _: Token | None) -> str:
    """Speak "0800 hours" as "oh eight hundred hours", "1530 hrs" as "fifteen thirty hours"."""
    time = match["army"] or match["army2"] or match["army3"]
    is_at = match["armyhours"] == "h" and _AT_CLOCK.search(
        match.string, max(0, match.start() - 6), match.start()
    )
    if match["army"] and not is_at and time[0] != "0" and time.endswith("00"):
        return f"{numbers.cardinal(time)} hours"
    spoken = " ".join((_two(time[:2]), "hundred" if time[2:] == "00" else _two(time[2:])))
    return f"{spoken} hours" if match["armyhours"] else f"{spoken} zulu" if match["army3"] else spoken


def _two(digits: str) -> str:
    return numbers.cardinal(digits) if digits[0] != "0" else f"oh {numbers.digits(digits[1])}"


def day_clock(match: re.Match[str], _: Token | None) -> str:
    """Speak "15:30h" and "15h30"."""
    hours, minutes = re.findall(r"\d+", match.group())
    return " ".join(
        (numbers.cardinal(str(int(hours))), "hundred hours" if minutes == "00" else _two(minutes))
    )


def elapsed(match: re.Match[str], _: Token | None) -> str:
    """Speak "1h 30m", "2m30s", "3d 5h"."""
    parts = {
        "week": match["lapseweeks"],
        "day": match["lapsedays"] or match["lapsedays2"] or match["lapsedays3"],
        "hour": match["lapsehours"] or match["lapsehours2"] or match["lapsehours3"],
        "minute": match["lapseminutes"] or match["lapseminutes2"],
        "second": match["lapseseconds"],
    }
    return " ".join(
        f"{numbers.cardinal(str(int(count)))} {unit if int(count) == 1 else unit + 's'}"
        for unit, count in parts.items()
        if count
    )


def lasting(match: re.Match[str], before: Token | None) -> str:
    """Speak "a 30s timeout"."""
    is_single = match["seconds_lasting"] == "1" or (before is not None and before.text.lower() in _ARTICLES)
    return f"{numbers.cardinal(match['seconds_lasting'])} {'second' if is_single else 'seconds'}"


def compact(match: re.Match[str], _: Token | None) -> str:
    """Speak "20240131" as a date."""
    digits = match.group()
    if is_name(match.string, match.start(), digits):
        return numbers.digits(digits)
    return dates.date_in_words({"y": digits[:4], "m": digits[4:6], "d": digits[6:]}, "ymd")


def days_of(match: re.Match[str], before: Token | None) -> str:
    """Speak the days of "5-7 January"."""
    article = "" if before and before.text.lower() == "the" else "the "
    return f"{article}{numbers.ordinal(match['since_day'])} to the {numbers.ordinal(match['until_day'])} of"


def bare_day(match: re.Match[str], _: Token | None) -> str:
    """Speak "Tue", and "Sat" beside another day, a month or a time; "the Sun" is none."""
    name, text = match.group(), match.string
    before = text[max(match.pos, match.start() - _BEFORE_CHARS) : match.start()]
    is_day = (
        name in SURE_DAYS
        or _MONTHS_OR_DAYS_BESIDE.match(text, match.end(), match.endpos)
        or _DAYS_BEFORE.search(before)
    )
    return DAYS[name] if is_day else name


def from_to(match: re.Match[str], _: Token | None) -> str:
    """Speak "9a-5:30p"."""
    opens, closes = (_clock(match[time]) for time in ("opens", "closes"))
    return f"{opens} {dates.MORNING} to {closes} {dates.AFTERNOON}"


def _clock(time: str) -> str:
    hours, _, minutes = time.partition(":")
    return f"{numbers.cardinal(hours)} {_two(minutes) if minutes and minutes != '00' else ''}"


def season(match: re.Match[str], _: Token | None) -> str:
    """Speak "2023/24" as "twenty twenty three twenty four", other numbers as a fraction."""
    begin, end = match["seasonbegin"], match["seasonend"]
    if (int(begin) + 1) % 100 == int(end):
        return f"{numbers.year(begin)} {_two(end) if end != '00' else 'hundred'}"
    return numbers.fraction(begin, end) if int(end) else f"{numbers.year(begin)} {numbers.digits(end)}"


def offset(match: re.Match[str], _: Token | None) -> str:
    """Speak "UTC-5" and "GMT+05:30"."""
    sign = "plus" if match["offsetsign"] == "+" else "minus"
    minutes = match["offsetminutes"] or "00"
    hours = numbers.cardinal(str(int(match["offsethours"])))
    return f"{' '.join(match['offsetzone'])} {sign} {hours} {'' if minutes == '00' else numbers.cardinal(minutes)}"


def quarters(match: re.Match[str], _: Token | None) -> str:
    """Speak "Q1-Q3" and "Q1'24"."""
    if match["quarterly"]:
        name, year = match["quarterly"], match["quarteryear"]
        return f"{name[0]} {numbers.digits(name[1])} {numbers.year('20' + year)}"
    first, last = (f"{match['parts']} {numbers.digits(match[part])}" for part in ("from_part", "to_part"))
    return f"{first} to {last}"


SPEAKERS: dict[str, Speaker] = {
    "military": military,
    "dayclock": day_clock,
    "elapsed": elapsed,
    "lasting": lasting,
    "compact": compact,
    "daysof": days_of,
    "months": lambda match, _: (
        f"{MONTHS[match['from_month'].lower()]} to {MONTHS[match['to_month'].lower()]}"
    ),
    "baremonth": lambda match, _: MONTHS[match.group().lower()],
    "fromto": from_to,
    "workweek": lambda match, _: f"Monday to {_LAST_DAYS[match['lastday']]}",
    "bareday": bare_day,
    "season": season,
    "quarters": quarters,
    "offset": offset,
    "midday": lambda match, _: f"{match['noon_or']} to",
    "utc": lambda _, __: "U T C",
}
