"""What the window asks of the rest of the program; `backstage` has the real things, tests bring their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np


@dataclass(frozen=True)
class VoiceItem:
    """A voice as a list shows it.

    Attributes:
        id: What the other calls want; stays the same when the voice is renamed.
        created: ISO 8601 time, or empty.
        verdict: One sentence about how good the clone is, or empty.
        is_bundled: Whether it came with Timbre and so cannot be renamed or deleted.
    """

    id: str
    name: str
    created: str = ""
    language: str = ""
    verdict: str = ""
    is_bundled: bool = False


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


@dataclass(frozen=True)
class CheckLine:
    """One finding about a take; severity is "ok", "warning" or "error"."""

    severity: str
    message: str


@dataclass(frozen=True)
class CloneProgress:
    """Where a clone is; losses and times are None until known."""

    stage: str
    step: int = 0
    max_steps: int = 0
    loss: float | None = None
    held_out_loss: float | None = None
    elapsed_s: float = 0.0
    eta_s: float | None = None
    message: str = ""


class Voices(Protocol):
    """The voices on disk. Each call raises an exception whose text is one sentence for the person."""

    def list(self) -> list[VoiceItem]:
        """All voices, by name."""
        ...

    def rename(self, voice_id: str, name: str) -> None:
        """Give a voice another name."""
        ...

    def delete(self, voice_id: str) -> None:
        """Remove a voice for good."""
        ...

    def export(self, voice_id: str, path: Path) -> None:
        """Copy a voice to a file."""
        ...

    def has(self, name: str) -> bool:
        """Whether a voice of that name exists."""
        ...

    def import_file(self, path: Path) -> VoiceItem:
        """Take in a voice file."""
        ...


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


class Cloning(Protocol):
    """Makes a voice of takes."""

    def clone(
        self,
        takes: Path,
        name: str,
        on_progress: Callable[[CloneProgress], None],
        should_stop: Callable[[], bool],
        replace: bool = False,
    ) -> VoiceItem:
        """Clone the takes of a folder in LJSpeech layout; returns the new voice, already in the library.

        `replace` lets a voice of the same name give way.
        """
        ...


class TakeChecks(Protocol):
    """Looks at a take."""

    def sound(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Findings on level, clipping, noise and silence; quick, needs no server."""
        ...

    def words(self, path: Path, text: str) -> Sequence[CheckLine]:
        """Which words of the prompt were not read; may take seconds, raises without a server."""
        ...


class Server(Protocol):
    """The speech server's life."""

    def start(self) -> str:
        """Start it or find it, wait until it is ready, and say so in a few words."""
        ...

    def release(self) -> None:
        """This window needs it no longer."""
        ...
