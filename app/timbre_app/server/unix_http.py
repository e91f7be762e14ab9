"""HTTP over a Unix socket, as Triton serves it to this user."""

from __future__ import annotations

import http.client
import socket
from pathlib import Path


class _Connection(http.client.HTTPConnection):
    """An HTTP connection to a Unix socket."""

    def __init__(self, path: Path, timeout_s: float) -> None:
        super().__init__("localhost", timeout=timeout_s)
        self._path = path

    def connect(self) -> None:
        """Connect to the socket instead of a host."""
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


def request(path: Path, target: str, body: bytes | None = None, timeout_s: float = 5.0) -> tuple[int, bytes]:
    """Send one request: GET, or POST if there is a body.

    Args:
        path: The socket.
        target: Path of the resource, such as "/metrics".
        body: The body to post.
        timeout_s: Longest wait for the next piece of the answer.
    Returns:
        The status and the answer.
    Raises:
        OSError: if nobody listens, or no answer comes in time.
    """
    connection = _Connection(path, timeout_s)
    try:
        connection.request("GET" if body is None else "POST", target, body)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except http.client.HTTPException as error:
        raise ConnectionError(f"{path} gave no complete answer ({type(error).__name__})") from error
    finally:
        connection.close()
