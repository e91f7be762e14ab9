"""Emphasis in a text: stars around words, as people write it in plain text: "I *never* said that".

The stars are taken out before anything else reads the sentence, so that it is spoken as the unmarked one is; what
stands between them is emphasised. Stars beside a letter, a figure, or another star mark nothing: "3 * 4", "5*",
"* item", "**", "*.py".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from .tokens import Token

STAR = "*"
_MOST_CHARS = 200
_MARKED = re.compile(
    rf"(?<![\w*])\*(?=[\w\"'“‘\[($£€¥#@&])(?P<inside>[^*\n]{{0,{_MOST_CHARS}}}[^\s*])\*(?![\w*])"
)


@dataclass(frozen=True)
class Marked:
    """A sentence without the characters that emphasise: stars, or the letters that draw a word out.

    Attributes:
        text: The whole text up to the end of the sentence, with these characters of the sentence taken out.
        end: Where the sentence ends in it; it begins where it did.
        spans: Ranges of `text` that are emphasised.
        places: Where in `text` each character was taken out.
    """

    text: str
    end: int
    spans: tuple[tuple[int, int], ...]
    places: tuple[int, ...]

    def restored(self, token: Token) -> Token:
        """A token of `text` with its range in the original text, and whether it is emphasised."""
        first, last = token.char_start, token.char_end - 1
        return token._replace(
            char_start=first + bisect_right(self.places, first),
            char_end=last + bisect_right(self.places, last) + 1,
            is_emphasised=token.is_emphasised
            or any(start <= last and first < end for start, end in self.spans),
        )


def take_out(text: str, start: int, end: int) -> Marked | None:
    """Take out the stars that mark emphasis in a sentence; None if there are none.

    Args:
        text: The whole text.
        start: First character of the sentence.
        end: Character behind the sentence.
    """
    if text.find(STAR, start, end) < 0:
        return None
    plain, spans, places = text[:start], list[tuple[int, int]](), list[int]()
    at = start
    for match in _MARKED.finditer(text, start, end):
        plain += text[at : match.start()]
        spans.append((len(plain), len(plain) + len(match["inside"])))
        places += spans[-1]
        plain += match["inside"]
        at = match.end()
    if not spans:
        return None
    plain += text[at:end]
    return Marked(plain, len(plain), tuple(spans), tuple(places))


def hidden(text: str, with_what: str) -> str:
    """A text with another character in place of each star that marks emphasis, so that ranges still hold."""
    return _MARKED.sub(lambda match: f"{with_what}{match['inside']}{with_what}", text)
