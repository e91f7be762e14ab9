"""The speech server, held while the window is open."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from timbre.messages import Message, TimbreError
from timbre_app.studio.items import ServerAbout

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient
    from timbre_app.server import ServerHandle, ServerOptions


class NotYetReadyError(TimbreError):
    """The speech server is not up yet; the message says what waits for it."""


class StudioServer:
    """The server of this person, held while the window is open."""

    def __init__(
        self,
        url: Callable[[], str] = lambda: "",
        engine: Callable[[], str] = lambda: "auto",
        key: Callable[[], str] = lambda: "",
        pipeline: Callable[[], str] = lambda: "auto",
    ) -> None:
        """Keep the settings; starts nothing.

        Args:
            url: Returns the address that the person has set, or an empty text for a server on this machine.
            engine: Returns the engine for the server on this machine; "auto" leaves the choice to the server.
            key: Returns the key of the server at that address; an empty text means the key in the environment.
            pipeline: Returns the way from text to sound for the server on this machine; "auto" leaves it to the server.
        """
        self._url, self._engine, self._key, self._pipeline = url, engine, key, pipeline
        self._lock = threading.Lock()
        self._handle: ServerHandle | None = None
        self._client: TimbreClient | None = None
        self._released = False

    def start(self, on_wait: Callable[[Message], None] | None = None) -> Message:
        """Start or find the server, wait until it can speak, and return a few words that say so.

        Args:
            on_wait: Called with a sentence about each step that takes long.
        Raises:
            ServerError: one sentence that says what is wrong.
        """
        self.client(on_wait)
        handle = self._handle
        if handle is not None and not handle.local:
            return Message.of("ready at {url}", url=handle.url)
        if handle is not None and handle.start_s:
            return Message.of("ready on this machine (started in {seconds:.1f} s)", seconds=handle.start_s)
        return Message.of("ready on this machine")

    def client(self, on_wait: Callable[[Message], None] | None = None) -> TimbreClient:
        """The connection; starts the server if that has not been done, or waits while another thread does.

        Args:
            on_wait: See `start`.
        Raises:
            ServerError: see `start`.
        """
        with self._lock:
            if self._client is None:
                from timbre_app.client.timbre_client import TimbreClient
                from timbre_app.server import ServerHandle, open_server
                from timbre_app.server.access import channel_for

                url = self._url().strip()
                handle = (
                    ServerHandle(channel_for(url, self._key()).url)
                    if url
                    else open_server(self._options(), on_wait)
                )
                if on_wait is not None and not handle.local:
                    on_wait(Message.of("Connecting to the speech server at {url}…", url=handle.url))
                client = TimbreClient(handle.url, handle.revive, self._key() if url else "")
                try:
                    client.wait_ready()
                except BaseException:
                    client.close()
                    handle.release()
                    raise
                if self._released:
                    handle.release()
                self._handle, self._client = handle, client
            return self._client

    @property
    def is_ready(self) -> bool:
        """Whether `client` returns at once."""
        return self._client is not None

    def reconnect(self, on_wait: Callable[[Message], None] | None = None) -> Message:
        """Release the server and start again with the present settings; see `start`."""
        self.forget()
        return self.start(on_wait)

    def forget(self) -> None:
        """Release a server that does not answer; the next call finds or starts another."""
        with self._lock:
            handle, client = self._handle, self._client
            self._handle = self._client = None
        if client is not None:
            client.close()
        if handle is not None:
            handle.release()

    def background_work(self) -> Message | None:
        """What is prepared beside the server on this machine, such as a faster engine; None if there is nothing."""
        if self._handle is None or not self._handle.local:
            return None
        from timbre.engines.verdict import trial_progress

        return trial_progress()

    def about(self) -> ServerAbout:
        """Facts about the server; does not start it."""
        handle = self._handle
        if handle is not None and not handle.local:
            return ServerAbout(handle.url, is_local=False)
        from timbre_app.server.access import server_url

        if handle is None and (address := self._url().strip() or server_url()):
            return ServerAbout(address, is_local=False)
        from timbre.engines.decision import chosen_engine, decide
        from timbre_app.server import server_status
        from timbre_app.server.figures import read_figures

        status = server_status() if handle is not None else None
        figures = read_figures(status.sockets.metrics) if status is not None else None
        engines = sorted(set(figures.engines.values())) if figures is not None else []
        decision = decide(chosen_engine(self._engine()))
        gpu = decision.card.name if decision.card is not None else ""
        has_remedy = bool(decision.remedy)
        why = decision.reason if gpu or has_remedy else None
        return ServerAbout(handle.url if handle else "", True, ", ".join(engines), gpu, why, has_remedy)

    def _options(self) -> ServerOptions:
        """Options to start the server with; engine and pipeline in the environment override the person's choice."""
        from timbre_app.server import ServerOptions

        options = ServerOptions.from_environment()
        return replace(
            options,
            engine=self._engine() if options.engine == "auto" else options.engine,
            pipeline=self._pipeline() if options.pipeline == "auto" else options.pipeline,
        )

    def release(self) -> None:
        """Release the server; it stops when nobody else holds it."""
        self._released = True
        if self._handle is not None:
            self._handle.release()
