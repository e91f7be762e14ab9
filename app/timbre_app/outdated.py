"""Voices that the present base model cannot speak with: a new one came with a new version of Timbre."""

from __future__ import annotations

import os

from timbre import paths
from timbre.base import BaseModel, BaseModelError
from timbre.voice import Voice

MADE_WITH_ANOTHER = (
    "This voice was made with another version of Timbre: make it again from its takes, "
    "on the Record page or with `timbre clone --replace`."
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
