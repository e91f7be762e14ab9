"""Text to phonemes: normalisation, espeak-ng, the symbol table, sentences and passages.

Names are imported when they are first asked for: what needs the symbol table alone (models, packs)
runs where espeak-ng is not installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .espeak import EspeakError, LanguageError
    from .frontend import Frontend, Sentence, TextError, Word
    from .lexicon import Lexicon, LexiconError, read_lexicon
    from .passages import sentence_spans, split_passages
    from .symbols import SYMBOLS, symbol_ids, symbols_hash

__all__ = [
    "SYMBOLS",
    "EspeakError",
    "Frontend",
    "LanguageError",
    "Lexicon",
    "LexiconError",
    "Sentence",
    "TextError",
    "Word",
    "read_lexicon",
    "sentence_spans",
    "split_passages",
    "symbol_ids",
    "symbols_hash",
]

_HOMES = {
    "espeak": ("EspeakError", "LanguageError"),
    "frontend": ("Frontend", "Sentence", "TextError", "Word"),
    "lexicon": ("Lexicon", "LexiconError", "read_lexicon"),
    "passages": ("sentence_spans", "split_passages"),
    "symbols": ("SYMBOLS", "symbol_ids", "symbols_hash"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
