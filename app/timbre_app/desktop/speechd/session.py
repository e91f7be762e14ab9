"""The speech server as long as this module needs it."""

from __future__ import annotations

import logging
import threading

from timbre.messages import TimbreError
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import ServerHandle, open_server

_log = logging.getLogger(__name__)
IDLE_S = 900.0
"""Time without speech after which the server is released; the next speech starts it again."""


class Session:
    """A client of the speech server, which is found or started when it is first needed.

    Args:
        idle_s: Time without speech after which the server is released.
    """

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._lock = threading.Lock()
        self._handle: ServerHandle | None = None
        self._client: TimbreClient | None = None
        self._users = 0
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """Find or start the server on a thread of its own; an error is told to who speaks next."""
        threading.Thread(target=self._try_to_open, name="server", daemon=True).start()

    def __enter__(self) -> TimbreClient:
        """The client; waits for a server that is starting.

        Raises:
            ServerError: if there is no server.
        """
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            client = self._open()
            self._users += 1
            return client

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                self._timer = threading.Timer(self._idle_s, self._release)
                self._timer.daemon = True
                self._timer.start()

    def close(self) -> None:
        """Release the server, even if somebody waits for its speech."""
        client, handle = self._client, self._handle
        self._client = self._handle = None
        if client is not None:
            client.close()
        if handle is not None:
            handle.release()

    def _try_to_open(self) -> None:
        try:
            with self:
                pass
        except (TimbreError, OSError) as error:
            _log.warning("%s", error)

    def _open(self) -> TimbreClient:
        if self._client is None:
            handle = open_server()
            try:
                client = TimbreClient(handle.url, handle.revive)
                client.wait_ready()
            except BaseException:
                handle.release()
                raise
            self._handle, self._client = handle, client
        return self._client

    def _release(self) -> None:
        with self._lock:
            if not self._users:
                self.close()
