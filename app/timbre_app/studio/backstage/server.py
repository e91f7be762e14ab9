"""The speech server, held while the window is open."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre_app.client import TimbreClient
    from timbre_app.server import ServerHandle


class NotYetReadyError(RuntimeError):
    """The speech server is not up; the message says what waits for it."""


class StudioServer:
    """The server of this person, held while the window is open."""

    def __init__(self) -> None:
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
                from timbre_app.server import open_server

                handle = open_server()
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

    def forget(self) -> None:
        """Let go of a server that does not answer; the next call finds or starts another."""
        with self._lock:
            client, self._client = self._client, None
            handle, self._handle = self._handle, None
        if client is not None:
            client.close()
        if handle is not None:
            handle.release()

    def release(self) -> None:
        """Let go of the server; it stops when nobody else holds it."""
        self._released = True
        if self._handle is not None:
            self._handle.release()
