"""The voices on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


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
