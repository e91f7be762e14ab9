"""Positions of a sentence's phonemes in a picture of pitch over time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF

from timbre.timing import TimedWord

LOWEST_HZ, HIGHEST_HZ = 60.0, 600.0
LABEL_HEIGHT = 22
WORD_HEIGHT = 22
SCALE_WIDTH = 54
GRAB_PIXELS = 6


@dataclass(frozen=True)
class PhonemeItem:
    """A phoneme as it is drawn.

    Attributes:
        symbol: IPA.
        start_s: Time at which it begins.
        end_s: Time at which it ends.
        hz: Measured pitch, or 0 if it has none.
        natural_hz: Pitch without any change of pitch, or 0 if it is not known.
        made_semitones: Change of pitch with which the sound was made.
        made_factor: Change of length with which the sound was made.
        semitones: Change of pitch that is wanted now.
        factor: Change of length that is wanted now.
    """

    symbol: str
    start_s: float
    end_s: float
    hz: float = 0.0
    made_semitones: float = 0.0
    made_factor: float = 1.0
    semitones: float = 0.0
    factor: float = 1.0
    natural_hz: float = 0.0

    @property
    def has_pitch(self) -> bool:
        """Whether it has a dot: also while a large change leaves no pitch that can be measured."""
        return self.hz > 0 or self.natural_hz > 0

    @property
    def came_otherwise(self) -> bool:
        """Whether the sound that was made has another pitch than was asked for."""
        is_made = self.semitones == self.made_semitones
        asked_hz = self.shown_hz
        return (
            is_made and self.semitones != 0 and (not self.hz or abs(12 * math.log2(self.hz / asked_hz)) > 1)
        )

    @property
    def is_edited(self) -> bool:
        """Whether anything is changed."""
        return self.semitones != 0 or self.factor != 1

    @property
    def shown_hz(self) -> float:
        """The pitch that is asked for."""
        if self.natural_hz:
            return self.natural_hz * 2 ** (self.semitones / 12)
        return self.hz * 2 ** ((self.semitones - self.made_semitones) / 12)

    @property
    def shown_s(self) -> float:
        """The length to expect from the wanted change."""
        return (self.end_s - self.start_s) * self.factor / self.made_factor


def natural_pitches(
    hz: Sequence[float], made_semitones: Sequence[float], before: Sequence[float] = ()
) -> list[float]:
    """The pitch of each phoneme without changes, in Hz, 0 if it has none.

    Args:
        hz: Measured pitches, 0 where none was found.
        made_semitones: Changes with which the sound was made.
        before: What was known of the same sentence, before this sound was made.
    """
    measured = [pitch / 2 ** (made / 12) for pitch, made in zip(hz, made_semitones, strict=True) if pitch]
    usual_hz = sum(measured) / len(measured) if measured else math.sqrt(LOWEST_HZ * HIGHEST_HZ)
    known = list(before) if len(before) == len(hz) else [0.0] * len(hz)
    return [
        pitch if not made else earlier or (pitch / 2 ** (made / 12) if pitch else usual_hz)
        for pitch, made, earlier in zip(hz, made_semitones, known, strict=True)
    ]


class WordSpan(NamedTuple):
    """A word of the sentence, and the indices of its first and last phoneme."""

    text: str
    first: int
    last: int


def word_spans(words: Sequence[TimedWord], phonemes: Sequence[tuple[float, float]]) -> list[WordSpan]:
    """The phonemes of each word: those whose middle lies in its time.

    Args:
        words: The words of the sentence.
        phonemes: Start and end of each phoneme, seconds.
    """
    middles = [(start_s + end_s) / 2 for start_s, end_s in phonemes]
    spans = []
    for word in words:
        inside = [i for i, middle in enumerate(middles) if word.start_s <= middle < word.end_s]
        if inside:
            spans.append(WordSpan(word.text, inside[0], inside[-1]))
    return spans


@dataclass(frozen=True)
class ProsodyPlot:
    """The phonemes of a sentence, laid out in a widget of a size.

    Attributes:
        items: The phonemes; positions of phonemes need at least one.
        width: Width of the widget, with the scale on the left.
        height: Height of the widget, with the labels and the words below.
        words: The words, which stand below the labels of their phonemes.
        scale_width: Width of the scale.
    """

    items: tuple[PhonemeItem, ...]
    width: int
    height: int
    words: tuple[WordSpan, ...] = ()
    scale_width: int = SCALE_WIDTH

    @cached_property
    def area(self) -> QRectF:
        """Rectangle of the mel."""
        below = LABEL_HEIGHT + WORD_HEIGHT
        width = max(10, self.width - self.scale_width - 6)
        return QRectF(self.scale_width, 4, width, max(10, self.height - below - 8))

    @cached_property
    def starts(self) -> list[float]:
        """Time at which each phoneme begins with the wanted changes, then the end of the last one, in seconds."""
        starts = [self.items[0].start_s if self.items else 0.0]
        for item in self.items:
            starts.append(starts[-1] + item.shown_s)
        return starts

    @property
    def semitones_per_pixel(self) -> float:
        """Change of pitch for a pixel up."""
        return 12 * math.log2(HIGHEST_HZ / LOWEST_HZ) / self.area.height()

    def x(self, seconds: float) -> float:
        """Position of a time of the sentence."""
        return self.area.left() + seconds / self._duration_s * self.area.width()

    def seconds(self, x: float) -> float:
        """Time at a position, which may lie a little behind the end of the sentence."""
        return min(max(0.0, (x - self.area.left()) / self.area.width()), 2.0) * self._duration_s

    def y(self, hz: float) -> float:
        """Position of a pitch."""
        share = math.log(min(max(hz, LOWEST_HZ), HIGHEST_HZ) / LOWEST_HZ) / math.log(HIGHEST_HZ / LOWEST_HZ)
        return self.area.bottom() - share * self.area.height()

    def handle(self, index: int) -> QPointF:
        """Position of a phoneme's dot."""
        item = self.items[index]
        return QPointF(self.x(self.starts[index] + item.shown_s / 2), self.y(item.shown_hz or LOWEST_HZ))

    def boundary_x(self, index: int) -> float:
        """Position of the line after a phoneme."""
        return self.x(self.starts[index + 1])

    def word_box(self, word: WordSpan) -> QRectF:
        """Place of a word, below the labels of its phonemes."""
        left, right = self.x(self.starts[word.first]), self.boundary_x(word.last)
        return QRectF(left, self.area.bottom() + 1 + LABEL_HEIGHT, right - left, WORD_HEIGHT)

    def word_at(self, index: int) -> WordSpan | None:
        """The word of a phoneme; None between two words."""
        return next((word for word in self.words if word.first <= index <= word.last), None)

    def phoneme_at(self, x: float) -> int:
        """Index of the phoneme at a position."""
        seconds = self.seconds(x)
        return next((i for i in range(len(self.items)) if seconds < self.starts[i + 1]), len(self.items) - 1)

    def hit(self, where: QPointF) -> tuple[str, int]:
        """What a click at a position does: "pitch", "length", "label", "word" or "seek"; the index of its phoneme."""
        index = self.phoneme_at(where.x())
        if where.y() > self.area.bottom() + LABEL_HEIGHT and (word := self.word_at(index)):
            return "word", word.first
        if where.y() > self.area.bottom():
            return "label", index
        if self.items[index].has_pitch and abs(self.handle(index).y() - where.y()) <= GRAB_PIXELS + 3:
            near = self.x(self.starts[index]) + 3 < where.x() < self.boundary_x(index) - 3
            if near or abs(self.handle(index).x() - where.x()) <= GRAB_PIXELS:
                return "pitch", index
        for other in (index - 1, index):
            if other >= 0 and abs(self.boundary_x(other) - where.x()) <= GRAB_PIXELS:
                return "length", other
        return "seek", index

    @property
    def _duration_s(self) -> float:
        return max(1e-3, self.items[-1].end_s if self.items else 1.0)
