"""Where sentences end, and how a long text is cut into passages that are spoken one after another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .english.classroom import GOES_ON, GOES_ON_BEHIND_LETTER
from .english.lists import word_set
from .english.shorthand import SHORT_BOOKS
from .english.tables import (
    BEFORE_DIGIT,
    DIRECTIONS,
    MAY_END_SENTENCE,
    MONTHS,
    OLD_STATES,
    is_abbreviation,
)
from .english.units import SYMBOL

_CLOSERS = "\"'”’»)\\]」』）*"
# An override is skipped whole; a full stop, a wide full stop, or a line end may end a sentence.
_BOUNDARY = re.compile(rf"\[\[[^\[\]]*\]\]|[.!?…‽]+[{_CLOSERS}]*(?=\s|$)|[。！？｡]+[{_CLOSERS}]*|\n\s*")
_LAST_WORD = re.compile(r"[^\s(\[\"'“‘*]*$")
_LIST_MARKER = re.compile(r"(?:[-*•‣·–—]\s|\(?\d{1,3}[.)]\s|[a-zA-Z][.)]\s)")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_NUMERAL = re.compile(r"[IVXL]{1,5}\b|[ivxl]{2,6}\b|[ivx][-–]")
_MEASURE = re.compile(rf"(?:\d|[½¼¾⅓⅔⅛]|\b[Aa]|few)[ -]?(?:{SYMBOL}|[cTt]|mil)$")
_NAME_BEFORE = re.compile(r"\b(?:[A-Z][\w'’.-]*|al\.)\sv$")
_RANKED_STREET = re.compile(r"\d{1,3}(?:st|nd|rd|th)\b")
_SHILLINGS, _PENCE = re.compile(r"\d{1,2}s"), re.compile(r"\d{1,2}[½¼¾]?d\b")
_LIFE_BEFORE = re.compile(r"(?:\(|[,;] )\w+$")  # (b. 1950)
_PARTY = re.compile(rf"[DRI]-(?:{'|'.join(OLD_STATES)})")
_VERSE = re.compile(r"\d{1,3}:\d")
_LIST_DIGITS = 3
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]|[Pp]h\.[Dd]")
_WRAP_COLUMN = 56
_CLAUSE_END = re.compile(r"[,;:)—–]\s|\s[-–—]\s")

# A capitalised one of these behind an abbreviation begins a new sentence.
_SENTENCE_STARTERS = word_set(
    "the a an he she it we they you i this that these those there but and so then when while if "
    "after before however in on at his her their our my what who why how where is are was do does "
    "did"
)


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Find the sentences of a text lazily.

    Abbreviations, initials, decimals and list numbers do not end a sentence; a blank line, a list
    item and a short line do.

    Returns:
        ``(start, end)`` character ranges without outer white space, in order, none empty.
    """
    start = 0
    for match in _BOUNDARY.finditer(text):
        if match.start() < start or not _ends_sentence(text, start, match):
            continue
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        yield start, end


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    mark = match.group()
    if mark.startswith("[["):
        return False
    if "\n" in mark:
        return _line_ends_sentence(text, start, match)
    following = text[match.end() : match.end() + 40].lstrip()
    lower_follows = bool(following) and following[0].islower()
    if mark[0] == "." and not mark.startswith(".."):
        return _full_stop_ends_sentence(text, start, match, following)
    if mark[0] in "。！？｡":
        return True
    if mark == "!" and _is_factorial(text, match):
        return False
    trails_off = mark[0] == "…" or mark.startswith("..")
    is_quoted = mark[-1] in "\"'”’»*"
    return not (lower_follows and (trails_off or is_quoted))


def _is_factorial(text: str, match: re.Match[str]) -> bool:
    """Whether an exclamation mark belongs to a sum, as in "5! = 120"."""
    begin = match.start()
    before = text[max(0, begin - 2) : begin]
    if before[-1:].isdecimal():
        return bool(GOES_ON.match(text, match.end()))
    return (
        before[-1:] in ("n", "k")
        and not before[:-1].strip()
        and bool(GOES_ON_BEHIND_LETTER.match(text, match.end()))
    )


def _line_ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    if match.group().count("\n") > 1:
        return True
    following = text[match.end() : match.end() + 8]
    if _LIST_MARKER.match(following):
        return True
    line_start = max(start, text.rfind("\n", 0, match.start()) + 1)
    is_short = match.start() - line_start < _WRAP_COLUMN
    return is_short and not following[:1].islower()


def _full_stop_ends_sentence(text: str, start: int, match: re.Match[str], following: str) -> bool:
    if not following:
        return True
    before = text[max(start, match.start() - 40) : match.start()]
    last_word = _LAST_WORD.search(before)
    word = last_word.group() if last_word else ""
    folded = word.lower()
    if _goes_on(word, before, following):
        return False
    next_word = _FIRST_WORD.match(following)
    starts_sentence = (
        bool(next_word) and following[0].isupper() and next_word[0].lower() in _SENTENCE_STARTERS
    )
    if is_abbreviation(word) or ("." in word and _INITIALS.fullmatch(word)):
        return starts_sentence if folded not in MAY_END_SENTENCE else following[0].isupper()
    if word in DIRECTIONS and _RANKED_STREET.match(following):  # E. 5th St.
        return False
    if len(word) == 1 and word.isupper() and word != "I":
        return starts_sentence or not following[0].isalpha()
    return not _is_list_number(text, match.start(), word)


def _goes_on(word: str, before: str, following: str) -> bool:
    """Whether a full stop behind a word belongs to it, as what stands in front of it and follows tells."""
    folded, is_small, is_figure = word.lower(), following[0].islower(), following[0].isdecimal()
    month = re.split("[-–]", folded)[-1]
    return bool(
        (folded in BEFORE_DIGIT and (is_figure or following[0] == "#" or _NUMERAL.match(following)))
        or (word in ("c", "ca") and is_figure)  # circa
        or (word in ("b", "d", "r", "fl") and following[0] in "c12" and _LIFE_BEFORE.search(before))
        or (_SHILLINGS.fullmatch(word) and _PENCE.match(following))  # 10s. 6d.
        or (is_small and (folded.rpartition("/")[2] in ("sq", "cu", "fl") or _MEASURE.search(before)))
        or (word == "al" and following[0] in "([12v" and before.endswith("et al"))
        or _PARTY.fullmatch(word)
        or (word in SHORT_BOOKS and _VERSE.match(following))
        or (word == "v" and following[0].isupper() and _NAME_BEFORE.search(before))  # Roe v. Wade
        or (month != folded and month in MONTHS and is_figure)  # Dec. 31-Jan. 2
    )


def _is_list_number(text: str, at: int, word: str) -> bool:
    """Whether a full stop stands behind a number at the beginning of a line."""
    if not word.isdecimal() or len(word) > _LIST_DIGITS:
        return False
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return not line[: -len(word)].strip()


class PassageSpan(NamedTuple):
    """Where a passage begins and ends in its text, and whether a sentence ends with it."""

    start: int
    end: int
    ends_sentence: bool


def split_passages(text: str, first_chars: int = 300, max_chars: int = 600) -> list[PassageSpan]:
    """Cut a long text into passages for separate requests, so that the first is heard at once.

    Args:
        text: Any text; an empty one has no passages.
        first_chars: Longest first passage: one sentence, or the clauses that begin a longer one. A sentence is
            left whole where it can be, because its parts would get the melody of whole sentences.
        max_chars: Longest passage. Sentences are cut only if they are longer than this.
    Returns:
        Ranges in order, without outer white space; between them is only white space.
    """
    if first_chars < 1 or max_chars < first_chars:
        raise ValueError("passages need 1 <= first_chars <= max_chars")
    passages: list[PassageSpan] = []
    for start, end in sentence_spans(text):
        first_limit = 0 if passages else first_chars
        for piece_start, piece_end in pieces(text, start, end, max_chars, first_limit):
            if len(passages) > 1 and piece_end - passages[-1].start <= max_chars:
                piece_start = passages.pop().start
            passages.append(PassageSpan(piece_start, piece_end, piece_end == end))
    return passages


def pieces(text: str, start: int, end: int, limit: int, first_limit: int = 0) -> Iterator[tuple[int, int]]:
    """Cut a sentence into pieces of at most ``limit`` characters, the first of ``first_limit`` if given."""
    chars = first_limit or limit
    while end - start > chars:
        cut = _cut(text, start, chars)
        yield from _trimmed(text, start, cut)
        start, chars = cut, limit
    yield from _trimmed(text, start, end)


def _cut(text: str, start: int, limit: int) -> int:
    """Best place to end a piece that begins at start: a clause's end, else a space, else the limit."""
    window = text[start : start + limit]
    clause_ends = [match.end() for match in _CLAUSE_END.finditer(window)]
    space = max(window.rfind(" "), window.rfind("\n")) + 1
    cut = next((at for at in (*clause_ends[-1:], space) if at > limit // 4), limit)
    override = window.rfind("[[", 0, cut)
    if override > 0 and "]]" not in window[override:cut]:
        cut = override
    return start + cut
