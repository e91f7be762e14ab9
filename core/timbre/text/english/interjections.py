"""Interjections, laughter and clipped words, which espeak-ng spells ("Shh", "m'lady") or says wrongly ("'Cause")."""

from __future__ import annotations

from ..tokens import IPA_PREFIX, Token
from .lists import listed_pairs, word_set

_SOUNDS = listed_pairs(
    "hm:hˈʌm hmm:hˈʌm mmm:mmm mhm:əmhˈʌm mmhm:əmhˈʌm mmhmm:əmhˈʌm mm-hm:əmhˈʌm mm-hmm:əmhˈʌm "
    "shh:ʃʃʃʃ psst:psst pst:psst tsk:tˈɪsk pfft:pfˈʌt pft:pfˈʌt pff:pˈʌf psh:pʃˈʌ heh:hˈɛ "
    "grr:ɡˈɜː brr:bˈɜː rrr:ˈɜː zzz:zzzz bzz:bzzz bzzt:bzzzt vrr:vˈɜː "
    "argh:ˈɑːɹɡ arrgh:ˈɑːɹɡ aww:ˈɔː eww:jˈuː ow:ˈaʊ oww:ˈaʊ uhh:ˈʌ ayy:ˈeɪ rawr:ɹˈɔːɹ "
    "hmph:hˈʌmf hrmph:hɹˈʌmf mwah:mwˈɑː a-ha:ɐhˈɑː"
)
_CLIPPED = listed_pairs(
    "'cause:kʌz 'cuz:kʌz 'em:əm 'n:ən ol:ˈoʊl th:ðə m'lady:məlˈeɪdi m'lord:məlˈɔːɹd g'day:ɡədˈeɪ s'pose:spˈoʊz "
    "p'raps:pɹˈæps d'you:dʒuː t'was:twʌz t'is:tɪz innit:ˈɪnɪt"
)
_LAUGHS = {"ha": "hˈɑː", "he": "hˈɛ", "ho": "hˈoʊ"}
_BEGINNINGS = {"mua": "mwˈɑː", "mwa": "mwˈɑː", "bwa": "bwˈɑː"}
_MOST_LAUGHS = 8
# In capitals these are initials: His Majesty, Pacific time.
_NOT_IN_CAPITALS = word_set("hm pst mmm psh ow ol th")


def _laughter() -> dict[str, str]:
    """The sounds of "hahaha", "hehehe" and "mwahaha", with and without hyphens; "hehe" is said as it is written."""
    laughter = {}
    for syllable, sound in _LAUGHS.items():
        for count in range(2, _MOST_LAUGHS + 1):
            for joint in ("", "-"):
                laughter[joint.join([syllable] * count)] = " ".join([sound] * count)
            for beginning, first in _BEGINNINGS.items():
                laughter[beginning + syllable * count] = " ".join([first] + [sound] * count)
    return laughter


def _capitalized(word: str) -> str:
    """A word with its first letter as a capital, which an apostrophe may precede."""
    return word[:2].upper() + word[2:] if word[0] in "'’" else word.capitalize()


_SOUNDS.update(_laughter())
_SOUNDS.update(_CLIPPED)
_SOUNDS.update({word.replace("'", "’"): sound for word, sound in _CLIPPED.items()})
SOUNDS: dict[str, tuple[str, ...]] = {
    form: tuple(f"{IPA_PREFIX}{sound}{IPA_PREFIX}{form}" for sound in sounds.split())
    for word, sounds in _SOUNDS.items()
    for form in (word, _capitalized(word), *([] if word in _NOT_IN_CAPITALS else [word.upper()]))
}
"""For each form in which they are written, the words of Token.spoken."""
SOUNDS["Mm"] = SOUNDS["Mmm"]
"""Only "mm" is a unit."""


def choose(tokens: list[Token]) -> None:
    """Give the interjections of a sentence their phonemes, in place.

    Args:
        tokens: Of one sentence of English.
    """
    for index, token in enumerate(tokens):
        if token.text in SOUNDS:
            tokens[index] = token._replace(spoken=SOUNDS[token.text])
