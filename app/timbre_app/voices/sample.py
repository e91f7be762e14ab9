"""A sample voice, so that somebody who has no voice yet hears Timbre speak.

It is a speaker of the base model whose training speech was synthetic: it is nobody's voice, so nobody had to agree to
it. It has no file in the library. Once it was removed it stays away until the person brings it back.
"""

from __future__ import annotations

from pathlib import Path

from timbre import files, paths
from timbre.voice import VoiceError
from timbre_app.output.speaking import BASE_PREFIX

SPEAKERS = ("kokoro-82m:af_heart", "kokoro-82m:af_bella", "kokoro-82m:am_michael")
"""Synthetic speakers; the first that the base model has is the sample."""
KEY = "sample"
"""Stands for the sample voice among deleted voices."""
_REMOVED = ".sample-removed"


class SampleVoice:
    """The sample voice of a library's folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._mark = (folder or paths.voices_dir()) / _REMOVED

    @property
    def id(self) -> str | None:
        """Id of the voice, as `find_voice` takes it; None if the base model has no such speaker or it was removed."""
        if self._mark.exists():
            return None
        speaker = _speaker()
        return BASE_PREFIX + speaker if speaker else None

    @property
    def removed_s(self) -> float | None:
        """When the person removed it, in seconds since 1970; None if it was not removed."""
        try:
            return self._mark.stat().st_mtime
        except OSError:
            return None

    def remove(self) -> None:
        """Leave it out from now on.

        Raises:
            VoiceError: if that cannot be noted.
        """
        try:
            files.make_folder(self._mark.parent)
            files.write(self._mark, "")
        except OSError as error:
            raise VoiceError(
                "The sample voice cannot be removed: {reason}.", reason=error.strerror or error
            ) from error

    def bring_back(self) -> None:
        """Offer it again."""
        self._mark.unlink(missing_ok=True)


def _speaker() -> str | None:
    from timbre.base import BaseModel, BaseModelError

    try:
        known = {speaker.name for speaker in BaseModel.open(paths.base_dir()).speakers}
    except (BaseModelError, OSError, ValueError):
        return None
    return next((name for name in SPEAKERS if name in known), None)
