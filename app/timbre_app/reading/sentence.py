"""A single sentence: the request to speak it, and the chunks of speech that come back."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from timbre.timing import TimedMark, TimedPhoneme, TimedWord

LONGEST_SENTENCE = 600
"""Number of characters; a longer sentence is cut, if possible where a clause ends."""


@dataclass(frozen=True)
class HowToSpeak:
    """How to speak: pace as a factor, pitch in semitones, energy in dB, liveliness as a factor, and which reading.

    timbre_app.reading.narrator turns it into timbre.speech.acoustic.Controls, which the client takes.
    """

    pace: float = 1.0
    pitch: float = 0.0
    energy: float = 0.0
    liveliness: float = 1.0
    seed: int = 0

    @property
    def numbers(self) -> list[float]:
        """The settings in their order, for a file."""
        return [self.pace, self.pitch, self.energy, self.liveliness, self.seed]


@dataclass(frozen=True)
class Edits:
    """Changes of single phonemes, see timbre.speech.phoneme_edits; an empty tuple changes nothing."""

    pitch: tuple[float, ...] = ()
    duration: tuple[float, ...] = ()

    @property
    def is_neutral(self) -> bool:
        """Whether the edits change nothing."""
        return not any(self.pitch) and all(value == 1 for value in self.duration)


NO_EDITS = Edits()


@dataclass(frozen=True)
class SentenceRequest:
    """A sentence to speak, its voice and its settings; equal requests give the same sound."""

    text: str
    voice_id: str
    how: HowToSpeak = HowToSpeak()
    edits: Edits = NO_EDITS

    def to_dict(self) -> dict[str, Any]:
        """The request as plain values."""
        return {
            "text": self.text,
            "voice_id": self.voice_id,
            "how": self.how.numbers,
            "pitch": list(self.edits.pitch),
            "duration": list(self.edits.duration),
        }


@dataclass(frozen=True)
class SaidChunk:
    """A piece of a sentence's speech.

    Attributes:
        pcm: Samples, (n,) int16.
        words: Words that came with the samples, with characters and times in the sentence.
        phonemes: Phonemes that came with the samples, with times in the sentence.
        marks: Marks of SSML that came with the samples, likewise.
    """

    pcm: np.ndarray
    words: Sequence[TimedWord] = field(default=())
    phonemes: Sequence[TimedPhoneme] = field(default=())
    marks: Sequence[TimedMark] = field(default=())


class Narrator(Protocol):
    """Speaks sentences."""

    @property
    def sample_rate(self) -> int:
        """Rate of the chunks, Hz."""
        ...

    def fingerprint(self, request: SentenceRequest) -> str:
        """Letters and digits that name the sound's file; requests with the same sound have the same ones."""
        ...

    def say(
        self, request: SentenceRequest, should_stop: Callable[[], bool]
    ) -> Generator[SaidChunk, None, None]:
        """Speak a sentence; yields chunks as they are made. Closing the generator stops the work."""
        ...


def cut_sentences(text: str) -> list[tuple[int, int]]:
    """Find the sentences of a text: character ranges in order, without white space around them."""
    from timbre.text.passages import pieces, sentence_spans

    return [
        piece for start, end in sentence_spans(text) for piece in pieces(text, start, end, LONGEST_SENTENCE)
    ]
