"""Sums, powers and scientific notation."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_MINUS = r"(?:(?:(?<=\s)|(?<=^)|(?<=[(?:]))[-−])?"
_POWERS = {"2": "squared", "3": "cubed"}

PATTERNS = {
    "scientific": rf"(?<![\w.])(?P<mantissa>{_MINUS}\d+(?:\.\d+)?)(?:(?<=\.\d)|(?<=\.\d\d)|(?<=\.\d\d\d)|(?=[eE][-+]))"
    r"[eE](?P<exponent>[-+]?\d{1,3})(?![\w.])",
    "power": r"(?<=[\w)])\^\(?(?P<raising>[-−]?\d{1,4})\)?(?![\w.]\d)",
    "raised": r"(?<=[\w)])[⁰¹²³⁴-⁹⁻]{1,4}(?!\w)",
    "minus": r"(?<=\d)\s?[-−]\s?(?=\d+\s?=)|(?<=\d)\s−\s(?=\d)",
    "times": r"(?<=\d)(?:\s[xX]\s|\s?[×*∗∙⋅]\s?)(?=\d)",
}


def scientific(match: re.Match[str], _: Token | None) -> str:
    """Speak "5e-21" as "five times ten to the power of minus twenty one"."""
    mantissa = match["mantissa"]
    spoken = numbers.quantity(mantissa.lstrip("-−"))
    sign = "" if mantissa[0].isdecimal() else "minus "
    return f"{sign}{spoken} times ten to the power of {_signed(match['exponent'])}"


def power(match: re.Match[str], _: Token | None) -> str:
    """Speak the exponent of "x^2"."""
    return _raised(match["raising"])


def _raised(exponent: str) -> str:
    return _POWERS.get(exponent) or f"to the power of {_signed(exponent)}"


def _signed(exponent: str) -> str:
    sign = "minus " if exponent[0] in "-−" else ""
    return sign + numbers.cardinal(str(int(exponent.lstrip("+-−"))))


SPEAKERS: dict[str, Speaker] = {
    "scientific": scientific,
    "power": power,
    "raised": lambda match, _: _raised(match.group().translate(_SUPERSCRIPTS)),
    "minus": lambda _, __: "minus",
    "times": lambda _, __: "times",
}
