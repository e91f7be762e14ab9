"""The speech server, held while the window is open."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from timbre_app.studio.ports.server import ServerAbout

if TYPE_CHECKING:
    from timbre_app.client import TimbreClient
    from timbre_app.server import ServerHandle


class NotYetReadyError(RuntimeError):
    """The speech server is not up; the message says what waits for it."""


ENGINE_VARIABLE = "TIMBRE_ENGINE"


class StudioServer:
    """The server of this person, held while the window is open."""

    def __init__(
        self, url: Callable[[], str] = lambda: "", engine: Callable[[], str] = lambda: "auto"
    ) -> None:
        """Ask for nothing yet.

        Args:
            url: The address that the person has set, or empty for a server on this machine.
            engine: What the server on this machine is to compute with; "auto" leaves it to the server.
        """
        self._url, self._engine = url, engine
        self._own_engine = False
        self._lock = threading.Lock()
        self._handle: ServerHandle | None = None
        self._client: TimbreClient | None = None
        self._released = False

    def start(self) -> str:
        """Start the server or find it, wait until it speaks, and say so in a few words.

        Raises:
            ServerError: one sentence that says what is wrong.
        """
        self.client()
        handle = self._handle
        if handle is not None and not handle.local:
            return f"ready at {handle.url}"
        started = f" (started in {handle.start_s:.1f} s)" if handle is not None and handle.start_s else ""
        return f"ready on this machine{started}"

    def client(self) -> TimbreClient:
        """The connection; starts the server if that has not been done, or waits while another thread does.

        Raises:
            ServerError: as `start`.
        """
        with self._lock:
            if self._client is None:
                from timbre_app.client import TimbreClient
                from timbre_app.server import ServerHandle, open_server

                url = self._url().strip().removeprefix("grpc://").removeprefix("http://").rstrip("/")
                self._choose_engine()
                handle = ServerHandle(url) if url else open_server()
                client = TimbreClient(handle.url)
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

    def reconnect(self) -> str:
        """Let go of the server and start again with the settings as they are now.

        Raises:
            ServerError: as `start`.
        """
        self.forget()
        return self.start()

    def forget(self) -> None:
        """Let go of a server that does not answer; the next call finds or starts another."""
        with self._lock:
            handle, client = self._handle, self._client
            self._handle = self._client = None
        if client is not None:
            client.close()
        if handle is not None:
            handle.release()

    def about(self) -> ServerAbout:
        """What is known of the server; does not start it."""
        handle = self._handle
        if handle is not None and not handle.local:
            return ServerAbout(handle.url, is_local=False)
        from timbre_app.doctor import gpu_name
        from timbre_app.server import server_status
        from timbre_app.server.figures import read_figures

        status = server_status() if handle is not None else None
        figures = read_figures(status.metrics_url) if status is not None else None
        engines = sorted(set(figures.engines.values())) if figures is not None else []
        return ServerAbout(handle.url if handle else "", True, ", ".join(engines), gpu_name())

    def _choose_engine(self) -> None:
        """Hand the person's choice to a server that is started now; one in the environment goes before."""
        engine = self._engine()
        if self._own_engine:
            os.environ.pop(ENGINE_VARIABLE, None)
        self._own_engine = engine != "auto" and ENGINE_VARIABLE not in os.environ
        if self._own_engine:
            os.environ[ENGINE_VARIABLE] = engine

    def release(self) -> None:
        """Let go of the server; it stops when nobody else holds it."""
        self._released = True
        if self._handle is not None:
            self._handle.release()
