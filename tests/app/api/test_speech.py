"""How speech is sent, without a server: an error in its middle, a client that takes nothing."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from timbre import contract
from timbre.text import TextError
from timbre.timing import ChunkTiming
from timbre_app.api.formats import WavEncoder
from timbre_app.api.speech import SpeechResponse, events, sound
from timbre_app.client.streams import SpeechChunk
from timbre_app.output.watermarking import PcmMarker
from timbre_app.server.errors import ServerLostError

PIECE = np.full(contract.HOP_LENGTH * 12, 1_000, np.int16)  # as the server sends first


class FakeStream:
    """A stream of `count` chunks, then an error or, without one, the end."""

    def __init__(self, count: int, error: Exception | None = None) -> None:
        self._left, self._error = count, error
        self.closed = threading.Event()

    def __iter__(self) -> Iterator[SpeechChunk]:
        return self

    def __next__(self) -> SpeechChunk:
        if self._left:
            self._left -= 1
            return SpeechChunk(PIECE, ChunkTiming())
        if self._error:
            raise self._error
        raise StopIteration

    def close(self) -> None:
        self.closed.set()


async def answer(stream: FakeStream, send, send_s: float = 5.0, is_gone: bool = False) -> None:
    """Answer a request with a stream."""

    async def receive() -> dict[str, str]:
        if not is_gone:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    with ThreadPoolExecutor(2) as threads:
        response = SpeechResponse(
            begin=lambda: stream,
            pieces_of=lambda chunks: sound(chunks, WavEncoder()),
            media_type="audio/wav",
            threads=threads,
            send_s=send_s,
            on_first=lambda seconds: None,
        )
        await response({"type": "http"}, receive, send)


def sent(stream: FakeStream, **options) -> list[dict]:
    """What is sent for a stream."""
    messages: list[dict] = []

    async def send(message) -> None:
        messages.append(message)

    asyncio.run(answer(stream, send, **options))
    assert stream.closed.is_set()
    return messages


def test_answer_ends_after_the_last_piece():
    start, *bodies = sent(FakeStream(3))
    assert (start["status"], dict(start["headers"])[b"content-type"]) == (200, b"audio/wav")
    assert [body.get("more_body", False) for body in bodies] == [True, True, True, True, False]
    pcm = np.frombuffer(b"".join(body["body"] for body in bodies)[-3 * PIECE.nbytes :], "<i2")
    marker = PcmMarker(contract.SAMPLE_RATE)
    marked = np.concatenate([marker.mark(np.tile(PIECE, 3)), marker.finish()])
    np.testing.assert_array_equal(pcm, marked)


def test_answer_has_no_end_after_an_error_in_the_middle(caplog):
    *_, last = sent(FakeStream(2, ServerLostError("It has gone.")))
    assert last["more_body"]
    assert "It has gone." in caplog.text


def test_error_before_the_first_piece_can_still_be_told():
    with pytest.raises(TextError):
        sent(FakeStream(0, TextError("There is nothing to speak in this text.")))


def test_client_that_has_gone_gets_nothing_more():
    assert len(sent(FakeStream(1000), is_gone=True)) < 10


def test_client_that_takes_nothing_is_left():
    stream = FakeStream(1000)

    async def send(message) -> None:
        await asyncio.Event().wait()

    asyncio.run(asyncio.wait_for(answer(stream, send, send_s=0.05), 10))
    assert stream.closed.is_set()


def test_events_tell_an_error_in_the_middle():
    pieces = sound(FakeStream(2, ServerLostError("It has gone.")), WavEncoder())
    told = [json.loads(event.removeprefix(b"data: ")) for event in events(pieces)]
    assert [event["type"] for event in told] == ["speech.audio.delta", "speech.audio.delta", "error"]
    assert told[-1]["error"]["message"] == "It has gone."
    with pytest.raises(ServerLostError):
        list(events(sound(FakeStream(0, ServerLostError("It has gone.")), WavEncoder())))
