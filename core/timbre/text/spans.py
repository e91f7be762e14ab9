"""How parts of a text are to be spoken otherwise than the rest, within a sentence too.

```
text     Say it slowly, please.        Span(7, 13, duration=1.25)
words    Say it slowly, please.        word 2 lasts 1.25 times as long, with the pause behind it
```
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from timbre.messages import InputError

from .frontend import Sentence, WordChange

MAX_SEMITONES = 12.0
MIN_DURATION, MAX_DURATION = 0.4, 2.5
MAX_DECIBELS = 12.0
_FIELDS = 6


class Span(NamedTuple):
    """A part of a text and how it differs.

    Attributes:
        start: Its first character.
        end: The character behind it.
        pitch: Semitones to add.
        duration: Factor of the length.
        energy: dB to add.
        emphasised: Whether its words are emphasised.
    """

    start: int
    end: int
    pitch: float = 0.0
    duration: float = 1.0
    energy: float = 0.0
    emphasised: bool = False

    @property
    def is_neutral(self) -> bool:
        """Whether it changes nothing."""
        return not (self.pitch or self.energy or self.emphasised) and self.duration == 1

    def within(self, start: int, end: int) -> Span | None:
        """The part of it that lies in a part of the text, counted from there; None if there is none."""
        low, high = max(self.start, start), min(self.end, end)
        return self._replace(start=low - start, end=high - start) if low < high else None


def read_spans(values: Any) -> tuple[Span, ...]:
    """Spans from plain values of JSON, as many lists of a span's fields in their order.

    Raises:
        InputError: if they are something else, overlap, or a number is out of range.
    """
    if not isinstance(values, list) or not all(map(_is_span, values)):
        raise InputError("The spans must be lists of start, end, pitch, duration, energy, and emphasis.")
    spans = tuple(map(Span._make, values))
    if any(span.end > behind.start for span, behind in pairwise(spans)):
        raise InputError("The spans must be in order and may not overlap.")
    return spans


def _is_span(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != _FIELDS:
        return False
    start, end, pitch, duration, energy, emphasised = value
    return (
        type(start) is type(end) is int
        and 0 <= start <= end
        and all(type(number) in (int, float) for number in (pitch, duration, energy))
        and abs(pitch) <= MAX_SEMITONES
        and MIN_DURATION <= duration <= MAX_DURATION
        and abs(energy) <= MAX_DECIBELS
        and type(emphasised) is bool
    )


def apply_spans(sentences: Iterable[Sentence], spans: Sequence[Span]) -> list[Sentence]:
    """Sentences with what spans of their text change of their words; spans do not overlap."""
    ends = [span.end for span in spans]
    return [_changed(sentence, spans, ends) for sentence in sentences] if spans else list(sentences)


def _changed(sentence: Sentence, spans: Sequence[Span], ends: Sequence[int]) -> Sentence:
    changes: list[WordChange] = []
    emphasised = set(sentence.emphasised)
    for place, word in enumerate(sentence.words):
        at = bisect_right(ends, word.char_start)
        if at == len(spans) or spans[at].start >= word.char_end:
            continue
        span = spans[at]
        if span.emphasised:
            emphasised.add(place)
        if span.pitch or span.energy or span.duration != 1:
            changes.append(WordChange(place, span.pitch, span.duration, span.energy))
    return Sentence(
        sentence.text,
        sentence.phonemes,
        sentence.ids,
        sentence.words,
        tuple(sorted(emphasised)),
        tuple(changes),
        sentence.rises,
    )
