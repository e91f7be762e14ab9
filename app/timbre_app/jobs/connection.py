"""The runner's connection to the speech server, made when a sentence needs it."""

from __future__ import annotations

import contextlib
from typing import Self

from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import open_server


class JobConnection:
    """Finds or starts the server, and holds it until it is closed; a context manager."""

    def __init__(self) -> None:
        self._stack = contextlib.ExitStack()
        self._client: TimbreClient | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def client(self) -> TimbreClient:
        """The connection.

        Raises:
            ServerError: if no server can be found or started.
        """
        if self._client is None:
            with contextlib.ExitStack() as stack:
                handle = stack.enter_context(open_server())
                client = stack.enter_context(TimbreClient(handle.url, handle.revive))
                client.wait_ready()
                self._stack, self._client = stack.pop_all(), client
        return self._client
