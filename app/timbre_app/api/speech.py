"""Speech as the answer to a request: sent while it is made, and ended when the client goes.

```
SpeechStream ──▶ PcmMarker ──▶ Encoder ──▶ pieces of sound ──▶ (server-sent events) ──▶ SpeechResponse ──▶ client
```

Pieces are made on threads, because TimbreClient waits for the server. A piece is made when the client has taken the one
before it, so a slow client does not fill the memory.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from typing import Any

import numpy as np
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from timbre.contract import SAMPLE_RATE
from timbre.messages import TimbreError
from timbre_app.api.errors import api_error, error_body
from timbre_app.api.formats import Encoder
from timbre_app.client.streams import SpeechChunk, SpeechStream
from timbre_app.output.watermarking import PcmMarker
from timbre_app.ssml import SsmlChunk, SsmlSpeech, TimedMark

_log = logging.getLogger(__name__)
EVENT_STREAM = "text/event-stream"
Speech = SpeechStream | SsmlSpeech
_NO_TOKENS = {"input_tokens": 0, "output_tokens": 0, "total_tokens": 0}
"""OpenAI's clients expect the field; Timbre does not count in tokens."""


def sound(chunks: Iterable[SpeechChunk | SsmlChunk], encoder: Encoder) -> Iterator[bytes]:
    """Mark speech and encode it piece by piece; no piece is empty."""
    marker = PcmMarker(SAMPLE_RATE)
    for chunk in chunks:
        yield from sound_piece(marker.mark(chunk.pcm), encoder)
    yield from sound_piece(marker.finish(), encoder)
    if rest := encoder.finish():
        yield rest


def sound_and_marks(chunks: Iterable[SsmlChunk], encoder: Encoder) -> Iterator[bytes | TimedMark]:
    """Do as `sound`, and give out marks too, as soon as their times are known."""
    marker = PcmMarker(SAMPLE_RATE)
    for chunk in chunks:
        yield from sound_piece(marker.mark(chunk.pcm), encoder)
        yield from chunk.marks
    yield from sound_piece(marker.finish(), encoder)
    if rest := encoder.finish():
        yield rest


def sound_piece(pcm: np.ndarray, encoder: Encoder) -> Iterator[bytes]:
    """Encode a chunk, (n,) int16; yields one piece, or none if the encoder gives out nothing yet."""
    if len(pcm) and (piece := encoder.encode(pcm)):
        yield piece


def events(pieces: Iterator[bytes] | Iterator[bytes | TimedMark]) -> Iterator[bytes]:
    """Pieces of sound, and marks, as server-sent events. An error after the first piece is an event too."""
    is_begun = False
    try:
        for piece in pieces:
            if isinstance(piece, TimedMark):
                yield _event({"type": "speech.mark", "name": piece.name, "time": round(piece.time_s, 3)})
                continue
            yield _event({"type": "speech.audio.delta", "audio": base64.b64encode(piece).decode()})
            is_begun = True
    except TimbreError as error:
        if not is_begun:
            raise
        yield _event({"type": "error", **error_body(api_error(error))})
    else:
        yield _event({"type": "speech.audio.done", "usage": _NO_TOKENS})


def _event(fields: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps(fields)}\n\n".encode()


class SpeechResponse(Response):
    """Sends pieces as they are made. An error before the first piece can still be answered with a status.

    Args:
        begin: Begins the speech; runs on a thread.
        pieces_of: Makes pieces of the speech.
        media_type: For the header Content-Type.
        threads: Runs what waits for the server.
        send_s: Time after which a client that takes nothing is left.
        on_first: Called with the seconds from the request to the first piece.
    """

    def __init__(
        self,
        begin: Callable[[], Speech],
        pieces_of: Callable[[Speech], Iterator[bytes]],
        media_type: str,
        threads: Executor,
        send_s: float,
        on_first: Callable[[float], None],
    ) -> None:
        super().__init__(media_type=media_type, headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]  # nobody knows it yet
        self._begin, self._pieces_of, self._threads = begin, pieces_of, threads
        self._send_s, self._on_first = send_s, on_first
        self._asked_s = time.monotonic()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request; returns early if the client goes."""
        del scope
        gone = asyncio.ensure_future(_wait_gone(receive))
        stream: Speech | None = None
        is_begun = False
        try:
            stream = await self._on_thread(self._begin)
            pieces = await self._on_thread(self._pieces_of, stream)
            while piece := await self._next(pieces, gone):
                async with asyncio.timeout(self._send_s):
                    if not is_begun:
                        self._on_first(time.monotonic() - self._asked_s)
                        await send(self._start())
                        is_begun = True
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
            if is_begun:
                await send({"type": "http.response.body", "body": b""})
        except TimbreError as error:
            if not is_begun:
                raise
            # The answer stops without its end, by which the client knows that something is missing.
            _log.warning("a text was not spoken to its end: %s", error)
        except TimeoutError:
            _log.warning("a client took no speech for %.0f s", self._send_s)
        except asyncio.CancelledError:
            _log.info("a text was not spoken to its end, because the API stops")
        finally:
            gone.cancel()
            if stream is not None:
                self._threads.submit(stream.close)  # it asks the server, for which nobody here must wait

    def _start(self) -> dict[str, Any]:
        return {"type": "http.response.start", "status": 200, "headers": self.raw_headers}

    async def _next(self, pieces: Iterator[bytes], gone: asyncio.Future[None]) -> bytes | None:
        """The next piece; None at the end, or if the client goes."""
        making = self._on_thread(next, pieces, None)
        making.add_done_callback(_note_result)
        await asyncio.wait({making, gone}, return_when=asyncio.FIRST_COMPLETED)
        return None if gone.done() else await making

    def _on_thread(self, work: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)


async def _wait_gone(receive: Receive) -> None:
    """Wait until the client has closed its connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _note_result(making: asyncio.Future[bytes | None]) -> None:
    """Read the result of a piece that nobody may want any more: asyncio warns of errors that nobody has read."""
    if not making.cancelled():
        making.exception()
