"""Where the API listens, who may ask, and how much at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from timbre_app.server.options import check_port, is_loopback

PORT = 8020


@dataclass(frozen=True)
class ApiLimits:
    """What the API accepts.

    Attributes:
        text_characters: Longest text of a request.
        requests: Requests for speech and transcripts at once; more get status 429.
        body_bytes: Longest request that has a text.
        upload_bytes: Longest request that has a recording; OpenAI's API takes 25 MB too.
        jobs: Jobs that are kept for clients, whatever their state; more get status 429.
        send_s: Time after which a client that takes no more speech is left.
    """

    text_characters: int = 50_000
    requests: int = 32
    body_bytes: int = 1 << 20
    upload_bytes: int = 25 << 20
    jobs: int = 100
    send_s: float = 300.0


@dataclass(frozen=True)
class ApiOptions:
    """How to serve the API.

    Attributes:
        host: The address to listen on.
        port: The port; 0 takes a free one.
        key_file: The file with the keys of clients (timbre_app.gateway.keys); empty for no keys.
        tls_cert: PEM file of the certificate chain; empty for no TLS.
        tls_key: PEM file of the certificate's key.
        limits: How much it accepts.

    Raises:
        ServerError: if the port is no port.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    key_file: str = ""
    tls_cert: str = ""
    tls_key: str = ""
    limits: ApiLimits = field(default_factory=ApiLimits)

    def __post_init__(self) -> None:
        check_port(self.port)

    @property
    def needs_key(self) -> bool:
        """Whether clients must send a key: always where other machines can reach the API."""
        return bool(self.key_file) or not is_loopback(self.host)
