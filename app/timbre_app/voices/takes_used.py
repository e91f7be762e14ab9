"""Which takes of a folder a voice did not learn from, and why."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import NamedTuple

from timbre.archive import CONSENT_ID, TakeFile, read_takes_folder
from timbre.audio import AudioError
from timbre.messages import Message
from timbre.voice import Voice
from timbre_app.takes.notes import TakeNotes
from timbre_app.voices.cloning import check_file

LATER = Message.of("It was recorded after the voice was made.")
NOT_AS_A_TAKE = Message.of("The consent was not read word for word.")
UNKNOWN = Message.of("It was left out.")


class LeftOutTake(NamedTuple):
    """A take that a voice did not learn from, and the reason."""

    text: str
    reason: Message


def left_out_takes(voice: Voice, folder: Path) -> list[LeftOutTake]:
    """Find the takes that a voice did not learn from; none if the voice does not say which it has learned from.

    Raises:
        TakesError: if the folder holds no takes.
    """
    ids = voice.provenance.get("take_ids")
    if not isinstance(ids, list):
        return []
    notes = TakeNotes(folder)
    return [
        LeftOutTake(take.text, _reason(voice, take, notes))
        for take in read_takes_folder(folder)
        if take.id not in ids
    ]


def _reason(voice: Voice, take: TakeFile, notes: TakeNotes) -> Message:
    if take.path.stat().st_mtime > _made_s(voice):
        return LATER
    try:
        issues = check_file(take).report.issues
    except AudioError as error:
        return error.message
    fault = next((issue.message for issue in issues if issue.severity == "error"), None)
    usual = NOT_AS_A_TAKE if take.id == CONSENT_ID else UNKNOWN
    return fault or notes.fault(take.id, take.path) or usual


def _made_s(voice: Voice) -> float:
    try:
        return datetime.datetime.fromisoformat(voice.created).timestamp() + 1
    except ValueError:
        return float("inf")
