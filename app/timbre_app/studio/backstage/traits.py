"""Pitch, brightness and pace of a voice, beside the speakers of the base model."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timbre_app.studio.items import VoiceTrait

if TYPE_CHECKING:
    from timbre.base import BaseSpeaker
    from timbre.voice import Voice

MOSTLY = 1.2816
"""Standard deviations on both sides of the mean between which 80 % of a voice's pitch lies."""


def voice_traits(voice: Voice) -> tuple[VoiceTrait, ...]:
    """The traits of a voice; those that were not measured when it was made have no value."""
    pitch = voice.pitch
    return _traits(pitch.log_hz_mean, pitch.log_hz_std, voice.report)


def speaker_traits(name: str) -> tuple[VoiceTrait, ...]:
    """The traits of a speaker of the base model; none if there is no such speaker."""
    speaker = next((speaker for speaker in _speakers() if speaker.name == name), None)
    if speaker is None:
        return ()
    return _traits(speaker.log_hz_mean, speaker.log_hz_std, vars(speaker))


def _traits(log_hz_mean: float, log_hz_std: float, measured: Mapping[str, Any]) -> tuple[VoiceTrait, ...]:
    low, mean, high = (math.exp(log_hz_mean + MOSTLY * log_hz_std * sign) for sign in (-1, 0, 1))
    return (
        VoiceTrait("pitch", mean, low, high, _of_speakers(lambda s: math.exp(s.log_hz_mean))),
        VoiceTrait(
            "brightness",
            _positive(measured.get("brightness_hz")),
            speakers=_of_speakers(lambda s: s.brightness_hz),
        ),
        VoiceTrait(
            "pace",
            _positive(measured.get("words_a_minute")),
            speakers=_of_speakers(lambda s: s.words_a_minute),
        ),
    )


def _positive(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and 0 < value < math.inf else None


def _of_speakers(trait: Callable[[BaseSpeaker], float | None]) -> tuple[float, ...]:
    return tuple(value for value in map(trait, _speakers()) if value is not None)


def _speakers() -> tuple[BaseSpeaker, ...]:
    """The speakers of the base model on this machine; none where only another machine has one."""
    from timbre import paths

    return _speakers_of(paths.base_dir())


@cache
def _speakers_of(base_dir: Path) -> tuple[BaseSpeaker, ...]:
    from timbre.base import BaseModel, BaseModelError

    try:
        return BaseModel.open(base_dir).speakers
    except BaseModelError:
        return ()
