"""Sentences on their way from `text_frontend` to `fastpitch`: ids in one tensor, the rest as JSON.

```
PHONEME_IDS  int64  ids of sentence 0, ids of sentence 1, ...
SENTENCES    JSON   {"frontend_ms": 1.2, "goes_on": false, "sentences": [[length, text, [[word, char_start, char_end,
                    phoneme_start, phoneme_end], ...]], ...]}
```
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from operator import le
from typing import Any, NamedTuple

import numpy as np

from timbre.contract import PHONEME_IDS, SENTENCES, TEXT_OPTIONS
from timbre.serving.limits import (
    KEPT_OPTIONS_BYTES,
    MAX_ENTRY_CHARS,
    MAX_LEXICON_WORDS,
    MAX_OPTIONS_BYTES,
    MAX_REQUEST_IDS,
    Limits,
)
from timbre.serving.tensors import MAX_BYTES, check_range, is_number, read_json
from timbre.text import SYMBOLS, Frontend, Sentence, Word
from timbre.text.frontend import MAX_SENTENCE_IDS

_ROW_LENGTH = 3
_NO_PLAN = "SENTENCES must describe sentences as text_frontend does."


@dataclass(frozen=True)
class SpeechPlan:
    """What to say, ready for the acoustic model.

    Attributes:
        sentences: In order.
        frontend_ms: How long the text took.
        goes_on: Whether another text follows, after a pause as between two sentences.
    """

    sentences: tuple[Sentence, ...]
    frontend_ms: float
    goes_on: bool = False

    def pack(self) -> tuple[np.ndarray, bytes]:
        """The tensors PHONEME_IDS, (sum of T_text,) int64, and SENTENCES."""
        ids = np.concatenate([sentence.ids for sentence in self.sentences]).astype(np.int64)
        rows = [
            [
                len(sentence.ids),
                sentence.text,
                [[w.text, w.char_start, w.char_end, w.phoneme_start, w.phoneme_end] for w in sentence.words],
            ]
            for sentence in self.sentences
        ]
        plan = {"frontend_ms": self.frontend_ms, "goes_on": self.goes_on, "sentences": rows}
        return ids, json.dumps(plan).encode()

    @classmethod
    def unpack(cls, ids: np.ndarray, data: bytes) -> SpeechPlan:
        """Read what `pack` wrote.

        Raises:
            ValueError: if the two tensors do not belong together.
        """
        fields = read_json(data, SENTENCES.name)
        rows, frontend_ms = fields.get("sentences"), fields.get("frontend_ms")
        goes_on = fields.get("goes_on", False)
        if not isinstance(rows, list) or not rows or not is_number(frontend_ms) or type(goes_on) is not bool:
            raise ValueError(_NO_PLAN)
        if len(ids) > MAX_REQUEST_IDS:
            raise ValueError(f"PHONEME_IDS has {len(ids):,} phonemes and may have {MAX_REQUEST_IDS:,}.")
        check_range(PHONEME_IDS.name, ids, 0, len(SYMBOLS) - 1)
        for row in rows:
            _check_row(row)
        _check_words(rows)
        total = sum(length for length, _, _ in rows)
        if total != len(ids):
            raise ValueError(f"SENTENCES describes {total} phonemes and PHONEME_IDS has {len(ids)}.")
        sentences: list[Sentence] = []
        at = 0
        for length, text, words in rows:
            sentence_ids = ids[at : at + length]
            sentences.append(
                Sentence(text, phonemes="", ids=sentence_ids, words=tuple(map(Word._make, words)))
            )
            at += length
        return cls(tuple(sentences), float(frontend_ms), goes_on)


def _check_row(row: Any) -> None:
    """Raise ValueError unless this is a row of SENTENCES; its words are checked by _check_words."""
    if not isinstance(row, list) or len(row) != _ROW_LENGTH:
        raise ValueError(_NO_PLAN)
    length, text, words = row
    if type(length) is not int or not isinstance(text, str) or not isinstance(words, list):
        raise ValueError(_NO_PLAN)
    if not 1 <= length <= MAX_SENTENCE_IDS:
        raise ValueError(f"A sentence may have 1 to {MAX_SENTENCE_IDS} phonemes.")


def _check_words(rows: list[list[Any]]) -> None:
    """Raise ValueError unless the words of all rows are words of their sentences; in few passes, for speed."""
    words = list(chain.from_iterable(row[2] for row in rows))
    if not words:
        return
    if set(map(type, words)) != {list} or set(map(len, words)) != {len(Word._fields)}:
        raise ValueError(_NO_PLAN)
    texts, *places = zip(*words, strict=True)
    if set(map(type, texts)) != {str} or set(map(type, chain(*places))) != {int}:
        raise ValueError(_NO_PLAN)
    char_starts, char_ends, starts, ends = places
    limits = chain.from_iterable(repeat(row[0], len(row[2])) for row in rows)
    ordered = all(map(le, char_starts, char_ends)) and all(map(le, starts, ends))
    is_inside = min(char_starts) >= 0 and min(starts) >= 0 and max(char_ends) <= MAX_BYTES
    if not ordered or not is_inside or not all(map(le, ends, limits)):
        raise ValueError("A word of SENTENCES lies outside of its sentence.")


class _TextOptions(NamedTuple):
    """What a request's TEXT_OPTIONS ask for."""

    frontend: Frontend
    goes_on: bool


class TextService:
    """Text to plans; keeps a frontend for each language and lexicon."""

    def __init__(self, kept: int = 16, limits: Limits | None = None) -> None:
        self._known: dict[bytes, _TextOptions] = {}
        self._kept = kept
        self._limits = limits or Limits()

    def plan(self, text: str, options: bytes = b"{}") -> SpeechPlan:
        """Turn a text into a plan.

        Args:
            text: Any text.
            options: JSON {"language": "en-us", "lexicon": {"word": "ipa"}, "goes_on": false}, all optional.
        Raises:
            TextError: if there is nothing to speak.
            ValueError: if the text is too long for one request, or the options are none.
        """
        self._limits.check_text(text)
        if len(options) > MAX_OPTIONS_BYTES:
            raise ValueError(
                f"TEXT_OPTIONS has {len(options):,} bytes and may have {MAX_OPTIONS_BYTES:,}: "
                "send a smaller lexicon."
            )
        started = time.perf_counter()
        text_options = self._options(options)
        sentences: Sequence[Sentence] = text_options.frontend.sentences(text)
        return SpeechPlan(tuple(sentences), (time.perf_counter() - started) * 1e3, text_options.goes_on)

    def _options(self, options: bytes) -> _TextOptions:
        known = self._known.pop(options, None)
        if known is None:
            known = _read_options(options)
        self._known[options] = known  # last in the dict: used last
        while len(self._known) > self._kept or sum(map(len, self._known)) > KEPT_OPTIONS_BYTES:
            del self._known[next(iter(self._known))]
        return known


def _read_options(options: bytes) -> _TextOptions:
    """A request's options, with a new frontend; errors as of TextService.plan."""
    fields = read_json(options or b"{}", TEXT_OPTIONS.name)
    language, lexicon = fields.get("language") or "en-us", fields.get("lexicon") or {}
    if not isinstance(language, str):
        raise ValueError("The language must be a text, such as en-us.")
    if not isinstance(lexicon, dict) or not all(isinstance(ipa, str) for ipa in lexicon.values()):
        raise ValueError("The lexicon must be an object of words, each with its pronunciation in IPA.")
    if len(lexicon) > MAX_LEXICON_WORDS:
        raise ValueError(f"The lexicon has {len(lexicon):,} words and may have {MAX_LEXICON_WORDS:,}.")
    if any(len(word) + len(ipa) > MAX_ENTRY_CHARS for word, ipa in lexicon.items()):
        raise ValueError(f"A word of the lexicon and its IPA may have {MAX_ENTRY_CHARS} characters together.")
    goes_on = fields.get("goes_on", False)
    if type(goes_on) is not bool:
        raise ValueError("Whether the text goes on must be true or false.")
    return _TextOptions(Frontend(language, lexicon), goes_on)
