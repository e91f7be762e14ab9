"""What the Record page shows of a session: its sentence, and what is going on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Activity(Enum):
    """What the panel is doing."""

    IDLE = auto()
    COUNTDOWN = auto()
    RECORDING = auto()
    ENDING = auto()
    PLAYING = auto()


class SketchState(Enum):
    """State of the sketch of the voice."""

    IDLE = auto()
    MAKING = auto()
    PLAYING = auto()


@dataclass(frozen=True)
class SentenceItem:
    """The sentence on screen.

    Attributes:
        number: Its number among the sentences, from 1; 0 for the consent.
        needed: How many sentences a voice needs.
        total: How many sentences there are to read, if the person likes.
    """

    text: str
    number: int
    needed: int
    total: int
    has_take: bool
    is_consent: bool
