"""The recordings in which people agree to their voices.

    <voices>/.consent/<id>.<suffix>     a copy of the recording as it was; it stays when the takes are deleted

A recording goes when its voice was deleted for good.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Set as AbstractSet
from pathlib import Path

from timbre import files
from timbre.voice import VoiceError

FOLDER = ".consent"
_PLAIN = re.compile(r"[0-9A-Za-z-]{1,64}")


class ConsentFolder:
    """The recordings of a folder of voices. Every call reads the disk."""

    def __init__(self, voices: Path) -> None:
        self.folder = voices / FOLDER

    def find(self, voice_id: str) -> Path | None:
        """The recording in which the person agrees to a voice."""
        return next(iter(sorted(self.folder.glob(f"{_stem(voice_id)}.*"))), None)

    def keep(self, voice_id: str, recording: Path, known_ids: AbstractSet[str]) -> None:
        """Copy the recording for a voice; those of voices that are not known are removed.

        Raises:
            VoiceError: if it cannot be copied.
        """
        try:
            files.make_folder(self.folder)
            files.copy(recording, self.folder / f"{_stem(voice_id)}{recording.suffix.lower()}")
        except OSError as error:
            raise VoiceError(
                "The recorded consent could not be kept: {reason}.", reason=error.strerror or error
            ) from error
        stems = {_stem(known_id) for known_id in (*known_ids, voice_id)}
        for path in self.folder.iterdir():
            if path.stem not in stems:
                path.unlink(missing_ok=True)


def _stem(voice_id: str) -> str:
    """The name of a voice's recording; an odd id, which a foreign file may have, is hashed."""
    return voice_id if _PLAIN.fullmatch(voice_id) else hashlib.sha256(voice_id.encode()).hexdigest()
