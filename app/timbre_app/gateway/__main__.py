"""The gateway's process: `python -m timbre_app.gateway CONFIG`; see `config`.

It prints one line of JSON: where it listens, {"port": …, "metrics_port": …}, or why it cannot, {"error": a sentence}.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import grpc
import grpc.aio

from timbre.priority import ask_for_slices
from timbre_app.gateway import listening, messages
from timbre_app.gateway.config import GatewayConfig
from timbre_app.gateway.figures import MAX_REQUEST_BYTES, FiguresService
from timbre_app.gateway.keys import read_key_file
from timbre_app.gateway.service import Gate
from timbre_app.gateway.upstream import Upstream
from timbre_app.server.errors import ServerError

MAX_STREAMS_PER_CONNECTION = 256
CONNECTION_AGE_MS = 3_600_000
CONNECTION_GRACE_MS = 6 * 3_600_000
"""Calls of a connection that has reached its age get this time to end; a clone may take long."""
_PR_SET_PDEATHSIG = 1
_SERVER = [
    ("grpc.max_receive_message_length", messages.MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_metadata_size", 8192),
    ("grpc.max_concurrent_streams", MAX_STREAMS_PER_CONNECTION),
    ("grpc.max_connection_age_ms", CONNECTION_AGE_MS),
    ("grpc.max_connection_age_grace_ms", CONNECTION_GRACE_MS),
    # A client that is switched off does not close its connection, so the gateway pings it.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.so_reuseport", 0),
]


async def run(config: GatewayConfig) -> None:
    """Listen until the process is ended.

    Raises:
        ServerError: if it cannot listen, or a key or a certificate cannot be used.
    """
    ports: dict[str, int | None] = {"port": None, "metrics_port": None}
    background: list[Any] = []
    if config.port is not None:
        server, gate, ports["port"] = _open_gate(config, config.port)
        await server.start()
        background.append(asyncio.ensure_future(gate.close_idle_streams()))
    if config.metrics_port is not None:
        service = FiguresService(Path(config.metrics), config.metrics_names)
        listener = listening.bind(config.host, config.metrics_port)
        background.append(await asyncio.start_server(service.serve, sock=listener, limit=MAX_REQUEST_BYTES))
        ports["metrics_port"] = listener.getsockname()[1]
    sys.stdout.write(json.dumps(ports) + "\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


def _open_gate(config: GatewayConfig, port: int) -> tuple[grpc.aio.Server, Gate, int]:
    gate = Gate(read_key_file(Path(config.key_file)), Upstream(config.upstream, _make_change(config.control)))
    server = grpc.aio.server(options=_SERVER)
    server.add_generic_rpc_handlers((gate,))
    listening.check(config.host, port)
    address = f"{listening.bracketed(config.host)}:{port}"
    try:
        if not config.certificate:
            return server, gate, server.add_insecure_port(address)
        return server, gate, server.add_secure_port(address, listening.credentials(config))
    except RuntimeError as error:
        raise ServerError(
            "Nothing can listen on {address}: {reason}", address=address, reason=error
        ) from error


def _make_change(control_socket: str) -> Any:
    def change(what: str, model: str) -> None:
        from timbre_app.server import control

        control.request(Path(control_socket), {"do": what, "model": model})

    return change


def _die_with(parent: int) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


def main(arguments: list[str]) -> int:
    """Run as `python -m timbre_app.gateway CONFIG`."""
    config = GatewayConfig.from_json(arguments[0])
    if config.parent:
        _die_with(config.parent)
    os.umask(0o077)
    ask_for_slices()
    try:
        asyncio.run(run(config))
    except ServerError as error:
        sys.stdout.write(json.dumps({"error": error.message.to_json()}) + "\n")
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
