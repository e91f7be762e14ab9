"""Which voices speech-dispatcher is told of, and which of them speaks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from timbre import paths
from timbre.base import BaseModel, BaseSpeaker
from timbre.messages import TimbreError
from timbre.voice import Voice, VoiceError
from timbre_app.desktop.speechd.settings import SpeechSettings
from timbre_app.output.known_voices import Voices
from timbre_app.output.speaking import BASE_PREFIX
from timbre_app.voices.locale import locale

BASE_LOCALE = "en-US"
_HIGH_VOICE_LOG_HZ = math.log(165)
"""Between the voices of most men and those of most women."""


@dataclass(frozen=True)
class ListedVoice:
    """A voice as speech-dispatcher lists it."""

    name: str
    language: str


class SystemVoices:
    """The person's voices, then the speakers of the base model; every call sees what is on the disk."""

    def __init__(self, voices: Voices | None = None) -> None:
        self._voices = voices or Voices()

    def listed(self) -> list[ListedVoice]:
        """All voices, the person's own first."""
        own = [ListedVoice(voice.name, locale(voice.language)) for voice in self._voices.all()]
        return own + [ListedVoice(BASE_PREFIX + speaker.name, BASE_LOCALE) for speaker in _speakers()]

    def chosen(self, settings: SpeechSettings) -> Voice:
        """The voice that is asked for by name; else the person's first one of the language, else their first one.

        Who has made no voice hears a speaker of the base model, a high or a low one as the kind of voice says.

        Raises:
            VoiceError: if there are no voices at all.
        """
        if settings.synthesis_voice:
            try:
                return self._voices.find(settings.synthesis_voice)
            except TimbreError:
                pass  # a voice of another module, or one that has been deleted
        own = self._voices.all()
        if own:
            return min(own, key=lambda voice: _distance(voice.language, settings.language))
        return self._voices.find(BASE_PREFIX + _of_kind(_speakers(), settings.voice).name)


def text_language(voice: Voice, asked: str) -> str:
    """Espeak's name of the language of a text: what is asked for, or the voice's own form of it."""
    family = asked.partition("-")[0].partition("_")[0].lower()
    if not family or family in ("c", "posix") or _family(voice.language) == _family(family):
        return voice.language
    return _family(family)


def _family(language: str) -> str:
    family = language.partition("-")[0].lower()
    return {"zh": "cmn"}.get(family, family)


def _distance(language: str, asked: str) -> int:
    if locale(language).lower() == asked.lower().replace("_", "-"):
        return 0
    return 1 if _family(language) == _family(asked.replace("_", "-")) else 2


def _speakers() -> Sequence[BaseSpeaker]:
    try:
        return BaseModel.open(paths.base_dir()).speakers
    except (TimbreError, OSError):
        return ()  # `timbre doctor` says what is missing


def _of_kind(speakers: Sequence[BaseSpeaker], kind: str) -> BaseSpeaker:
    """The first, second or third speaker of a kind such as "female2".

    Raises:
        VoiceError: if there are no speakers.
    """
    if not speakers:
        raise VoiceError("There are no voices yet: make one with `timbre clone`.")
    is_high = not kind.startswith("male")
    fitting = [speaker for speaker in speakers if (speaker.log_hz_mean > _HIGH_VOICE_LOG_HZ) == is_high]
    number = int(kind[-1]) - 1 if kind[-1:].isdigit() else 0
    candidates = fitting or speakers
    return candidates[number % len(candidates)]
