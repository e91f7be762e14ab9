"""Numbers in English words."""

from __future__ import annotations

import re
from functools import lru_cache

_MAX_CARDINAL_DIGITS = 15
_MAX_GROUPED_DIGITS = 21  # with commas a longer number is still one that somebody wants to hear
_FIRST_YEAR, _LAST_YEAR = 1100, 2099
_ALL = 100
_SCALE = re.compile(r"(?:thousand|illion)")
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_DENOMINATORS = {2: ("half", "halves"), 4: ("quarter", "quarters")}
_SCALES = {
    "k": "thousand",
    "m": "million",
    "b": "billion",
    "bn": "billion",
    "bln": "billion",
    "mln": "million",
    "tn": "trillion",
    "tr": "trillion",
    "trn": "trillion",
    "mn": "million",
    "mm": "million",
    "t": "trillion",
}
_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
ROMAN = re.compile(r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


@lru_cache(maxsize=4096)
def _words(number: int, kind: str) -> str:
    from num2words import num2words  # imported here: it loads every language, and most text has no numbers

    spoken: str = num2words(number, to=kind)
    spoken = re.sub(r"[,-]", " ", spoken).replace("  ", " ")
    head, joint, tail = spoken.rpartition(" and ")
    if not joint:
        return spoken
    has_and = kind == "cardinal" and not _SCALE.search(tail) and not head.endswith("illion")
    return head.replace(" and ", " ") + (" and " if has_and else " ") + tail


def digits(text: str) -> str:
    """Speak each ASCII digit of a text on its own."""
    return " ".join(_DIGITS[int(char)] for char in text if char.isdecimal())


def cardinal(text: str) -> str:
    """Speak an integer such as ``1,234``; a code such as ``007`` digit by digit."""
    plain = text.replace(",", "")
    limit = _MAX_GROUPED_DIGITS if "," in text else _MAX_CARDINAL_DIGITS
    if len(plain) > limit or (len(plain) > 1 and plain[0] == "0"):
        return digits(plain)
    return _words(int(plain), "cardinal")


def ordinal(text: str) -> str:
    """Speak ``22`` as "twenty second"."""
    plain = text.replace(",", "")
    return digits(plain) if len(plain) > _MAX_CARDINAL_DIGITS else _words(int(plain), "ordinal")


def ordinal_suffix(text: str) -> str:
    """The letters that belong behind an ordinal's digits: ``nd`` for ``22``."""
    value = int(text.replace(",", "")[-2:])
    return "th" if value // 10 == 1 else _SUFFIXES.get(value % 10, "th")


def year(text: str) -> str:
    """Speak ``1984`` as "nineteen eighty four"."""
    number = int(text)
    return _words(number, "year") if _FIRST_YEAR <= number <= _LAST_YEAR else cardinal(text)


def pairs(text: str) -> str:
    """Speak a house's number or an early year as people say it: ``1428`` fourteen twenty eight, ``340`` three forty."""
    if len(text) == 3 and text[1] == "0" and text[2] != "0":
        return digits(text)
    return cardinal(text) if text[0] == "0" or len(text) > 4 else _words(int(text), "year")


def paired(text: str) -> str:
    """Speak a number that names something: ``747`` "seven forty seven", ``101`` "one oh one"."""
    if len(text) == 3 and text[1] == "0" and text[2] != "0":
        return f"{digits(text[0])} oh {digits(text[2])}"
    return in_twos(text) if len(text) == 4 and text[:2] == "10" and text[2] != "0" else pairs(text)


def number(text: str) -> str:
    """Speak an unsigned number that may have commas, decimals, or several points (``1.2.3``)."""
    whole, *rest = text.split(".")
    if not rest and len(whole) == 4 and whole.isdecimal():
        return year(whole)
    return quantity(text)


def quantity(text: str) -> str:
    """Speak a number as ``number`` does, where it cannot be a year."""
    whole, *rest = text.split(".")
    if len(rest) > 1:
        return " point ".join(map(cardinal, text.split(".")))
    if not rest:
        return cardinal(whole)
    return f"{cardinal(whole)} point {digits(rest[0])}" if whole else f"point {digits(rest[0])}"


def in_twos(digits: str) -> str:
    """Speak four figures in two parts: ``1099`` ten ninety nine, which ``pairs`` does from 1100 on."""
    return f"{cardinal(digits[:2])} {cardinal(digits[2:])}"


def decade(text: str) -> str:
    """Speak ``1990`` or ``90`` as "nineteen nineties" or "nineties"."""
    spoken = year(text) if len(text) == 4 else cardinal(text)
    return spoken[:-1] + "ies" if spoken.endswith("y") else spoken + "s"


def fraction(numerator: str, denominator: str) -> str:
    """Speak ``3/4`` as "three quarters", ``5/1`` as "five over one", ``60/40`` as "sixty forty"."""
    top, bottom = int(numerator), int(denominator)
    counted = cardinal(numerator).replace(" and ", " ")
    if top == bottom and top > 9:
        return f"{counted} {counted}"
    if top + bottom == _ALL and top % 10 == 0 and min(top, bottom) > 9:
        return f"{counted} {cardinal(denominator)}"
    if bottom < 2:
        return f"{counted} over {cardinal(denominator)}"
    one, many = _DENOMINATORS.get(bottom, (ordinal(denominator), ordinal(denominator) + "s"))
    return f"{counted} {one if top == 1 else many}"


def multiple(text: str, scale: str) -> str:
    """Speak ``460`` ``billion`` as "four hundred sixty billion"."""
    return f"{quantity(text).replace(' and ', ' ')} {_SCALES.get(scale.lower(), scale.lower())}"


def roman(text: str) -> int:
    """The value of a Roman numeral that ``ROMAN`` matches."""
    values = [_ROMAN_VALUES[char] for char in text]
    return sum(-value if value < max(values[i:]) else value for i, value in enumerate(values))
