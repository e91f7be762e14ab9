"""Speech, to play and to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from timbre_app.reading.jobs import HowToSpeak, Narrator
from timbre_app.speaking import Saving

SpeakOptions = HowToSpeak


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


class Pronunciations(Protocol):
    """The person's dictionary; each call touches the disk."""

    def entries(self) -> dict[str, str]:
        """Words and their IPA."""
        ...

    def put(self, word: str, ipa: str) -> None:
        """Add or change a word."""
        ...

    def remove(self, word: str) -> None:
        """Forget a word."""
        ...


class Speech(Narrator, Protocol):
    """Speaks text, as a whole or (as a Narrator) sentence by sentence."""

    @property
    def pronunciations(self) -> Pronunciations:
        """The dictionary that speaking uses."""
        ...

    def pronounce(self, letters: str, voice_id: str) -> str:
        """How the voice's language says these letters, as IPA; slow the first time."""
        ...

    def speak(
        self, text: str, voice_id: str, options: SpeakOptions, should_stop: Callable[[], bool]
    ) -> Iterator[SpokenChunk]:
        """Chunks of speech as they are made; closing the iterator stops the work."""
        ...

    def try_out(self, text: str, voice: bytes, should_stop: Callable[[], bool]) -> Iterator[SpokenChunk]:
        """The same with the file of a voice that is not in the library, at its own pace and pitch."""
        ...

    def save(
        self,
        text: str,
        voice: str,
        how: HowToSpeak,
        path: Path,
        saving: Saving,
        should_stop: Callable[[], bool],
    ) -> float:
        """Speak a text of its own into a file; `voice` is a name or an id. Returns the length in seconds."""
        ...
