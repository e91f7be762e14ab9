"""The library on disk, as the window shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from timbre_app.studio.ports import VoiceItem

if TYPE_CHECKING:
    from timbre.voice import Voice
    from timbre_app.library import VoiceLibrary


class StudioVoices:
    """The library on disk."""

    def __init__(self) -> None:
        from timbre_app.library import VoiceLibrary

        self._library: VoiceLibrary = VoiceLibrary()

    def list(self) -> list[VoiceItem]:
        """All voices, by name."""
        return [voice_item(voice) for voice in self._library.voices()]

    def has(self, name: str) -> bool:
        """Whether a voice of that name exists."""
        return self._library.has(name)

    def rename(self, voice_id: str, name: str) -> None:
        """Give a voice another name."""
        self._library.rename(voice_id, name)

    def delete(self, voice_id: str) -> None:
        """Remove a voice for good."""
        self._library.delete(voice_id)

    def export(self, voice_id: str, path: Path) -> None:
        """Copy a voice to a file; the dialog has asked about an existing one."""
        self._library.export(voice_id, path, replace=True)

    def import_file(self, path: Path) -> VoiceItem:
        """Take in a voice file."""
        return voice_item(self._library.import_file(path))


def voice_item(voice: Voice) -> VoiceItem:
    """A voice as the list shows it."""
    likeness, advice = (str(voice.report.get(key) or "") for key in ("verdict", "advice"))
    verdict = f"{likeness.capitalize()} likeness. {advice}" if likeness else advice
    return VoiceItem(voice.id, voice.name, voice.created, voice.language, verdict.strip())
