"""Which questions rise to their end: those that are answered with yes or no.

Questions of what, who or why fall, as statements do, and so do those that offer a choice.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..tokens import Token

_ASKING = frozenset({"who", "whom", "whose", "what", "which", "when", "where", "why", "how"})
_OPENERS = {"and", "but", "so", "then", "well", "now", "oh", "or"}
_PREPOSITIONS = {
    "about",
    "after",
    "at",
    "before",
    "by",
    "for",
    "from",
    "in",
    "of",
    "on",
    "since",
    "to",
    "until",
    "with",
}
_BEFORE = frozenset(_OPENERS | _PREPOSITIONS)


def rises(tokens: Iterable[Token]) -> bool:
    """Whether a sentence rises to its end, by its words and marks."""
    begins, mark = True, ""
    for token in tokens:
        word = token.text.lower().replace("’", "'").partition("'")[0].strip("'*")
        if word == "or" and not begins:
            return False
        if begins and word in _ASKING:
            return False
        mark = token.mark
        begins = bool(mark) or (begins and word in _BEFORE)
    return mark == "?"
