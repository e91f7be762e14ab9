"""Answers the events of one client."""

from __future__ import annotations

import asyncio
import logging
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, cast

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe
from wyoming.server import AsyncEventHandler
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
    SynthesizeVoice,
)

from timbre.contract import HOP_LENGTH, SAMPLE_RATE
from timbre.messages import InputError, TimbreError
from timbre.text import TextError
from timbre.voice import Voice, VoiceError
from timbre_app.api.wyoming.info import info
from timbre_app.api.wyoming.options import WyomingOptions
from timbre_app.api.wyoming.sentences import SentenceBuffer
from timbre_app.client.streams import SpeechChunk, SpeechStream
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.output.known_voices import Voices
from timbre_app.reading.dictionary import Dictionary
from timbre_app.voices.locale import locale

MAX_EVENT_BYTES = 1 << 20
_WIDTH_BYTES = 2
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Backstage:
    """What a handler speaks with.

    Attributes:
        client: The client of the speech server.
        voices: The voices.
        dictionary: The person's pronunciations.
        threads: Runs what waits for the server.
        options: What is accepted.
    """

    client: TimbreClient
    voices: Voices
    dictionary: Dictionary
    threads: Executor
    options: WyomingOptions


class SpeechHandler(AsyncEventHandler):
    """Speaks for one client. After an error it sends the error and ends the connection."""

    def __init__(self, backstage: Backstage, reader: StreamReader, writer: StreamWriter) -> None:
        super().__init__(cast("StreamReader", _LimitedReader(reader)), writer)
        self._backstage = backstage
        self._streamed: SentenceBuffer | None = None  # None outside of a text that comes in pieces
        self._voice: Voice | None = None
        self._has_spoken = False

    async def run(self) -> None:
        """Answer events until the client goes."""
        try:
            await super().run()
        except (OSError, EOFError) as error:  # also a TimeoutError
            _log.debug("a Wyoming client has gone: %r", error)
        except (KeyError, TypeError, AttributeError) as error:
            _log.warning("a Wyoming client sent what is no event: %r", error)
        finally:
            self.writer.close()

    async def handle_event(self, event: Event) -> bool:
        """Answer an event; returns whether the connection goes on."""
        try:
            await self._handle(event)
        except TimbreError as error:
            await self._send(Error(text=str(error), code=type(error).__name__).event())
            return False
        return True

    async def _handle(self, event: Event) -> None:
        if Describe.is_type(event.type):
            await self._send(info(await self._on_thread(self._backstage.voices.all)).event())
        elif SynthesizeStart.is_type(event.type):
            self._streamed, self._has_spoken = SentenceBuffer(), False
            self._voice = await self._find(SynthesizeStart.from_event(event).voice)
        elif SynthesizeChunk.is_type(event.type) and self._streamed is not None:
            await self._speak_streamed(self._streamed.add(SynthesizeChunk.from_event(event).text))
        elif SynthesizeStop.is_type(event.type) and self._streamed is not None:
            await self._speak_streamed(self._streamed.rest())
            self._streamed = None
            await self._send(SynthesizeStopped().event())
        elif Synthesize.is_type(event.type) and self._streamed is None:
            request = Synthesize.from_event(event)
            self._voice, self._has_spoken = await self._find(request.voice), False
            self._check_length(len(request.text))
            await self._speak(request.text)

    async def _speak_streamed(self, text: str) -> None:
        assert self._streamed is not None
        self._check_length(self._streamed.characters)
        try:
            if text:
                await self._speak(text)
        except TextError:
            pass  # a sentence without words, such as an emoji; the others may have some

    def _check_length(self, characters: int) -> None:
        most = self._backstage.options.text_characters
        if characters > most:
            raise InputError(
                "The text has {size:,} characters and a request may have {limit:,}: send it in passages.",
                size=characters,
                limit=most,
            )

    async def _find(self, wanted: SynthesizeVoice | None) -> Voice:
        return await self._on_thread(_chosen, self._backstage.voices, wanted)

    async def _speak(self, text: str) -> None:
        stream: SpeechStream = await self._on_thread(self._begin, text)
        try:
            is_begun = False
            while chunk := cast("SpeechChunk | None", await self._on_thread(next, stream, None)):
                if not len(chunk.pcm):
                    continue
                if not is_begun:
                    await self._start_audio()
                    is_begun = True
                await self._send_audio(chunk.pcm.astype("<i2").tobytes())
            await self._send(AudioStop().event())
        finally:
            self._backstage.threads.submit(
                stream.close
            )  # it asks the server, for which nobody here must wait

    async def _start_audio(self) -> None:
        await self._send(AudioStart(rate=SAMPLE_RATE, width=_WIDTH_BYTES, channels=1).event())
        if self._has_spoken:
            assert self._voice is not None
            await self._send_audio(bytes(_WIDTH_BYTES * HOP_LENGTH * self._voice.delivery.pause_frames))
        self._has_spoken = True

    async def _send_audio(self, samples: bytes) -> None:
        chunk = AudioChunk(rate=SAMPLE_RATE, width=_WIDTH_BYTES, channels=1, audio=samples)
        await self._send(chunk.event())

    def _begin(self, text: str) -> SpeechStream:
        assert self._voice is not None
        lexicon = self._backstage.dictionary.usable()
        return self._backstage.client.speak(text, self._voice, None, self._voice.language, lexicon)

    async def _send(self, event: Event) -> None:
        async with asyncio.timeout(self._backstage.options.send_s):
            await self.write_event(event)

    def _on_thread(self, work: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._backstage.threads, work, *arguments)


def _chosen(voices: Voices, wanted: SynthesizeVoice | None) -> Voice:
    """The voice that a client asks for: by its name, by its language, or the first one.

    Raises:
        VoiceError: if there is no such voice.
    """
    if wanted is not None and wanted.name:
        return voices.find(wanted.name)
    known = voices.all()
    if not known:
        raise VoiceError("There are no voices yet: make one with `timbre clone`.")
    language = wanted.language if wanted is not None and wanted.language else ""
    return next((voice for voice in known if locale(voice.language) == language), known[0])


class _LimitedReader:
    """A reader that does not take events of any size into memory."""

    def __init__(self, reader: StreamReader) -> None:
        self._reader = reader

    async def readline(self) -> bytes:
        """See StreamReader, which limits a line to 64 KiB."""
        return await self._reader.readline()

    async def readexactly(self, count: int) -> bytes:
        """See StreamReader; raises ValueError, which ends the connection, if that is too much."""
        if count > MAX_EVENT_BYTES:
            raise ValueError("the event is too long")
        return await self._reader.readexactly(count)

    def feed_eof(self) -> None:
        """See StreamReader."""
        self._reader.feed_eof()
