"""Units of measure and of money, with the words for one and for many."""

from __future__ import annotations

import re


def _same(word: str) -> tuple[str, str]:
    return word, word


def _plural(word: str) -> tuple[str, str]:
    return word, word + "s"


def _named(symbols: str, one: str, many: str | None = None) -> dict[str, tuple[str, str]]:
    return dict.fromkeys(symbols.split(), (one, many or one + "s"))


UNITS: dict[str, tuple[str, str]] = {
    **_named("mph", "mile per hour", "miles per hour"),
    **_named("kph kmh", "kilometer per hour", "kilometers per hour"),
    **_named("bps", "bit per second", "bits per second"),
    **_named("kbps Kbps", "kilobit per second", "kilobits per second"),
    **_named("Mbps mbps", "megabit per second", "megabits per second"),
    **_named("Gbps gbps", "gigabit per second", "gigabits per second"),
    **_named("rpm", "revolution per minute", "revolutions per minute"),
    **_named("m/s² m/s2", "meter per second squared", "meters per second squared"),
    **_named("km", "kilometer"),
    **_named("cm", "centimeter"),
    **_named("mm", "millimeter"),
    **_named("µm μm", "micrometer"),
    **_named("nm", "nanometer"),
    **_named("m", "meter"),
    **_named("ft", "foot", "feet"),
    **_named("yd yds", "yard"),
    **_named("mi", "mile"),
    **_named("kg kgs", "kilogram"),
    **_named("mg", "milligram"),
    **_named("g", "gram"),
    **_named("lb lbs", "pound"),
    **_named("oz", "ounce"),
    "fl oz": _plural("fluid ounce"),
    **_named("kt", "karat"),
    **_named("tsp", "teaspoon"),
    **_named("tbsp", "tablespoon"),
    **_named("ml mL", "milliliter"),
    **_named("l L", "liter"),
    **_named("cc", "C C", "C C"),
    **_named("cal", "calorie"),
    **_named("kcal", "kilocalorie"),
    **_named("ms", "millisecond"),
    **_named("s sec secs", "second"),
    **_named("min mins", "minute"),
    **_named("h hr hrs", "hour"),
    **_named("wk wks", "week"),
    **_named("mo mos", "month"),
    **_named("yr yrs", "year"),
    "yo": _same("year old"),
    "kHz": _same("kilohertz"),
    "MHz": _same("megahertz"),
    "GHz": _same("gigahertz"),
    "Hz": _same("hertz"),
    **_named("dB", "decibel"),
    **_named("Mb Mbit", "megabit"),
    **_named("kB KB", "kilobyte"),
    **_named("MB", "megabyte"),
    **_named("GB", "gigabyte"),
    **_named("TB", "terabyte"),
    **_named("KiB", "kibibyte"),
    **_named("MiB", "mebibyte"),
    **_named("GiB", "gibibyte"),
    **_named("TiB", "tebibyte"),
    **_named("kW", "kilowatt"),
    **_named("kWh", "kilowatt hour"),
    **_named("MW", "megawatt"),
    **_named("W", "watt"),
    **_named("V", "volt"),
    **_named("mV", "millivolt"),
    **_named("mA", "milliamp"),
    **_named("mAh", "milliamp hour"),
    **_named("Ω Ω", "ohm"),
    **_named("°C ℃", "degree Celsius", "degrees Celsius"),
    **_named("°F ℉", "degree Fahrenheit", "degrees Fahrenheit"),
    **_named("° º", "degree"),
    "%": _same("percent"),
    "‰": _same("per mille"),
    **_named("m² m2", "square meter"),
    **_named("km² km2", "square kilometer"),
    **_named("m³ m3", "cubic meter"),
    **_named("km³", "cubic kilometer"),
    **_named("cm³", "cubic centimeter"),
}
ATTACHED: dict[str, str] = {"k": "thousand", "x": "x"}
"""Letters that count as units only right behind the number."""
_ANY_CASE = {symbol.lower(): unit for symbol, unit in reversed(UNITS.items()) if len(symbol) > 1}
# A single capital, or one that could be two units, is read only as the table writes it.
_symbols = sorted(UNITS, key=len, reverse=True)
_WORDS = "|".join(re.escape(symbol) for symbol in _symbols if len(symbol) > 1)
_SINGLE = "".join(re.escape(symbol) for symbol in _symbols if len(symbol) == 1)
SYMBOL = rf"(?:(?i:{_WORDS})|[{_SINGLE}])"
"""Pattern of a unit's symbol."""

SCALE = r"(?i:hundred|thousand|million|billion|trillion|quadrillion|zillion|bn)"
"""Pattern of a word that multiplies the number before it."""

# Symbol: unit, units, hundredth, hundredths.
CURRENCIES: dict[str, tuple[str, str, str, str]] = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "€": ("euro", "euros", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "¥": ("yen", "yen", "sen", "sen"),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "₩": ("won", "won", "jeon", "jeon"),
}
# Written in front of a dollar sign.
NATIONS: dict[str, str] = {
    "US": "U S",
    "NZ": "New Zealand",
    "AU": "Australian",
    "A": "Australian",
    "CA": "Canadian",
    "C": "Canadian",
    "HK": "Hong Kong",
    "S": "Singapore",
}


def unit(symbol: str, value: str) -> str:
    """The word for a unit behind a number: "kilograms" for ``12`` ``kg``, "meters per second" for ``m/s``.

    Args:
        symbol: One or two that ``SYMBOL`` matches, a slash between two.
        value: The number's digits.
    """
    known = UNITS.get(symbol) or _ANY_CASE.get(symbol.lower())
    if known is None:
        above, _, below = symbol.partition("/")
        return f"{unit(above, value)} per {unit(below, '1')}" if above else f"per {unit(below, '1')}"
    return known[0 if value == "1" else 1]
