"""When words and phonemes of a stream are spoken."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from timbre.mel import MelSpec
from timbre.text import SYMBOLS, Sentence
from timbre.timing import TimedPhoneme, TimedWord


def spoken_words(
    sentence: Sentence, durations: np.ndarray, first_frame: int, spec: MelSpec
) -> tuple[TimedWord, ...]:
    """When each word of a sentence is spoken, if it begins at first_frame of the stream."""
    ends = np.concatenate([[0], np.cumsum(durations)]) + first_frame
    return tuple(
        TimedWord(
            word.text,
            word.char_start,
            word.char_end,
            float(ends[word.phoneme_start]) / spec.frame_rate,
            float(ends[word.phoneme_end]) / spec.frame_rate,
        )
        for word in sentence.words
    )


class BegunSentence(NamedTuple):
    """A sentence that has begun: its phonemes' ids and durations in frames, (T_text,), and its first frame."""

    ids: np.ndarray
    durations: np.ndarray
    first_frame: int

    def phonemes(self, spec: MelSpec) -> tuple[TimedPhoneme, ...]:
        """When each phoneme is spoken."""
        ends = np.cumsum(self.durations) + self.first_frame
        starts = ends - self.durations
        return tuple(
            TimedPhoneme(SYMBOLS[symbol], float(start) / spec.frame_rate, float(end) / spec.frame_rate)
            for symbol, start, end in zip(self.ids, starts, ends, strict=True)
        )
