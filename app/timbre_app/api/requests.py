"""What clients may ask for, in OpenAI's words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, model_validator

from timbre.speech.acoustic import Controls
from timbre.text.ssml import is_ssml
from timbre_app.api.errors import ApiError

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


def check_model(name: str, known: tuple[str, ...]) -> None:
    """Raise ApiError unless a model's name is among those."""
    if name not in known:
        sentence = f"There is no model {name!r} for this; there are {', '.join(known)}."
        raise ApiError(404, sentence, "model_not_found", "model")


class VoiceId(BaseModel):
    """A voice as an object, as OpenAI's clients name custom voices."""

    id: Text


class SpokenText(BaseModel):
    """What requests for speech have in common; see SpeechRequest for the fields."""

    model: Text
    input: Text
    voice: Text | VoiceId
    speed: Number = 1.0
    language: Text | None = None
    pitch: Number = 0.0
    energy: Number = 0.0
    ssml: bool | None = None

    @model_validator(mode="before")
    @classmethod
    def _without_null(cls, values: Any) -> Any:
        """Take null for a field that may be missing as if it were: some clients send all fields."""
        if not isinstance(values, dict):
            return values
        needed = {name for name, field in cls.model_fields.items() if field.is_required()}
        return {name: value for name, value in values.items() if value is not None or name in needed}

    @property
    def voice_name(self) -> str:
        """Name or id of the voice."""
        return self.voice if isinstance(self.voice, str) else self.voice.id

    @property
    def is_ssml(self) -> bool:
        """Whether the text is a document of SSML."""
        return is_ssml(self.input) if self.ssml is None else self.ssml


class SpeechRequest(SpokenText):
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
        ssml: Whether the text is SSML; by default it is if it begins with <speak. OpenAI's API does not have it.
    """

    response_format: Literal["mp3", "opus", "aac", "flac", "wav", "pcm"] = "mp3"
    stream_format: Literal["audio", "sse"] = "audio"

    def controls(self) -> Controls:
        """How to speak.

        Raises:
            InputError: if a number is out of range.
        """
        return Controls(self.speed, self.pitch, self.energy)


class JobRequest(SpokenText):
    """A text, or a document of SSML, to speak as a job; the fields are those of SpeechRequest."""

    response_format: Literal["mp3", "opus", "ogg", "flac", "wav"] = "mp3"


TranscriptFormat = Literal["json", "text", "srt", "vtt", "verbose_json"]
Granularity = Literal["word", "segment"]
