"""What players and sports pages write: seconds of a game, dice, runs not out, points of tennis, hotels' stars."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .lists import behind_words, listed

_LODGINGS = "|".join(
    listed("hotels? resorts? reviews? ratings? restaurants? service luxury accommodation rated spas?")
)
_NUMERAL = r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})"
_STEPS = behind_words(
    "Stage stage Type type Class class Group group Phase phase Grade grade Title Part Level Mark"
)

PATTERNS = {
    "notout": r"(?<=[a-z] )(?P<runs>\d{1,3})\*(?=[,.;)]|\s*$|\s(?:and|off|from|not|in)\b)",
    "starred_house": rf"(?<![\w.,])(?P<stars>[1-7])\*(?=[\s-](?:{_LODGINGS})\b)",
    "declared": r"(?<=/\d )(?:dec|d)\b\.?(?!\s\d|\w)",
    "tennis": r"(?<![\w.,-])(?P<served>40|30)[-–](?P<returned>0|15|30)(?![\w-]|[.,]\d|\s?%)(?<!30-30)",
    "launch": r"(?<![\w-])T\s?(?P<launchsign>[-–−+])\s?(?=\d{1,3}(?:\s(?:and\b|days?\b|hours?\b|minutes?\b"
    r"|seconds?\b|hrs?\b"
    r"|mins?\b|secs?\b)|:\d\d))",
    "lettered_step": rf"(?=[IVX]{{1,5}}[A-C])(?:{_STEPS})"
    rf"(?P<stepnumeral>{_NUMERAL})(?P<stepletter>[A-C])(?P<steppart>\d?)(?!\w)",
}


def tennis(match: re.Match[str], _: Token | None) -> str:
    """Speak "40-15", which falls and so is no range."""
    points = (match["served"], match["returned"])
    joint = " " if int(points[0]) > int(points[1]) else " to "
    return joint.join("love" if point == "0" else numbers.cardinal(point) for point in points)


def not_out(match: re.Match[str], before: Token | None) -> str:
    """Speak a batter's "104*"; the star behind other numbers is silent."""
    runs = numbers.cardinal(match["runs"])
    return f"{runs} not out" if before and before.text.istitle() and not before.mark else runs


def lettered_step(match: re.Match[str], _: Token | None) -> str:
    """Speak "stage IIIB" as "stage three B"."""
    numeral = numbers.cardinal(str(numbers.roman(match["stepnumeral"])))
    return f"{numeral} {match['stepletter']} {numbers.digits(match['steppart'])}"


SPEAKERS: dict[str, Speaker] = {
    "notout": not_out,
    "starred_house": lambda match, _: f"{numbers.cardinal(match['stars'])} star",
    "declared": lambda _, __: "declared",
    "tennis": tennis,
    "launch": lambda match, _: f"T {'plus' if match['launchsign'] == '+' else 'minus'}",
    "lettered_step": lettered_step,
}
