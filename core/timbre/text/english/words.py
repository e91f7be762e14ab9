"""Abbreviations, initials, signs, and words with figures or numerals in them."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token, plain_word
from . import acronyms, numbers, romans, tables
from .dates import AFTERNOON, MORNING
from .lists import LETTER_A, LETTERS_A, any_of, spelled, word_set
from .shorthand import FRACTIONS, GREEK, SHORTHAND, SMALL_INITIALS
from .signs import SIGNS
from .typed import TYPED
from .web import code

_LETTER = r"[^\W\d_]"
_ABBREVIATION = any_of(
    sorted([*tables.ABBREVIATIONS, *tables.BEFORE_DIGIT], key=len, reverse=True), ignore_case=True
)
_DAY_NAMES = "|".join((*tables.DAYS, *map(str.upper, tables.DAYS)))
_BARE = any_of(filter(str.isalpha, tables.BARE_ABBREVIATIONS))
_BEFORE_A_TEST = word_set("the an a my your his her our their or and this that each every")


PATTERNS = {
    "plan": r"\b(?P<digits401>401|403)\(?(?P<letter401>[kb])\)?(?!\w)",
    "serial": r"(?<![\w-])(?=[\w/-]{0,80}\d)(?=[\w/-]{0,80}[A-Za-z])(?!\d+(?:st|nd|rd|th)-|\d+-yrs?-)"
    r"(?:(?=[\w-]{0,80}\d)(?=[\w-]{0,80}[A-Za-z])[A-Za-z\d]+(?:-[A-Za-z\d]+){2,}(?![\w-])"
    # With a slash only if it has no long words, as a path has.
    r"|(?<![/.])(?![\w/-]{0,80}[a-z]{5})(?=[\w/]{0,80}-)[A-Za-z\d]+(?:[-/][A-Za-z\d]+){2,}(?![\w/-]|\.\w))",
    "product": r"(?<![\w.-])(?P<maker>[A-Za-z]{2,20}-?)(?P<edition>\d{1,4}\.\d{1,4})"
    r"(?P<variant>-\d{1,4}[A-Za-z]{1,2}\b)?(?![\w.]*\d|[A-Za-z])",
    "bare": rf"(?<!\w)(?:{_BARE})(?![\w.'’])|(?<!\w)(?:w/out|w/in|w/o?|p/w|b/[ct]|c/o)(?!\w)",
    "abbreviation": rf"(?<![\w.])(?i:{_ABBREVIATION})\.(?!{_LETTER})",
    "initials": rf"(?<![\w.])(?:{_LETTER}\.){{2,}}(?:(?P<owns>['’]?s\b)|{_LETTER}(?!\w))?"
    rf"|(?<![\w.]){_LETTER}\.{_LETTER}(?![\w.])|(?<![\w.]){_LETTER}\.(?=\s?{_LETTER})",
    "elision": r"(?<!\w)['’](?i:" + "|".join(sorted(tables.ELISIONS)) + r"|n(?=['’]\s))\b",
    "weekdays": rf"\b(?P<from_day>{_DAY_NAMES})\.?\s?[-–]\s?(?P<to_day>{_DAY_NAMES})\b",
    "version": r"\bv(?P<release>\d+(?:\.\d+){1,3}"
    r"|\d+(?=\.x\b))(?P<anyrelease>\.x\b)?(?:(?P<patch>[a-z])\b)?(?![\w.]*\d)",
    "wildcard": r"(?<![\w.])(?P<fixedpart>\d{1,3}(?:\.\d{1,3}){0,2})\.[xX](?!\w)",
    "versus": r"(?:(?<=[a-z]\s)|(?<=\bal\.\s))v\.?(?=\s[A-Z][a-z])",
    "etcetera": r"&c\b\.?",
    "spelt": rf"(?<![\w.'’-])(?P<spelling>{any_of(acronyms.SPELLED)})(?P<several>['’]?s)?(?![\w'’]|[.-]\w)",
    "wordlike": rf"(?<![\w.'’-])(?P<the_wordlike>{any_of(acronyms.WORDLIKE)})['’]?s(?![\w'’])",
    "acronym": rf"\b(?:{'|'.join(acronyms.ACRONYMS)})\b",
    "days": r"(?<=[a-z]\.)-(?=(?:Mon|Tues?|Wed|Thu|Thurs|Fri|Sat|Sun)\.)",
    "compass": r"(?=[NS][EW])(?:(?:(?<=[a-z] )(?=[NS][EW] of\b)|(?<=[Ww]inds )|(?<=[Ww]ind ))(?P<corner>N[EW]|S[EW])\b"
    r"|(?:(?<=\bAve )|(?<=\bSt )|(?<=\bAve\. )"
    r"|(?<=\bSt\. )"
    r"|(?<=Street )|(?<=Avenue ))(?P<end>N[EW]|S[EW])\b)",
    "plusplus": r"(?<=[A-Za-z])\+\+(?!\+)",
    "sign": "[" + re.escape("".join(SIGNS)) + "]",
}
_CORNERS = {"NE": "northeast", "NW": "northwest", "SE": "southeast", "SW": "southwest"}
_NUMERAL_BEHIND = re.compile(r"\s#\d|\s(?:[IVXL]{2,5}|[VXL]|[ivx]{2,6}|[ivx][-–])\b|\s\(\d|\sI\b(?!\s)")
_CODED_BEHIND = re.compile(r"\s[A-Z]{1,4}-?\d")
_LATITUDE = re.compile(r"\b[Ll]at(?:itude)?\b[^\n]{0,24}$")
_PLACEHOLDER = re.compile(r"<[A-Za-z][\w -]{0,40}$")
_NUMBER_BEFORE = re.compile(r"(?<![\w.,/])\d{1,3}\s$")
_GREEK = re.compile(f"[{''.join(GREEK)}]")
# "2πr", "ΔT": one or two Greek letters that are no word.
_FORMULA = re.compile(f"[A-Za-z0-9]{{0,3}}[{''.join(GREEK)}]{{1,2}}[A-Za-z0-9]{{0,3}}")
# "I-405", "MH370": letters that name a road, a flight or an isotope.
_NAMED = re.compile(
    r"[A-Z][A-Za-z]{0,11}-[1-9]\d{2}|[A-Z]{2,4}-[1-9]\d{3}|(?:[IUA]|[A-Z]{2})[1-9]\d{2}(?:[a-z]{1,4})?"
)
_RANK_BEHIND = re.compile(r"\s(?:Prof|Dean|Editor|Dir|Director|Producer|Justice|Member|Vice)\b")
_SIDE_BEHIND = re.compile(r"\s(?:[NS][EW]|[NSEW])(?=\.?(?:[,;)]|\s*$))")
_GLUED_BEHIND = re.compile(r"[._(=+\\-]\w")
_CODE_BEHIND = re.compile(r"\s[A-Z\d]*\d")
_CURRENCY_BEFORE = re.compile(r"(?:\bin\s|\(|\b(?:US|AU|CA|NZ|HK|[ACS]))$")
_SQUARE_BEHIND = re.compile(r"\s?[,.;)]?\s(?:\d+\.|[KQRBN]?[a-h]?x?[a-h][1-8]\b)|[,.;:)]|\s*$")
_MAX_SPOKEN_DIGITS = 4
_MIXED = re.compile(r"[A-Z]+\d+[A-Z\d]*|\d+[A-Z]+\d*[A-Z\d]*")


def plan(match: re.Match[str], _: Token | None) -> str:
    """Speak "401(k)" as people do."""
    return f"four oh {match['digits401'][2].replace('1', 'one').replace('3', 'three')} {match['letter401']}"


def serial(match: re.Match[str], _: Token | None) -> str:
    """Speak the parts of "b-c-1-5", "MIG-25/235212-A"."""
    return " ".join(map(letters_and_digits, re.split("[-/]", match.group())))


def product(match: re.Match[str], _: Token | None) -> str:
    """Speak "GPT-3.5", "USB3.0", "python3.11"."""
    whole, part = match["edition"].split(".")
    is_counted = len(part) == 2 and part[0] != "0"
    decimals = "oh" if part == "0" else numbers.cardinal(part) if is_counted else numbers.digits(part)
    edition = f"{numbers.cardinal(whole)} point {decimals}"
    variant = letters_and_digits(match["variant"][1:]) if match["variant"] else ""
    return f"{match['maker'].rstrip('-')} {edition} {variant}"


def bare(match: re.Match[str], _: Token | None) -> str:
    """Speak "Mr" without its full stop."""
    return tables.BARE_ABBREVIATIONS[match.group()]


def abbreviation(match: re.Match[str], before: Token | None) -> str:
    """Speak "Dr.", "No.", "St.", as what stands beside them says."""
    word = match.group()[:-1]
    folded = word.lower()
    following = match.string[match.end() : min(match.end() + 2, match.endpos)].lstrip()
    is_numbered = (
        following[:1].isdecimal()
        or _NUMERAL_BEHIND.match(match.string, match.end())
        or (folded == "no" and word.islower() and _CODED_BEHIND.match(match.string, match.end()))
    )
    if (folded == "p" and word.isupper() and before) or (folded == "fr" and not following[:1].isupper()):
        return word
    if word == "SAT" and before and before.text.lower() in _BEFORE_A_TEST:  # not Saturday
        return word
    if folded == "long":
        return "longitude" if _LATITUDE.search(match.string, match.pos, match.start()) else word
    if folded in tables.BEFORE_DIGIT and (is_numbered or not tables.is_abbreviation(word)):
        is_other = (
            word[0].isupper()
            if folded in tables.SMALL_ONLY
            else folded in tables.CAPITAL_ONLY and word.islower()
        )
        return tables.BEFORE_DIGIT[folded] if is_numbered and not is_other else word
    if folded in tables.NUMBERED_OTHERWISE and following[:1].isdecimal():
        return tables.NUMBERED_OTHERWISE[folded]
    if not tables.is_abbreviation(word):
        return word
    if folded == "assoc" and _RANK_BEHIND.match(match.string, match.end()):
        return "associate"
    if folded == "est" and (following[:1].islower() or (before and before.text[-1:].isdecimal())):
        return "estimated"
    is_sided = bool(_SIDE_BEHIND.match(match.string, match.end(), match.endpos))
    if folded in tables.AFTER_NAME and before and (is_sided or not following[:1].isupper()):
        is_behind_name = before.text[:1].isupper() or before.text[:1].isdecimal()
        if is_behind_name and not before.mark:
            return tables.AFTER_NAME[folded]
    return tables.ABBREVIATIONS[folded]


def versus(_: re.Match[str], before: Token | None) -> str:
    """Speak the "v" of "Roe v. Wade"."""
    is_name = (
        before
        and (before.text[:1].isupper() or before.text == "al")
        and before.text.lower() not in romans.NUMBERED
    )
    return "versus" if is_name else "v"


def initials(match: re.Match[str], _: Token | None) -> str:
    """Speak "U.S." letter by letter."""
    owner = "'s" if match["owns"] else ""
    letters = match.group().replace(".", "")
    letters = letters[: -len(match["owns"])] if owner else letters
    if letters.islower() and letters in SMALL_INITIALS:
        return SMALL_INITIALS[letters]
    known = tables.ABBREVIATIONS.get(".".join(letters.lower()))
    if known:
        return known
    if letters.lower() in ("am", "pm"):
        return MORNING if letters[0] in "aA" else AFTERNOON
    return _with_s([LETTER_A if letter in "aA" else letter.upper() for letter in letters], owner)


def _with_s(letters: list[str], end: str) -> str:
    """Letters, the last of them with an "s" if ``end`` is one."""
    if end:
        letters[-1] = LETTERS_A if letters[-1] == LETTER_A else letters[-1] + end
    return " ".join(letters)


def spelt(match: re.Match[str], _: Token | None) -> str:
    """Speak an acronym letter by letter, with its "s"."""
    return _with_s(spelled(" ".join(match["spelling"])).split(), "'s" if match["several"] else "")


def sign(match: re.Match[str], token_before: Token | None) -> str:
    """Speak a sign; nothing for a row of signs, which is a rule and not a sum."""
    mark = match.group()
    before, behind = _neighbours(match)
    if mark in (before, behind) or (
        mark == "©" and token_before and token_before.text.lower() == "copyright"
    ):
        return ""
    if mark in "<>" and not (behind.isspace() or behind.isdecimal()):
        return ""
    if mark == ">" and _PLACEHOLDER.search(match.string, match.pos, match.start()):
        return ""
    if mark == "#" and (
        behind.isdecimal() or (before.isspace() and _CODE_BEHIND.match(match.string, match.end()))
    ):
        return "number"
    if mark == "#" and before.isalpha():
        is_note = not match.string[max(0, match.start() - 2) : match.start() - 1].isalpha()
        return "sharp" if is_note and not behind.isalpha() else "hash"
    spoken = SIGNS[mark]
    if (
        mark in "$€£"
        and not behind.isalnum()
        and _CURRENCY_BEFORE.search(match.string, match.pos, match.start())
    ):
        return spoken + "s"
    if mark in FRACTIONS and (
        before.isdecimal() or _NUMBER_BEFORE.search(match.string, match.pos, match.start())
    ):
        return "and " + spoken.replace("one half", "a half").replace("one quarter", "a quarter")
    return spoken


def _is_glued(match: re.Match[str]) -> bool:
    """Whether a short word begins a name, as in "np.zeros" and "u+w"."""
    return bool(_GLUED_BEHIND.match(match.string, match.end()))


def _neighbours(match: re.Match[str]) -> tuple[str, str]:
    """The characters on both sides of a match, "" at an end of the text."""
    text = match.string
    return text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]


def word(match: re.Match[str], before: Token | None) -> str:
    """Speak a word, the numeral of "Henry VIII", the letters of "Q&A", the figures of "B2B"."""
    plain = plain_word(match.group())
    if (plain in SHORTHAND and not _is_glued(match)) or plain in GREEK:
        return spelled(SHORTHAND.get(plain) or GREEK[plain])
    if (
        plain in TYPED
        and not _is_glued(match)
        and not (plain == "b4" and _SQUARE_BEHIND.match(match.string, match.end()))
    ):
        return TYPED[plain]
    if plain[:1] in romans.LETTERS and (roman := romans.speak(plain, match, before)):
        return roman
    if plain.isupper() and plain.isalpha() and len(plain) <= 3 and "&" in _neighbours(match):
        return " ".join(LETTER_A if letter == "A" else letter for letter in plain)
    if _FORMULA.fullmatch(plain):
        return " ".join(_in_formula(part) for part in re.findall(r"\d+|[A-Za-z]+|\S", plain))
    if any(char.isdecimal() for char in plain):
        plain = _GREEK.sub(lambda letter: f" {GREEK[letter.group()]} ", plain)
        if _NAMED.fullmatch(plain):
            return " ".join(
                numbers.paired(part)
                if part.isdecimal()
                else spelled(" ".join(part))
                if part in acronyms.SPELLED
                else part
                for part in re.findall(r"\d+|[A-Za-z]+", plain)
            )
        parts = plain.replace("-", " ").split()
        is_code = len(parts) > 1 and any(_MIXED.fullmatch(part) for part in parts)
        return " ".join(
            numbers.digits(part) if is_code and part.isdecimal() else letters_and_digits(part)
            for part in parts
        )
    return plain


def _in_formula(part: str) -> str:
    return GREEK.get(part) or (numbers.cardinal(part) if part.isdecimal() else spelled(part))


def letters_and_digits(text: str) -> str:
    """Speak "H200" as "H two hundred", "ab9453" digit by digit, "mid1990s" with its decade."""
    if decade := re.fullmatch(r"(\d{1,3}0|[1-9]\d)['’]?s", text):
        return numbers.decade(decade[1])
    if rank := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", text):
        return numbers.ordinal(rank[1])
    return " ".join(
        _figures(part, text) if part[0].isdecimal() else part for part in re.findall(r"\d+|\D+", text)
    )


def _figures(digits: str, text: str) -> str:
    if len(digits) > _MAX_SPOKEN_DIGITS:
        return numbers.digits(digits)
    if len(digits) < _MAX_SPOKEN_DIGITS or digits == text:
        return numbers.number(digits).replace(" and ", " ")
    return numbers.year(digits) if digits[:2] in ("19", "20") else code(digits)


SPEAKERS: dict[str, Speaker] = {
    "plan": plan,
    "serial": serial,
    "product": product,
    "bare": bare,
    "abbreviation": abbreviation,
    "initials": initials,
    "elision": lambda match, _: "'" + match.group()[1:],
    "weekdays": lambda match, _: (
        f"{tables.DAYS[match['from_day'].title()]} to {tables.DAYS[match['to_day'].title()]}"
    ),
    "version": lambda match, _: (
        f"version {numbers.quantity(match['release'])} {'point x' if match['anyrelease'] else ''} "
        f"{match['patch'] or ''}"
    ),
    "wildcard": lambda match, _: f"{numbers.quantity(match['fixedpart'])} point x",
    "versus": versus,
    "etcetera": lambda _, __: "et cetera",
    "acronym": lambda match, _: spelled(acronyms.ACRONYMS[match.group()]),
    "spelt": spelt,
    "wordlike": lambda match, _: acronyms.WORDLIKE[match["the_wordlike"]] + "s",
    "days": lambda _, __: "to",
    "compass": lambda match, _: _CORNERS[match["corner"] or match["end"]],
    "plusplus": lambda _, __: "plus plus",
    "sign": sign,
    "word": word,
}
