"""Voices that the present base model cannot speak with: a new one came with a new version of Timbre."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from timbre import paths
from timbre.archive import TakesError, read_takes_folder
from timbre.base import BaseModel, BaseModelError
from timbre.messages import Message
from timbre.voice import Voice
from timbre_app.takes.notes import TakeNotes
from timbre_app.voices.notes import VoiceNotes
from timbre_app.voices.order import CloneOrder

WITH_TAKES = Message.of("This voice was made with another version of Timbre: make it again from its takes.")
WITHOUT_TAKES = Message.of(
    "This voice was made with another version of Timbre, and its takes cannot be found: "
    "record it again on the Record page."
)


def own_base_id() -> str | None:
    """Id of the base model beside this program; None if there is none, or if another machine's server speaks."""
    if os.environ.get("TIMBRE_SERVER_URL", "").strip():
        return None
    try:
        return BaseModel.open(paths.base_dir()).id
    except BaseModelError:
        return None


def is_outdated(voice: Voice, base_id: str | None) -> bool:
    """Whether a voice was made for another base model; False if the present one is unknown."""
    return base_id is not None and voice.base_id != base_id


@dataclass(frozen=True)
class KeptTakes:
    """The takes that a voice was made of.

    Attributes:
        folder: Folder of the takes.
        left_out: Ids of takes that the voice does not learn from, because they should be recorded again.
        kept: Ids of takes that the voice learns from against the advice.
    """

    folder: Path
    left_out: frozenset[str]
    kept: frozenset[str]


def kept_takes(notes: VoiceNotes) -> KeptTakes | None:
    """The takes that a voice was made of, by its notes; None if they are not known or not all there.

    Recordings that only have the voice's name do not count: they may be another person's.
    """
    if not notes.takes:
        return None
    folder = Path(notes.takes)
    try:
        takes = read_takes_folder(folder)
    except TakesError:
        return None
    checks = TakeNotes(folder)
    bad = {take for take in takes if checks.is_bad(take.id, take.path)}
    kept = {take for take in bad if checks.is_kept(take.id, take.path)}
    return KeptTakes(folder, frozenset(take.id for take in bad - kept), frozenset(take.id for take in kept))


def order_again(voice: Voice, notes: VoiceNotes) -> CloneOrder | None:
    """Order a voice again with its name, language, consent and takes; None if its takes cannot be found."""
    takes = kept_takes(notes)
    if takes is None:
        return None
    return CloneOrder(
        takes.folder,
        voice.name,
        voice.language,
        voice.provenance_text("person"),
        voice.provenance_text("consent"),
        takes.left_out,
        takes.kept,
        replace=True,
        again=voice.id,
    )
