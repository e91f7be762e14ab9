"""When words and phonemes of a stream are spoken."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from timbre.mel import MelSpec
from timbre.text import SYMBOLS, Sentence


class SpokenWord(NamedTuple):
    """A word and when it is spoken, in seconds from the start of the stream."""

    text: str
    char_start: int
    char_end: int
    start_s: float
    end_s: float


class SpokenPhoneme(NamedTuple):
    """A phoneme and when it is spoken, in seconds from the start of the stream."""

    symbol: str
    start_s: float
    end_s: float


def spoken_words(
    sentence: Sentence, durations: np.ndarray, first_frame: int, spec: MelSpec
) -> tuple[SpokenWord, ...]:
    """When each word of a sentence is spoken, if it begins at first_frame of the stream."""
    ends = np.concatenate([[0], np.cumsum(durations)]) + first_frame
    return tuple(
        SpokenWord(
            word.text,
            word.char_start,
            word.char_end,
            float(ends[word.phoneme_start]) / spec.frame_rate,
            float(ends[word.phoneme_end]) / spec.frame_rate,
        )
        for word in sentence.words
    )


class BegunSentence(NamedTuple):
    """Phonemes of a sentence, both (T_text,): ids and durations in frames, the first at first_frame of the stream."""

    ids: np.ndarray
    durations: np.ndarray
    first_frame: int

    def phonemes(self, spec: MelSpec) -> tuple[SpokenPhoneme, ...]:
        """When each phoneme is spoken."""
        ends = np.cumsum(self.durations) + self.first_frame
        starts = ends - self.durations
        return tuple(
            SpokenPhoneme(SYMBOLS[symbol], float(start) / spec.frame_rate, float(end) / spec.frame_rate)
            for symbol, start, end in zip(self.ids, starts, ends, strict=True)
        )
