"""The configuration of a gateway, which the keeper writes and the gateway reads."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class GatewayConfig:
    """Everything that a gateway needs. It is passed as JSON on the command line, where every user can read it.

    Attributes:
        upstream: The speech server, "unix:PATH".
        control: The keeper's control socket.
        metrics: The socket of the server's metrics.
        host: The address to listen on.
        port: The port for gRPC; None listens for metrics only.
        key_file: The file with the keys, see `keys`.
        certificate: PEM file with the certificate chain; empty for no TLS.
        private_key: PEM file of the certificate's key.
        metrics_port: The port for Prometheus; None for no metrics.
        metrics_names: Names under which Prometheus may ask, beside this machine's.
        parent: The process with which the gateway ends; 0 for none.
    """

    upstream: str
    control: str
    metrics: str
    host: str
    port: int | None
    key_file: str = ""
    certificate: str = ""
    private_key: str = ""
    metrics_port: int | None = None
    metrics_names: tuple[str, ...] = ()
    parent: int = 0

    def to_json(self) -> str:
        """The configuration as one line."""
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def from_json(cls, text: str) -> GatewayConfig:
        """Read the line that `to_json` wrote."""
        fields = json.loads(text)
        return cls(**{**fields, "metrics_names": tuple(fields.get("metrics_names", ()))})
