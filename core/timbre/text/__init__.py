"""Text to phonemes: normalisation, espeak-ng, the symbol table, sentences and passages."""

from .espeak import EspeakError
from .frontend import Frontend, Sentence, TextError, Word
from .lexicon import Lexicon, LexiconError, read_lexicon
from .passages import sentence_spans, split_passages
from .symbols import SYMBOLS, symbol_ids, symbols_hash

__all__ = [
    "SYMBOLS",
    "EspeakError",
    "Frontend",
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
