"""The Wyoming service as a part of a program: it listens on a thread of its own until it is stopped."""

from __future__ import annotations

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from concurrent.futures import ThreadPoolExecutor
from typing import Self

from timbre_app.api.wyoming.handler import Backstage, SpeechHandler
from timbre_app.api.wyoming.options import WyomingOptions
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.gateway import listening
from timbre_app.output.known_voices import Voices
from timbre_app.reading.dictionary import Dictionary

STOP_TIMEOUT_S = 5.0


class WyomingService:
    """Serves Wyoming; a context manager, inside which it listens.

    Args:
        options: Where it listens.
        client: The client of this user's own speech server; it must live as long as the service.
    Raises:
        ServerError: if it cannot listen.
    """

    def __init__(self, options: WyomingOptions, client: TimbreClient) -> None:
        self._listener = listening.bind(options.host, options.port)
        self._most, self._connections = options.connections, 0
        # A text whose client goes takes a second thread, which ends what the first one waits for.
        threads = ThreadPoolExecutor(2 * options.connections, "wyoming")
        self._backstage = Backstage(client, Voices(), Dictionary(), threads, options)
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wyoming", daemon=True)

    def __enter__(self) -> Self:
        """Listen."""
        self._thread.start()
        self._listening.wait()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop listening, and end what is being answered."""
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(STOP_TIMEOUT_S)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._answer, sock=self._listener)
        self._listening.set()
        await self._stopping.wait()
        server.close()

    async def _answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Answer a client to its end; one too many is sent away."""
        if self._connections >= self._most:
            writer.close()
            return
        self._connections += 1
        try:
            await SpeechHandler(self._backstage, reader, writer).run()
        finally:
            self._connections -= 1
