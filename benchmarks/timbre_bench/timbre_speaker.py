"""Measures Timbre from the client: from the request to the samples that the client receives."""

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
from timbre_app.client.requests import Markup
from timbre_app.client.timbre_client import SpeechStream, TimbreClient
from timbre_app.server import ServerError, open_server
from timbre_bench.load import Chunks
from timbre_bench.sentences import WARM_UP
from timbre_bench.servers import own_server
from timbre_bench.speaker import SpeakerError
from timbre_bench.timing import Timing


class TimbreSpeaker:
    """A client that holds the server and speaks in the voice of the base model's first speaker.

    Args:
        settings: Variables of the environment for a server of its own; without them it uses this user's server.
        background: Whether to ask as a job does, to whose speech nobody listens while it is made.
    """

    def __init__(self, settings: Mapping[str, str] | None = None, background: bool = False) -> None:
        self._markup = Markup(background=background)
        voice = first_speaker()
        self._voice = voice.to_bytes()
        self.voice_hash = voice.content_hash
        self._held = ExitStack()
        if settings:
            self.url = self._held.enter_context(own_server(settings))
        else:
            self.url = self._held.enter_context(open_server()).url
        self._client = self._held.enter_context(TimbreClient(self.url))
        self._client.wait_ready()
        self.speech_model = self._client.speech_model.name
        self.about = f"Timbre, base model {voice.base_id}, speaker {voice.name}, server at {self.url}"
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
        first_audio_ms, stages_ms = float("nan"), {}
        arrivals: list[tuple[float, float]] = []
        with self._client.speak(text, self._voice, markup=self._markup) as chunks:
            for chunk in chunks:
                if not len(chunk.pcm):
                    continue
                at_ms = (time.perf_counter() - start) * 1e3
                if not arrivals:
                    first_audio_ms = at_ms
                    timing = chunk.timing
                    stages_ms = {
                        "text front end": timing.frontend_ms,
                        "acoustic model": timing.acoustic_ms,
                        "vocoder": timing.vocoder_ms,
                    }
                arrivals.append((at_ms, len(chunk.pcm) / contract.SAMPLE_RATE))
        total_ms = (time.perf_counter() - start) * 1e3
        audio_s = sum(seconds for _, seconds in arrivals)
        return Timing(first_audio_ms, total_ms, audio_s, stages_ms, arrivals)

    def chunks(self, text: str) -> Iterator[float]:
        """Speak a text; yields the seconds of speech in each chunk when it arrives. Threads may share this."""
        return seconds_of(self._client.speak(text, self._voice))

    def clone(self, takes: bytes, options: Mapping[str, Any]) -> Iterator[dict[str, Any] | bytes]:
        """Make a voice; yields its progress, then the voice's bytes."""
        with self._client.clone(takes, options) as progress:
            yield from progress

    def close(self) -> None:
        """Close the client and release the server."""
        self._held.close()

    def __enter__(self) -> TimbreSpeaker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def start_timbre(settings: Mapping[str, str] | None = None, background: bool = False) -> TimbreSpeaker:
    """Start Timbre, with the server running and warm; arguments are those of TimbreSpeaker.

    Raises:
        SpeakerError: if there is no base model or no server.
    """
    try:
        return TimbreSpeaker(settings, background)
    except (BaseModelError, ServerError) as error:
        raise SpeakerError(str(error)) from error


@contextmanager
def listening(urls: Sequence[str]) -> Iterator[Chunks]:
    """Connect to several servers; yields a function that asks them in turn, which threads may share.

    Raises:
        SpeakerError: if there is no base model or a server does not answer.
    """
    with ExitStack() as stack:
        try:
            voice = first_speaker().to_bytes()
            clients = [stack.enter_context(TimbreClient(url)) for url in urls]
            for client in clients:
                client.wait_ready()
        except (BaseModelError, ServerError) as error:
            raise SpeakerError(str(error)) from error
        turns = itertools.cycle(clients)
        yield lambda text: seconds_of(next(turns).speak(text, voice))


def first_speaker() -> Voice:
    """The voice of the base model's first speaker, whose file is as large as that of any voice.

    Raises:
        BaseModelError: if there is no base model.
    """
    voices = BaseVoices(BaseModel.open(base_dir()))
    return voices.voice(voices.base.speakers[0])


def seconds_of(stream: SpeechStream) -> Iterator[float]:
    """Yield the seconds of speech in each chunk of a stream when it arrives; closes the stream at the end."""
    with stream as chunks:
        for chunk in chunks:
            yield len(chunk.pcm) / contract.SAMPLE_RATE
