"""Words that are drawn out: "soooo good", "Whaaat?", "NOOOO!".

The letters too many are taken out before anything else reads the sentence, and the word is emphasised.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from ..emphasis import Marked
from .interjections import SOUNDS
from .lists import word_set

_RUN = re.compile(r"([a-z])\1\1+", re.IGNORECASE)
_WORD = re.compile(
    r"\[\[[^\[\]]*\]\]|(?<![\w.@#/\\&=])(?P<word>[a-z]*?(?P<letter>[a-z])(?P=letter){2}[a-z]*)(?![\w@/\\&=]|\.\w)",
    re.IGNORECASE,
)
"""Phonemes in the text, or a word with a letter three times in a row."""
_ROMAN = re.compile(r"[ivxlcdm]+", re.IGNORECASE)
_MOST_RUNS = 4
_LONGEST_CODE = 4
# Words with a letter twice that people draw out; of all others each letter is left once.
_DOUBLED = word_set(
    "see tree free three bee fee knee agree feel need keep sleep deep sweet street meet meeting week weekend green "
    "queen teen been seen seem cheese freeze creep creepy sheesh geez jeez gee indeed speed feed peek cheer cheers "
    "beer deer steer eek geek sheep steep weep teeth wheee whee yippee "
    "too good goodbye goodnight food cool look looks book took cook soon moon noon room zoom doom boom bloom school "
    "fool foolish pool tool loose goose choose tooth smooth cookie woo boo moo zoo ooh oof woohoo noob poop spoon "
    "cartoon shoot root stood wood mood blood flood floor door poor vroom spooky whoosh shoo achoo "
    "all ball call fall wall tall small tell well hell bell sell spell smell yell kill will still till full pull "
    "hello hullo really finally totally literally actually usually especially silly jelly belly yellow follow allow "
    "killer thriller hill chill bill "
    "miss kiss pass boss loss toss less mess guess bless dress stress press class glass grass "
    "off stuff puff fluff coffee happy apple pretty better little bottle butter letter matter attack battle kitty "
    "sorry hurry carry merry worry mirror horror terror error daddy buddy mommy mummy puppy funny sunny bunny "
    "dinner winner summer egg add odd buzz jazz pizza fizz fuzz"
)
# The short words that are drawn out in capitals; others of so few capitals are names: "IEEE", "AAAS".
_CAPITALS = word_set("no so oh ah go aw ew hi yo ow um uh eh oo")


def take_out(text: str, start: int, end: int) -> Marked | None:
    """Take out the letters by which words of a sentence are drawn out; None if there are none.

    Args:
        text: The whole text.
        start: First character of the sentence.
        end: Character behind the sentence.
    """
    if not _RUN.search(text, start, end):
        return None
    plain, spans, places = text[:start], list[tuple[int, int]](), list[int]()
    at = start
    for match in _WORD.finditer(text, start, end):
        surplus = _surplus(match["word"] or "")
        if not surplus:
            continue
        plain += text[at : match.start()]
        begin = len(plain)
        for place, letter in enumerate(match.group()):
            if place in surplus:
                places.append(len(plain))
            else:
                plain += letter
        if plain[begin:] not in SOUNDS:
            spans.append((begin, len(plain)))
        at = match.end()
    if not places:
        return None
    plain += text[at:end]
    return Marked(plain, len(plain), tuple(spans), tuple(places))


def _surplus(word: str) -> frozenset[int]:
    """The places of the letters of a word by which it is drawn out; none if it is no word."""
    runs = [(run.start(), run.end()) for run in _RUN.finditer(word)][:_MOST_RUNS]
    for counts in itertools.product((2, 1, 3), repeat=len(runs)):
        surplus = _inside(runs, counts)
        left = _left(word, surplus)
        if left.lower() in _DOUBLED or left in SOUNDS:
            return surplus
    surplus = _inside(runs, (1,) * len(runs))
    left = _left(word, surplus).lower()
    is_code = word.isupper() and len(word) <= _LONGEST_CODE and left not in _CAPITALS
    return frozenset() if is_code or len(left) == 1 or _ROMAN.fullmatch(word) else surplus


def _inside(runs: Sequence[tuple[int, int]], counts: Sequence[int]) -> frozenset[int]:
    """The places of the letters in the middle of runs; of each run a few letters are left, and the word's ends are."""
    surplus = set[int]()
    for (first, end), count in zip(runs, counts, strict=True):
        stays = first == 0 or count > 1
        surplus.update(range(first + stays, end - count + stays))
    return frozenset(surplus)


def _left(word: str, surplus: frozenset[int]) -> str:
    return "".join(letter for place, letter in enumerate(word) if place not in surplus)
