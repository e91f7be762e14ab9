"""Metrics over HTTP, as Prometheus reads them and as nobody else does."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingUnixStreamServer

import pytest

from timbre_app.gateway.figures import MAX_REQUEST_BYTES, FiguresService
from timbre_app.gateway.listening import bind

METRICS = b"timbre_streams_in_flight 3\n"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(METRICS)

    def address_string(self):
        return "unix"

    def log_message(self, *_):
        pass


@pytest.fixture
def source(tmp_path):
    with ThreadingUnixStreamServer(str(tmp_path / "metrics"), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield tmp_path / "metrics"
        server.shutdown()


@pytest.fixture
def ask(source):
    """Sends bytes, returns the status and the body."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    bound = bind("127.0.0.1", 0)
    service = FiguresService(source, ("timbre.example.com",))
    server = asyncio.run_coroutine_threadsafe(
        asyncio.start_server(service.serve, sock=bound, limit=MAX_REQUEST_BYTES), loop
    ).result(60)

    def send(data):
        with socket.create_connection(bound.getsockname(), timeout=60) as connection:
            with contextlib.suppress(OSError):
                connection.sendall(data)
            answer = b""
            with contextlib.suppress(OSError):
                answer = b"".join(iter(lambda: connection.recv(65_536), b""))
        head, _, body = answer.partition(b"\r\n\r\n")
        return (int(head.split()[1]) if head else 0), body

    yield send
    loop.call_soon_threadsafe(server.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def get(path="/metrics", host="127.0.0.1:8002", method="GET", more=""):
    return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n".encode()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8002",
        "10.0.0.7",
        "[::1]:8002",
        "localhost:8002",
        "Timbre.example.com",
        socket.gethostname(),
    ],
)
def test_metrics_are_read_by_a_name_or_address_of_this_machine(ask, host):
    assert ask(get(host=host)) == (200, METRICS)


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (get(host="evil.example"), 403),
        (get(host="127.0.0.1.evil.example"), 403),
        (get(host="localhost.evil.example"), 403),
        (get(host=""), 403),
        (get(more="Origin: https://evil.example\r\n"), 403),
        (get(more="Host: evil.example\r\n"), 403),
        (b"GET /metrics HTTP/1.0\r\n\r\n", 403),
        (get(method="POST"), 405),
        (get("/v2/repository/index"), 404),
        (get("/"), 404),
        (b"\0\r\n\r\n", 405),
        (get(more="X: " + "x" * MAX_REQUEST_BYTES + "\r\n"), 0),
    ],
)
def test_nothing_else_is_answered(ask, request_bytes, status):
    answer, body = ask(request_bytes)
    assert answer == status
    assert METRICS not in body


def test_server_that_is_gone_is_said(ask, source):
    source.unlink()
    assert ask(get())[0] == 503
