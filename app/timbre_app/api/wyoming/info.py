"""What the service tells about itself: its voices and their languages."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from wyoming.info import Attribution, Info, TtsProgram, TtsVoice

from timbre.voice import Voice
from timbre_app.voices.locale import locale

_ATTRIBUTION = Attribution(name="Timbre", url="")


def info(voices: Sequence[Voice]) -> Info:
    """The answer to `describe`."""
    program = TtsProgram(
        name="Timbre",
        attribution=_ATTRIBUTION,
        installed=True,
        description="Your voices, on your machine",
        version=version("timbre"),
        voices=[_voice(voice) for voice in voices],
        supports_synthesize_streaming=True,
    )
    return Info(tts=[program])


def _voice(voice: Voice) -> TtsVoice:
    return TtsVoice(
        name=voice.name,
        attribution=_ATTRIBUTION,
        installed=True,
        description=voice.name,  # Home Assistant shows it
        version=None,
        languages=[locale(voice.language)],
    )
