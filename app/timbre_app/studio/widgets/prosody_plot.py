"""Where a sentence's phonemes are in a picture of pitch over time."""

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
    """A phoneme as drawn.

    Attributes:
        symbol: IPA.
        start_s: When it begins.
        end_s: When it ends.
        hz: Its measured pitch, or 0 where it has none.
        made_semitones: The change of pitch with which that was made.
        made_factor: The change of length with which that was made.
        semitones: The change wanted now.
        factor: The change of length wanted now.
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
        """The pitch to expect of the change wanted."""
        return self.hz * 2 ** ((self.semitones - self.made_semitones) / 12)

    @property
    def shown_s(self) -> float:
        """The length to expect of the change wanted."""
        return (self.end_s - self.start_s) * self.factor / self.made_factor


@dataclass(frozen=True)
class ProsodyPlot:
    """The phonemes of a sentence, laid out in a widget of a size.

    Attributes:
        items: The phonemes, at least one where the places of phonemes are asked for.
        width: Of the widget, with the scale on the left.
        height: Of the widget, with the labels below.
    """

    items: tuple[PhonemeItem, ...]
    width: int
    height: int

    @cached_property
    def area(self) -> QRectF:
        """Where the mel is."""
        return QRectF(SCALE_WIDTH, 4, max(10, self.width - SCALE_WIDTH - 6), self.height - LABEL_HEIGHT - 8)

    @cached_property
    def starts(self) -> list[float]:
        """When each phoneme begins with the changes wanted, and when the last one ends, in seconds."""
        starts = [self.items[0].start_s if self.items else 0.0]
        for item in self.items:
            starts.append(starts[-1] + item.shown_s)
        return starts

    @property
    def semitones_per_pixel(self) -> float:
        """How much a step up changes the pitch."""
        return 12 * math.log2(HIGHEST_HZ / LOWEST_HZ) / self.area.height()

    def x(self, seconds: float) -> float:
        """Where a moment of the sentence is."""
        return self.area.left() + seconds / self._duration_s * self.area.width()

    def seconds(self, x: float) -> float:
        """The moment at a place, which may lie a little behind the end."""
        return min(max(0.0, (x - self.area.left()) / self.area.width()), 2.0) * self._duration_s

    def y(self, hz: float) -> float:
        """Where a pitch is."""
        share = math.log(min(max(hz, LOWEST_HZ), HIGHEST_HZ) / LOWEST_HZ) / math.log(HIGHEST_HZ / LOWEST_HZ)
        return self.area.bottom() - share * self.area.height()

    def handle(self, index: int) -> QPointF:
        """Where a phoneme's dot is."""
        item = self.items[index]
        return QPointF(self.x(self.starts[index] + item.shown_s / 2), self.y(item.shown_hz or LOWEST_HZ))

    def boundary_x(self, index: int) -> float:
        """Where the line after a phoneme is."""
        return self.x(self.starts[index + 1])

    def phoneme_at(self, x: float) -> int:
        """The phoneme at a place."""
        seconds = self.seconds(x)
        return next((i for i in range(len(self.items)) if seconds < self.starts[i + 1]), len(self.items) - 1)

    def hit(self, where: QPointF) -> tuple[str, int]:
        """What is at a place: "pitch", "length", "label" or "seek", and whose it is."""
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
