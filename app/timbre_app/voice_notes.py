"""What the person keeps about a voice: tags, notes, and which recordings it was made of.

    <voices>/.notes/<id>.json     {"tags": [...], "notes": "...", "takes": "<folder>"}

They lie beside the voices, not in them, because a voice travels to the server with every request and the
person's notes are nobody else's business. An exported voice carries tags and notes along, so that one file is all.
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

from timbre.voice import Voice, VoiceError, write_atomically

MAX_NOTES_LENGTH = 4_000
MAX_TAG_LENGTH = 40
MAX_TAGS = 20
FOLDER = ".notes"
_KEY = "kept_notes"
_PLAIN = re.compile(r"[0-9A-Za-z-]{1,64}")


@dataclass(frozen=True)
class VoiceNotes:
    """What is kept about one voice.

    Attributes:
        tags: Short words to find it by, without doubles.
        notes: Free text.
        takes: Folder of the recordings it was made of, or empty.
    """

    tags: tuple[str, ...] = ()
    notes: str = ""
    takes: str = ""


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags as they are kept: no space around them, none empty, none twice whatever its capitals."""
    kept: dict[str, str] = {}
    for tag in tags:
        text = " ".join(tag.replace(",", " ").split())[:MAX_TAG_LENGTH]
        if text:
            kept.setdefault(text.casefold(), text)
    return tuple(kept.values())[:MAX_TAGS]


class NotesFolder:
    """The notes of a folder of voices; looks at the disk at each call."""

    def __init__(self, voices: Path) -> None:
        self.folder = voices / FOLDER

    def read(self, voice_id: str) -> VoiceNotes:
        """What is kept about a voice; nothing if there is no file or it cannot be understood."""
        try:
            return _from_fields(json.loads(self._path(voice_id).read_text(encoding="utf-8")))
        except (OSError, ValueError):
            return VoiceNotes()

    def write(self, voice_id: str, notes: VoiceNotes) -> None:
        """Keep notes about a voice.

        Raises:
            VoiceError: if they cannot be written.
        """
        text = json.dumps(dataclasses.asdict(notes), ensure_ascii=False, indent=1)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path(voice_id), text.encode())
        except OSError as error:
            raise VoiceError(f"The notes could not be saved: {error.strerror or error}.") from error

    def _path(self, voice_id: str) -> Path:
        """A voice's file; the id comes from a file that anybody may have written."""
        plain = _PLAIN.fullmatch(voice_id) is not None
        name = voice_id if plain else hashlib.sha256(voice_id.encode()).hexdigest()
        return self.folder / f"{name}.json"


def pack_notes(voice: Voice, notes: VoiceNotes) -> Voice:
    """The voice with its tags and notes inside, as it is exported; alone if it would grow too large."""
    if not notes.tags and not notes.notes:
        return voice
    inside = {"tags": list(notes.tags), "notes": notes.notes}
    packed = dataclasses.replace(voice, provenance={**voice.provenance, _KEY: inside})
    try:
        packed.to_bytes()
    except VoiceError:
        return voice
    return packed


def unpack_notes(voice: Voice) -> tuple[Voice, VoiceNotes]:
    """The voice as it was before `pack_notes`, and the notes."""
    if _KEY not in voice.provenance:
        return voice, VoiceNotes()
    provenance = dict(voice.provenance)
    notes = _from_fields(provenance.pop(_KEY))
    return dataclasses.replace(voice, provenance=provenance), notes


def _from_fields(fields: Any) -> VoiceNotes:
    if not isinstance(fields, Mapping):
        return VoiceNotes()
    tags = fields.get("tags")
    named = clean_tags(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else ()
    notes, takes = (fields.get(key) for key in ("notes", "takes"))
    return VoiceNotes(
        named,
        notes[:MAX_NOTES_LENGTH] if isinstance(notes, str) else "",
        takes if isinstance(takes, str) else "",
    )
