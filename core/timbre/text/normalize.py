"""Text to tokens: what is spoken for each piece of the original text, and the pause behind it.

Numbers, money, dates, times, abbreviations, units and signs are put into words for English; other
languages leave them to espeak-ng. Every token keeps its character range in the original text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from . import english, numbers

# Marks that are spoken as a pause, the strongest first. Others are folded into them, because a mark
# that a training corpus hardly holds has an embedding that means nothing.
MARKS = "?!.;:,"
_FOLDED = {
    **{mark: mark for mark in MARKS},
    **dict.fromkeys("‽？", "?"),
    **dict.fromkeys("！", "!"),
    **dict.fromkeys("…。｡", "."),
    **dict.fromkeys("；", ";"),
    **dict.fromkeys("：", ":"),
    **dict.fromkeys("—，、､()（）—[]{}،", ","),
    **dict.fromkeys("؛", ";"),
    **dict.fromkeys("؟", "?"),
    **dict.fromkeys("।॥", "."),
}
_MAX_WORD_CHARS = 40
_MAX_SPOKEN_WORDS = 16
IPA_PREFIX = "/"


@dataclass(frozen=True)
class Token:
    """One piece of the original text and what is said for it."""

    text: str
    char_start: int
    char_end: int
    # Words for espeak-ng; one that begins with IPA_PREFIX is phonemes already.
    spoken: tuple[str, ...]
    # The pause behind the token, one of MARKS, or "".
    mark: str = ""
    # Written without a space before it, as Chinese characters are.
    is_glued: bool = False


# A word character is anything but white space, punctuation and pictures; letters are checked later.
_W = (
    r"[^\s!-/:-@\[-`{-~\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7"
    r"\u2000-\u200b\u200e-\u2bff\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    r"\u060c\u061b\u061f\u0964\u0965\ue000-\uf8ff\ufe00-\ufe0f\U0001f000-\U0001ffff\U000e0000-\U0010ffff]"
)
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_HAN_LANGUAGES = frozenset(("cmn", "yue", "hak", "zh"))
_NUM = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)*"
_UNIT = "|".join(re.escape(unit) for unit in sorted(english.UNITS, key=len, reverse=True))
_ABBREVIATION = "|".join(
    re.escape(word) for word in sorted(english.ABBREVIATIONS | english.BEFORE_DIGIT, key=len, reverse=True)
)
_SIGN = "[" + re.escape("".join(english.SIGNS)) + "]"
_WORD = rf"{_W}+(?:[-'’‐‑]{_W}+)*"
_COMMON = (
    r"(?P<override>\[\[[^\[\]]*\]\])",
    rf"(?P<word>{_WORD})",
    r"(?P<dash>--+|[–—―]|(?<=\s)-(?=\s))",
    r"(?P<dots>\.{2,})",
    r"(?P<other>\S)",
)
_ENGLISH = (
    _COMMON[0],
    r"(?P<url>(?:https?://|www\.)[^\s<>\"]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|\b[A-Za-z][\w-]*\.(?:com|org|net|io|edu|gov|dev|ai|co\.uk)\b(?:/[\w/.-]*\w)?)",
    rf"(?P<money>[$£€¥₹]\s?(?P<amount>{_NUM})(?:\s?(?P<scale>thousand|million|billion|trillion|bn|[kKmMbB])\b)?)",
    rf"(?P<postmoney>(?P<postamount>{_NUM})\s?(?P<postsymbol>[€£¥₹]))",
    r"(?P<iso>(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-]))",
    r"(?P<slashed>(?<![\d/])\d{1,4}/\d{1,4}(?:/\d{2,4})?(?![\d/]))",
    r"(?P<clock>(?P<time>(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:]))(?P<clockhalf>\s?[AaPp](?:\.[Mm]\.|[Mm]\b))?)",
    r"(?P<hour>(?P<hours>(?<![\d.,])\d{1,2})(?P<hourhalf>\s?[AaPp](?:\.[Mm]\.|[Mm]\b)))",
    r"(?P<phone>(?<![\d-])(?:\+?\d{1,3}[ -])?(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?!\d)|(?<![\d-])\d{3}-\d{4}(?![\d-]))",
    r"(?P<ordinal>(?P<rank>(?<![\w.])\d[\d,]*)(?:st|nd|rd|th)\b)",
    r"(?P<decade>(?<![\w'’])['’]?(?:\d{3}0|\d0)['’]?s\b)",
    rf"(?P<number>(?<![\w.])(?P<minus>(?:(?<=\s)|(?<=^)|(?<=\())[-−])?(?P<digits>{_NUM}|\.\d+)"
    rf"(?:\s?(?P<unit>{_UNIT})(?![\w²³/]))?(?![^\W\d_]))",
    r"(?P<to>(?<=\d)[-–](?=[$£€¥₹]?\d))",
    rf"(?P<bare>(?<!\w)(?:Mrs?|Ms|Dr|Prof|vs)(?![\w.'’])|(?<!\w)w/o?(?!\w))",
    rf"(?P<abbreviation>(?<![\w.])(?i:{_ABBREVIATION})\.(?![^\W\d_]))",
    r"(?P<initials>(?<![\w.])(?:[^\W\d_]\.){2,}(?:[^\W\d_](?!\w))?|(?<![\w.])[^\W\d_]\.(?=\s?[^\W\d_]))",
    r"(?P<elision>(?<!\w)['’](?i:" + "|".join(sorted(english.ELISIONS)) + r")\b)",
    rf"(?P<hashtag>\#(?=[^\W\d_]))",
    rf"(?P<sign>{_SIGN})",
    *_COMMON[1:],
)


class Normalizer:
    """Splits text of one language into tokens."""

    def __init__(self, language: str) -> None:
        """Choose the rules of a language, an espeak-ng code such as ``en-us``."""
        self._is_english = language.split("-")[0] == "en"
        self._splits_han = language.split("-")[0] in _HAN_LANGUAGES
        self._pattern = re.compile("|".join(_ENGLISH if self._is_english else _COMMON))

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """Tokens of one sentence.

        Args:
            text: The whole original text.
            start: First character of the sentence.
            end: Character behind the sentence.
        Returns:
            Tokens in order; their ranges index ``text``. Empty if nothing in it can be said.
        """
        shouted = self._is_english and _is_shouted(text[start:end])
        tokens: list[Token] = []
        for match in self._pattern.finditer(text, start, end):
            kind = match.lastgroup or ""
            mark = _mark(kind, match, end)
            if mark:
                if tokens:
                    tokens[-1] = replace(tokens[-1], mark=_stronger(tokens[-1].mark, mark))
                continue
            tokens.extend(self._spoken_tokens(match, text, tokens, shouted))
        return tokens

    def _spoken_tokens(
        self, match: re.Match[str], text: str, before: list[Token], shouted: bool
    ) -> Iterable[Token]:
        kind = match.lastgroup or "other"
        if self._splits_han and kind == "word" and _HAN.search(match.group()):
            return _han_tokens(match)
        spoken = _HANDLERS[kind](match, before) if self._is_english or kind in _PLAIN else match.group()
        if shouted and kind == "word":
            spoken = spoken.lower()
        words = (spoken,) if spoken.startswith(IPA_PREFIX) else tuple(spoken.split())
        if not words:
            return ()
        return _bounded(Token(text[match.start() : match.end()], match.start(), match.end(), words))


def _is_shouted(sentence: str) -> bool:
    """Whether a sentence of several words is written in capitals throughout."""
    return sentence.isupper() and len(re.findall(r"[A-Z]{2,}", sentence)) > 2


def _stronger(first: str, second: str) -> str:
    if not first or not second:
        return first or second
    return min(first, second, key=MARKS.index)


def _mark(kind: str, match: re.Match[str], end: int) -> str:
    """The pause that a match of punctuation stands for; "" if the match is to be spoken."""
    if kind == "dash":
        return ","
    if kind == "dots":
        return "," if match.end() < end else "."
    if kind != "other":
        return ""
    mark = _FOLDED.get(match.group(), "")
    if mark == "." and match.string[match.end() : end].strip("\"'”’»)]"):
        # A full stop inside a sentence belongs to an abbreviation or a list number.
        return "," if match.group() == "…" or match.string[match.start() - 1].isdecimal() else ""
    return mark


def _han_tokens(match: re.Match[str]) -> Iterable[Token]:
    """One token per Chinese character; espeak-ng still sees them together."""
    for piece in re.finditer(rf"{_HAN.pattern}|(?:(?!{_HAN.pattern}).)+", match.group()):
        start = match.start() + piece.start()
        token = Token(piece.group(), start, start + len(piece.group()), (piece.group(),))
        yield replace(token, is_glued=piece.start() > 0)


def _bounded(token: Token) -> Iterable[Token]:
    """Cut a token that says too much (a long address or number) into several."""
    is_long_word = len(token.spoken) == 1 and len(token.text) > _MAX_WORD_CHARS
    if is_long_word and not token.spoken[0].startswith(IPA_PREFIX):
        for at in range(0, len(token.text), _MAX_WORD_CHARS):
            piece = token.text[at : at + _MAX_WORD_CHARS]
            start = token.char_start + at
            yield Token(piece, start, start + len(piece), (piece,))
        return
    count = -(-len(token.spoken) // _MAX_SPOKEN_WORDS)
    count = min(count, len(token.text))
    if count <= 1:
        yield token
        return
    for i in range(count):
        at, until = (len(token.text) * k // count for k in (i, i + 1))
        first, last = (len(token.spoken) * k // count for k in (i, i + 1))
        start = token.char_start
        yield Token(token.text[at:until], start + at, start + until, token.spoken[first:last])


# Handlers: each says what is spoken for its group; "" for nothing.


def _say_override(match: re.Match[str], before: list[Token]) -> str:
    ipa = match.group()[2:-2].strip()
    return IPA_PREFIX + ipa if ipa else ""


def _say_url(match: re.Match[str], before: list[Token]) -> str:
    names = {".": " dot ", "@": " at ", "/": " slash ", "-": " dash ", "_": " underscore ", "+": " plus "}
    address = re.sub(r"^https?://", "", match.group()).rstrip("/")
    spoken = "".join(names.get(char, char if char.isalnum() else " ") for char in address)
    return " ".join(_letters_and_digits(word) for word in spoken.split())


def _letters_and_digits(word: str) -> str:
    parts = re.findall(r"\d+|[^\d]+", word)
    return " ".join(
        (numbers.cardinal(part) if len(part) < 4 else numbers.digits(part)) if part[0].isdecimal() else part
        for part in parts
    )


def _say_money(match: re.Match[str], before: list[Token]) -> str:
    return _signed_amount(match.group()[0], match["amount"], match["scale"])


def _say_postmoney(match: re.Match[str], before: list[Token]) -> str:
    return _signed_amount(match["postsymbol"], match["postamount"], None)


def _signed_amount(symbol: str, amount: str, scale: str | None) -> str:
    if amount.count(".") > 1:
        return numbers.number(amount)
    return numbers.money(symbol, amount, scale)


def _say_iso(match: re.Match[str], before: list[Token]) -> str:
    year, month, day = match.group().split("-")
    return numbers.date(year, int(month), int(day)) or numbers.digits(match.group())


def _say_slashed(match: re.Match[str], before: list[Token]) -> str:
    parts = match.group().split("/")
    if len(parts) == 3:
        if len(parts[0]) == 4:
            parts = [parts[1], parts[2], parts[0]]
        return _month_and_day(parts[0], parts[1], parts[2]) or " slash ".join(map(numbers.cardinal, parts))
    top, bottom = parts
    if match.group() in ("24/7", "9/11"):
        return f"{numbers.cardinal(top)} {numbers.cardinal(bottom)}"
    if len(bottom) == 2 and (top[0] == "0" or bottom[0] == "0" or int(bottom) > 12) and len(top) <= 2:
        return _month_and_day(top, bottom, None) or numbers.fraction(top, bottom)
    if len(top) == len(bottom) == 2:
        return _month_and_day(top, bottom, None) or numbers.fraction(top, bottom)
    return numbers.fraction(top, bottom)


def _month_and_day(month: str, day: str, year: str | None) -> str | None:
    """An American date, or a European one if only that is possible."""
    return numbers.date(year, int(month), int(day)) or numbers.date(year, int(day), int(month))


_HALVES = {"a": "/ˌeɪˈɛm", "p": "/pˌiːˈɛm"}


def _say_clock(match: re.Match[str], before: list[Token]) -> str:
    hours, minutes, *seconds = match["time"].split(":")
    half = match["clockhalf"]
    spoken = numbers.clock(
        hours, minutes, seconds[0] if seconds else None, half.strip()[0].lower() if half else None
    )
    return f"{spoken} {_HALVES[half.strip()[0].lower()]}" if half else spoken


def _say_hour(match: re.Match[str], before: list[Token]) -> str:
    return f"{numbers.cardinal(match['hours'])} {_HALVES[match['hourhalf'].strip()[0].lower()]}"


def _say_phone(match: re.Match[str], before: list[Token]) -> str:
    return numbers.digits(match.group())


def _say_ordinal(match: re.Match[str], before: list[Token]) -> str:
    return numbers.ordinal(match["rank"])


def _say_decade(match: re.Match[str], before: list[Token]) -> str:
    return numbers.decade("".join(char for char in match.group() if char.isdecimal()))


def _say_number(match: re.Match[str], before: list[Token]) -> str:
    value, unit = match["digits"], match["unit"]
    following = match.string[match.end() : match.end() + 16]
    if not unit and not match["minus"] and value.isdecimal():
        dated = _day_of_month(value, before, following)
        if dated:
            return dated
    is_count = bool(unit) or "," in value
    whole = numbers.cardinal(value) if is_count and "." not in value else numbers.number(value)
    spoken = f"minus {whole}" if match["minus"] else whole
    if not unit:
        return spoken
    one, many = english.UNITS[unit]
    return f"{spoken} {one if value == '1' else many}"


def _day_of_month(value: str, before: list[Token], following: str) -> str | None:
    """ "March 5" and "5 March": a day beside a month's name."""
    if len(value) > 2 or not 1 <= int(value) <= 31:
        return None
    if before and not before[-1].mark and before[-1].text.rstrip(".").lower() in english.MONTH_NAMES:
        return numbers.ordinal(value)
    next_word = re.match(r"\s([A-Z][a-z]+)", following)
    if next_word and next_word[1].lower() in english.MONTH_NAMES:
        return f"the {numbers.ordinal(value)} of"
    return None


def _say_to(match: re.Match[str], before: list[Token]) -> str:
    return "to"


def _say_bare(match: re.Match[str], before: list[Token]) -> str:
    return english.BARE_ABBREVIATIONS[match.group()]


def _say_abbreviation(match: re.Match[str], before: list[Token]) -> str:
    word = match.group()[:-1]
    folded = word.lower()
    following = match.string[match.end() : match.end() + 2].lstrip()
    if folded in english.BEFORE_DIGIT:
        return english.BEFORE_DIGIT[folded] if following[:1].isdecimal() else _plain(word)
    if folded in english.AFTER_NAME and not following[:1].isupper():
        behind_name = bool(before) and (before[-1].text[:1].isupper() or before[-1].text[:1].isdecimal())
        if behind_name:
            return english.AFTER_NAME[folded]
    if word.islower() and folded in ("mar", "jun", "mon", "wed", "fri", "sen", "rep", "col", "rev"):
        return _plain(word)
    return english.ABBREVIATIONS[folded]


def _say_initials(match: re.Match[str], before: list[Token]) -> str:
    letters = match.group().replace(".", "")
    known = english.ABBREVIATIONS.get(".".join(letters.lower()))
    if known:
        return known
    if letters.lower() in ("am", "pm"):
        return _HALVES[letters[0].lower()]
    return " ".join("/ˈeɪ" if letter in "aA" else letter.upper() for letter in letters)


def _say_elision(match: re.Match[str], before: list[Token]) -> str:
    return "'" + match.group()[1:]


def _say_hashtag(match: re.Match[str], before: list[Token]) -> str:
    return "hashtag"


def _say_sign(match: re.Match[str], before: list[Token]) -> str:
    return english.SIGNS[match.group()]


_ROMAN = re.compile(r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})$")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}


def _say_word(match: re.Match[str], before: list[Token]) -> str:
    word = _plain(match.group())
    if before and _ROMAN.match(word):
        roman = _say_roman(word, before)
        if roman:
            return roman
    if any(char in "0123456789" for char in word):
        return " ".join(_letters_and_digits(part) for part in word.replace("-", " ").split())
    return word


def _say_roman(word: str, before: list[Token]) -> str | None:
    """ "Chapter IV" is four; "Henry VIII" is the eighth."""
    values = [_ROMAN_VALUES[char] for char in word]
    total = sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))
    previous = before[-1].text
    if previous.lower() in english.NUMBERED:
        return numbers.cardinal(str(total))
    if len(word) > 1 and previous.istitle() and previous.isalpha() and not before[-1].mark:
        return f"the {numbers.ordinal(str(total))}"
    return None


def _plain(word: str) -> str:
    """A word as espeak-ng should see it: composed, straight apostrophes, letters and digits only."""
    if word.isascii() and word.isalpha():
        return word
    composed = unicodedata.normalize("NFKC", word).replace("’", "'").replace("‐", "-").replace("‑", "-")
    if composed.isalnum():
        return composed
    kept = "".join(
        char for char in composed if char in "-'\u200c\u200d" or unicodedata.category(char)[0] in "LMN"
    )
    return kept.strip("-'\u200c\u200d")


def _say_other(match: re.Match[str], before: list[Token]) -> str:
    """Signs that only espeak-ng's own language rules can read; pictures and the rest are silent."""
    return ""


_PLAIN = frozenset(("override", "word", "other"))
_HANDLERS: dict[str, Callable[[re.Match[str], list[Token]], str]] = {
    "override": _say_override,
    "url": _say_url,
    "money": _say_money,
    "postmoney": _say_postmoney,
    "iso": _say_iso,
    "slashed": _say_slashed,
    "clock": _say_clock,
    "hour": _say_hour,
    "phone": _say_phone,
    "ordinal": _say_ordinal,
    "decade": _say_decade,
    "number": _say_number,
    "to": _say_to,
    "bare": _say_bare,
    "abbreviation": _say_abbreviation,
    "initials": _say_initials,
    "elision": _say_elision,
    "hashtag": _say_hashtag,
    "sign": _say_sign,
    "word": _say_word,
    "other": _say_other,
}
