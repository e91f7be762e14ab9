"""Words that people type with figures for sounds: "gr8", "l8r"; they are told from codes by small letters."""

from __future__ import annotations

import re

from ..tokens import Speaker, Token
from . import numbers
from .lists import behind_words, listed, listed_pairs, word_set

TYPED: dict[str, str] = listed_pairs(
    "gr8:great gr8t:great l8r:later l8:late m8:mate h8:hate str8:straight w8:wait sk8:skate b4:before "
    "2nite:tonight 2day:today 2moro:tomorrow 2morrow:tomorrow 2mrw:tomorrow 2gether:together 4ever:forever "
    "4get:forget any1:anyone every1:everyone some1:someone sum1:someone no1:no-one"
)
TYPED["ily2"] = "I love you too"
_WANTED = behind_words(
    "want need going like love try trying time nice able used back come go went listen talk got get take send give "
    "happy sorry ready how what where next close reply have has had gonna way up right over hard easy fun"
)
_DONE = "|".join(
    listed(
        "go be do see get come have say know eat play talk work sleep help make take give buy tell ask find leave stay "
        "meet hear read write watch drive call visit start stop learn live the my your ur u you me him his her them us "
        "it this that school bed church"
    )
)
_GIVEN = "|".join(listed("me u you ur the my your us him his her them a an real sure now ever it this that"))
_COUNTED_BEFORE = word_set("the these those all other first last my your our their only and or of at by")

PATTERNS = {
    "chatted": rf"(?:(?=2\s(?:{_DONE})\b)(?:{_WANTED})2|(?=2\s*(?:[.!?,;)]|$))(?:(?<=\bme )|(?<=\bu )|(?<=\byou ))2"
    rf"|(?=4\s(?:{_GIVEN})\b)(?:(?<=[a-z] )|(?<=[a-z]8 ))4)",
}


def chatted(match: re.Match[str], before: Token | None) -> str:
    """Speak the figures of "want 2 go", "me 2!" and "wait 4 me"; those that count are numbers."""
    if before is None or before.text.lower() in _COUNTED_BEFORE:
        return numbers.cardinal(match.group())
    if match.group() == "4":
        return "for"
    return "too" if before.text.lower() in ("me", "u", "you") else "to"


SPEAKERS: dict[str, Speaker] = {"chatted": chatted}
