"""Units of measure and of money, with the words for one and for many."""

from __future__ import annotations

import re

from .lists import any_of, listed


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
    **_named("tbsp tbs", "tablespoon"),
    "pk": _same("pack"),
    **_named("ml mL", "milliliter"),
    **_named("l L", "liter"),
    **_named("cc", "C C", "C C"),
    **_named("cal", "calorie"),
    **_named("kcal", "kilocalorie"),
    **_named("gal gals", "gallon"),
    **_named("qt qts", "quart"),
    **_named("pt", "pint"),
    **dict.fromkeys(("sq. ft", "sq ft", "sqft"), ("square foot", "square feet")),
    **dict.fromkeys(("cu. ft", "cu ft"), ("cubic foot", "cubic feet")),
    **dict.fromkeys(("sq. mi", "sq mi"), ("square mile", "square miles")),
    **dict.fromkeys(("sq. m", "sq m"), ("square meter", "square meters")),
    **dict.fromkeys(("sq. km", "sq km"), ("square kilometer", "square kilometers")),
    **_named("ha", "hectare"),
    **_named("cl cL", "centiliter"),
    **_named("dl dL", "deciliter"),
    **_named("dm", "decimeter"),
    **_named("mcg µg μg", "microgram"),
    **_named("µs μs", "microsecond"),
    **_named("ns", "nanosecond"),
    **_named("nmi", "nautical mile"),
    **_named("psi", "pound per square inch", "pounds per square inch"),
    **_named("fps", "frame per second", "frames per second"),
    **_named("bpm", "beat per minute", "beats per minute"),
    **_named("ppm", "part per million", "parts per million"),
    **_named("dpi", "dot per inch", "dots per inch"),
    **_named("px", "pixel"),
    **_named("hPa", "hectopascal"),
    **_named("kPa", "kilopascal"),
    **_named("MPa", "megapascal"),
    **_named("Pa", "pascal"),
    **_named("kJ", "kilojoule"),
    **_named("MJ", "megajoule"),
    **_named("kN", "kilonewton"),
    **_named("eV", "electron volt"),
    **_named("hp", "horsepower", "horsepower"),
    **_named("lm", "lumen"),
    **_named("ms", "millisecond"),
    **_named("s sec secs", "second"),
    **_named("min mins", "minute"),
    **_named("h hr hrs", "hour"),
    **_named("wk wks", "week"),
    **_named("mo mos", "month"),
    **_named("yr yrs", "year"),
    **_named("deg", "degree"),
    **_named("doz", "dozen", "dozen"),
    **_named("pkg", "package"),
    **_named("pkgs", "package"),
    **_named("pkt pkts", "packet"),
    **_named("nM", "nanomolar", "nanomolar"),
    **_named("mM", "millimolar", "millimolar"),
    **_named("µM μM", "micromolar", "micromolar"),
    **_named("kDa", "kilodalton"),
    **_named("bp", "base pair"),
    **_named("kbp", "kilobase pair"),
    **_named("IU", "international unit"),
    **_named("IU/mL IU/ml", "international unit per milliliter", "international units per milliliter"),
    **_named("U/mL U/ml", "unit per milliliter", "units per milliliter"),
    **_named("IU/L", "international unit per liter", "international units per liter"),
    **_named("U/L", "unit per liter", "units per liter"),
    **_named("mEq", "milliequivalent"),
    **_named("cwt", "hundredweight", "hundredweight"),
    **_named("lb-ft lb·ft", "pound foot", "pound feet"),
    **_named("ft-lb ft-lbs ft·lb", "foot pound"),
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
    **_named("PB", "petabyte"),
    **_named("kW", "kilowatt"),
    **_named("kWh", "kilowatt hour"),
    **_named("MWh", "megawatt hour"),
    **_named("GWh", "gigawatt hour"),
    **_named("TWh", "terawatt hour"),
    **_named("MW", "megawatt"),
    **_named("GW", "gigawatt"),
    **_named("kV", "kilovolt"),
    **_named("Wh", "watt hour"),
    **_named("W", "watt"),
    **_named("V", "volt"),
    **_named("mV", "millivolt"),
    **_named("mA", "milliamp"),
    **_named("mAh", "milliamp hour"),
    **_named("Ω Ω", "ohm"),
    **_named("°C ℃", "degree Celsius", "degrees Celsius"),
    **_named("°F ℉", "degree Fahrenheit", "degrees Fahrenheit"),
    **_named("° º", "degree"),
    **_named("¢", "cent"),
    "%": _same("percent"),
    "‰": _same("per mille"),
    **_named("m² m2", "square meter"),
    **_named("km² km2", "square kilometer"),
    **_named("m³ m3", "cubic meter"),
    **_named("km³", "cubic kilometer"),
    **_named("mm² mm2", "square millimeter"),
    **_named("cm² cm2", "square centimeter"),
    **_named("mm³ mm3", "cubic millimeter"),
    **_named("cm3", "cubic centimeter"),
    **_named("dm³ dm3", "cubic decimeter"),
    **_named("in² in2", "square inch", "square inches"),
    **_named("ft² ft2", "square foot", "square feet"),
    **_named("mi² mi2", "square mile"),
    **_named("ft³ ft3", "cubic foot", "cubic feet"),
    **dict.fromkeys(("° C",), ("degree Celsius", "degrees Celsius")),
    **dict.fromkeys(("° F",), ("degree Fahrenheit", "degrees Fahrenheit")),
    **_named("Nm N·m N⋅m", "newton meter"),
    **_named("kn", "knot"),
    **_named("THz", "terahertz", "terahertz"),
    **_named("kΩ kΩ", "kiloohm"),
    **_named("MΩ MΩ", "megaohm"),
    **_named("µF μF", "microfarad"),
    **_named("nF", "nanofarad"),
    **_named("pF", "picofarad"),
    **_named("µL μL", "microliter"),
    **_named("kVA", "kilovolt ampere"),
    **_named("mol", "mole"),
    **_named("mmol", "millimole"),
    **_named("keV", "kiloelectron volt"),
    **_named("MeV", "megaelectron volt"),
    **_named("GeV", "gigaelectron volt"),
    **_named("TeV", "teraelectron volt"),
    **_named("mSv", "millisievert"),
    **_named("MBq", "megabecquerel"),
    **_named("mT", "millitesla"),
    **_named("mK", "millikelvin"),
    **_named("ly", "light year"),
    **_named("atm", "atmosphere"),
    **_named("mbar", "millibar"),
    **_named("mmHg", "millimeter of mercury", "millimeters of mercury"),
    **_named("mpg", "mile per gallon", "miles per gallon"),
    **_named("wpm", "word per minute", "words per minute"),
    **_named("MP", "megapixel"),
    **_named("L/100km", "liter per one hundred kilometers", "liters per one hundred kilometers"),
    **_named("tsps", "teaspoon"),
    **_named("tbsps", "tablespoon"),
    **_named("pts", "point"),
    "y/o": _same("year old"),
    **_named("★ ⭐", "star"),
    **_named("kr", "krona", "kronor"),
    **_named("cm³", "cubic centimeter"),
    **_named("Gyr", "billion years", "billion years"),
    **_named("Myr", "million years", "million years"),
    **_named("Mly", "million light years", "million light years"),
    **_named("kpc", "kiloparsec"),
    **_named("Mpc", "megaparsec"),
    **_named("pct", "percent", "percent"),
    **_named("VAC", "volt A C", "volts A C"),
    **_named("VDC", "volt D C", "volts D C"),
    **_named("GB/s", "gigabyte per second", "gigabytes per second"),
    **_named("Gb/s Gbit/s", "gigabit per second", "gigabits per second"),
    **_named("Pa·s", "pascal second"),
    **_named("sts", "stitch", "stitches"),
    **_named("gsm", "gram per square meter", "grams per square meter"),
    **_named("ppb", "part per billion", "parts per billion"),
    **_named("µA μA", "microamp"),
    **_named("Å Å", "angstrom"),
}
ATTACHED: dict[str, str] = {"k": "thousand", "x": "x"}
"""Letters that count as units only right behind the number."""
_ANY_CASE = {symbol.lower(): unit for symbol, unit in reversed(UNITS.items()) if len(symbol) > 1}
# A single capital, or one that could be two units, is read only as the table writes it.
_symbols = sorted(UNITS, key=len, reverse=True)
_WORDS = any_of((symbol for symbol in _symbols if len(symbol) > 1), ignore_case=True)
_SINGLE = "".join(re.escape(symbol) for symbol in _symbols if len(symbol) == 1)
SYMBOL = rf"(?:(?i:{_WORDS})|[{_SINGLE}])"
"""Pattern of a unit's symbol."""

SCALE = r"(?i:hundred|thousand|million|billion|trillion|quadrillion|zillion|lakh|crore|bln|mln|mn|bn|trn?|tn)"
"""Pattern of a word that multiplies the number before it."""

# Symbol: unit, units, hundredth, hundredths.
CURRENCIES: dict[str, tuple[str, str, str, str]] = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "€": ("euro", "euros", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "¥": ("yen", "yen", "", ""),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "₩": ("won", "won", "jeon", "jeon"),
    "₽": ("ruble", "rubles", "kopeck", "kopecks"),
    "₺": ("lira", "lira", "kurus", "kurus"),
    "₪": ("shekel", "shekels", "agora", "agorot"),
    "₫": ("dong", "dong", "hao", "hao"),
    "₦": ("naira", "naira", "kobo", "kobo"),
    "₱": ("peso", "pesos", "centavo", "centavos"),
    "₴": ("hryvnia", "hryvnias", "kopiyka", "kopiykas"),
    "฿": ("baht", "baht", "satang", "satang"),
    "₮": ("tugrik", "tugriks", "mongo", "mongo"),
    "₡": ("colon", "colons", "centimo", "centimos"),
    "₿": ("bitcoin", "bitcoins", "", ""),
    "₵": ("cedi", "cedis", "pesewa", "pesewas"),
    "₲": ("guarani", "guaranies", "", ""),
    "₸": ("tenge", "tenge", "tiyn", "tiyn"),
    "₼": ("manat", "manats", "qapik", "qapiks"),
    "₾": ("lari", "lari", "tetri", "tetri"),
    "₭": ("kip", "kip", "", ""),
    "₨": ("rupee", "rupees", "paisa", "paise"),
    "₤": ("pound", "pounds", "penny", "pence"),
}
CURRENCY = "[" + "".join(CURRENCIES) + "]"
"""Pattern of a currency's sign."""
_CENTS = ("cent", "cents")
# Codes of ISO 4217.
CODES: dict[str, tuple[str, str, str, str]] = {
    "USD": CURRENCIES["$"],
    "EUR": CURRENCIES["€"],
    "GBP": CURRENCIES["£"],
    "JPY": CURRENCIES["¥"],
    "INR": CURRENCIES["₹"],
    "KRW": CURRENCIES["₩"],
    "CNY": ("yuan", "yuan", "fen", "fen"),
    "CHF": ("Swiss franc", "Swiss francs", "centime", "centimes"),
    "CAD": ("Canadian dollar", "Canadian dollars", *_CENTS),
    "AUD": ("Australian dollar", "Australian dollars", *_CENTS),
    "NZD": ("New Zealand dollar", "New Zealand dollars", *_CENTS),
    "HKD": ("Hong Kong dollar", "Hong Kong dollars", *_CENTS),
    "SGD": ("Singapore dollar", "Singapore dollars", *_CENTS),
    "MXN": ("Mexican peso", "Mexican pesos", "centavo", "centavos"),
    "SEK": ("Swedish krona", "Swedish kronor", "ore", "ore"),
    "NOK": ("Norwegian krone", "Norwegian kroner", "ore", "ore"),
    "DKK": ("Danish krone", "Danish kroner", "ore", "ore"),
    "PLN": ("zloty", "zlotys", "grosz", "groszy"),
    "RUB": CURRENCIES["₽"],
    "TRY": CURRENCIES["₺"],
    "ZAR": ("rand", "rand", *_CENTS),
    "CZK": ("Czech koruna", "Czech korunas", "haler", "halers"),
    "HUF": ("forint", "forints", "filler", "fillers"),
    "THB": CURRENCIES["฿"],
    "VND": CURRENCIES["₫"],
    "MNT": CURRENCIES["₮"],
    "UAH": CURRENCIES["₴"],
    "ILS": CURRENCIES["₪"],
    "BRL": ("real", "reais", "centavo", "centavos"),
    "MYR": ("ringgit", "ringgit", "sen", "sen"),
    # Not of ISO 4217, but written in the same places.
    "AED": ("dirham", "dirhams", "fils", "fils"),
    "SAR": ("riyal", "riyals", "halala", "halalas"),
    "QAR": ("riyal", "riyals", "dirham", "dirhams"),
    "EGP": ("Egyptian pound", "Egyptian pounds", "piastre", "piastres"),
    "NGN": CURRENCIES["₦"],
    "KES": ("Kenyan shilling", "Kenyan shillings", *_CENTS),
    "PKR": ("Pakistani rupee", "Pakistani rupees", "paisa", "paise"),
    "IDR": ("rupiah", "rupiah", "sen", "sen"),
    "TWD": ("Taiwan dollar", "Taiwan dollars", *_CENTS),
    "RON": ("leu", "lei", "ban", "bani"),
    "zł": ("zloty", "zlotys", "grosz", "groszy"),
    "BTC": ("bitcoin", "bitcoins", "", ""),
    "MX$": ("Mexican peso", "Mexican pesos", "centavo", "centavos"),
    "R$": ("real", "reais", "centavo", "centavos"),
    "kr": ("krona", "kronor", "ore", "ore"),
    "Rs.": CURRENCIES["₹"],
    "Rs": CURRENCIES["₹"],
    "RM": ("ringgit", "ringgit", "sen", "sen"),
    "Kč": ("koruna", "korunas", "haler", "halers"),
    "Fr.": ("franc", "francs", "centime", "centimes"),
    "SFr.": ("Swiss franc", "Swiss francs", "centime", "centimes"),
    "Ksh": ("Kenyan shilling", "Kenyan shillings", *_CENTS),
    "KSh": ("Kenyan shilling", "Kenyan shillings", *_CENTS),
    "Rp": ("rupiah", "rupiah", "sen", "sen"),
}
CODE = any_of(CODES)
"""Pattern of a currency's code."""
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
    "NT": "Taiwan",
}


# Written out behind a slash: "$25/hour".
PER: dict[str, str] = {
    **{
        word: word
        for word in listed(
            "hour day night week month year minute second quarter person user seat unit item head share ticket piece "
            "page side "
            "word line call visit class session lesson acre dozen pound ounce gallon barrel ton kilo mile point game "
            "episode license agent employee student child adult guest room plate bottle case box roll pair request "
            "image "
            "token query trip copy"
        )
    },
    "d": "day",
    "pp": "person",
    "sh": "share",
    "pax": "person",
    "bbl": "barrel",
    "mt": "metric ton",
    "bu": "bushel",
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
        if not below and above in PER:
            return PER[above]
        each = PER.get(below) or unit(below, "1")
        return f"{unit(above, value)} per {each}" if above else f"per {each}"
    return known[0 if value == "1" else 1]
