"""A held server and its client, for commands that speak or clone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre_app.client import TimbreClient


@dataclass(frozen=True)
class Session:
    """A server that stays as long as this is held.

    Attributes:
        client: Connected and ready.
        start_s: Seconds that starting the server took; 0 if it was there.
    """

    client: TimbreClient
    start_s: float


@contextmanager
def open_session() -> Iterator[Session]:
    """Find or start the server and connect to it.

    Raises:
        ServerError: if there is none to be had.
    """
    from timbre_app.server import open_server

    with open_server() as handle:
        from timbre_app.client import TimbreClient

        with TimbreClient(handle.url) as client:
            client.wait_ready()
            yield Session(client, handle.start_s)
