"""The sentences of a text, laid out in time.

```
sentence   |------ 0 ------|--- 1 ---|-------- 2 --------|
clip       whole            growing   none yet
timeline   0 ─────────── pause ───── pause               samples; a sentence without a clip has no length
```
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import numpy as np

from timbre.contract import HOP_LENGTH, PAUSE_FRAMES, SAMPLE_RATE
from timbre.timing import TimedWord
from timbre_app.reading.clip import OUTLINE_SAMPLES, Clip
from timbre_app.reading.sentence import NO_EDITS, Edits, HowToSpeak, SentenceRequest
from timbre_app.sound.pcm import to_float

PAUSE_S = PAUSE_FRAMES * HOP_LENGTH / SAMPLE_RATE
"""Usual pause between two sentences, as long as the server's pause inside a text."""


class State(Enum):
    """State of a sentence's speech."""

    NEW = "new"
    MAKING = "making"
    MADE = "made"
    CHANGED = "changed"
    FAILED = "failed"


class Place(NamedTuple):
    """A moment of a reading: a sentence, and an offset in samples from its beginning."""

    sentence: int
    offset: int = 0


@dataclass(eq=False)
class ReadSentence:
    """One sentence.

    Attributes:
        start: Character at which the sentence begins in the text.
        end: Character behind the sentence.
        text: The text of the sentence.
        how: Settings of this sentence only; None for those of the reading.
        edits: Changes of its phonemes.
        clip: Its speech, which may be of an earlier text or setting.
        made_of: The request that the clip was made of.
        error: Why the last attempt to speak it failed.
    """

    start: int
    end: int
    text: str
    how: HowToSpeak | None = None
    edits: Edits = NO_EDITS
    clip: Clip | None = None
    made_of: SentenceRequest | None = None
    error: Exception | None = None


class Timeline:
    """The sentences of a text, and their places in time as far as their speech is made."""

    def __init__(self, sample_rate: int) -> None:
        self.sample_rate = sample_rate
        self.sentences: list[ReadSentence] = []
        self.set_pauses(1.0)

    def set_pauses(self, factor: float) -> None:
        """Make the pauses between sentences so many times as long as usual, see timbre.voice.Delivery."""
        self.pause_samples = round(PAUSE_S * factor * self.sample_rate)

    def sentence_at(self, char: int) -> int | None:
        """The sentence at a character, or the one before it."""
        if not self.sentences:
            return None
        return max(0, bisect_right(self.sentences, char, key=lambda sentence: sentence.start) - 1)

    def length(self, index: int) -> int:
        """Length of a sentence in samples, with the pause after it; 0 while there is no speech."""
        clip = self.sentences[index].clip
        if clip is None or not clip.sample_count:
            return 0
        pause = self.pause_samples if clip.is_whole and index < len(self.sentences) - 1 else 0
        return clip.sample_count + pause

    def starts(self) -> np.ndarray:
        """The sample at which each sentence begins on the timeline, and the timeline's end: (n + 1,)."""
        return np.cumsum([0, *(self.length(i) for i in range(len(self.sentences)))])

    def place(self, sample: int) -> Place:
        """The place of a sample on the timeline."""
        starts = self.starts()
        last = int(starts[-1])
        sample = min(max(0, sample), max(0, last - 1))
        index = max(0, int(np.searchsorted(starts, sample, side="right")) - 1)
        return Place(min(index, max(0, len(self.sentences) - 1)), sample - int(starts[index]))

    def sample(self, place: Place) -> int:
        """The sample of a place on the timeline."""
        return int(self.starts()[min(place.sentence, len(self.sentences))]) + place.offset

    def word_at(self, place: Place) -> tuple[int, int] | None:
        """Character range of the word heard at a place; None if there is none."""
        if place.sentence >= len(self.sentences):
            return None
        sentence = self.sentences[place.sentence]
        if sentence.clip is None:
            return None
        words = sentence.clip.words
        seconds = place.offset / self.sample_rate
        at = bisect_right(words, seconds, key=lambda word: word.start_s) - 1
        if at < 0:
            return None
        return sentence.start + words[at].char_start, sentence.start + words[at].char_end

    def outline(self, columns: int) -> np.ndarray:
        """Lowest and highest sample of each part of the timeline, (2, c) float32 in [-1, 1], c at most `columns`."""
        parts = [
            np.pad(sentence.clip.outline(), ((0, 0), (0, self.pause_samples // OUTLINE_SAMPLES)))
            for sentence in self.sentences
            if sentence.clip is not None
        ]
        whole = np.concatenate(parts, 1) if parts else np.zeros((2, 0), np.int16)
        columns = min(columns, whole.shape[1])
        if not columns:
            return np.zeros((2, 0), np.float32)
        edges = np.linspace(0, whole.shape[1], columns, endpoint=False).astype(np.int64)
        low = np.minimum.reduceat(whole[0], edges)
        high = np.maximum.reduceat(whole[1], edges)
        return to_float(np.stack([low, high]))

    def words(self) -> list[TimedWord]:
        """All words that have been spoken, with their times on the timeline and their characters in the text."""
        starts = self.starts()
        return [
            word.shifted(sentence.start, int(starts[i]) / self.sample_rate)
            for i, sentence in enumerate(self.sentences)
            if sentence.clip is not None
            for word in sentence.clip.words
        ]
