"""The speech server."""

from __future__ import annotations

from typing import Protocol


class Server(Protocol):
    """The speech server's life."""

    def start(self) -> str:
        """Start it or find it, wait until it is ready, and say so in a few words."""
        ...

    def release(self) -> None:
        """This window needs it no longer."""
        ...
