"""The order in which the patterns of English are tried, and one function that speaks a match.

``ENGLISH`` finds what is not an ordinary word, one named group each; ``speak`` gives the words for a match.
"""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import amounts, codes, dates, everyday, maths, places, web, words

_ORDER = """
    quoted emoticon citation circa bareunit hardware url copyright dotted handle colour sections tag spaced outof choice
    slash lines epistle coded fiscal docket social stamp named_date phone abroad vanity tollfree machine
    moneyrange money codemoney postmoney numeric monthday triple mixed fraction clock ratio hour house
    direction street zip state plan ranks ordinal seconds decade quarter month numbers fahrenheit countdown
    postal dimensions by vulgar hot zone bearing chess formula lineage grade operator limit scientific power
    raised stature inches even minus serial product standard short number glued times about down to days weekdays version
    versus entity etcetera acronym bare abbreviation initials elision compass plusplus sign
"""
_PATTERNS = {
    **web.PATTERNS,
    **places.PATTERNS,
    **codes.PATTERNS,
    **maths.PATTERNS,
    **amounts.PATTERNS,
    **dates.PATTERNS,
    **words.PATTERNS,
    **everyday.PATTERNS,
}
_SPEAKERS: dict[str, Speaker] = {
    **web.SPEAKERS,
    **places.SPEAKERS,
    **codes.SPEAKERS,
    **maths.SPEAKERS,
    **amounts.SPEAKERS,
    **dates.SPEAKERS,
    **words.SPEAKERS,
    **everyday.SPEAKERS,
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
