"""Tables of English: abbreviations, units and signs, with the words that they stand for."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Abbreviations that are written with a full stop, in lower case. A value of several words is spoken
# as several words.
ABBREVIATIONS: dict[str, str] = {
    "mr": "mister",
    "mrs": "missus",
    "ms": "miz",
    "messrs": "messieurs",
    "dr": "doctor",
    "prof": "professor",
    "st": "saint",
    "jr": "junior",
    "sr": "senior",
    "vs": "versus",
    "etc": "et cetera",
    "ph.d": "P H D",
    "e.g": "for example",
    "i.e": "that is",
    "cf": "compare",
    "approx": "approximately",
    "dept": "department",
    "est": "established",
    "ext": "extension",
    "inc": "incorporated",
    "ltd": "limited",
    "co": "company",
    "corp": "corporation",
    "bros": "brothers",
    "ave": "avenue",
    "blvd": "boulevard",
    "rd": "road",
    "hwy": "highway",
    "apt": "apartment",
    "mt": "mount",
    "ft": "fort",
    "gen": "general",
    "col": "colonel",
    "maj": "major",
    "capt": "captain",
    "lt": "lieutenant",
    "sgt": "sergeant",
    "cmdr": "commander",
    "rev": "reverend",
    "hon": "honorable",
    "gov": "governor",
    "sen": "senator",
    "rep": "representative",
    "pres": "president",
    "jan": "January",
    "feb": "February",
    "mar": "March",
    "apr": "April",
    "jun": "June",
    "jul": "July",
    "aug": "August",
    "sep": "September",
    "sept": "September",
    "oct": "October",
    "nov": "November",
    "dec": "December",
    "mon": "Monday",
    "tue": "Tuesday",
    "tues": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "thurs": "Thursday",
    "fri": "Friday",
}
# Also ordinary words: abbreviations only with a capital.
_CAPITALISED = _words("gen col maj rev hon sen rep mar jun mon wed fri sun mt co")
# Spoken so only in front of a digit.
BEFORE_DIGIT: dict[str, str] = {
    "no": "number",
    "nos": "numbers",
    "fig": "figure",
    "vol": "volume",
    "ch": "chapter",
    "sec": "section",
    "p": "page",
    "pp": "pages",
    "eq": "equation",
}
# The same without a full stop.
BARE_ABBREVIATIONS: dict[str, str] = {
    "Mr": "mister",
    "Mrs": "missus",
    "Ms": "miz",
    "Dr": "doctor",
    "Prof": "professor",
    "vs": "versus",
    "w/": "with",
    "w/o": "without",
}
# After these the next sentence often begins, so a capital behind the full stop ends the sentence.
MAY_END_SENTENCE = _words("etc jr sr inc ltd co corp bros ave blvd rd hwy apt a.m p.m est dept")
# "Main St. is wide": what these mean behind a name.
AFTER_NAME: dict[str, str] = {"st": "street", "dr": "drive", "ft": "feet", "mt": "mount"}

MONTH_NAMES = _words(
    "january february march april may june july august september october november december jan feb "
    "mar apr jun jul aug sep sept oct nov dec"
)
# A Roman numeral behind one of these is a plain number.
NUMBERED = _words("chapter part act scene book volume section phase war type class level title article")

# Unit after a number: one, many.
UNITS: dict[str, tuple[str, str]] = {
    "km/h": ("kilometer per hour", "kilometers per hour"),
    "m/s": ("meter per second", "meters per second"),
    "mph": ("mile per hour", "miles per hour"),
    "kbps": ("kilobit per second", "kilobits per second"),
    "Mbps": ("megabit per second", "megabits per second"),
    "km": ("kilometer", "kilometers"),
    "cm": ("centimeter", "centimeters"),
    "mm": ("millimeter", "millimeters"),
    "µm": ("micrometer", "micrometers"),
    "nm": ("nanometer", "nanometers"),
    "m": ("meter", "meters"),
    "ft": ("foot", "feet"),
    "yd": ("yard", "yards"),
    "mi": ("mile", "miles"),
    "kg": ("kilogram", "kilograms"),
    "mg": ("milligram", "milligrams"),
    "g": ("gram", "grams"),
    "lb": ("pound", "pounds"),
    "lbs": ("pound", "pounds"),
    "oz": ("ounce", "ounces"),
    "ml": ("milliliter", "milliliters"),
    "mL": ("milliliter", "milliliters"),
    "l": ("liter", "liters"),
    "L": ("liter", "liters"),
    "ms": ("millisecond", "milliseconds"),
    "s": ("second", "seconds"),
    "sec": ("second", "seconds"),
    "min": ("minute", "minutes"),
    "h": ("hour", "hours"),
    "hr": ("hour", "hours"),
    "hrs": ("hour", "hours"),
    "kHz": ("kilohertz", "kilohertz"),
    "MHz": ("megahertz", "megahertz"),
    "GHz": ("gigahertz", "gigahertz"),
    "Hz": ("hertz", "hertz"),
    "dB": ("decibel", "decibels"),
    "kB": ("kilobyte", "kilobytes"),
    "KB": ("kilobyte", "kilobytes"),
    "MB": ("megabyte", "megabytes"),
    "GB": ("gigabyte", "gigabytes"),
    "TB": ("terabyte", "terabytes"),
    "kW": ("kilowatt", "kilowatts"),
    "kWh": ("kilowatt hour", "kilowatt hours"),
    "MW": ("megawatt", "megawatts"),
    "W": ("watt", "watts"),
    "V": ("volt", "volts"),
    "mV": ("millivolt", "millivolts"),
    "mA": ("milliamp", "milliamps"),
    "°C": ("degree Celsius", "degrees Celsius"),
    "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
    "°": ("degree", "degrees"),
    "%": ("percent", "percent"),
    "‰": ("per mille", "per mille"),
    "m²": ("square meter", "square meters"),
    "km²": ("square kilometer", "square kilometers"),
    "m³": ("cubic meter", "cubic meters"),
}

SIGNS: dict[str, str] = {
    "&": "and",
    "%": "percent",
    "@": "at",
    "+": "plus",
    "=": "equals",
    "≈": "approximately",
    "≠": "does not equal",
    "<": "is less than",
    ">": "is greater than",
    "≤": "is at most",
    "≥": "is at least",
    "±": "plus or minus",
    "×": "times",
    "÷": "divided by",
    "°": "degrees",
    "§": "section",
    "©": "copyright",
    "#": "number",
    "$": "dollars",
    "€": "euros",
    "£": "pounds",
    "¥": "yen",
    "½": "one half",
    "⅓": "one third",
    "⅔": "two thirds",
    "¼": "one quarter",
    "¾": "three quarters",
    "∞": "infinity",
    "→": "to",
}
# Elisions whose leading apostrophe is part of the word.
ELISIONS = _words("tis twas twere em cause til bout round cept tude")

# A capitalised one of these behind an abbreviation begins a new sentence.
SENTENCE_STARTERS = _words(
    "the a an he she it we they you i this that these those there but and so then when while if "
    "after before however in on at his her their our my what who why how where is are was do does "
    "did"
)


def is_abbreviation(word: str) -> bool:
    """Whether a word in front of a full stop is an abbreviation."""
    folded = word.lower()
    return folded in ABBREVIATIONS and (folded not in _CAPITALISED or word[:1].isupper())
