"""Sentences on their way from `text_frontend` to `fastpitch`: ids in one tensor, the rest as JSON.

```
PHONEME_IDS  int64  ids of sentence 0, ids of sentence 1, ...
SENTENCES    JSON   {"frontend_ms": 1.2, "goes_on": false, "background": false, "sentences": [[length, text, [[word,
                    char_start, char_end, phoneme_start, phoneme_end], ...], [place of an emphasised word, ...],
                    [[place of a word, semitones, factor of its length, dB], ...], whether it rises to its end], ...]}

The last three fields of a sentence are left out together where none of them changes anything.
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
from timbre.serving.live_mark import LiveMark
from timbre.serving.tensors import MAX_BYTES, check_range, is_number, read_json
from timbre.text import SYMBOLS, Frontend, Sentence, Word
from timbre.text.frontend import MAX_SENTENCE_IDS, WordChange
from timbre.text.spans import MAX_DURATION, MIN_DURATION, Span, apply_spans, read_spans

_ROW_LENGTHS = (3, 6)
MAX_CHANGE = 12.0
"""Largest change of one word, in semitones and in dB."""
_NO_PLAN = "SENTENCES must describe sentences as text_frontend does."


@dataclass(frozen=True)
class SpeechPlan:
    """What to say, ready for the acoustic model.

    Attributes:
        sentences: In order.
        frontend_ms: How long the text took.
        goes_on: Whether another text follows, after a pause as between two sentences.
        background: Whether nobody listens, so that all live speech goes first.
    """

    sentences: tuple[Sentence, ...]
    frontend_ms: float
    goes_on: bool = False
    background: bool = False

    def pack(self) -> tuple[np.ndarray, bytes]:
        """The tensors PHONEME_IDS, (sum of T_text,) int64, and SENTENCES."""
        ids = np.concatenate([sentence.ids for sentence in self.sentences]).astype(np.int64)
        rows = [
            [
                len(sentence.ids),
                sentence.text,
                [[w.text, w.char_start, w.char_end, w.phoneme_start, w.phoneme_end] for w in sentence.words],
                *_changes(sentence),
            ]
            for sentence in self.sentences
        ]
        plan = {"frontend_ms": self.frontend_ms, "goes_on": self.goes_on, "sentences": rows}
        if self.background:
            plan["background"] = True
        return ids, json.dumps(plan).encode()

    @classmethod
    def unpack(cls, ids: np.ndarray, data: bytes) -> SpeechPlan:
        """Read what `pack` wrote.

        Raises:
            ValueError: if the two tensors do not belong together.
        """
        fields = read_json(data, SENTENCES.name)
        rows, frontend_ms = fields.get("sentences"), fields.get("frontend_ms")
        flags = [fields.get(name, False) for name in ("goes_on", "background")]
        if not isinstance(rows, list) or not rows or not is_number(frontend_ms) or not _are_flags(flags):
            raise ValueError(_NO_PLAN)
        if len(ids) > MAX_REQUEST_IDS:
            raise ValueError(f"PHONEME_IDS has {len(ids):,} phonemes and may have {MAX_REQUEST_IDS:,}.")
        check_range(PHONEME_IDS.name, ids, 0, len(SYMBOLS) - 1)
        for row in rows:
            _check_row(row)
        _check_words(rows)
        total = sum(row[0] for row in rows)
        if total != len(ids):
            raise ValueError(f"SENTENCES describes {total} phonemes and PHONEME_IDS has {len(ids)}.")
        sentences: list[Sentence] = []
        at = 0
        for length, text, words, *changes in rows:
            sentence_ids = ids[at : at + length]
            emphasised, changed, rises = changes or ((), (), False)
            sentences.append(
                Sentence(
                    text,
                    "",
                    sentence_ids,
                    tuple(map(Word._make, words)),
                    tuple(emphasised),
                    tuple(map(WordChange._make, changed)),
                    rises,
                )
            )
            at += length
        return cls(tuple(sentences), float(frontend_ms), *flags)


def _are_flags(values: Sequence[Any]) -> bool:
    return all(type(value) is bool for value in values)


def _changes(sentence: Sentence) -> tuple[list[int], list[list[float]], bool] | tuple[()]:
    """The last three fields of a sentence's row; empty where they would change nothing."""
    if not (sentence.emphasised or sentence.changes or sentence.rises):
        return ()
    return list(sentence.emphasised), [list(change) for change in sentence.changes], sentence.rises


def _are_changes(values: list[Any], words: int) -> bool:
    """Whether values are such fields as `_changes` writes for a sentence of so many words."""
    emphasised, changes, rises = values

    def is_place(value: Any) -> bool:
        return type(value) is int and 0 <= value < words

    def is_change(value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) == len(WordChange._fields)
            and is_place(value[0])
            and all(map(is_number, value))
            and max(abs(value[1]), abs(value[3])) <= MAX_CHANGE
            and MIN_DURATION <= value[2] <= MAX_DURATION
        )

    if not isinstance(emphasised, list) or not isinstance(changes, list) or type(rises) is not bool:
        return False
    return all(map(is_place, emphasised)) and all(map(is_change, changes))


def _check_row(row: Any) -> None:
    """Raise ValueError unless this is a row of SENTENCES; its words are checked by _check_words."""
    if not isinstance(row, list) or len(row) not in _ROW_LENGTHS:
        raise ValueError(_NO_PLAN)
    length, text, words, *changes = row
    if type(length) is not int or not isinstance(text, str) or not isinstance(words, list):
        raise ValueError(_NO_PLAN)
    if changes and not _are_changes(changes, len(words)):
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
    background: bool
    unfinished: bool


class TextService:
    """Turns texts into plans; keeps a frontend for each language and lexicon, and notes that live speech comes."""

    def __init__(self, kept: int = 16, limits: Limits | None = None, live: LiveMark | None = None) -> None:
        self._known: dict[bytes, _TextOptions] = {}
        self._kept = kept
        self._limits = limits or Limits()
        self._live = live

    def plan(self, text: str, options: bytes = b"{}") -> SpeechPlan:
        """Turn a text into a plan.

        Args:
            text: Any text.
            options: JSON {"language": "en-us", "lexicon": {"word": "ipa"}, "goes_on": false, "background": false,
                "unfinished": false, "spans": [[start, end, semitones, factor of the length, dB, whether emphasised],
                ...]}, all optional; an unfinished text goes on within its last sentence; see timbre.text.spans.
        Raises:
            TextError: if there is nothing to speak.
            ValueError: if the text is too long for one request, or the options cannot be read.
        """
        self._limits.check_text(text)
        if len(options) > MAX_OPTIONS_BYTES:
            raise ValueError(
                f"TEXT_OPTIONS has {len(options):,} bytes and may have {MAX_OPTIONS_BYTES:,}: "
                "send a smaller lexicon."
            )
        started = time.perf_counter()
        options, spans = _split_spans(options)
        text_options = self._options(options)
        if self._live is not None and not text_options.background:
            self._live.note()
        sentences = apply_spans(text_options.frontend.sentences(text, not text_options.unfinished), spans)
        frontend_ms = (time.perf_counter() - started) * 1e3
        return SpeechPlan(tuple(sentences), frontend_ms, text_options.goes_on, text_options.background)

    def _options(self, options: bytes) -> _TextOptions:
        known = self._known.pop(options, None)
        if known is None:
            known = _read_options(options)
        self._known[options] = known  # last in the dict: used last
        while len(self._known) > self._kept or sum(map(len, self._known)) > KEPT_OPTIONS_BYTES:
            del self._known[next(iter(self._known))]
        return known


def _split_spans(options: bytes) -> tuple[bytes, tuple[Span, ...]]:
    """Take the spans out of the options: texts with other spans still share a frontend."""
    if b'"spans"' not in options:
        return options, ()
    fields = read_json(options, TEXT_OPTIONS.name)
    spans = read_spans(fields.pop("spans", []))
    return json.dumps(fields).encode(), spans


def _read_options(options: bytes) -> _TextOptions:
    """Read a request's options and load a frontend for them; errors are those of TextService.plan."""
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
    flags = [fields.get(name, False) for name in ("goes_on", "background", "unfinished")]
    if not _are_flags(flags):
        raise ValueError(
            "Whether the text goes on, is unfinished or is for the background must be true or false."
        )
    return _TextOptions(Frontend(language, lexicon), *flags)
