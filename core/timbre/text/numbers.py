"""Numbers, money, times and dates in English words."""

from __future__ import annotations

import re
from functools import lru_cache

_MAX_CARDINAL_DIGITS = 15
_FIRST_YEAR, _LAST_YEAR = 1100, 2099

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
# Symbol: unit, units, hundredth, hundredths.
CURRENCIES: dict[str, tuple[str, str, str, str]] = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "€": ("euro", "euros", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "¥": ("yen", "yen", "sen", "sen"),
    "₹": ("rupee", "rupees", "paisa", "paise"),
}
_SCALES = {"k": "thousand", "m": "million", "b": "billion", "bn": "billion"}
_DENOMINATORS = {2: ("half", "halves"), 4: ("quarter", "quarters")}


@lru_cache(maxsize=4096)
def _words(number: int, kind: str) -> str:
    from num2words import num2words  # imported here: it loads every language, and most text has no numbers

    spoken: str = num2words(number, to=kind)
    return re.sub(r"[,-]", " ", spoken.replace(" and ", " ")).replace("  ", " ")


def digits(text: str) -> str:
    """Speak each ASCII digit of a text on its own."""
    return " ".join(_DIGITS[int(char)] for char in text if char.isdecimal())


def cardinal(text: str) -> str:
    """Speak an integer such as ``1,234``; a code such as ``007`` digit by digit."""
    plain = text.replace(",", "")
    if len(plain) > _MAX_CARDINAL_DIGITS or (len(plain) > 1 and plain[0] == "0"):
        return digits(plain)
    return _words(int(plain), "cardinal")


def ordinal(text: str) -> str:
    """Speak ``22`` as "twenty second"."""
    plain = text.replace(",", "")
    return digits(plain) if len(plain) > _MAX_CARDINAL_DIGITS else _words(int(plain), "ordinal")


def year(text: str) -> str:
    """Speak ``1984`` as "nineteen eighty four"."""
    number = int(text)
    return _words(number, "year") if _FIRST_YEAR <= number <= _LAST_YEAR else cardinal(text)


def number(text: str) -> str:
    """Speak an unsigned number that may have commas, decimals, or several points (``1.2.3``)."""
    whole, *rest = text.split(".")
    if len(rest) > 1:
        return " point ".join(cardinal(part) for part in text.split("."))
    if not rest:
        looks_like_year = len(whole) == 4 and whole.isdecimal()
        return year(whole) if looks_like_year else cardinal(whole)
    return f"{cardinal(whole) if whole else 'zero'} point {digits(rest[0])}"


def decade(text: str) -> str:
    """Speak ``1990s`` or ``90s`` as "nineteen nineties" or "nineties"."""
    spoken = year(text) if len(text) == 4 else cardinal(text)
    if spoken.endswith("y"):
        return spoken[:-1] + "ies"
    return spoken + "s"


def money(symbol: str, amount: str, scale: str | None) -> str:
    """Speak an amount of money.

    Args:
        symbol: A key of ``CURRENCIES``.
        amount: Digits with commas and at most one point.
        scale: A word or letter such as "million" or "k" after the amount, or None.
    """
    unit, units, cent, cents = CURRENCIES[symbol]
    if scale:
        return f"{_amount(amount)} {_SCALES.get(scale.lower(), scale.lower())} {units}"
    whole, _, fraction = amount.partition(".")
    if fraction and len(fraction) != 2:
        return f"{number(amount)} {units}"
    value, hundredths = int(whole.replace(",", "") or 0), int(fraction or 0)
    parts: list[str] = []
    if value or not hundredths:
        parts.append(f"{cardinal(whole.lstrip('0') or '0')} {unit if value == 1 else units}")
    if hundredths:
        parts.append(f"{cardinal(str(hundredths))} {cent if hundredths == 1 else cents}")
    return " and ".join(parts)


def _amount(text: str) -> str:
    return number(text) if "." in text else cardinal(text)


def clock(hours: str, minutes: str, seconds: str | None, has_half: bool) -> str:
    """Speak a time of day.

    Args:
        hours: One or two digits.
        minutes: Two digits.
        seconds: Two digits, or None.
        has_half: Whether a.m. or p.m. follows.
    """
    parts = [cardinal(str(int(hours)))]
    if int(minutes) or seconds:
        parts.append(("oh " if minutes[0] == "0" else "") + cardinal(str(int(minutes))))
    elif not has_half:
        parts.append("o'clock" if 1 <= int(hours) <= 12 else "hundred hours")
    if seconds:
        parts.append(f"and {cardinal(str(int(seconds)))} seconds")
    return " ".join(parts)


def date(year_text: str | None, month: int, day: int) -> str | None:
    """Speak a date as "March fifth twenty twenty four"; None if there is no such day."""
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    spoken = f"{MONTHS[month - 1]} {ordinal(str(day))}"
    if year_text is None:
        return spoken
    if len(year_text) == 2:
        year_text = ("20" if int(year_text) < 50 else "19") + year_text
    return f"{spoken} {year(year_text)}"


def fraction(numerator: str, denominator: str) -> str:
    """Speak ``3/4`` as "three quarters", and a large one as "five over seventeen"."""
    top, bottom = int(numerator), int(denominator)
    if not 2 <= bottom <= 10 or top >= bottom:
        return f"{cardinal(numerator)} over {cardinal(denominator)}"
    one, many = _DENOMINATORS.get(bottom, (ordinal(denominator), ordinal(denominator) + "s"))
    return f"{cardinal(numerator)} {one if top == 1 else many}"
