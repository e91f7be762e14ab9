"""What is read out in English for numbers, money, dates, times, addresses, abbreviations and signs.

``ENGLISH`` finds them, one named group each; ``speak`` gives the words for a match.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from . import english, numbers
from .tokens import Token, plain_word

_NUM = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*"
_LETTER = r"[^\W\d_]"
_HALF = r"\s?[AaPp](?:\.[Mm]\.|[Mm]\b)"


def _any_of(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_UNIT = _any_of(list(english.UNITS))
_ABBREVIATION = _any_of([*english.ABBREVIATIONS, *english.BEFORE_DIGIT])
_SIGN = "[" + re.escape("".join(english.SIGNS)) + "]"

ENGLISH = (
    r"(?P<url>(?:https?://|www\.)[^\s<>\"]*[\w/]|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
    r"|\b[A-Za-z][\w-]{0,62}\.(?:com|org|net|io|edu|gov|dev|ai|co\.uk)\b(?:/[\w/.-]*\w)?)",
    rf"(?P<money>(?P<symbol>[$£€¥₹])\s?(?P<amount>{_NUM})"
    r"(?:\s?(?P<scale>thousand|million|billion|trillion|bn|[kKmMbB])\b)?)",
    rf"(?P<postmoney>(?P<postamount>{_NUM})\s?(?P<postsymbol>[€£¥₹]))",
    r"(?P<iso>(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-]))",
    r"(?P<slashed>(?<![\d/])\d{1,4}/\d{1,4}(?:/\d{2,4})?(?![\d/]))",
    rf"(?P<clock>(?P<time>(?<![\d:])\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?![\d:]))(?P<clockhalf>{_HALF})?)",
    rf"(?P<hour>(?P<hours>(?<![\d.,])\d{{1,2}})(?P<hourhalf>{_HALF}))",
    r"(?P<phone>(?<![\d-])(?:\+?\d{1,3}[ -])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?!\d)"
    r"|(?<![\d-])\d{3}-\d{4}(?![\d-]))",
    r"(?P<ordinal>(?P<rank>(?<![\w.,])\d[\d,]{0,20})(?:st|nd|rd|th)\b)",
    r"(?P<decade>(?<![\w'’])['’]?(?:\d{3}0|\d0)['’]?s\b)",
    rf"(?P<number>(?<![\w.])(?P<minus>(?:(?<=\s)|(?<=^)|(?<=\())[-−])?(?P<digits>(?>{_NUM})|\.\d+)"
    rf"(?:\s?(?P<unit>{_UNIT})(?![\w²³/]))?(?!{_LETTER}))",
    r"(?P<times>(?<=\d)(?:\s[xX]\s|\s?×\s?)(?=\d))",
    r"(?P<to>(?<=\d)[-–](?=[$£€¥₹]?\d))",
    r"(?P<bare>(?<!\w)(?:Mrs?|Ms|Dr|Prof|vs)(?![\w.'’])|(?<!\w)w/o?(?!\w))",
    rf"(?P<abbreviation>(?<![\w.])(?i:{_ABBREVIATION})\.(?!{_LETTER}))",
    rf"(?P<initials>(?<![\w.])(?:{_LETTER}\.){{2,}}(?:{_LETTER}(?!\w))?|(?<![\w.]){_LETTER}\.(?=\s?{_LETTER}))",
    r"(?P<elision>(?<!\w)['’](?i:" + "|".join(sorted(english.ELISIONS)) + r")\b)",
    rf"(?P<hashtag>\#(?={_LETTER}))",
    rf"(?P<sign>{_SIGN})",
)

_HALVES = {"a": "/ˌeɪˈɛm", "p": "/pˌiːˈɛm"}
_LETTER_A = "/ˈeɪ"
_PUNCTUATION_NAMES = {
    ".": " dot ",
    "@": " at ",
    "/": " slash ",
    "-": " dash ",
    "_": " underscore ",
    "+": " plus ",
}
_NAMED_RATIOS = frozenset(("24/7", "9/11", "7/11"))
_ROMAN = re.compile(r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})$")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}
_MAX_SPELLED_DIGITS = 4


def speak(match: re.Match[str], before: Token | None) -> str:
    """Words for a match of ``ENGLISH`` or of a plain word.

    Args:
        match: Its ``lastgroup`` names the rule.
        before: The token in front of it, or None.
    Returns:
        Words separated by spaces, some of them phonemes behind ``IPA_PREFIX``; "" for silence.
    """
    kind = match.lastgroup or ""
    in_context = _IN_CONTEXT.get(kind)
    return in_context(match, before) if in_context else _ALONE[kind](match)


def _url(match: re.Match[str]) -> str:
    address = re.sub(r"^https?://", "", match.group()).rstrip("/")
    stem, dot, top_level = address.rpartition(".")
    if dot and len(top_level) == 2 and top_level.isalpha():
        address = f"{stem}.{top_level.upper()}"
    spoken = "".join(_PUNCTUATION_NAMES.get(char, char if char.isalnum() else " ") for char in address)
    return " ".join(_letters_and_digits(word) for word in spoken.split())


def _letters_and_digits(word: str) -> str:
    """Speak "H200" as "H two hundred" and "mid1990s" with its decade."""
    if decade := re.fullmatch(r"(\d{2,3}0)s", word):
        return numbers.decade(decade[1])
    return " ".join(
        part
        if not part[0].isdecimal()
        else numbers.number(part)
        if len(part) <= _MAX_SPELLED_DIGITS
        else numbers.digits(part)
        for part in re.findall(r"\d+|\D+", word)
    )


def _money(match: re.Match[str]) -> str:
    return _amount(match["symbol"], match["amount"], match["scale"])


def _postmoney(match: re.Match[str]) -> str:
    return _amount(match["postsymbol"], match["postamount"], None)


def _amount(symbol: str, amount: str, scale: str | None) -> str:
    if amount.count(".") > 1:
        return numbers.number(amount)
    return numbers.money(symbol, amount, scale)


def _iso(match: re.Match[str]) -> str:
    year, month, day = match.group().split("-")
    return numbers.date(year, int(month), int(day)) or numbers.digits(match.group())


def _slashed(match: re.Match[str]) -> str:
    parts = match.group().split("/")
    if len(parts) == 3:
        if len(parts[0]) == 4:
            parts = [*parts[1:], parts[0]]
        return _month_and_day(*parts) or " slash ".join(map(numbers.cardinal, parts))
    top, bottom = parts
    if match.group() in _NAMED_RATIOS:
        return f"{numbers.cardinal(top)} {numbers.cardinal(bottom)}"
    may_be_date = len(bottom) == 2 and len(top) <= 2
    looks_like_date = len(top) == 2 or top[0] == "0" or bottom[0] == "0" or int(bottom) > 12
    spoken = _month_and_day(top, bottom) if may_be_date and looks_like_date else None
    return spoken or numbers.fraction(top, bottom)


def _month_and_day(month: str, day: str, year: str | None = None) -> str | None:
    """An American date, or a European one if only that is possible."""
    return numbers.date(year, int(month), int(day)) or numbers.date(year, int(day), int(month))


def _clock(match: re.Match[str]) -> str:
    hours, minutes, *rest = match["time"].split(":")
    half = _half(match["clockhalf"])
    return f"{numbers.clock(hours, minutes, rest[0] if rest else None, bool(half))} {half}".strip()


def _hour(match: re.Match[str]) -> str:
    return f"{numbers.cardinal(match['hours'])} {_half(match['hourhalf'])}"


def _half(text: str | None) -> str:
    return _HALVES[text.strip()[0].lower()] if text else ""


def _decade(match: re.Match[str]) -> str:
    return numbers.decade("".join(char for char in match.group() if char.isdecimal()))


def _number(match: re.Match[str], before: Token | None) -> str:
    value, unit = match["digits"], match["unit"]
    if not unit and not match["minus"]:
        dated = _day_of_month(value, before, match.string[match.end() : match.end() + 16])
        if dated:
            return dated
    spoken = numbers.cardinal(value) if unit and "." not in value else numbers.number(value)
    if match["minus"]:
        spoken = f"minus {spoken}"
    return f"{spoken} {english.UNITS[unit][0 if value == '1' else 1]}" if unit else spoken


def _day_of_month(value: str, before: Token | None, following: str) -> str | None:
    """Speak the day in "March 5" and "5 March"; None if there is no month beside it."""
    if not value.isdecimal() or len(value) > 2 or not 1 <= int(value) <= 31:
        return None
    if before and not before.mark and before.text[:1].isupper() and _is_month(before.text.rstrip(".")):
        return numbers.ordinal(value)
    next_word = re.match(r"\s([A-Z][a-z]+)", following)
    if next_word and _is_month(next_word[1]):
        return f"the {numbers.ordinal(value)} of"
    return None


def _is_month(word: str) -> bool:
    return word.lower() in english.MONTH_NAMES


def _abbreviation(match: re.Match[str], before: Token | None) -> str:
    word = match.group()[:-1]
    folded = word.lower()
    following = match.string[match.end() : match.end() + 2].lstrip()
    if folded in english.BEFORE_DIGIT:
        return english.BEFORE_DIGIT[folded] if following[:1].isdecimal() else word
    if not english.is_abbreviation(word):
        return word
    if folded in english.AFTER_NAME and before and not following[:1].isupper():
        is_behind_name = before.text[:1].isupper() or before.text[:1].isdecimal()
        if is_behind_name and not before.mark:
            return english.AFTER_NAME[folded]
    return english.ABBREVIATIONS[folded]


def _initials(match: re.Match[str]) -> str:
    letters = match.group().replace(".", "")
    known = english.ABBREVIATIONS.get(".".join(letters.lower()))
    if known:
        return known
    if letters.lower() in ("am", "pm"):
        return _HALVES[letters[0].lower()]
    return " ".join(_LETTER_A if letter in "aA" else letter.upper() for letter in letters)


def _sign(match: re.Match[str]) -> str:
    sign = match.group()
    before, behind = _neighbours(match)
    if sign in (before, behind):
        return ""  # a row of signs is a rule, not a sum
    if sign in "<>" and not (behind.isspace() or behind.isdecimal()):
        return ""
    if sign == "#" and before.isalpha():
        return "sharp"
    spoken = english.SIGNS[sign]
    if sign in "½⅓⅔¼¾" and before.isdecimal():
        return "and " + spoken.replace("one half", "a half").replace("one quarter", "a quarter")
    return spoken


def _neighbours(match: re.Match[str]) -> tuple[str, str]:
    """The characters on both sides of a match, "" at an end of the text."""
    text = match.string
    return text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]


def _word(match: re.Match[str], before: Token | None) -> str:
    word = plain_word(match.group())
    if before and _ROMAN.match(word):
        roman = _roman(word, before)
        if roman:
            return roman
    if word.isupper() and len(word) <= 3 and "&" in _neighbours(match):
        return " ".join(_LETTER_A if letter == "A" else letter for letter in word)
    if any(char.isdecimal() for char in word):
        return " ".join(_letters_and_digits(part) for part in word.replace("-", " ").split())
    return word


def _roman(word: str, before: Token) -> str | None:
    """Speak the numeral of "Chapter IV" as four, of "Henry VIII" as the eighth."""
    values = [_ROMAN_VALUES[char] for char in word]
    total = sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
    name = before.text
    if before.mark or not name[:1].isupper():
        return None
    if name.lower() in english.NUMBERED:
        return numbers.cardinal(str(total))
    return f"the {numbers.ordinal(str(total))}" if len(word) > 1 and name.istitle() else None


_ALONE: dict[str, Callable[[re.Match[str]], str]] = {
    "url": _url,
    "money": _money,
    "postmoney": _postmoney,
    "iso": _iso,
    "slashed": _slashed,
    "clock": _clock,
    "hour": _hour,
    "phone": lambda match: numbers.digits(match.group()),
    "ordinal": lambda match: numbers.ordinal(match["rank"]),
    "decade": _decade,
    "to": lambda _: "to",
    "times": lambda _: "times",
    "bare": lambda match: english.BARE_ABBREVIATIONS[match.group()],
    "initials": _initials,
    "elision": lambda match: "'" + match.group()[1:],
    "hashtag": lambda _: "hashtag",
    "sign": _sign,
}
_IN_CONTEXT: dict[str, Callable[[re.Match[str], Token | None], str]] = {
    "number": _number,
    "abbreviation": _abbreviation,
    "word": _word,
}
