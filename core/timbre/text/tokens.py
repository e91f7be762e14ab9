"""Tokens: pieces of the original text with the words that are spoken for them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

# A spoken word that begins so is phonemes already, not a word for espeak-ng; behind another one may stand the word
# that these phonemes pronounce: "/ɹˈɛd/read".
IPA_PREFIX = "/"
MAX_WORD_CHARS = 48
_MAX_SPOKEN_WORDS = 16
_JOINERS = "-'\u200c\u200d"

# A word character is anything but white space, punctuation and pictures; `plain_word` looks closer.
WORD_CHAR = (
    r"[^\s!-/:-@\[-`{-~\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7"
    r"\u2000-\u200b\u200e-\u2bff\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    r"\u060c\u061b\u061f\u0964\u0965\ud800-\uf8ff\ufe00-\ufe0f\ufff0-\uffff"
    r"\U0001f000-\U0001ffff\U000e0000-\U0010ffff\x00-\x1f\x7f-\x9f]"
)
WORD = rf"{WORD_CHAR}+(?:[-'’‐‑]{WORD_CHAR}+)*"


class Token(NamedTuple):
    """One piece of the original text and what is said for it.

    ``char_start:char_end`` is its range in the original text.
    """

    text: str
    char_start: int
    char_end: int
    # Words for espeak-ng, or phonemes behind IPA_PREFIX.
    spoken: tuple[str, ...]
    # The pause behind the token, one of `normalize.MARKS`, or "".
    mark: str = ""
    # Written without a space before it, as Chinese characters are.
    is_glued: bool = False
    # Written between the stars of emphasis.
    is_emphasised: bool = False


Speaker = Callable[[re.Match[str], Token | None], str]
"""Gives the words for a rule's match; it is also told the token in front of the match, or None."""


def shown_word(spoken: str, written: str) -> str:
    """A spoken word as letters.

    Args:
        spoken: A word of ``Token.spoken``.
        written: What stands in its place in the text, for phonemes without a word.
    """
    if not spoken.startswith(IPA_PREFIX):
        return spoken
    _, _, word = spoken[1:].partition(IPA_PREFIX)
    return word or written


def plain_word(word: str) -> str:
    """A word as espeak-ng should see it: composed, straight apostrophes, letters and digits only."""
    if word.isascii() and word.isalpha():
        return word
    composed = unicodedata.normalize("NFKC", word).replace("’", "'").replace("‐", "-").replace("‑", "-")
    if not composed.isalnum():
        composed = "".join(c for c in composed if c in _JOINERS or unicodedata.category(c)[0] in "LMN")
        composed = composed.strip(_JOINERS)
    return composed if any(unicodedata.category(c)[0] in "LN" for c in composed) else ""


def bounded(token: Token) -> Iterator[Token]:
    """Cut a token that says too much, a long address or number, into several."""
    word = token.spoken[0]
    if len(token.spoken) == 1 and len(token.text) > MAX_WORD_CHARS and not word.startswith(IPA_PREFIX):
        for at in range(0, len(token.text), MAX_WORD_CHARS):
            piece = token.text[at : at + MAX_WORD_CHARS]
            start = token.char_start + at
            yield Token(piece, start, start + len(piece), (plain_word(piece),))
        return
    count = min(-(-len(token.spoken) // _MAX_SPOKEN_WORDS), len(token.text))
    if count <= 1:
        yield token
        return
    for i in range(count):
        at, until = (len(token.text) * k // count for k in (i, i + 1))
        first, last = (len(token.spoken) * k // count for k in (i, i + 1))
        start = token.char_start
        yield Token(token.text[at:until], start + at, start + until, token.spoken[first:last])
