"""The routes of the speech API."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, File, Form, UploadFile
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from fastapi.telemetry import TelemetryConfig
from starlette.types import ASGIApp

from timbre import contract
from timbre.text import TextError
from timbre.text.ssml import read_ssml
from timbre.voice import Voice
from timbre_app.api import errors, recordings
from timbre_app.api.errors import ApiError
from timbre_app.api.figures import ApiFigures
from timbre_app.api.formats import FORMATS
from timbre_app.api.guard import HEALTH, Guard
from timbre_app.api.jobs import JOBS, JobRoutes
from timbre_app.api.options import ApiLimits
from timbre_app.api.requests import (
    MODELS,
    SPEECH_MODELS,
    TRANSCRIBE_MODELS,
    Granularity,
    SpeechRequest,
    TranscriptFormat,
    check_model,
)
from timbre_app.api.speech import EVENT_STREAM, Speech, SpeechResponse, events, sound, sound_and_marks
from timbre_app.api.transcripts import transcript_response
from timbre_app.client.streams import SpeechStream
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.gateway.keys import KeyRing
from timbre_app.jobs.office import JobOffice
from timbre_app.output.known_voices import Voices
from timbre_app.reading.dictionary import Dictionary
from timbre_app.server import unix_http
from timbre_app.ssml import SsmlDefaults, SsmlSpeech

SPEECH, TRANSCRIPTS = "/v1/audio/speech", "/v1/audio/transcriptions"
VOICES, MODEL_LIST, METRICS = "/v1/audio/voices", "/v1/models", "/metrics"
HEALTH_AGE_S = 1.0
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""Nothing leaves the machine, whatever the environment says to OpenTelemetry."""
_DESCRIPTION = "Speech in the voices of Timbre, for clients of OpenAI's audio API; docs/api.md says more."


@dataclass(frozen=True)
class Backstage:
    """What the routes speak with.

    Attributes:
        client: The client of the speech server.
        voices: The voices.
        dictionary: The person's pronunciations.
        metrics: The socket of the server's metrics.
        jobs: The queue of jobs.
    """

    client: TimbreClient
    voices: Voices
    dictionary: Dictionary
    metrics: Path
    jobs: JobOffice


def make_app(backstage: Backstage, limits: ApiLimits, keys: KeyRing | None) -> ASGIApp:
    """Make the application.

    Args:
        backstage: What it speaks with.
        limits: How much it accepts.
        keys: The keys of clients; None for no keys.
    """
    figures = ApiFigures((SPEECH, TRANSCRIPTS, VOICES, MODEL_LIST, HEALTH, METRICS, JOBS))
    # No page at /docs: FastAPI's would load its scripts from another site.
    app = FastAPI(
        title="Timbre", description=_DESCRIPTION, docs_url=None, redoc_url=None, telemetry=_NO_TELEMETRY
    )
    errors.add_handlers(app)
    routes = _Routes(backstage, limits, figures)
    app.post(SPEECH, response_class=Response)(routes.speak)
    app.post(TRANSCRIPTS, response_class=Response)(routes.transcribe)
    app.get(VOICES)(routes.list_voices)
    app.get(MODEL_LIST)(routes.list_models)
    app.get(f"{MODEL_LIST}/{{name}}")(routes.describe_model)
    JobRoutes(backstage.jobs, backstage.voices, backstage.dictionary, limits).add_to(app)
    app.get(HEALTH)(routes.tell_health)
    app.head(HEALTH, include_in_schema=False)(routes.tell_health)
    app.get(METRICS)(routes.tell_figures)
    return Guard(app, keys, limits, (TRANSCRIPTS,), figures)


class _Routes:
    """The answers to requests. Whatever waits for the server runs on threads."""

    def __init__(self, backstage: Backstage, limits: ApiLimits, figures: ApiFigures) -> None:
        self._client, self._voices = backstage.client, backstage.voices
        self._dictionary, self._metrics = backstage.dictionary, backstage.metrics
        self._limits, self._figures = limits, figures
        # A text whose client goes takes a second thread, which ends what the first one waits for.
        self._threads = ThreadPoolExecutor(2 * limits.requests, "speech-api")
        self._health, self._health_s = False, float("-inf")

    async def speak(self, request: SpeechRequest) -> Response:
        """Speak a text; the sound is sent while it is made."""
        check_model(request.model, SPEECH_MODELS)
        if len(request.input) > self._limits.text_characters:
            raise ApiError(
                400,
                f"The text has {len(request.input):,} characters and a request may have "
                f"{self._limits.text_characters:,}: send it in parts.",
                "string_above_max_length",
                "input",
            )
        if not request.input.strip():
            raise TextError("There is nothing to speak: the text is empty.")
        form = FORMATS[request.response_format]
        as_events = request.stream_format == "sse"

        def pieces_of(stream: Speech) -> Iterator[bytes]:
            if as_events and isinstance(stream, SsmlSpeech):
                return events(sound_and_marks(stream, form.encoder()))
            pieces = sound(stream, form.encoder())
            return events(pieces) if as_events else pieces

        return SpeechResponse(
            begin=lambda: self._begin_ssml(request) if request.is_ssml else self._begin(request),
            pieces_of=pieces_of,
            media_type=EVENT_STREAM if as_events else form.media_type,
            threads=self._threads,
            send_s=self._limits.send_s,
            on_first=self._figures.on_first_audio,
        )

    def _begin(self, request: SpeechRequest) -> SpeechStream:
        voice = self._voices.find(request.voice_name)
        language, lexicon = request.language or voice.language, self._dictionary.usable()
        return self._client.speak(request.input, voice, request.controls(), language, lexicon)

    def _begin_ssml(self, request: SpeechRequest) -> SsmlSpeech:
        document, find = read_ssml(request.input), self._voices.find
        defaults = SsmlDefaults(
            find(request.voice_name), find, request.controls(), request.language, self._dictionary.usable()
        )
        return SsmlSpeech(self._client, document, defaults)

    async def transcribe(
        self,
        file: Annotated[UploadFile, File()],
        model: Annotated[str, Form()],
        language: Annotated[str, Form()] = "en",
        response_format: Annotated[TranscriptFormat, Form()] = "json",
        granularities: Annotated[list[Granularity] | None, Form(alias="timestamp_granularities[]")] = None,
    ) -> Response:
        """Recognise the words of a recording."""
        check_model(model, TRANSCRIBE_MODELS)
        work = asyncio.get_running_loop().run_in_executor
        audio = await work(self._threads, recordings.decode, file.file)
        transcript = await work(self._threads, self._client.transcribe, audio, language)
        duration_s = len(audio) / contract.TRANSCRIBE_SAMPLE_RATE
        return transcript_response(
            transcript, duration_s, language, response_format, granularities or ["segment"]
        )

    def list_voices(self) -> dict[str, Any]:
        """The person's voices; `id` is what a request for speech has as its voice."""
        return {"object": "list", "voices": [_voice(voice) for voice in self._voices.all()]}

    def list_models(self) -> dict[str, Any]:
        """The names under which clients may ask for speech and for transcripts."""
        return {"object": "list", "data": [_model(name) for name in MODELS]}

    def describe_model(self, name: str) -> dict[str, Any]:
        """One of the models."""
        check_model(name, MODELS)
        return _model(name)

    async def tell_health(self) -> Response:
        """Whether the server can speak; needs no key."""
        now = time.monotonic()
        if now - self._health_s > HEALTH_AGE_S:
            self._health_s = now
            self._health = await asyncio.to_thread(self._client.is_ready)
        status = "ok" if self._health else "unavailable"
        return JSONResponse({"status": status}, 200 if self._health else 503)

    async def tell_figures(self) -> Response:
        """Figures of the API and of the speech server, for Prometheus."""
        text = self._figures.exposition()
        try:
            status, body = await asyncio.to_thread(unix_http.request, self._metrics, "/metrics")
        except OSError:
            status, body = 503, b""
        if status == 200:
            text += body.decode()
        return PlainTextResponse(text, media_type=METRICS_TYPE)


def _voice(voice: Voice) -> dict[str, Any]:
    return {
        "id": voice.name,
        "object": "voice",
        "name": voice.name,
        "language": voice.language,
        "created": voice.created,
    }


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "timbre"}
