"""Positions of a sentence's phonemes in a picture of pitch over time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF

LOWEST_HZ, HIGHEST_HZ = 60.0, 600.0
LABEL_HEIGHT = 22
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

    @property
    def is_edited(self) -> bool:
        """Whether anything is changed."""
        return self.semitones != 0 or self.factor != 1

    @property
    def shown_hz(self) -> float:
        """The pitch to expect from the wanted change."""
        return self.hz * 2 ** ((self.semitones - self.made_semitones) / 12)

    @property
    def shown_s(self) -> float:
        """The length to expect from the wanted change."""
        return (self.end_s - self.start_s) * self.factor / self.made_factor


@dataclass(frozen=True)
class ProsodyPlot:
    """The phonemes of a sentence, laid out in a widget of a size.

    Attributes:
        items: The phonemes; positions of phonemes need at least one.
        width: Width of the widget, with the scale on the left.
        height: Height of the widget, with the labels below.
    """

    items: tuple[PhonemeItem, ...]
    width: int
    height: int

    @cached_property
    def area(self) -> QRectF:
        """Rectangle of the mel."""
        return QRectF(SCALE_WIDTH, 4, max(10, self.width - SCALE_WIDTH - 6), self.height - LABEL_HEIGHT - 8)

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

    def phoneme_at(self, x: float) -> int:
        """Index of the phoneme at a position."""
        seconds = self.seconds(x)
        return next((i for i in range(len(self.items)) if seconds < self.starts[i + 1]), len(self.items) - 1)

    def hit(self, where: QPointF) -> tuple[str, int]:
        """What a click at a position does: "pitch", "length", "label" or "seek", and the index of its phoneme."""
        index = self.phoneme_at(where.x())
        if where.y() > self.area.bottom():
            return "label", index
        if self.items[index].hz and abs(self.handle(index).y() - where.y()) <= GRAB_PIXELS + 3:
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
