"""What clients may ask for, in OpenAI's words."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from timbre.speech.acoustic import Controls

SPEECH_MODELS = ("timbre", "tts-1", "tts-1-hd", "gpt-4o-mini-tts")
"""One model under several names: many clients offer OpenAI's names only."""
TRANSCRIBE_MODELS = ("timbre-transcribe", "whisper-1")
MODELS = SPEECH_MODELS + TRANSCRIBE_MODELS


def _check_unicode(text: str) -> str:
    """Refuse halves of characters, which JSON can have and no other text."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("the text is no valid Unicode")
    return text


Text = Annotated[str, AfterValidator(_check_unicode)]
Number = Annotated[float, Field(allow_inf_nan=False)]


class VoiceId(BaseModel):
    """A voice as an object, as OpenAI's clients name custom voices."""

    id: Text


class SpeechRequest(BaseModel):
    """A text to speak.

    Attributes:
        model: One of SPEECH_MODELS.
        input: The text.
        voice: Name or id of a voice, or `base:NAME` for a speaker of the base model.
        response_format: The format of the sound.
        speed: Pace as a factor, 0.4 to 2.5.
        stream_format: Whether to send the sound itself, or server-sent events that have it in base64.
        language: espeak's name of the text's language; by default that of the voice. OpenAI's API does not have it.
        pitch: In semitones, -12 to 12. OpenAI's API does not have it.
        energy: In dB, -12 to 12. OpenAI's API does not have it.
    """

    model: Text
    input: Text
    voice: Text | VoiceId
    response_format: Literal["mp3", "opus", "aac", "flac", "wav", "pcm"] = "mp3"
    speed: Number = 1.0
    stream_format: Literal["audio", "sse"] = "audio"
    language: Text | None = None
    pitch: Number = 0.0
    energy: Number = 0.0

    @property
    def voice_name(self) -> str:
        """Name or id of the voice."""
        return self.voice if isinstance(self.voice, str) else self.voice.id

    def controls(self) -> Controls:
        """How to speak.

        Raises:
            InputError: if a number is out of range.
        """
        return Controls(self.speed, self.pitch, self.energy)


TranscriptFormat = Literal["json", "text", "srt", "vtt", "verbose_json"]
Granularity = Literal["word", "segment"]
