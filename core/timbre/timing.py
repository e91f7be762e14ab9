"""What the client gets with each chunk of speech: where it begins, its words, how long each stage took."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class TimedWord(NamedTuple):
    """A word of the text and when it is spoken.

    Attributes:
        text: The word as it is written.
        char_start: Where it begins in the text.
        char_end: Where it ends in the text.
        start_s: Seconds from the start of the utterance.
        end_s: Seconds from the start of the utterance.
    """

    text: str
    char_start: int
    char_end: int
    start_s: float
    end_s: float

    def shifted(self, chars: int, seconds: float) -> TimedWord:
        """The same word in a longer text, whose earlier part has `chars` characters and takes `seconds`."""
        return TimedWord(
            self.text,
            self.char_start + chars,
            self.char_end + chars,
            self.start_s + seconds,
            self.end_s + seconds,
        )


class TimedMark(NamedTuple):
    """A place that a document of SSML names, and when it is reached in seconds from the start."""

    name: str
    time_s: float


class TimedPhoneme(NamedTuple):
    """A phoneme and when it is spoken, in seconds from the start of the utterance; symbol as in IPA."""

    symbol: str
    start_s: float
    end_s: float

    def shifted(self, seconds: float) -> TimedPhoneme:
        """The same phoneme of a longer text, whose earlier part takes `seconds`."""
        return TimedPhoneme(self.symbol, self.start_s + seconds, self.end_s + seconds)


@dataclass(frozen=True)
class ChunkTiming:
    """The tensor TIMING as the client gets it.

    Attributes:
        words: All words of the sentence that begins with this chunk; empty if none begins.
        final: Whether the utterance ends with this chunk.
        first_sample: Where the chunk begins in the utterance.
        frontend_ms: Time that the text frontend took for the whole text.
        acoustic_ms: Time that this chunk's mel took.
        vocoder_ms: Time that this chunk's waveform took.
        phonemes: Likewise its phonemes, if they were asked for.
    """

    words: Sequence[TimedWord] = field(default=())
    final: bool = False
    first_sample: int = 0
    frontend_ms: float = 0.0
    acoustic_ms: float = 0.0
    vocoder_ms: float = 0.0
    phonemes: Sequence[TimedPhoneme] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        fields = dict(
            vars(self)
        )  # dataclasses.asdict is slow: it took as long as all other Python work for a chunk
        fields["words"] = [word._asdict() for word in self.words]
        fields["phonemes"] = [list(phoneme) for phoneme in self.phonemes]
        return fields

    def to_json(self) -> bytes:
        """The tensor's bytes."""
        return json.dumps(self.to_dict()).encode()

    @classmethod
    def from_json(cls, data: bytes | str) -> ChunkTiming:
        """Read `to_json`'s bytes."""
        fields = json.loads(data)
        fields["words"] = tuple(TimedWord(**word) for word in fields["words"])
        fields["phonemes"] = tuple(TimedPhoneme(*phoneme) for phoneme in fields.get("phonemes", ()))
        return cls(**fields)
