"""The one table of phoneme symbols, shared by every language and every base model.

A symbol is a single Unicode code point; what IPA writes with several (``t͡ʃ``, ``ã``, ``aɪ``) is
several symbols. The order is frozen: a base model's embedding rows are indices into this table, so
symbols are only ever appended, and a test holds the table's digest.
"""

from __future__ import annotations

import hashlib
import logging
import unicodedata
from functools import lru_cache

_log = logging.getLogger(__name__)

PAD = "_"
START = "^"
END = "$"
WORD_BOUNDARY = " "

_PUNCTUATION = ";:,.!?¡¿…—–-\"«»“”()'"
_STRESS_AND_LENGTH = "ˈˌːˑ̆|‖‿͜͡"
VOWELS = "iyɨʉɯuɪʏʊeøɘɵɤoəɛœɜɞʌɔæɐaɶɑɒɚɝᵻᵿ"
_CONSONANTS = "pbtdʈɖcɟkɡgqɢʔʡmɱnɳɲŋɴʙrʀⱱɾɽɸβfvθðszʃʒʂʐçʝxɣχʁħʕʜʢhɦɬɮʋɹɻjɰlɭʎʟɫɥwʍɕʑɺɧʘǀǃǂǁɓɗʄɠʛʦʣʧʤʨʥᶑȵȡȶȴ"
_MODIFIERS = "ʰʱʲʷˠˤˀʼʴ˞ⁿˡʳᵝᵊᵐᵑˢᶻꟸ"
_DIACRITICS = (
    "\u0303\u0325\u030a\u032c\u0324\u0330\u032a\u033a\u033b\u033c\u0339\u031c\u031f\u0320"
    "\u0308\u033d\u0329\u032f\u0334\u031d\u031e\u0318\u0319\u031a\u0300\u0301\u0302\u0304"
    "\u030b\u030c\u030f\u0327\u0328"
)
_TONES = "˥˦˧˨˩↑↓→↗↘ꜛꜜ0123456789"
# Capitals that espeak-ng writes in a few languages.
_ESPEAK_EXTRAS = "ASXZΦε"

SYMBOLS: tuple[str, ...] = (
    PAD,
    START,
    END,
    WORD_BOUNDARY,
    *_PUNCTUATION,
    *_STRESS_AND_LENGTH,
    *VOWELS,
    *_CONSONANTS,
    *_MODIFIERS,
    *_DIACRITICS,
    *_TONES,
    *_ESPEAK_EXTRAS,
)

_MAX_SYMBOLS = 256
_LOGGED_LOOKUPS = 4096
if len(set(SYMBOLS)) != len(SYMBOLS) or len(SYMBOLS) > _MAX_SYMBOLS:
    raise ValueError("the symbol table repeats a symbol or has outgrown its limit")

SYMBOL_TO_ID: dict[str, int] = {symbol: index for index, symbol in enumerate(SYMBOLS)}
PUNCTUATION: frozenset[str] = frozenset(_PUNCTUATION)
PAD_ID = SYMBOL_TO_ID[PAD]
START_ID = SYMBOL_TO_ID[START]
END_ID = SYMBOL_TO_ID[END]
PAUSE_IDS = range(SYMBOL_TO_ID[WORD_BOUNDARY], SYMBOL_TO_ID[_PUNCTUATION[-1]] + 1)
"""Spaces between words, and punctuation marks."""

_PHONEME_TO_ID = {symbol: SYMBOL_TO_ID[symbol] for symbol in SYMBOLS if symbol not in (PAD, START, END)}


def symbols_hash() -> str:
    """Digest of the table; a base model stores it, and a mismatch means a foreign model."""
    return hashlib.sha256("\n".join(SYMBOLS).encode()).hexdigest()


@lru_cache(maxsize=_LOGGED_LOOKUPS)
def _known_part(char: str) -> str:
    """What the table holds of one character: itself, its decomposition, or nothing.

    Characters that are left out are logged once, and no more when there were more than any language has: a text of
    random characters must not fill the log.
    """
    if char in _PHONEME_TO_ID:
        return char
    pieces = [c for c in unicodedata.normalize("NFD", char) if c in _PHONEME_TO_ID]
    if not pieces and _known_part.cache_info().misses <= _LOGGED_LOOKUPS:
        _log.warning("phoneme symbol %r (U+%04X) is not in the symbol table and is left out", char, ord(char))
    return "".join(pieces)


def known_phonemes(phonemes: str) -> str:
    """Keep only what the table knows; every character of the result is one symbol.

    Args:
        phonemes: IPA in any Unicode normal form.
    """
    return "".join([_known_part(char) for char in phonemes])


def symbol_ids(phonemes: str) -> list[int]:
    """Ids of a phoneme string, framed by the start and end symbols.

    Args:
        phonemes: IPA; characters that are not in the table are dropped with a logged warning.
    Returns:
        ``[START_ID, ..., END_ID]``; two longer than ``known_phonemes(phonemes)``.
    """
    try:
        ids = [_PHONEME_TO_ID[char] for char in phonemes]
    except KeyError:
        ids = [_PHONEME_TO_ID[char] for char in known_phonemes(phonemes)]
    return [START_ID, *ids, END_ID]
