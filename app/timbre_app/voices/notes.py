"""The person's notes about a voice: tags, free text, and the folder of the recordings that it was made of.

    <voices>/.notes/<id>.json     {"tags": [...], "notes": "...", "takes": "<folder>"}

The notes are beside the voices, not in them: a voice travels to the server with every request, and the notes are
private. An exported voice contains its tags and notes, so that one file has everything.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from timbre import files
from timbre.voice import Voice, VoiceError

MAX_NOTES_LENGTH = 4_000
MAX_TAG_LENGTH = 40
MAX_TAGS = 20
FOLDER = ".notes"
_KEY = "kept_notes"
_PLAIN = re.compile(r"[0-9A-Za-z-]{1,64}")


@dataclass(frozen=True)
class VoiceNotes:
    """The notes about one voice.

    Attributes:
        tags: Short words to find it by, without doubles.
        notes: Free text.
        takes: Folder of the recordings it was made of, or empty.
    """

    tags: tuple[str, ...] = ()
    notes: str = ""
    takes: str = ""


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Clean tags before they are saved: no spaces around them, no empty tag, no tag twice (capitals do not count)."""
    clean: dict[str, str] = {}
    for tag in tags:
        text = " ".join(tag.replace(",", " ").split())[:MAX_TAG_LENGTH]
        if text:
            clean.setdefault(text.casefold(), text)
    return tuple(clean.values())[:MAX_TAGS]


class NotesFolder:
    """The notes of a folder of voices. Every call reads the disk."""

    def __init__(self, voices: Path) -> None:
        self.folder = voices / FOLDER

    def read(self, voice_id: str) -> VoiceNotes:
        """Read the notes about a voice; they are empty if there is no file or it cannot be read."""
        try:
            return _from_fields(json.loads(self._path(voice_id).read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return VoiceNotes()

    def write(self, voice_id: str, notes: VoiceNotes) -> None:
        """Save the notes about a voice.

        Raises:
            VoiceError: if they cannot be written.
        """
        text = json.dumps(dataclasses.asdict(notes), ensure_ascii=False, indent=1)
        try:
            files.make_folder(self.folder)
            files.write(self._path(voice_id), text)
        except OSError as error:
            raise VoiceError(
                "The notes could not be saved: {reason}.", reason=error.strerror or error
            ) from error

    def _path(self, voice_id: str) -> Path:
        """The file of a voice's notes; an odd id, which a foreign file may have, is hashed."""
        plain = _PLAIN.fullmatch(voice_id) is not None
        name = voice_id if plain else hashlib.sha256(voice_id.encode()).hexdigest()
        return self.folder / f"{name}.json"


def pack_notes(voice: Voice, notes: VoiceNotes) -> Voice:
    """Put tags and notes into a voice for export; returns the voice unchanged if it would become too large."""
    if not notes.tags and not notes.notes:
        return voice
    fields = {"tags": list(notes.tags), "notes": notes.notes}
    packed = dataclasses.replace(voice, provenance={**voice.provenance, _KEY: fields})
    try:
        packed.to_bytes()
    except VoiceError:
        return voice
    return packed


def unpack_notes(voice: Voice) -> tuple[Voice, VoiceNotes]:
    """Undo `pack_notes`; returns the voice and its notes."""
    if _KEY not in voice.provenance:
        return voice, VoiceNotes()
    provenance = dict(voice.provenance)
    notes = _from_fields(provenance.pop(_KEY))
    return dataclasses.replace(voice, provenance=provenance), notes


def _from_fields(fields: Any) -> VoiceNotes:
    if not isinstance(fields, Mapping):
        return VoiceNotes()
    tags = fields.get("tags")
    clean = clean_tags(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()
    notes, takes = (fields.get(key) for key in ("notes", "takes"))
    return VoiceNotes(
        clean,
        notes[:MAX_NOTES_LENGTH] if isinstance(notes, str) else "",
        takes if isinstance(takes, str) else "",
    )
