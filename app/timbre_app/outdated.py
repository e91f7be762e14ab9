"""Voices that the present base model cannot speak with: a new one came with a new version of Timbre."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from timbre import paths
from timbre.archive import TakesError, read_takes_folder
from timbre.base import BaseModel, BaseModelError
from timbre.voice import Voice
from timbre_app.take_notes import TakeNotes
from timbre_app.voice_notes import VoiceNotes

WITH_TAKES = "This voice was made with another version of Timbre: make it again from its takes."
WITHOUT_TAKES = (
    "This voice was made with another version of Timbre, and the takes it was made of cannot be found: "
    "record it anew on the Record page."
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
    """Whether a voice was made for another base model; unknown is taken for no."""
    return base_id is not None and voice.base_id != base_id


@dataclass(frozen=True)
class KeptTakes:
    """The takes that a voice was made of.

    Attributes:
        folder: Where they are.
        left_out: Ids of those that should be recorded again and are not learned from.
        kept: Ids of those that are learned from against the advice.
    """

    folder: Path
    left_out: frozenset[str]
    kept: frozenset[str]


def kept_takes(notes: VoiceNotes) -> KeptTakes | None:
    """The takes that were kept with a voice; None if they are not known or not all there.

    Recordings that merely go by the voice's name are not taken for its own: they may be another person's.
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
