"""The gateway's process as the keeper runs it; it ends with the keeper."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

from timbre.messages import Message
from timbre_app.gateway.config import GatewayConfig
from timbre_app.gateway.keys import own_key_file
from timbre_app.server.errors import ServerError
from timbre_app.server.options import ServerOptions

START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 2.0
METRICS_NAMES = "TIMBRE_METRICS_NAMES"
"""Environment variable: names under which Prometheus may ask for metrics, separated by commas."""


@dataclass(frozen=True)
class GatewayPorts:
    """Where a gateway listens.

    Attributes:
        host: The address.
        grpc: The port for clients with a key; None if there is none.
        metrics: The port for Prometheus; None if there is none.
        encrypted: Whether clients speak TLS.
    """

    host: str
    grpc: int | None
    metrics: int | None
    encrypted: bool


class GatewayProcess:
    """A running gateway."""

    def __init__(self, process: subprocess.Popen[bytes], ports: GatewayPorts) -> None:
        self.ports = ports
        self._process = process

    @classmethod
    def start(cls, options: ServerOptions, upstream_url: str, control_socket: Path, log: IO[bytes]) -> Self:
        """Start a gateway and wait until it listens.

        The calling thread must live as long as the gateway, whose process ends with the thread that started it.

        Args:
            options: The server's options; `options.wants_gateway` tells whether they ask for a gateway.
            upstream_url: The server's URL, "unix:PATH".
            control_socket: The keeper's socket; that of the server's metrics lies beside it.
            log: Gets the gateway's messages.
        Raises:
            ServerError: if it cannot listen, or a key or a certificate cannot be used.
        """
        config = _config(options, upstream_url, control_socket)
        process = subprocess.Popen(
            [sys.executable, "-m", "timbre_app.gateway", config.to_json()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            cwd="/",
            process_group=0,
        )
        try:
            answer = _first_line(process)
        except BaseException:
            process.kill()
            process.wait()
            raise
        ports = GatewayPorts(options.host, answer["port"], answer["metrics_port"], bool(options.tls_cert))
        return cls(process, ports)

    @property
    def pid(self) -> int:
        """The gateway's process id."""
        return self._process.pid

    def poll(self) -> int | None:
        """The gateway's exit code; None while it runs."""
        return self._process.poll()

    def stop(self) -> None:
        """End the gateway, and all streams with it."""
        self._process.terminate()
        try:
            self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _config(options: ServerOptions, upstream_url: str, control_socket: Path) -> GatewayConfig:
    serves = options.serves_network
    return GatewayConfig(
        upstream=upstream_url,
        control=str(control_socket),
        metrics=str(control_socket.with_name("metrics")),
        host=options.host,
        port=options.grpc_port if serves else None,
        key_file=(options.key_file or str(own_key_file()[0])) if serves else "",
        certificate=options.tls_cert,
        private_key=options.tls_key,
        metrics_port=options.metrics_port or None,
        metrics_names=tuple(name for name in os.environ.get(METRICS_NAMES, "").split(",") if name),
        parent=os.getpid(),
    )


def _first_line(process: subprocess.Popen[bytes]) -> dict[str, int | None]:
    assert process.stdout is not None
    with process.stdout as output:  # the gateway prints one line
        ready, _, _ = select.select([output], [], [], START_TIMEOUT_S)
        line = output.readline() if ready else b""
    try:
        answer = json.loads(line)
    except ValueError:
        raise ServerError("The speech server's gateway did not start; its log says why.") from None
    if "error" in answer:
        raise ServerError(Message.from_json(answer["error"]))
    return answer
