"""The order in which the patterns of English are tried, and one function that speaks a match.

``ENGLISH`` finds what is not an ordinary word, one named group each; ``speak`` gives the words for a match.
"""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import amounts, dates, places, web, words

_ORDER = """
    url phone vanity tollfree machine money postmoney numeric monthday triple mixed fraction clock hour house
    direction street zip state plan ordinal decade quarter month numbers fahrenheit postal dimensions power
    stature inches even minus serial number glued times down to days acronym bare abbreviation initials
    elision hashtag compass plusplus sign
"""
_PATTERNS = {**web.PATTERNS, **places.PATTERNS, **amounts.PATTERNS, **dates.PATTERNS, **words.PATTERNS}
_SPEAKERS: dict[str, Speaker] = {
    **web.SPEAKERS,
    **places.SPEAKERS,
    **amounts.SPEAKERS,
    **dates.SPEAKERS,
    **words.SPEAKERS,
}
ENGLISH = tuple(f"(?P<{name}>{_PATTERNS[name]})" for name in _ORDER.split())


def speak(match: re.Match[str], before: Token | None) -> str:
    """Words for a match of ``ENGLISH`` or of a plain word.

    Args:
        match: Its ``lastgroup`` names the rule.
        before: The token in front of it, or None.
    Returns:
        Words separated by spaces, some of them phonemes behind ``IPA_PREFIX``; "" for silence.
    """
    return _SPEAKERS[match.lastgroup or ""](match, before)
