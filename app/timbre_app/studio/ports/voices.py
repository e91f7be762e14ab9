"""The voices on disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from timbre_app.studio.ports.takes import CloneOrder


@dataclass(frozen=True)
class VoiceItem:
    """A voice as a list shows it.

    Attributes:
        id: What the other calls want; stays the same when the voice is renamed.
        created: ISO 8601 time, or empty.
        verdict: One sentence about how good the clone is, or empty.
        is_bundled: Whether it came with Timbre and so cannot be renamed or deleted.
        tags: The person's own short words for it.
        notes: The person's own text about it.
        problem: Why it cannot be used, one sentence; empty for a voice that can.
        can_be_made_again: Whether it cannot be used until it is made again, and its takes are there.
    """

    id: str
    name: str
    created: str = ""
    language: str = ""
    verdict: str = ""
    is_bundled: bool = False
    tags: tuple[str, ...] = ()
    notes: str = ""
    problem: str = ""
    can_be_made_again: bool = False


@dataclass(frozen=True)
class TakeItem:
    """A recording that a voice was made of."""

    path: Path
    text: str
    duration_s: float


@dataclass(frozen=True)
class VoiceReport:
    """What was measured when the voice was made; None is not known.

    Attributes:
        similarity: 0 sounds like somebody else, 1 like the person's own other takes.
        nearest_similarity: The same of the nearest speaker that the base model knows.
        error_rate: Wrong characters of what a recogniser heard.
        take_count: Takes it learned from, with their speech in seconds.
        consent: The sentence that was read to agree, or empty.
    """

    similarity: float | None = None
    nearest_similarity: float | None = None
    error_rate: float | None = None
    take_count: int | None = None
    speech_s: float | None = None
    seconds: float | None = None
    consent: str = ""


@dataclass(frozen=True)
class VoiceDetail:
    """More about one voice: its report, its takes, and the folder of the takes if they are on this machine."""

    report: VoiceReport = VoiceReport()
    takes: tuple[TakeItem, ...] = ()
    takes_folder: Path | None = None


@dataclass(frozen=True)
class DeletedItem:
    """A voice, or recordings, that can be brought back."""

    key: str
    name: str
    deleted_s: float


class Voices(Protocol):
    """The voices on disk. Each call raises an exception whose text is one sentence for the person."""

    @property
    def folder(self) -> Path | None:
        """The folder to watch for changes of other programs."""
        ...

    def list(self) -> list[VoiceItem]:
        """All voices, by name; files that are no voices come last, with their problem."""
        ...

    def detail(self, voice_id: str) -> VoiceDetail:
        """More about a voice."""
        ...

    def take_sound(self, path: Path) -> tuple[np.ndarray, int]:
        """A take to play: (n,) int16 and its rate in Hz."""
        ...

    def rename(self, voice_id: str, name: str) -> None:
        """Give a voice another name."""
        ...

    def set_notes(self, voice_id: str, tags: Sequence[str], notes: str) -> None:
        """Keep tags and notes about a voice."""
        ...

    def duplicate(self, voice_id: str) -> VoiceItem:
        """Copy a voice under a name with a number."""
        ...

    def delete(self, voice_id: str) -> str:
        """Put a voice away; returns the key that brings it back."""
        ...

    def deleted(self) -> list[DeletedItem]:
        """Voices that can be brought back, the latest first."""
        ...

    def bring_back(self, key: str, instead_of: str = "") -> VoiceItem | None:
        """Undo `delete`, or a clone that took a voice's place and now gives way itself; `instead_of` is its id.

        Returns None if the file was no voice that can be read.
        """
        ...

    def order_again(self, voice_id: str) -> CloneOrder:
        """What makes a voice again: its name, language and consent, and the takes that were kept with it."""
        ...

    def export(self, voice_id: str, path: Path) -> None:
        """Copy a voice with its tags and notes to a file."""
        ...

    def has(self, name: str) -> bool:
        """Whether a voice of that name exists."""
        ...

    def import_file(self, path: Path) -> VoiceItem:
        """Take in a voice file; a name that is taken gets a number behind it."""
        ...
