"""Speech, to play and to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np


@dataclass(frozen=True)
class SpeakOptions:
    """How to speak: pace as a factor, pitch in semitones, energy in dB."""

    pace: float = 1.0
    pitch: float = 0.0
    energy: float = 0.0


@dataclass(frozen=True)
class SpokenWord:
    """A word's place in the text and the moment it begins."""

    char_start: int
    char_end: int
    start_s: float
    end_s: float


@dataclass(frozen=True)
class SpokenChunk:
    """A piece of speech as it arrives: (n,) int16 and the words that begin in it."""

    pcm: np.ndarray
    words: tuple[SpokenWord, ...] = ()


class Speech(Protocol):
    """Speaks text."""

    @property
    def sample_rate(self) -> int:
        """Rate of the chunks, Hz."""
        ...

    def speak(
        self, text: str, voice_id: str, options: SpeakOptions, should_stop: Callable[[], bool]
    ) -> Iterator[SpokenChunk]:
        """Chunks of speech as they are made; closing the iterator stops the work."""
        ...

    def export(
        self, text: str, voice_id: str, options: SpeakOptions, path: Path, should_stop: Callable[[], bool]
    ) -> float:
        """Speak into a file, its kind by suffix; returns the length in seconds."""
        ...
