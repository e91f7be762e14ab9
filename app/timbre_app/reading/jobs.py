"""What is asked for when one sentence is to be spoken, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from timbre.serving.timing import TimedPhoneme, TimedWord

LONGEST_SENTENCE = 600
"""Characters; what is longer is cut, best where a clause ends."""


@dataclass(frozen=True)
class HowToSpeak:
    """Pace as a factor, pitch in semitones, energy in dB."""

    pace: float = 1.0
    pitch: float = 0.0
    energy: float = 0.0


@dataclass(frozen=True)
class Edits:
    """Changes of single phonemes (see timbre.phoneme_edits); empty ones change nothing."""

    pitch: tuple[float, ...] = ()
    duration: tuple[float, ...] = ()

    @property
    def is_neutral(self) -> bool:
        """Whether nothing is changed."""
        return not any(self.pitch) and all(value == 1 for value in self.duration)


NO_EDITS = Edits()


@dataclass(frozen=True)
class SentenceJob:
    """One sentence, the voice that speaks it, and how; two equal jobs give the same sound."""

    text: str
    voice_id: str
    how: HowToSpeak = HowToSpeak()
    edits: Edits = NO_EDITS

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "text": self.text,
            "voice_id": self.voice_id,
            "how": [self.how.pace, self.how.pitch, self.how.energy],
            "pitch": list(self.edits.pitch),
            "duration": list(self.edits.duration),
        }


@dataclass(frozen=True)
class SaidChunk:
    """A piece of a sentence: (n,) int16, and the words and phonemes told with it, counted from the sentence."""

    pcm: np.ndarray
    words: Sequence[TimedWord] = field(default=())
    phonemes: Sequence[TimedPhoneme] = field(default=())


class Narrator(Protocol):
    """Speaks sentences."""

    @property
    def sample_rate(self) -> int:
        """Rate of the chunks, Hz."""
        ...

    def fingerprint(self, job: SentenceJob) -> str:
        """Letters and digits that are the same when the sound is: they name its file on the disk."""
        ...

    def say(self, job: SentenceJob, should_stop: Callable[[], bool]) -> Iterator[SaidChunk]:
        """Chunks as they are made; closing the iterator stops the work."""
        ...


def cut_sentences(text: str) -> list[tuple[int, int]]:
    """The places of a text's sentences: character ranges in order, without outer white space."""
    from timbre.text.passages import pieces, sentence_spans

    return [
        piece for start, end in sentence_spans(text) for piece in pieces(text, start, end, LONGEST_SENTENCE)
    ]
