"""What laboratories, pharmacies and musicians write: isotopes, charges, functions, doses, kelvins, chords."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .everyday import letters
from .lists import behind, behind_words, listed
from .maths import SUPERSCRIPTS
from .shorthand import GREEK
from .units import SYMBOL, unit

_LOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_KELVIN_CUES = behind_words("at to of from below above near and around about is was = ≈ ~ between over")
_FORCES = behind(
    "orce of ",
    "eight of ",
    "nergy of ",
    "ork of ",
    "harge of ",
    "ield of ",
    "orce is ",
    "nergy is ",
    "F = ",
    "E = ",
    "W = ",
)
_SALTS = "|".join(listed("NaCl NaOH HCl KCl KBr NaBr LiCl AgCl KOH HBr HF KI NaF CuO MgO CaO FeO ZnO"))
_ANGLED = "sin|cos|tan|cot|csc|sec"
_MODE = "maj|min|dim|aug|sus|add|m"
_POWER_UNIT = rf"(?:\s(?P<powerunit>{SYMBOL}(?:/{SYMBOL})?)(?![\w²³/⁰¹⁴-⁹⁻]))?"

PATTERNS = {
    "isotope": r"(?<!\w)(?P<mass>[⁰¹²³⁴-⁹]{1,3})(?P<the_isotope>[A-Z][a-z]?)(?!\w)",
    "charge": r"(?<=[\w)])(?P<charges>[¹²³⁴]?)(?P<chargesign>[⁺⁻])(?![\w⁰¹²³⁴-⁹])",
    "lowered": r"(?<=[\w)])(?P<subscript>[₀-₉]{1,4})",
    "salt": rf"(?<![\w-])(?P<the_salt>{_SALTS})(?!\w)",
    "lettered": rf"(?<!\w)(?:[A-Za-z\d]{{1,12}}-)?[{''.join(GREEK)}](?:-[A-Za-z\d]{{1,20}}){{1,3}}(?![\w-])"
    rf"|(?<!\w)[A-Za-z\d]{{1,12}}-?[{''.join(GREEK)}](?![\w-])",
    "tenth": rf"(?<=10)(?:[⁻]?[⁰¹²³⁴-⁹]{{1,3}}|\^\(?[-−]?\d{{1,3}}\)?){_POWER_UNIT}(?![\w.]\d)",
    "inverse": r"(?<=[\w²³] )(?P<inverted>s|m|mol|kg|K|L|h|min|cm|g|V|Hz|J|day|yr)⁻(?P<inversepower>[¹²³])(?!\w)",
    "degree": r"(?<!\d)(?<!\d\s)[°º]\s?(?P<degreescale>[CF])(?!\w)",
    "kelvin": rf"(?=\d[\d.,]*\sK)(?:(?<![\w.,$€£/])(?P<kelvins>\d+(?:[.,]\d+)*)\sK/(?P<kelvinper>min|s|h)(?!\w)"
    rf"|(?:{_KELVIN_CUES})(?P<kelvins2>\d{{1,3}}(?:,\d{{3}})*(?:\.\d+)?)\sK(?![\w/]|\s[a-z]+s\b))",
    "function": r"(?<![\w.])(?P<the_function>[fghFGPE])\((?P<argument>[a-zA-Z]|[-−]?\d{1,3})\)(?!\w)"
    r"|(?<![\w.])(?P<named>sin|cos|tan|log|ln|exp)\s?(?=\()"
    rf"|(?<![\w.])(?P<named2>{_ANGLED})(?:(?=[²³⁴⁻])|\s(?=\d+(?:\.\d+)?°|[xytθαβφABC]\b(?!['’])))",
    "newtons": rf"(?=\d[\d.,]*\s?[NJTC](?![\w'’]))(?:{_FORCES})(?P<forces>\d+(?:[.,]\d+)*)\s?(?P<forceunit>[NJTC])"
    r"|(?<![\w.,])(?P<forces2>\d+(?:[.,]\d+)*)\s?(?P<forceunit2>[NJ])(?=\s(?:of\s)?(?:force|energy|heat|work"
    r"|weight)\b)",
    "everyhours": r"(?<!\w)q\.?(?:(?P<the_everyhours>\d{1,2})(?:[-–](?P<untilhours>\d{1,2}))?\s?h(?:rs?)?|hs)(?!\w)\.?",
    "dosed": r"(?<![\w.,])(?P<dosefrom>\d{1,2})[-–](?P<doseto>\d{1,2})x(?=/|\s(?:a|per|daily|weekly)\b)",
    "beat": r"(?:♩|♪)(?=\s?=)",
    "flatkey": r"(?<!\w)(?P<flattened>[BE])b(?P<flatmode>m|maj|min)?(?P<flatseventh>7)?(?![\w'’])"
    r"|(?<!\w)(?P<flattened2>[ADG])b"
    r"(?=[ -](?:major|minor|maj|min|chord|scale|key|sax|clarinet)\b)",
    "tonemode": r"(?=m(?:aj|in)\b)(?:(?<=[♭♯#] )|(?<=\b[A-G] )|(?<=\b[BE]b ))(?P<the_mode>maj"
    r"|min)\b\.?(?=\s*[,;.)]|\s*$|\s[a-z])",
    "chord": rf"(?<!\w)(?P<note>[A-G])(?:(?P<accidental>[♯♭])(?P<mode>{_MODE})?|#(?P<mode2>m)"
    rf"|(?P<mode3>{_MODE})(?=\d))(?P<seventh>\d{{1,2}})?(?![\w♯♭#])",
}
_NAMES = {
    "sin": "sine of",
    "cos": "cosine of",
    "tan": "tangent of",
    "log": "log of",
    "ln": "natural log of",
    "exp": "exponential of",
    "cot": "cotangent of",
    "csc": "cosecant of",
    "sec": "secant of",
}
_MODES = {
    "m": "minor",
    "min": "minor",
    "maj": "major",
    "dim": "diminished",
    "aug": "augmented",
    "sus": "sus",
    "add": "add",
}
_TONES = {"maj": "major", "min": "minor"}
_INVERSE = {"¹": "", "²": "squared", "³": "cubed"}
_FORCE_NAMES = {"N": "newton", "J": "joule", "T": "tesla", "C": "coulomb"}
_PERIODS = {"min": "minute", "s": "second", "h": "hour"}
_RAISED = re.compile(r"\^?\(?([-−]?\d{1,3})\)?")
_POWERS = {"2": "squared", "3": "cubed"}


def _inverted(symbol: str) -> str:
    return {"K": "kelvin", "J": "joule", "day": "day"}.get(symbol) or unit(symbol, "1")


def isotope(match: re.Match[str], _: Token | None) -> str:
    """Speak "¹⁴C" as "C fourteen"."""
    mass = match["mass"].translate(SUPERSCRIPTS)
    return f"{letters(match['the_isotope'])} {numbers.paired(mass) if len(mass) == 3 else numbers.cardinal(mass)}"


def charge(match: re.Match[str], _: Token | None) -> str:
    """Speak the charge of "Ca²⁺" as "two plus"."""
    count = numbers.cardinal(match["charges"].translate(SUPERSCRIPTS)) if match["charges"] else ""
    return f"{count} {'plus' if match['chargesign'] == '⁺' else 'minus'}"


def with_greek(match: re.Match[str], _: Token | None) -> str:
    """Speak "TNF-α" as "TNF alpha"."""
    return " ".join(
        GREEK.get(piece) or (numbers.cardinal(piece) if piece.isdecimal() else piece)
        for piece in re.findall(rf"[{''.join(GREEK)}]|\d+|[A-Za-z]+", match.group())
    )


def power_of_ten(match: re.Match[str], _: Token | None) -> str:
    """Speak the exponent and the unit of "10⁻⁹ s"."""
    plain = match.group().translate(SUPERSCRIPTS)
    exponent = _RAISED.match(plain)
    digits = exponent[1] if exponent else ""
    sign = "minus " if digits[:1] in ("-", "−") else ""
    spoken = _POWERS.get(digits) or f"to the power of {sign}{numbers.cardinal(str(int(digits.lstrip('-−'))))}"
    return f"{spoken} {unit(match['powerunit'], '')}" if match["powerunit"] else spoken


def kelvin(match: re.Match[str], _: Token | None) -> str:
    """Speak "300 K" and "5 K/min"."""
    spoken = f"{numbers.quantity(match['kelvins'] or match['kelvins2'])} kelvin"
    return f"{spoken} per {_PERIODS[match['kelvinper']]}" if match["kelvinper"] else spoken


def function(match: re.Match[str], _: Token | None) -> str:
    """Speak "f(x)" as "f of x", "sin(x)" as "sine of x"."""
    if match["named"]:
        return _NAMES[match["named"]]
    if match["named2"]:
        return _NAMES[match["named2"]].removesuffix(" of")
    argument = match["argument"]
    if argument[-1].isdecimal():
        argument = ("minus " if argument[0] in "-−" else "") + numbers.cardinal(argument.lstrip("-−"))
    return f"{match['the_function']} of {argument}"


def newtons(match: re.Match[str], _: Token | None) -> str:
    """Speak "a force of 12 N" and "30 J of heat"."""
    count, symbol = match["forces"] or match["forces2"], match["forceunit"] or match["forceunit2"]
    name = _FORCE_NAMES[symbol]
    return f"{numbers.quantity(count)} {name if count == '1' else name + 's'}"


def every_hours(match: re.Match[str], _: Token | None) -> str:
    """Speak "q4h" of a prescription as "every four hours"."""
    if not match["the_everyhours"]:
        return "at bedtime"
    until = f" to {numbers.cardinal(match['untilhours'])}" if match["untilhours"] else ""
    is_single = match["the_everyhours"] == "1" and not until
    return f"every {'hour' if is_single else numbers.cardinal(match['the_everyhours']) + until + ' hours'}"


def flat_key(match: re.Match[str], _: Token | None) -> str:
    """Speak "Bb" as B flat."""
    mode = _MODES[match["flatmode"]] if match["flatmode"] else ""
    note = letters(match["flattened"] or match["flattened2"])
    return f"{note} flat {mode} {'seven' if match['flatseventh'] else ''}"


def chord(match: re.Match[str], _: Token | None) -> str:
    """Speak "F♯m7" as "F sharp minor seven"."""
    accidental = {"♯": "sharp", "♭": "flat"}.get(match["accidental"] or "", "sharp" if match["mode2"] else "")
    mode = match["mode"] or match["mode2"] or match["mode3"]
    seventh = numbers.cardinal(match["seventh"]) if match["seventh"] else ""
    return " ".join((letters(match["note"]), accidental, _MODES[mode] if mode else "", seventh))


SPEAKERS: dict[str, Speaker] = {
    "isotope": isotope,
    "charge": charge,
    "lowered": lambda match, _: numbers.cardinal(match["subscript"].translate(_LOW)),
    "salt": lambda match, _: letters(match["the_salt"]),
    "lettered": with_greek,
    "tenth": power_of_ten,
    "inverse": lambda match, _: f"per {_inverted(match['inverted'])} {_INVERSE[match['inversepower']]}",
    "degree": lambda match, _: f"degrees {'Celsius' if match['degreescale'] == 'C' else 'Fahrenheit'}",
    "kelvin": kelvin,
    "function": function,
    "newtons": newtons,
    "everyhours": every_hours,
    "dosed": lambda match, _: (
        f"{numbers.cardinal(match['dosefrom'])} to {numbers.cardinal(match['doseto'])} times"
    ),
    "chord": chord,
    "beat": lambda match, _: "quarter note" if match.group() == "♩" else "eighth note",
    "flatkey": flat_key,
    "tonemode": lambda match, _: _TONES[match["the_mode"]],
}
