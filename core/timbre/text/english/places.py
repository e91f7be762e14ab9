"""Telephone numbers and postal addresses."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .lists import word_set
from .tables import (
    DIRECTIONS,
    NEVER_ALONE,
    OLD_STATES,
    STATES,
    STREETS,
    UNSURE_STATES,
)

_NAMES = "|".join({**STREETS, **dict.fromkeys(STREETS.values())})
_WORD = r"(?:[A-Z][\w'’-]*|\d{1,3}(?:st|nd|rd|th))"
_STREET_AHEAD = rf"(?:\s[NSEW]\.?)?(?:\s{_WORD}){{1,4}}?\s(?i:{_NAMES})\b"
_ZIP = r"\d{5}(?:-\d{4})?(?![\w-])"
_SURE = "|".join(state for state in STATES if state not in UNSURE_STATES)
_END = r"(?=[.,;:!?)]|\s*$)"

PATTERNS = {
    "phone": r"(?<![\w.,-])(?:\+?\d{1,3}[ .-]?)?(?:\(\d{3}\)[ -]{0,2}|\d{3}[ .-])\d{3}[ .-]\d{4}(?:-\d{1,4})?(?![\w-])"
    r"|(?<![\w-])\d{3}-\d{4}(?![\w-])"
    r"|(?=\d[\d ().-]{5,14}\d)(?:(?<=[Tt]el: )|(?<=[Tt]el\. )|(?<=[Pp]hone: )|(?<=[Ff]ax: )|(?<=[Ff]ax )|(?<=[Cc]ell: )"
    r"|(?<=[Mm]obile: ))\d[\d ().-]{5,14}\d(?!\w)|(?<![\w.,-])1[38]00 \d{3} \d{3}(?![\w-])"
    r"|(?<![\w-])\(0\d{1,4}\)\s?\d{3,4}[ -]?\d{3,4}(?![\w-])"
    r"|(?=\d[\d-]{1,8}\d)(?:(?<=[Cc]all )|(?<=[Cc]alling )|(?<=[Dd]ial )|(?<=[Dd]ialing )|(?<=ending in )"
    r"|(?<=[Tt]ext ))\d[\d-]{1,8}\d(?![\w-]|\s\d)",
    "vanity": r"(?<![\w-])(?:\+?1[ -])?\(?(?P<area>8(?:00|33|44|55|66|77|88))\)?[ -](?=[\w-]{3})(?P<letters>"
    r"[\w-]*[A-Z][\w-]*|(?<=-)[\w-]*[a-z][\w-]*)",
    "tollfree": r"(?<![\w-])1-(?P<free>8(?:00|33|44|55|66|77|88))(?![\w-])",
    "house": rf"(?<![\w.,$€£-])\d{{1,5}}(?=(?:-[A-Z]\b)?{_STREET_AHEAD})",
    "direction": rf"(?=[NS]?[NSEW][\s.])(?:(?<=\d )|(?<=\d, )|(?<=\bon )|(?<=\bat )|^)"
    rf"(?P<wind>[NS][EW]|[NSEW])\.?(?=(?:\s{_WORD}){{1,4}}?\s(?i:{_NAMES})\b)",
    "street": rf"(?<=\w )(?P<way>(?i:{'|'.join(STREETS)}))\b(?:\.(?!\w))?",
    "zip": rf"(?:(?<=, [A-Z]{{2}} )|(?<=, [A-Z]{{2}}, )|(?<=[a-z] [A-Z]{{2}} )){_ZIP}",
    "state": rf"(?<=[a-z] )(?P<sent2>{'|'.join(STATES)})(?=\s{_ZIP})"
    rf"|(?<=, )(?:(?P<sent>{'|'.join(STATES)})(?=,?\s{_ZIP})|(?P<sure>{_SURE}){_END}"
    rf"|(?P<unsure>{'|'.join(sorted(UNSURE_STATES - NEVER_ALONE))}){_END})",
    "oldstate": rf"(?<=, )(?P<former>{'|'.join(OLD_STATES)})\.(?!\w)",
    "holy": r"(?<![\w.’'-])(?:(?<!\w\s)(?P<saint>St)|(?P<summit>Mt|Ft))(?=\s[A-Z][a-z])",
    "box": r"(?<!\w)PO(?=\sBox\b)",
}
_ADDRESS_BEFORE = re.compile(rf"\d{{1,5}}(?:\s[NSEW]\.?)?(?:\s{_WORD}){{1,4}}\s$")
_CORNERS = {"NE": "northeast", "NW": "northwest", "SE": "southeast", "SW": "southwest"}
_CORNER_BEHIND = re.compile(r"(?:[NS][EW]|[NSEW])\b")
_RANK = re.compile(r"\d{1,3}(?:st|nd|rd|th)")
_BEFORE_CHARS = 60

# "Jane Doe, MD": Maryland only behind one of these, and in front of a postal code.
MARYLAND = word_set(
    "Baltimore Annapolis Bethesda Rockville Frederick Gaithersburg Columbia Spring Towson Salisbury Hagerstown Bowie "
    "Laurel Park City Germantown Potomac Waldorf Dundalk Wheaton Easton Cumberland"
)
# Not a town, so two capitals behind it are no state.
NOT_TOWNS = word_set("Yes No Well So Right Sure Alright Fine Hey Thanks Then Great Good Look And But Now")


def phone(match: re.Match[str], _: Token | None) -> str:
    """Speak a telephone number digit by digit; "800" as a number."""
    groups = re.findall(r"\d+", match.group())
    plus = ["plus"] if match.group()[0] == "+" else []
    spoken = (
        "eight hundred" if group == "800" and i < 2 else numbers.digits(group)
        for i, group in enumerate(groups)
    )
    return " ".join((*plus, *spoken))


def vanity(match: re.Match[str], _: Token | None) -> str:
    """Speak "1-800-GO-U-HAUL"."""
    pieces = re.findall(r"\d|[A-Za-z]+", match["letters"])
    return " ".join(("one", _area(match["area"]), *(numbers.digits(piece) or piece for piece in pieces)))


def toll_free(match: re.Match[str], _: Token | None) -> str:
    """Speak "1-800" by itself."""
    return f"one {_area(match['free'])}"


def _area(code: str) -> str:
    return "eight hundred" if code == "800" else numbers.digits(code)


def direction(match: re.Match[str], _: Token | None) -> str:
    """Speak the letter in "708 N 1st St"."""
    return _CORNERS.get(match["wind"]) or DIRECTIONS[match["wind"]]


def street(match: re.Match[str], before: Token | None) -> str:
    """Speak the "St" of an address, or behind a name; other words stay as they are."""
    text, at = match.string, match.start()
    word = match["way"]
    spoken = STREETS[word.lower()]
    if _ADDRESS_BEFORE.search(text[max(match.pos, at - _BEFORE_CHARS) : at]):
        return spoken
    follows_name = before is not None and not before.mark and before.text[:1].isupper()
    if before is not None and before.text.title() in DIRECTIONS.values():
        return spoken
    following = text[match.end() : match.endpos].lstrip()
    if word.istitle() and follows_name and not following[:1].isupper():
        return spoken
    if (
        before is not None
        and _RANK.fullmatch(before.text)
        and (not following[:1].isupper() or _CORNER_BEHIND.match(following))
    ):
        return spoken
    if not match.group().endswith("."):
        if word == "St" and following[:1].isupper() and not follows_name:
            return "saint"
        return "doctor" if word == "Dr" else word
    return "saint" if word.lower() == "st" else "doctor" if word.lower() == "dr" else spoken


def state(match: re.Match[str], before: Token | None) -> str:
    """Speak "CA" in an address as California; "OR" and "MD" only behind a town."""
    name = match["sent"] or match["sent2"] or match["sure"] or match["unsure"]
    if not match["unsure"]:
        return STATES[name]
    town = before.text if before else ""
    is_town = town in MARYLAND if name == "MD" else town[:1].isupper() and town not in NOT_TOWNS
    return STATES[name] if is_town and not town.isupper() else " ".join(name) if name == "MD" else name


SPEAKERS: dict[str, Speaker] = {
    "phone": phone,
    "vanity": vanity,
    "tollfree": toll_free,
    "house": lambda match, _: numbers.pairs(match.group()),
    "direction": direction,
    "street": street,
    "zip": lambda match, _: numbers.digits(match.group()),
    "state": state,
    "oldstate": lambda match, _: OLD_STATES[match["former"]],
    "holy": lambda match, _: "saint" if match["saint"] else "mount" if match["summit"] == "Mt" else "fort",
    "box": lambda _, __: "P O",
}
