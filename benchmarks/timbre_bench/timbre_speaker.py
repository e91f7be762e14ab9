"""Timbre behind its server, measured from the client: from the request to the samples that it receives."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import Any

from timbre import contract
from timbre.base import BaseModel, BaseModelError
from timbre.base_voices import BaseVoices
from timbre.paths import base_dir
from timbre.voice import Voice
from timbre_app.client import SpeechStream, TimbreClient
from timbre_app.server import ServerError, open_server
from timbre_bench.load import Chunks
from timbre_bench.sentences import WARM_UP
from timbre_bench.speaker import SpeakerError
from timbre_bench.timing import Timing


class TimbreSpeaker:
    """A client that holds the server and speaks in the base model's first speaker, as large as any voice."""

    def __init__(self) -> None:
        voice = first_speaker()
        self._voice = voice.to_bytes()
        self.voice_hash = voice.content_hash
        self._held = ExitStack()
        server = self._held.enter_context(open_server())
        self.url = server.url
        self._client = self._held.enter_context(TimbreClient(server.url))
        self._client.wait_ready()
        self.speech_model = self._client.speech_model.name
        self.about = f"Timbre, base model {voice.base_id}, speaker {voice.name}, server at {server.url}"
        for text in WARM_UP:
            self.speak(text)

    def speak(self, text: str) -> Timing:
        """Speak one sentence and say how long it took.

        Raises:
            SpeakerError: if the server fails.
        """
        try:
            return self._measure(text)
        except ServerError as error:
            raise SpeakerError(str(error)) from error

    def _measure(self, text: str) -> Timing:
        start = time.perf_counter()
        first_audio_ms, n_samples, stages_ms = float("nan"), 0, {}
        with self._client.speak(text, self._voice) as chunks:
            for chunk in chunks:
                if n_samples == 0 and len(chunk.pcm):
                    first_audio_ms = (time.perf_counter() - start) * 1e3
                    took = chunk.timing
                    stages_ms = {
                        "text front end": took.frontend_ms,
                        "acoustic model": took.acoustic_ms,
                        "vocoder": took.vocoder_ms,
                    }
                n_samples += len(chunk.pcm)
        total_ms = (time.perf_counter() - start) * 1e3
        return Timing(first_audio_ms, total_ms, n_samples / contract.SAMPLE_RATE, stages_ms)

    def chunks(self, text: str) -> Iterator[float]:
        """Speak a text; the seconds of speech in each chunk, when it arrives. From any number of threads."""
        return seconds_of(self._client.speak(text, self._voice))

    def clone(self, takes: bytes, options: Mapping[str, Any]) -> Iterator[dict[str, Any] | bytes]:
        """Make a voice; progress, then the voice's bytes."""
        with self._client.clone(takes, options) as progress:
            yield from progress

    def close(self) -> None:
        """Let the server go."""
        self._held.close()

    def __enter__(self) -> TimbreSpeaker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def start_timbre() -> TimbreSpeaker:
    """Timbre with the server running and warm.

    Raises:
        SpeakerError: if there is no base model or no server.
    """
    try:
        return TimbreSpeaker()
    except (BaseModelError, ServerError) as error:
        raise SpeakerError(str(error)) from error


@contextmanager
def listening(urls: Sequence[str]) -> Iterator[Chunks]:
    """A client of several servers, each of which is asked in its turn; from any number of threads.

    Raises:
        SpeakerError: if there is no base model or a server does not answer.
    """
    with ExitStack() as held:
        try:
            voice = first_speaker().to_bytes()
            clients = [held.enter_context(TimbreClient(url)) for url in urls]
            for client in clients:
                client.wait_ready()
        except (BaseModelError, ServerError) as error:
            raise SpeakerError(str(error)) from error
        turns = itertools.cycle(clients)
        yield lambda text: seconds_of(next(turns).speak(text, voice))


def first_speaker() -> Voice:
    """The base model's first speaker, as large as any voice.

    Raises:
        BaseModelError: if there is no base model.
    """
    voices = BaseVoices(BaseModel.open(base_dir()))
    return voices.voice(voices.base.speakers[0])


def seconds_of(stream: SpeechStream) -> Iterator[float]:
    """The seconds of speech in each chunk of a stream, when it arrives; the stream is closed at the end."""
    with stream as chunks:
        for chunk in chunks:
            yield len(chunk.pcm) / contract.SAMPLE_RATE
