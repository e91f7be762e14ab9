"""Whether a measure or an amount describes the noun behind it, as in "a 5 km run" and "a $5 fine"."""

from __future__ import annotations

import re

from ..tokens import Token
from .lists import listed, word_set

# "2 x 400g tins".
_PACK = re.compile(r"\d+\s?[xX×]\s?")
_ARTICLES = word_set("a an the this that my your his her our their")
# "It's 72 °F outside": an "is", and no owner.
_SHORT_IS = word_set(
    "it's that's there's here's what's he's she's who's how's where's when's this's everything's everyone's"
)
# What does not begin the noun that a measure describes: "the 5 km we ran".
_AFTER_LENGTH = (
    r"(?!\s(?:x|long|wide|tall|deep|thick|high|in|of|by|and|or|is|was|to|for|at|on|from|away|above|below|we|you|they|he"
    r"|she|it|that|which|who|between|up|down|into|along|back|but|so|if|when|while|than|as|because|are|were|has|had"
    r"|have|can|could|will|would|should|must|may|might|with|without|after|before|under|over|around|through|across|then"
    r"|there|here|not|only|more|less|each|per|a|an|the|this|my|your|his|her|our|their)\b)"
)
# Things that a measure in front of them describes without an article: "9V batteries".
THING_BEHIND = re.compile(
    r"\.?\)?\s(?:(?:LCD|LED|OLED|QLED|HD)?\s?TVs?|LPs?|EPs?|LCDs?|iPads?|MacBooks?|batter(?:y|ies)|bulbs?"
    r"|engines?|lens(?:es)?|dash|hurdles|sprint|relay|race|monitors?|tvs?|screens?"
    r"|displays?|drives?"
    r"|films?|resistors?|capacitors?|cameras?|sensors?|jacks?|plugs?|sockets?|drivers?|wrench(?:es)?|bolts?"
    r"|needles?|tires?|wheels?|radius"
    r"|disks?|cables?|pipes?|adapters?|chargers?|outlets?|motors?|tanks?|bottles?|bags?|cans?|packages?|pkgs?"
    r"|jars?|box|boxes|containers?|tins?|pouch(?:es)?|packets?|cartons?|fillets?|steaks?|burgers?|walls?"
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

_RUN_BEHIND = re.compile(r"\s(?:runs?|runners?|races?|walks?|jog)\b")
# "She ran a 5k.", with nothing behind that it could count.
_RACES = {"5", "10"}
_RACE_BEFORE = word_set("a an the my your his her our their first")
_RACE_ENDS = re.compile(
    r"[.,;:!?)]|\s(?:in|at|on|and|or|but|for|this|last|next|every|with|yesterday|today|tomorrow|tonight)\b|\s*$"
)


def describes(match: re.Match[str], before: Token | None) -> bool:
    """Whether a measure stands between an article and a noun, as in "a 5 km run"."""
    if before is None:
        return False
    word = before.text.lower().replace("’", "'")
    is_owner = not before.mark and word.endswith("'s") and word not in _SHORT_IS
    is_packed = bool(_PACK.fullmatch(before.text))
    return (word in _ARTICLES or is_owner or is_packed) and bool(
        ATTRIBUTE_BEHIND.match(match.string, match.end())
    )


def is_run(match: re.Match[str], before: Token | None) -> bool:
    """Whether "5k" is a run of five kilometers, as in "a 5k race" and "she ran a 5k"."""
    if match["attached"] != "k":
        return False
    if _RUN_BEHIND.match(match.string, match.end()):
        return True
    is_named = match["digits"] in _RACES and before is not None and before.text.lower() in _RACE_BEFORE
    return is_named and bool(_RACE_ENDS.match(match.string, match.end()))
