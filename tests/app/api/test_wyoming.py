"""The Wyoming service before the real server, asked by Wyoming's own client as Home Assistant asks it."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator

import numpy as np
import pytest
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.event import Event
from wyoming.info import Describe, Info
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
    SynthesizeVoice,
)

from tests.app.api.conftest import VOICE, add_voice
from tests.helpers.ports import free_port
from tests.helpers.speech_server import LONG_TEXT, SpeechServer, kill, own_home, wait_until
from timbre import contract
from timbre_app.api.wyoming.options import WyomingOptions
from timbre_app.api.wyoming.service import WyomingService
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import open_server
from timbre_app.voices.library import VoiceLibrary

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

HOST = "127.0.0.1"


@pytest.fixture(scope="module")
def _port(_shared_server: SpeechServer) -> Iterator[int]:
    with own_home(_shared_server.home, _shared_server.base):
        add_voice(_shared_server)
        port = free_port()
        with (
            open_server() as handle,
            TimbreClient(handle.url, handle.revive) as client,
            WyomingService(WyomingOptions(port=port), client),
        ):
            yield port


@pytest.fixture
def port(_port: int, speech_server: SpeechServer) -> int:
    return _port


async def answers(port: int, last: str, *events: Event) -> list[Event]:
    """Send events; returns what comes back until an event of the type `last`, or the end of the connection."""
    async with AsyncTcpClient(HOST, port) as client:
        for event in events:
            await client.write_event(event)
        heard: list[Event] = []
        while event := await client.read_event():
            heard.append(event)
            if event.type == last:
                break
        return heard


def ask(port: int, last: str, *requests) -> list[Event]:
    return asyncio.run(asyncio.wait_for(answers(port, last, *(one.event() for one in requests)), 60))


def samples_of(events: list[Event]) -> np.ndarray:
    chunks = [AudioChunk.from_event(event) for event in events if AudioChunk.is_type(event.type)]
    assert {(chunk.rate, chunk.width, chunk.channels) for chunk in chunks} <= {(contract.SAMPLE_RATE, 2, 1)}
    return np.frombuffer(b"".join(chunk.audio for chunk in chunks), "<i2")


def spoken(server: SpeechServer, text: str) -> np.ndarray:
    return np.concatenate([chunk.pcm for chunk in server.client.speak(text, server.voice())])


def test_voices_are_told(port):
    (event,) = ask(port, "info", Describe())
    (program,) = Info.from_event(event).tts
    assert program.installed
    assert program.supports_synthesize_streaming
    assert {voice.name for voice in program.voices} == {voice.name for voice in VoiceLibrary().voices()}
    voice = next(voice for voice in program.voices if voice.name == VOICE)
    assert (voice.name, voice.description, voice.languages) == (VOICE, VOICE, ["en-US"])


@pytest.mark.parametrize("voice", [None, SynthesizeVoice(name=VOICE), SynthesizeVoice(language="en-US")])
def test_text_is_the_speech_that_grpc_has(voice, port, speech_server):
    events = ask(port, "audio-stop", Synthesize("Good morning.", voice))
    assert AudioStart.is_type(events[0].type)
    assert AudioStop.is_type(events[-1].type)
    np.testing.assert_array_equal(samples_of(events), spoken(speech_server, "Good morning."))


def streamed(*pieces: str) -> list:
    """What Home Assistant sends: the text in pieces, then all of it once more for services that know no pieces."""
    chunks = [SynthesizeChunk(piece) for piece in pieces]
    return [
        SynthesizeStart(SynthesizeVoice(name=VOICE)),
        *chunks,
        Synthesize("".join(pieces)),
        SynthesizeStop(),
    ]


def test_text_in_pieces_is_spoken_by_sentence(port, speech_server):
    events = ask(port, "synthesize-stopped", *streamed("Good mor", "ning. How are", " you? ", "\U0001f642"))
    assert SynthesizeStopped.is_type(events[-1].type)
    assert [event.type for event in events].count("audio-start") == 2
    first, second = spoken(speech_server, "Good morning."), spoken(speech_server, "How are you?")
    heard = samples_of(events)
    np.testing.assert_array_equal(heard[: len(first)], first)
    np.testing.assert_array_equal(heard[-len(second) :], second)
    pause = heard[len(first) : -len(second)]
    assert len(pause) == contract.PAUSE_FRAMES * contract.HOP_LENGTH
    assert not pause.any()


def test_first_sentence_is_heard_before_the_last_is_sent(port):
    async def talk() -> None:
        async with AsyncTcpClient(HOST, port) as client:
            await client.write_event(SynthesizeStart().event())
            await client.write_event(SynthesizeChunk("Good morning. And").event())
            while not AudioStop.is_type((await client.read_event()).type):
                pass
            await client.write_event(SynthesizeChunk(" good night.").event())
            await client.write_event(SynthesizeStop().event())
            while not SynthesizeStopped.is_type((await client.read_event()).type):
                pass

    asyncio.run(asyncio.wait_for(talk(), 60))


@pytest.mark.parametrize(
    ("request_", "hint"),
    [
        (Synthesize("Hello.", SynthesizeVoice(name="Nobody")), "There is no voice named 'Nobody'"),
        (Synthesize("\U0001f642"), "nothing to speak"),
        (Synthesize("a" * 50_001), "50,001 characters"),
    ],
)
def test_error_is_one_sentence_and_ends_the_connection(request_, hint, port):
    (event,) = ask(port, "nothing", request_)
    assert hint in Error.from_event(event).text


def is_ended_by(connection: socket.socket, data: bytes) -> bool:
    """Whether the service answers data by closing the connection; it may do so before it has read all of them."""
    try:
        connection.sendall(data)
        return connection.recv(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "data",
    [
        b"POST / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"[]\n",
        b'{"data": {}}\n',
        b'{"type": "synthesize", "data": {}}\n',
        b'{"type": "synthesize", "data_length": 99999999999}\n',
        b'{"type": "describe"' + b" " * 100_000,
    ],
)
def test_what_is_no_event_ends_the_connection(data, port, speech_server):
    with socket.create_connection((HOST, port), 60) as connection:
        assert is_ended_by(connection, data)
    assert len(ask(port, "info", Describe())) == 1


def test_client_that_goes_ends_the_work(port, speech_server):
    text = json.dumps({"type": "synthesize", "data": {"text": (LONG_TEXT * 80)[:49_000]}})
    with socket.create_connection((HOST, port), 60) as connection:
        connection.sendall(text.encode() + b"\n")
        assert connection.recv(1) == b"{"
    assert wait_until(lambda: speech_server.figures.streams == 0)


def test_speech_goes_on_when_the_server_dies(own_server):
    add_voice(own_server)
    whole = spoken(own_server, LONG_TEXT * 6)
    port = free_port()

    async def talk() -> list[Event]:
        async with AsyncTcpClient(HOST, port) as client:
            await client.write_event(Synthesize(LONG_TEXT * 6).event())
            events = [await client.read_event(), await client.read_event()]
            kill(own_server.status.server_pid)
            while not AudioStop.is_type(events[-1].type):
                events.append(await client.read_event())
            return events

    with (
        open_server() as handle,
        TimbreClient(handle.url, handle.revive) as client,
        WyomingService(WyomingOptions(port=port), client),
    ):
        heard = samples_of(asyncio.run(asyncio.wait_for(talk(), 120)))
    np.testing.assert_array_equal(heard, whole)
