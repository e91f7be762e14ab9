"""Sentences on their way from `text_frontend` to `fastpitch`: ids in one tensor, the rest as JSON.

```
PHONEME_IDS  int64  ids of sentence 0, ids of sentence 1, ...
SENTENCES    JSON   {"frontend_ms": 1.2, "sentences": [[length, text, [[word, char_start, char_end,
                    phoneme_start, phoneme_end], ...]], ...]}
```
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timbre.serving.limits import Limits
from timbre.text import Frontend, Sentence, Word


@dataclass(frozen=True)
class SpeechPlan:
    """What to say, ready for the acoustic model.

    Attributes:
        sentences: In order.
        frontend_ms: How long the text took.
    """

    sentences: tuple[Sentence, ...]
    frontend_ms: float

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
        return ids, json.dumps({"frontend_ms": self.frontend_ms, "sentences": rows}).encode()

    @classmethod
    def unpack(cls, ids: np.ndarray, data: bytes) -> SpeechPlan:
        """Read what `pack` wrote.

        Raises:
            ValueError: if the two tensors do not belong together.
        """
        fields = json.loads(data)
        sentences: list[Sentence] = []
        at = 0
        for length, text, words in fields["sentences"]:
            sentences.append(
                Sentence(
                    text=text,
                    phonemes="",
                    ids=ids[at : at + length],
                    words=tuple(Word(*word) for word in words),
                )
            )
            at += length
        if at != len(ids):
            raise ValueError(f"SENTENCES describes {at} phonemes and PHONEME_IDS has {len(ids)}")
        return cls(tuple(sentences), float(fields["frontend_ms"]))


class TextService:
    """Text to plans; keeps a frontend for each language and lexicon."""

    def __init__(self, kept: int = 16, limits: Limits | None = None) -> None:
        self._frontends: dict[bytes, Frontend] = {}
        self._kept = kept
        self._limits = limits or Limits()

    def plan(self, text: str, options: bytes = b"{}") -> SpeechPlan:
        """Turn a text into a plan.

        Args:
            text: Any text.
            options: JSON {"language": "en-us", "lexicon": {"word": "ipa"}}, both optional.
        Raises:
            TextError: if there is nothing to speak.
            ValueError: if the text is too long for one request.
        """
        self._limits.check_text(text)
        started = time.perf_counter()
        sentences: Sequence[Sentence] = self._frontend(options).sentences(text)
        return SpeechPlan(tuple(sentences), (time.perf_counter() - started) * 1e3)

    def _frontend(self, options: bytes) -> Frontend:
        frontend = self._frontends.pop(options, None)
        if frontend is None:
            fields = json.loads(options or b"{}")
            lexicon: Mapping[str, str] | None = fields.get("lexicon") or None
            frontend = Frontend(language=fields.get("language") or "en-us", lexicon=lexicon)
        self._frontends[options] = frontend  # last in the dict: used last
        while len(self._frontends) > self._kept:
            del self._frontends[next(iter(self._frontends))]
        return frontend
