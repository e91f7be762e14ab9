"""How the level of the takes and the noise of the room change over a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from timbre_app.studio.record.take_strip import TakeState

LEAST_TAKES = 6
"""The smallest number of takes that a change is reported for."""
GREAT_DB = 5.0
"""A change from which a person hears it."""


@dataclass(frozen=True)
class TakeQuality:
    """A take in the order of the session.

    Attributes:
        number: Its place among the sentences, from 1.
        text: Its sentence.
        level_db: Level of the speech in dBFS.
        noise_db: Level of the room in dBFS.
        state: The verdict of the checks.
    """

    number: int
    text: str
    level_db: float
    noise_db: float
    state: TakeState


@dataclass(frozen=True)
class Change:
    """Changes from the first third of the takes to the last third, in dB; above 0 is louder."""

    speech_db: float = 0.0
    room_db: float = 0.0

    @property
    def is_quieter(self) -> bool:
        """Whether the person speaks much more quietly than at first."""
        return self.speech_db <= -GREAT_DB

    @property
    def is_louder(self) -> bool:
        """Whether the person speaks much louder than at first."""
        return self.speech_db >= GREAT_DB

    @property
    def is_noisier(self) -> bool:
        """Whether the room is much louder than at first."""
        return self.room_db >= GREAT_DB


def change_over(takes: Sequence[TakeQuality]) -> Change:
    """How the takes have changed over the session; no change while there are few."""
    if len(takes) < LEAST_TAKES:
        return Change()
    third = len(takes) // 3
    first, last = takes[:third], takes[-third:]
    return Change(
        median(take.level_db for take in last) - median(take.level_db for take in first),
        median(take.noise_db for take in last) - median(take.noise_db for take in first),
    )
