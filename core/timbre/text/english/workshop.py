"""What kitchens, workshops and cameras write: packs of things, amperes, stones, f-stops, grades of oil."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .attributes import ATTRIBUTE_BEHIND, THING_BEHIND
from .lists import behind, listed
from .units import unit

# What packs are counted by; lengths stand for sides: "2 x 4 m".
_CONTENTS = "|".join(
    listed(
        r"g kg mg mcg ml mL l L cl cL dl oz fl\soz lbs? pt qt gal [VW] kW mAh Ah GB TB MB ct grams? ounces? "
        r"liters? litres?"
    )
)
_CONTENT = rf"\d+(?:[.,]\d+)?[\s-]?(?:{_CONTENTS})(?!\w)"
_THING = rf"{_CONTENT}\.?\)?\s[A-Za-z]"
_LOADS = "|".join(
    listed(
        "outlets? fuses? circuits? breakers? plugs? sockets? supply supplies chargers? adapters? currents? ratings? "
        "rated loads? MCBs? RCDs? RCBOs? GFCIs? receptacles? switch switches relays? cables? leads? peak continuous "
        "output input USB rectifiers? motors? panels? service ports? max"
    )
)
_CURRENTS = behind(
    *(
        rf"{words} "
        for words in (
            "use is",
            "use of",
            "draws",
            "draw",
            "drawing",
            "raws about",
            "carries",
            "urrent is",
            "urrent of",
            "rated at",
            "trips at",
            "elivers",
            "upplies",
            "pulls",
            r"\dV",
            r"\d V",
            "olts",
            r"\dV,",
            r"\d V,",
            "olts,",
            "VDC",
            "VAC",
            r"\dV at",
            r"\dV @",
            r"Hz",
            r"Hz,",
            "5-",
            "=",
        )
    ),
    r"\dV/",
    r"\dV@",
)
_MULTIPLIED = "times|days|weeks|hours|years|months|bonus|points|miles|rewards|returns|odds|gains"
_STONES = r"(?=\s?\d{1,2}\s?(?:lbs?|pounds?)\b)"

PATTERNS = {
    "packs": rf"(?=\d{{1,3}}\s?[xX×])(?<![\w.,/-])(?P<packcount>\d{{1,3}})(?:\s?[xX×]\s?(?=(?P<packthing>{_THING}))"
    rf"|\s?[xX×]\s?(?={_CONTENT})|\s?[xX×]\s(?=(?P<packnamed>[A-Z]{{2,5}}[\s-]|(?!{_MULTIPLIED})"
    r"[a-z]{2,}s\b)))",
    "onepack": r"(?=1\s?[xX×])(?<![\w.,/-])1\s?[xX×]\s(?=[a-z]{3,})",
    "amps": rf"(?=\d[\d.]{{0,7}}[\s-]?A)(?<![\w.,])(?:(?P<load>\d{{1,4}}(?:\.\d{{1,3}})?)[\s-]?A(?=[\s-](?:{_LOADS})\b)"
    r"|(?P<load2>\d{1,4}(?:\.\d{1,3})?)\s?A(?=\s?(?:/|@|at)\s?\d+(?:\.\d+)?\s?V)"
    r"|(?P<load3>\d{1,3}\.\d{1,3})A(?![\w.-]*\w)"
    r"|(?P<load5>\d{1,5}(?:\.\d{1,3})?)\s?Ah(?![\w'’-])"
    rf"|(?=\d{{1,4}}(?:\.\d{{1,3}})?\s?A)(?:{_CURRENTS})(?P<load4>\d{{1,4}}(?:\.\d{{1,3}})?)\s?A(?![\w'’-]))",
    "stones": rf"(?=\d{{1,2}}\s?st)(?:(?<![\w.,])(?P<stone>\d{{1,2}})\s?st\b\.?{_STONES}"
    rf"|(?<![\w.,])(?P<stone3>[5-9]|1\d|2[02-9])st\b"
    rf"|(?<![\w.,])(?P<stone2>[5-9]|[12]\d)\sst\b"
    r"(?=[.,;)]|\s(?:and|in|overweight|heavier|lighter)\b))",
    "fstop": r"(?<!\w)[fƒF]/(?P<aperture>\d{1,2}(?:\.\d{1,2})?)(?![\w/])"
    r"|(?<!\w)[fƒ](?P<aperture2>\d{1,2}\.\d{1,2})(?![\w/])",
    "exposure": r"(?=1/)(?<![\w/.])1/(?P<exposed>\d{2,4})\s?(?:s|sec)(?![\w/])",
    "oil": r"(?<![\w.,])(?P<winter>\d{1,2})W-(?P<summer>\d{2})(?!\w)",
}


def packs(match: re.Match[str], _: Token | None) -> str:
    """Speak "2 x 400g tins" as two of them, "2 x 400g" as a product."""
    count = numbers.cardinal(match["packcount"])
    return count if match["packthing"] or match["packnamed"] else f"{count} times"


def amps(match: re.Match[str], _: Token | None) -> str:
    """Speak "a 15A outlet", "a fuse of 13 A" and "a 100Ah battery"."""
    count = match["load"] or match["load2"] or match["load3"] or match["load4"] or ""
    is_single = count == "1" or bool(match["load"]) or bool(ATTRIBUTE_BEHIND.match(match.string, match.end()))
    if hours := match["load5"]:
        is_single = hours == "1" or bool(THING_BEHIND.match(match.string, match.end()))
        return f"{numbers.quantity(hours)} amp {'hour' if is_single else 'hours'}"
    return f"{numbers.quantity(count)} {'amp' if is_single else 'amps'}"


def exposure(match: re.Match[str], _: Token | None) -> str:
    """Speak "1/250 s" of a camera."""
    return f"{numbers.fraction('1', match['exposed'])} of a {unit('s', '1')}"


SPEAKERS: dict[str, Speaker] = {
    "packs": packs,
    "onepack": lambda _, __: "one",
    "amps": amps,
    "stones": lambda match, _: (
        f"{numbers.cardinal(match['stone'] or match['stone2'] or match['stone3'])} stone"
    ),
    "fstop": lambda match, _: f"F {numbers.quantity(match['aperture'] or match['aperture2'])}",
    "exposure": exposure,
    "oil": lambda match, _: f"{numbers.cardinal(match['winter'])} W {numbers.cardinal(match['summer'])}",
}
