"""Whether a measure or an amount describes the noun behind it, as in "a 5 km run" and "a $5 fine"."""

from __future__ import annotations

import re

from ..tokens import Token
from .lists import listed, word_set

_ARTICLES = word_set("a an the this that my your his her our their")
# What does not begin the noun that a measure describes: "the 5 km we ran".
_AFTER_LENGTH = (
    r"(?!\s(?:x|long|wide|tall|deep|thick|high|in|of|by|and|or|is|was|to|for|at|on|from|away|above|below|we|you|they|he"
    r"|she|it|that|which|who|between|up|down|into|along|back|but|so|if|when|while|than|as|because|are|were|has|had"
    r"|have|can|could|will|would|should|must|may|might|with|without|after|before|under|over|around|through|across|then"
    r"|there|here|not|only|more|less|each|per|a|an|the|this|my|your|his|her|our|their)\b)"
)
# Things that a measure in front of them describes without an article: "9V batteries".
THING_BEHIND = re.compile(
    r"\.?\)?\s(?:batter(?:y|ies)|bulbs?|engines?|lens(?:es)?|dash|hurdles|sprint|relay|race|monitors?|tvs?|screens?"
    r"|displays?|drives?"
    r"|films?|resistors?|capacitors?|cameras?|sensors?|jacks?|plugs?|sockets?|drivers?|wrench(?:es)?|bolts?|needles?|tires?|wheels?|radius"
    r"|disks?|cables?|pipes?|adapters?|chargers?|outlets?|motors?|tanks?|bottles?|bags?|cans?|packages?|pkgs?|jars?|box|boxes|containers?|tins?|pouch(?:es)?|packets?|cartons?|fillets?|steaks?|burgers?|walls?"
    r"|fences?"
    r"|poles?|ropes?|ladders?|zones?|headwinds?|gusts?|winds?|runs?|swims?|hikes?|shift|shifts|plates?|tiles?|nails?"
    r"|screws?)\b"
)
ATTRIBUTE_BEHIND = re.compile(_AFTER_LENGTH + r"\s[a-z]")

# People and things that "5k" and "2M" count.
CROWDS = "|".join(
    listed(
        "people users views listeners readers members fans likes plays streams visitors jobs workers voters followers "
        "subscribers dollars euros pounds customers downloads copies jobs players viewers"
    )
)
# Behind "4 x 6" in front of one of these the sides are meant, and no product.
SIDES = "|".join(
    listed(
        "inch inches in\\. feet foot ft\\. meters? yards? centimeters? millimeters? miles? photos? prints? frames? "
        "boards? paper sheets? grids? matrix cards? rugs? rooms? area pans? tiles? lots? tables? panels? screens? "
        "box boxes envelopes? pixels? lumber stud studs plot plots garden deck pool"
    )
)


def describes(match: re.Match[str], before: Token | None) -> bool:
    """Whether a measure stands between an article and a noun, as in "a 5 km run"."""
    is_article = before is not None and (
        before.text.lower() in _ARTICLES or (not before.mark and before.text.endswith(("'s", "’s")))
    )
    return is_article and bool(ATTRIBUTE_BEHIND.match(match.string, match.end()))
