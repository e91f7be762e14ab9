"""The server's metrics over HTTP, for Prometheus, if the person asked for a port for them.

Metrics tell how much is spoken, not what. Prometheus needs no key: the network decides who may ask. Web pages must not
ask. So a request is answered only if it names this machine by an address or by one of the machine's own names: the
request of a web page that reaches this port names the page's own site.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from timbre_app.gateway.own_names import OwnNames
from timbre_app.server import unix_http

MAX_REQUEST_BYTES = 8192
PATIENCE_S = 5.0
MAX_CLIENTS = 16
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class FiguresService:
    """Answers GET /metrics.

    Args:
        source: The socket of the server's metrics.
        names: Names that a request may use, besides addresses and this machine's own names.
    """

    def __init__(self, source: Path, names: Iterable[str] = ()) -> None:
        self._source = source
        self._names = OwnNames(names)
        self._room = asyncio.Semaphore(MAX_CLIENTS)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the one request of a connection."""
        try:
            async with self._room, asyncio.timeout(PATIENCE_S):
                status, body = await self._answer(await reader.readuntil(b"\r\n\r\n"))
                head = f"HTTP/1.1 {status}\r\nContent-Type: {CONTENT_TYPE}\r\nContent-Length: {len(body)}\r\n"
                writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the client may ask again
        finally:
            writer.close()

    async def _answer(self, head: bytes) -> tuple[str, bytes]:
        first, *lines = head.decode("latin-1").split("\r\n")
        method, _, rest = first.partition(" ")
        fields = [
            (name.strip().lower(), value.strip())
            for name, _, value in (line.partition(":") for line in lines)
        ]
        hosts = [value for name, value in fields if name == "host"]
        if method != "GET":
            return "405 Method Not Allowed", b"Only GET is allowed.\n"
        if any(name == "origin" for name, _ in fields) or len(hosts) != 1 or not self._names.has(hosts[0]):
            return "403 Forbidden", b"Ask by this machine's address, not from a page.\n"
        if rest.partition(" ")[0] != "/metrics":
            return "404 Not Found", b"There is only /metrics.\n"
        try:
            status, body = await asyncio.to_thread(unix_http.request, self._source, "/metrics")
        except OSError:
            return "503 Service Unavailable", b"The speech server does not answer.\n"
        return ("200 OK", body) if status == 200 else ("502 Bad Gateway", b"")
