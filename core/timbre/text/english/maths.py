"""Sums, powers and scientific notation."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .units import SYMBOL, unit

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_MINUS = r"(?:(?:(?<=\s)|(?<=^)|(?<=[(?:]))[-−])?"
# Where a term of algebra ends for sure, and what the next one begins with. "5 m² - a lawn" is none.
_TERM_ENDS = (
    r"(?<=\d[²³])|(?<=\)[²³])|(?<=\^\d)|(?<=(?<![A-Za-z])[A-Za-ln-z][²³⁴-⁹¹])"
    r"|(?:(?<=\d\))|(?<=\b[a-z]\)))(?=\s[-−–]\s\()"
)
_TERM = r"(?!a\s[a-z])(?:\d{1,4}[a-z]{0,3}|[A-Za-z])(?![A-Za-z\d])|\("
_HYPHEN = r"\s?[-−–]\s?"
_POWERS = {"2": "squared", "3": "cubed"}

PATTERNS = {
    "scientific": rf"(?<![\w.])(?P<mantissa>{_MINUS}\d+(?:\.\d+)?)(?:(?<=\.\d)|(?<=\.\d\d)|(?<=\.\d\d\d)|(?=[eE][-+]))"
    rf"[eE](?P<exponent>[-+]?\d{{1,3}})(?:\s?(?P<scientificunit>{SYMBOL}(?:/{SYMBOL})?)(?![\w²³/]))?(?![\w]|\.\d)",
    "power": r"(?<=[\w)])\^\(?(?P<raising>[-−]?\d{1,4}|[a-z])\)?(?![\w.]\d|\w)",
    "raised": r"(?<=[\w)])[⁰¹²³⁴-⁹⁻]{1,4}(?!\d)",
    "minus": r"(?<=\d)\s?[-−]\s?(?=\d+\s?=)|(?<=\d)\s−\s(?=\d)",
    "subtraction": rf"(?=\s?[-−–])(?:(?:{_TERM_ENDS}){_HYPHEN}(?={_TERM})"
    rf"|(?<=\d[xyzn]){_HYPHEN}(?=\d*[yzn](?!\w)|\d*[a-z]²|\d*[a-z]?\s[=+]\s)"
    rf"|(?<== \d[xyzn]){_HYPHEN}(?=\d)"
    r"|(?:(?<== [a-z])\s?|(?<== [a-z] ))[-−–]\s?(?=[a-z](?!\w))"
    r"|(?:(?<=\b[a-z])\s?|(?<=\b[a-z] ))[-−–]\s?(?=[a-z]\s=|(?:sin|cos|tan|log|ln)\b))",
    "over": r"(?<=!)\s?/\s?(?=[\d(a-z])|(?<== [A-Za-z])/(?=[A-Za-z]\b)|(?<=\))/(?=\(|\d|[a-z]\b)|(?:(?<=\))"
    r"|(?<=\d)|(?<=\b[a-z]))\s?/\s?(?=\()",
    "sumof": r"(?=[-−])(?:(?<=\d )[-−]\s(?=[nxyz]\b)|(?<=\b[nxyz] )[-−]\s(?=\d|[nxyz]\b))",
    "difference": r"(?:(?<=[(+*/=])|(?<=[+*/=] ))(?P<minuend>[a-z])-(?P<subtrahend>[a-z\d])(?!\w)"
    r"|(?<![\w-])(?P<minuend2>[nxyt])[-−](?P<subtrahend2>\d{1,2})(?![\w-])",
    "tolerance": r"\+/[-−]\s?(?=[\d.])",
    "times": r"(?<=\d)(?:\s[xX]\s|\s?[×*∗∙⋅]\s?)(?=\d)|(?<=\d)\s[x×]\s(?=g(?!\w))",
    "timesof": r"(?=x)(?<=[a-zA-Z.] )x(?=\s?\d{1,3}\s(?:days?|wks?|weeks?|months?|hrs?|hours?|yrs?|years?|sets"
    r"|reps)\b)",
}


def scientific(match: re.Match[str], _: Token | None) -> str:
    """Speak "5e-21" as "five times ten to the power of minus twenty one"."""
    mantissa = match["mantissa"]
    spoken = numbers.quantity(mantissa.lstrip("-−"))
    sign = "" if mantissa[0].isdecimal() else "minus "
    measure = unit(match["scientificunit"], "") if match["scientificunit"] else ""
    return f"{sign}{spoken} times ten to the power of {_signed(match['exponent'])} {measure}"


def power(match: re.Match[str], _: Token | None) -> str:
    """Speak the exponent of "x^2"."""
    return _raised(match["raising"])


def _raised(exponent: str) -> str:
    if exponent.isalpha():
        return f"to the power of {exponent}"
    return _POWERS.get(exponent) or f"to the power of {_signed(exponent)}"


def difference(match: re.Match[str], _: Token | None) -> str:
    """Speak the "a-b" and "n-1" of formulas."""
    first, second = match["minuend"] or match["minuend2"], match["subtrahend"] or match["subtrahend2"]
    return f"{first} minus {numbers.cardinal(second) if second.isdecimal() else second}"


def _signed(exponent: str) -> str:
    sign = "minus " if exponent[0] in "-−" else ""
    return sign + numbers.cardinal(str(int(exponent.lstrip("+-−"))))


SPEAKERS: dict[str, Speaker] = {
    "scientific": scientific,
    "power": power,
    "raised": lambda match, _: _raised(match.group().translate(SUPERSCRIPTS)),
    "over": lambda _, __: "divided by",
    "sumof": lambda _, __: "minus",
    "difference": difference,
    "tolerance": lambda _, __: "plus or minus",
    "minus": lambda _, __: "minus",
    "subtraction": lambda _, __: "minus",
    "times": lambda _, __: "times",
    "timesof": lambda _, __: "times",
}
