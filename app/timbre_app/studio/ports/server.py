"""The speech server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class ServerAbout:
    """What is known of the server in use.

    Attributes:
        url: host:port, or empty before it runs.
        is_local: Whether it is the one that Timbre starts on this machine.
        engine: What computes, or empty if that is not known.
        gpu: The GPU's name, or empty.
    """

    url: str = ""
    is_local: bool = True
    engine: str = ""
    gpu: str = ""


class Server(Protocol):
    """The speech server's life."""

    def start(self) -> str:
        """Start it or find it, wait until it is ready, and say so in a few words."""
        ...

    def reconnect(self) -> str:
        """Let go of it and `start` again, with the settings as they are now."""
        ...

    def about(self) -> ServerAbout:
        """What is known of it; does not start it."""
        ...

    def release(self) -> None:
        """This window needs it no longer."""
        ...
