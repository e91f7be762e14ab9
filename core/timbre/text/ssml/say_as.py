"""The element say-as: a text in the words of what it is said to be.

The rules are those of `timbre.text.english`; in other languages only what is spelled or left to espeak-ng is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from timbre.text.english import dates, numbers, web
from timbre.text.normalize import Normalizer

from .errors import SsmlError
from .values import wrong

_SPELLED = ("characters", "spell-out", "verbatim")
_LETTER_A = "[[ˈeɪ]]"
_SIGNS = {**web.SIGNS, ",": "comma", "!": "exclamation mark", "'": "apostrophe", "*": "star", "$": "dollar"}
_ORDERS = ("mdy", "dmy", "ymd", "md", "dm", "ym", "my", "y", "m", "d", "ydm")
_NUMBER = re.compile(r"(?P<sign>[-−+]?)(?P<digits>\d[\d,]*(?:\.\d+)?)")
_SIGN_WORDS = {"-": "minus ", "−": "minus ", "+": "plus ", "": ""}
_CURRENCY = re.compile(r"(?P<code>[A-Z]{3})\s?(?P<amount>[\d,.]+)|(?P<amount2>[\d,.]+)\s?(?P<code2>[A-Z]{3})")
_CODES = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
_EXTENSION = re.compile(r"\s*(?:x|ext\.?)\s*(?=\d+$)", re.IGNORECASE)


def say_as(text: str, kind: str, form: str, language: str | None) -> str:
    """The words for a text.

    Args:
        text: The content of the element.
        kind: Its attribute interpret-as.
        form: Its attribute format, or "".
        language: espeak's name of the language; None for that of the voice.
    Raises:
        SsmlError: if there is no such kind, or the text is none.
    """
    text = " ".join(text.split())
    if kind not in _KINDS:
        raise wrong("say-as", "interpret-as", kind, ", ".join(_KINDS))
    if not text:
        return ""
    is_english = language is None or language.split("-")[0] == "en"
    if kind in _SPELLED:
        return _spell(text) if is_english else " ".join(text)
    if not is_english:
        return text
    spoken = _KINDS[kind](text, form)
    if not spoken:
        raise SsmlError(
            "{text!r} cannot be said as {kind}: write it otherwise, or leave <say-as> out.",
            text=text[:80],
            kind=kind,
        )
    return spoken


def _spell(text: str, _form: str = "") -> str:
    return " ".join(filter(None, map(_character, text)))


def _character(character: str) -> str:
    if character in "aA":
        return _LETTER_A
    if character.isdecimal():
        return numbers.digits(str(int(character)))
    return _SIGNS.get(character) or (character.upper() if character.isalpha() else "")


def _cardinal(text: str, _form: str) -> str:
    match = _NUMBER.fullmatch(text)
    return _SIGN_WORDS[match["sign"]] + numbers.quantity(match["digits"]) if match else ""


def _ordinal(text: str, _form: str) -> str:
    digits = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", text)
    if numbers.ROMAN.fullmatch(digits):
        digits = str(numbers.roman(digits))
    return numbers.ordinal(digits) if re.fullmatch(r"\d[\d,]*", digits) else ""


def _digits(text: str, _form: str) -> str:
    return numbers.digits(text) if re.fullmatch(r"[\d\s.,-]*\d[\d\s.,-]*", text) else ""


def _date(text: str, form: str) -> str:
    if form and form not in _ORDERS:
        raise wrong("say-as", "format", form, ", ".join(_ORDERS))
    parts = re.split(r"[-/.\s]+", text)
    if form and len(parts) == len(form) and all(part.isdecimal() for part in parts):
        return dates.date_in_words(dict(zip(form, parts, strict=True)), form)
    return "" if form and text.isdecimal() and len(form) > 1 else _by_rules(text)


def _time(text: str, form: str) -> str:
    del form  # hms12 and hms24 are told apart by what stands behind the time
    return _by_rules(text) if re.search(r"\d", text) else ""


def _telephone(text: str, _form: str) -> str:
    number, *extension = _EXTENSION.split(text)
    groups = [
        "plus " * group.startswith("+") + numbers.digits(group) for group in re.findall(r"\+?\d+", number)
    ]
    if not groups:
        return ""
    return ", ".join((*groups, *(f"extension {numbers.digits(digits)}" for digits in extension)))


def _currency(text: str, _form: str) -> str:
    match = _CURRENCY.fullmatch(text)
    if match:
        code, amount = match["code"] or match["code2"], match["amount"] or match["amount2"]
        text = _CODES[code] + amount if code in _CODES else f"{amount} {code}"
    return _by_rules(text) if re.search(r"\d", text) else ""


def _fraction(text: str, _form: str) -> str:
    match = re.fullmatch(r"(?:(\d+)\s?[+ ]\s?)?(\d+)\s?[/⁄]\s?(\d+)", text)
    if not match:
        return ""
    if match[1]:
        return _by_rules(f"{match[1]} {match[2]}/{match[3]}")
    return numbers.fraction(match[2], match[3])


def _measure(text: str, _form: str) -> str:
    return _by_rules(text) if re.search(r"\d", text) else ""


def _by_rules(text: str) -> str:
    """The words that the text has in any sentence."""
    return " ".join(Normalizer("en-us").words(text))


_KINDS: Mapping[str, Callable[[str, str], str]] = {
    **dict.fromkeys(_SPELLED, _spell),
    "cardinal": _cardinal,
    "number": _cardinal,
    "ordinal": _ordinal,
    "digits": _digits,
    "number_digit": _digits,
    "date": _date,
    "time": _time,
    "telephone": _telephone,
    "currency": _currency,
    "fraction": _fraction,
    "unit": _measure,
    "measure": _measure,
    "duration": _measure,
}
