"""Text to tokens: what is spoken for each piece of the original text, and the pause behind it.

English has its own rules (`english.rules`); other languages leave numbers and signs to espeak-ng.
Every token keeps its character range in the original text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import emphasis
from .english import acronyms, drawn_out, homographs, interjections, labels, rules, stutter, tables
from .english.lists import branching, listed, spelled
from .english.shorthand import REPLIES, SHORT_BOOKS, SHORTHAND
from .passages import sentence_spans
from .tokens import IPA_PREFIX, MAX_WORD_CHARS, WORD, Token, bounded, plain_word, shown_word

# Marks that are spoken as a pause, the strongest first. Others are folded into them, because a mark
# that a training corpus hardly holds has an embedding that means nothing.
MARKS = "?!.;:,"
_FOLDED = {
    **{mark: mark for mark in MARKS},
    **dict.fromkeys("‽？؟", "?"),
    **dict.fromkeys("！", "!"),
    **dict.fromkeys("…。｡।॥", "."),
    **dict.fromkeys("；؛", ";"),
    **dict.fromkeys("：", ":"),
    **dict.fromkeys("，、､()（）[]{}،", ","),
}
# Words that look ordinary and may be something else: abbreviations without a full stop, months and a few more.
_SHORT_MONTHS = [name for name, month in tables.MONTHS.items() if name != month.lower()]
_NAMED = ["kr", "rs", "rp", "ksh", "v", "x", "ca", "mt", "ft", "fl", *tables.STREETS, *_SHORT_MONTHS]
_SMALL_ROMANS = listed("ii iii iv vi vii viii ix xi xii xiii xiv xv xvi xvii xviii xix xx")
_UNSURE = (
    *filter(str.isalpha, tables.BARE_ABBREVIATIONS),
    *_NAMED,
    *map(str.capitalize, _NAMED),
    *tables.DAYS,
    *labels.SHORT_WORDS,
    *SHORT_BOOKS,
    *_SMALL_ROMANS,
    *REPLIES,
    "pcm",
    "ff",
    *"nkr",
    *listed("sin cos tan cot sec csc Bb Eb Ab Db Gb Bbm Ebm"),
)
_WITH_STOP = ("i", "c", *filter(str.isalpha, (*tables.ABBREVIATIONS, *tables.BEFORE_DIGIT)))
_UNSURE_WITH_STOP = (*_WITH_STOP, *map(str.capitalize, _WITH_STOP), *tables.OLD_STATES)


# Most words are found here, before any rule is tried. Addresses and initials begin with letters too, but go on
# with what may not follow here, or are named above; Roman numerals and "Q&A" are capitals. No rule begins with
# white space behind a letter, so the pattern takes one such space too.
_ORDINARY = (
    rf"(?P<ordinary>(?!{branching(_UNSURE)}\b"
    rf"|{branching(_UNSURE_WITH_STOP)}\.)[A-Z]?[a-z]{{1,{MAX_WORD_CHARS - 1}}}+)"
    r"(?=[\s,;!?]|\.?\Z)\s?"
)
# So are most marks: no rule begins with one of these in front of white space.
_STOP = r"(?P<stop>[,.;!?](?=\s|\Z))"
_OVERRIDE = r"(?P<override>\[\[[^\[\]]*\]\])"
_FOREIGN = (r"(?P<figure>\d+(?:[.,:/]\d+)*)", r"(?P<symbol>[&%@+=€$£¥°§])")
_COMMON = (
    rf"(?P<word>{WORD})",
    r"(?P<dash>--+|[–—―]|(?<=\s)-(?=\s))",
    r"(?P<dots>\.{2,})",
    r"(?P<other>\S)",
)
_SILENT_END = re.compile(r"[\s\"'”’»)\]]*")
_CAPITALS = re.compile(r"\b[A-Z]{2,}\b")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_HAN_PIECE = re.compile(rf"{_HAN.pattern}|(?:(?!{_HAN.pattern}).)+")
_HAN_LANGUAGES = frozenset(("cmn", "yue", "hak", "zh"))
_VOWELLESS = re.compile(r"[BCDFGHJKLMNPQRSTVWXZ]{2,5}")
_SHOUTED_WORDS = 3
_PAUSES = ("stop", "dash", "dots", "other")
_SHOUTED_KINDS = ("word", "spelt")


class Normalizer:
    """Splits text of one language into tokens."""

    def __init__(self, language: str) -> None:
        """Choose the rules of a language, an espeak-ng code such as ``en-us``."""
        family = language.split("-")[0]
        self._is_english = family == "en"
        self._shorthand = SHORTHAND if self._is_english else {}
        self._splits_han = family in _HAN_LANGUAGES
        patterns = rules.ENGLISH if self._is_english else _FOREIGN
        self._pattern = re.compile("|".join((_ORDINARY, _STOP, _OVERRIDE, *patterns, *_COMMON)))

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """Tokens of one sentence.

        Args:
            text: The whole original text.
            start: First character of the sentence.
            end: Character behind the sentence.
        Returns:
            Tokens in order; their ranges index ``text``. Empty if nothing in it can be said.
        """
        marked = emphasis.take_out(text, start, end)
        if marked is None:
            return self._drawn_out(text, start, end)
        return [marked.restored(token) for token in self._drawn_out(marked.text, start, marked.end)]

    def _drawn_out(self, text: str, start: int, end: int) -> list[Token]:
        """Like `tokens`, for a sentence without stars of emphasis."""
        marked = drawn_out.take_out(text, start, end) if self._is_english else None
        if marked is None:
            return self._tokens(text, start, end)
        tokens = [marked.restored(token) for token in self._tokens(marked.text, start, marked.end)]
        return [token._replace(text=text[token.char_start : token.char_end]) for token in tokens]

    def _tokens(self, text: str, start: int, end: int) -> list[Token]:
        """Like `tokens`, for a sentence whose words are not drawn out either."""
        is_shouted = self._is_english and _is_shouted(text[start:end])
        tokens: list[Token] = []
        for match in self._pattern.finditer(text, start, end):
            kind = match.lastgroup
            if kind == "ordinary":
                word, at = match["ordinary"], match.start()
                spoken = self._shorthand.get(word)
                tokens.append(
                    Token(word, at, at + len(word), tuple(spelled(spoken).split()) if spoken else (word,))
                )
            elif kind in _PAUSES:
                mark = _mark(match, end)
                if mark and tokens:
                    tokens[-1] = tokens[-1]._replace(mark=_stronger(tokens[-1].mark, mark))
            elif kind == "word" and self._splits_han and _HAN.search(match.group()):
                tokens.extend(_han_tokens(match))
            else:
                spoken = self._spoken(match, tokens[-1] if tokens else None)
                if is_shouted and kind in _SHOUTED_KINDS and not _is_spelled(match.group()):
                    spoken = match.group().lower() if kind == "spelt" else spoken.lower()
                tokens.extend(_token(match, spoken))
        if self._is_english:
            homographs.choose(tokens)
            interjections.choose(tokens)
            stutter.choose(tokens)
        return tokens

    def words(self, text: str) -> list[str]:
        """The words that are said for a whole text, as letters; an override stands as it is written."""
        return [
            shown_word(word, token.text)
            for start, end in sentence_spans(text)
            for token in self.tokens(text, start, end)
            for word in token.spoken
        ]

    def _spoken(self, match: re.Match[str], before: Token | None) -> str:
        if match.lastgroup == "override":
            ipa = match.group()[2:-2].strip()
            return IPA_PREFIX + ipa if ipa else ""
        if self._is_english:
            return rules.speak(match, before)
        return plain_word(match.group()) if match.lastgroup == "word" else match.group()


def _token(match: re.Match[str], spoken: str) -> Iterator[Token]:
    is_override = match.lastgroup == "override"
    words = (spoken,) if is_override and spoken else tuple(spoken.split())
    return bounded(Token(match.group(), match.start(), match.end(), words)) if words else iter(())


def _is_shouted(sentence: str) -> bool:
    """Whether a sentence of several words is written in capitals throughout."""
    return sentence.isupper() and len(_CAPITALS.findall(sentence)) >= _SHOUTED_WORDS


def _is_spelled(word: str) -> bool:
    """Whether capitals are letters in a sentence of capitals too, as "UK", "GDP" and "NFL"; "MR" and "HMM" are none."""
    return word in acronyms.IN_CAPITALS or bool(
        _VOWELLESS.fullmatch(word) and word not in acronyms.NO_LETTERS
    )


def _stronger(first: str, second: str) -> str:
    return min(first, second, key=MARKS.index) if first else second


def _mark(match: re.Match[str], end: int) -> str:
    """The pause that a match of punctuation stands for, or ""."""
    if match.lastgroup == "dash":
        return ","
    if match.lastgroup == "dots":
        return "." if _is_last(match, end) else ","
    mark = _FOLDED.get(match.group(), "")
    if mark == "." and not _is_last(match, end):
        # A full stop inside a sentence belongs to an abbreviation or a list number.
        is_pause = match.group() != "." or match.string[max(0, match.start() - 1)].isdecimal()
        return "," if is_pause else ""
    return mark


def _is_last(match: re.Match[str], end: int) -> bool:
    return bool(_SILENT_END.fullmatch(match.string, match.end(), end))


def _han_tokens(match: re.Match[str]) -> Iterator[Token]:
    """One token per Chinese character; espeak-ng still sees them together."""
    for piece in _HAN_PIECE.finditer(match.group()):
        start = match.start() + piece.start()
        word = plain_word(piece.group())
        if word:
            is_glued = piece.start() > 0
            yield Token(piece.group(), start, start + len(piece.group()), (word,), is_glued=is_glued)
