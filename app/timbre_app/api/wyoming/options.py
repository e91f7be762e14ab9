"""Where the Wyoming service listens, and what it accepts."""

from __future__ import annotations

from dataclasses import dataclass

from timbre_app.server.options import check_port

PORT = 10200
"""The port at which Home Assistant's own speech service listens."""


@dataclass(frozen=True)
class WyomingOptions:
    """How to serve Wyoming.

    Attributes:
        host: The address to listen on. The protocol knows no keys: whoever reaches it may speak.
        port: The port; 0 takes a free one.
        text_characters: Longest text.
        connections: Most clients at once.
        send_s: Time after which a client that takes no more speech is left.

    Raises:
        ServerError: if the port is no port.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    text_characters: int = 50_000
    connections: int = 32
    send_s: float = 300.0

    def __post_init__(self) -> None:
        check_port(self.port)
