"""Opens a server and a client of it, for commands that speak or clone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timbre.messages import Message

if TYPE_CHECKING:
    from timbre_app.client.timbre_client import TimbreClient


@dataclass(frozen=True)
class Session:
    """A client, and a server that runs as long as the session is open.

    Attributes:
        client: The client, connected and ready.
        start_s: Seconds that starting the server took; 0 if it was running already.
    """

    client: TimbreClient
    start_s: float


@contextmanager
def open_session() -> Iterator[Session]:
    """Find or start the server and connect to it.

    Raises:
        ServerError: if no server can be found or started.
    """
    from timbre_app.server import open_server

    with open_server(on_wait=tell) as handle:
        from timbre_app.client.timbre_client import TimbreClient

        with TimbreClient(handle.url, handle.revive) as client:
            client.wait_ready()
            yield Session(client, handle.start_s)


def tell(message: Message) -> None:
    """Say on standard error what a command waits for."""
    print(f"timbre: {message}", file=sys.stderr, flush=True)
