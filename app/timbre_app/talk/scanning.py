"""Scanning: a person with one or two switches chooses among places that are offered one after another.

    rows ──switch──▶ places of a row ──switch──▶ chosen, then the rows again

With one switch the scan steps by itself, every `dwell_s`, and the switch chooses. With two switches the first one steps
and the second one chooses. The scan waits after some rounds, until a switch is pressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """What the scan offers."""

    WAITING = "waiting"
    ROWS = "rows"
    PLACES = "places"


@dataclass(frozen=True)
class Timing:
    """Times of a scan; see TalkOptions."""

    switches: int = 1
    dwell_s: float = 1.2
    first_extra_s: float = 0.6
    ignore_s: float = 0.3
    rounds: int = 3


class Scanner:
    """The state of a scan over rows of places; the caller tells the time, in seconds of any clock.

    Attributes:
        level: What is offered now.
        row: The row offered, or that of the places offered.
        place: The place offered in the row.
    """

    def __init__(self, timing: Timing, row_lengths: Sequence[int] = ()) -> None:
        self._timing = timing
        self._lengths = tuple(row_lengths)
        self.level, self.row, self.place = Level.WAITING, 0, 0
        self._rounds = 0
        self._step_at: float | None = None
        self._ignored_until = float("-inf")

    @property
    def next_step_at(self) -> float | None:
        """When the scan steps by itself; None if it does not."""
        return self._step_at

    def set_rows(self, row_lengths: Sequence[int], now: float) -> None:
        """Scan other rows; a scan under way begins anew unless the rows are as before."""
        if tuple(row_lengths) == self._lengths:
            return
        self._lengths = tuple(row_lengths)
        if self.level is not Level.WAITING:
            self._begin(now)

    def tick(self, now: float) -> bool:
        """Step if it is time; returns whether something has changed."""
        if self._step_at is None or now < self._step_at:
            return False
        self._step(now)
        return True

    def press(self, switch: int, now: float) -> tuple[int, int] | None:
        """A switch was pressed: 1 or 2. Returns the row and place that were chosen, if any."""
        if now < self._ignored_until or not any(self._lengths):
            return None
        self._ignored_until = now + self._timing.ignore_s
        if self.level is Level.WAITING:
            self._begin(now)
            return None
        if self._timing.switches == 2 and switch == 1:
            self._step(now)
            return None
        return self._choose(now)

    def _choose(self, now: float) -> tuple[int, int] | None:
        if self.level is Level.ROWS and self._lengths[self.row] > 1:
            self.level, self.place, self._rounds = Level.PLACES, 0, 0
            self._wait(now, first=True)
            return None
        chosen = (self.row, 0 if self.level is Level.ROWS else self.place)
        self._begin(now)
        return chosen

    def _begin(self, now: float) -> None:
        self.level, self.place, self._rounds = Level.ROWS, 0, 0
        self.row = next((row for row, length in enumerate(self._lengths) if length), 0)
        if not any(self._lengths):
            self._stop()
            return
        self._wait(now, first=True)

    def _step(self, now: float) -> None:
        first = self._step_row() if self.level is Level.ROWS else self._step_place()
        self._rounds += first
        if self._rounds < self._timing.rounds or self._timing.switches == 2:
            self._wait(now, first)
        elif self.level is Level.PLACES:  # nothing in this row: back to the rows
            self._begin(now)
        else:
            self._stop()

    def _step_row(self) -> bool:
        """Go to the next row that has places; returns whether it is the first one again."""
        before = self.row
        while True:
            self.row = (self.row + 1) % len(self._lengths)
            if self._lengths[self.row]:
                return self.row <= before

    def _step_place(self) -> bool:
        """Go to the next place; past the last one with two switches, back to the rows."""
        self.place += 1
        if self.place < self._lengths[self.row]:
            return False
        self.place = 0
        if self._timing.switches == 2:
            self.level = Level.ROWS
        return True

    def _wait(self, now: float, first: bool) -> None:
        if self._timing.switches == 2:
            self._step_at = None
            return
        self._step_at = now + self._timing.dwell_s + (self._timing.first_extra_s if first else 0.0)

    def _stop(self) -> None:
        self.level, self._step_at = Level.WAITING, None
