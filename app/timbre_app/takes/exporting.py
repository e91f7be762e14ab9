"""Exports takes for other programs, as a folder in LJSpeech's layout.

    <target>/metadata.csv      id|text, one line a take
    <target>/wavs/<id>.wav     or with the suffix of the take's file

The list is written last, so a folder without it is not complete.
"""

from __future__ import annotations

from pathlib import Path

from timbre import files
from timbre.archive import METADATA, WAVS, read_takes_folder
from timbre_app.takes.recordings import RecordingError


def export_takes(folder: Path, target: Path) -> int:
    """Copy the takes of a folder into a new one; returns how many there are.

    Args:
        folder: A session, or any folder of takes.
        target: The new folder; it may exist if it is empty.
    Raises:
        TakesError: if the folder holds no takes.
        RecordingError: if the target is not empty or cannot be written.
    """
    takes = read_takes_folder(folder)
    try:
        if target.exists() and any(target.iterdir()):
            raise RecordingError("{path} is not empty: choose another folder for the takes.", path=target)
        sounds = files.make_folder(target / WAVS)
        for take in takes:
            files.copy(take.path, sounds / f"{take.id}{take.path.suffix.lower()}")
        files.write(target / METADATA, "".join(f"{take.id}|{take.text}\n" for take in takes))
    except OSError as error:
        raise RecordingError(
            "The takes cannot be written to {path}: {reason}.", path=target, reason=error.strerror or error
        ) from error
    return len(takes)
