"""The keeper's socket, through which programs of this user have models loaded, unloaded and mended.

A request and its answer are a line of JSON each:

```
{"do": "load", "model": "finetune"}     load a model, or load it again if its process has died
{"do": "unload", "model": "finetune"}   unload it
{"do": "mend"}                          start the server again if a model that speaks has died
{"ok": true, "loaded": true}            done; loaded: the model was not loaded before
{"error": "one sentence", "lost": true} not done; lost: the server is just starting again
```

Nothing else can be asked for, so nobody can change the server's models or settings through the socket.
"""

from __future__ import annotations

import json
import socket
import socketserver
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from timbre.messages import Message
from timbre_app.server.errors import ServerError, ServerLostError
from timbre_app.server.repository import LOAD_TIMEOUT_S

_MAX_LINE_BYTES = 4096
_READ_TIMEOUT_S = 5.0


class Models(Protocol):
    """The requests that the keeper can do.

    Raises:
        ServerError: if the request cannot be done.
        ServerLostError: if the server is gone or just starting.
    """

    def load(self, model: str) -> bool:
        """Load a model; returns False if it was loaded already."""
        ...

    def unload(self, model: str) -> None:
        """Unload a model."""
        ...

    def mend(self) -> None:
        """Start the server again if a model that speaks has died; returns when the server speaks again."""
        ...


def request(path: Path, wish: Mapping[str, str]) -> Mapping[str, Any]:
    """Send the keeper a request, and wait until it has been done.

    Args:
        path: The keeper's socket.
        wish: The request, as above.
    Returns:
        The answer.
    Raises:
        ServerError: if the request cannot be done; the message says why.
        ServerLostError: if the keeper or the server is gone or just starting again.
    """
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(LOAD_TIMEOUT_S)
            connection.connect(str(path))
            connection.sendall(json.dumps(dict(wish)).encode() + b"\n")
            with connection.makefile("rb") as reader:
                answer = json.loads(reader.readline(_MAX_LINE_BYTES))
    except (OSError, ValueError) as error:
        raise ServerLostError("The speech server does not answer; it may just be starting again.") from error
    if "error" in answer:
        message = Message.from_json(answer["error"])
        raise ServerLostError(message) if answer.get("lost") else ServerError(message)
    return answer


class ControlServer:
    """Answers requests on its own threads.

    Args:
        path: The socket; an old one is replaced.
        models: Does the requests.
    """

    def __init__(self, path: Path, models: Models) -> None:
        path.unlink(missing_ok=True)

        class Handler(socketserver.StreamRequestHandler):
            timeout = _READ_TIMEOUT_S

            def handle(self) -> None:
                line = self.rfile.readline(_MAX_LINE_BYTES)
                self.wfile.write(json.dumps(_answer(line, models)).encode() + b"\n")

        self._path = path
        self._server = _Server(str(path), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop answering, and remove the socket."""
        self._server.shutdown()
        self._server.server_close()
        self._path.unlink(missing_ok=True)


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a client that goes before it has its answer."""


def _answer(line: bytes, models: Models) -> dict[str, Any]:
    try:
        wish = json.loads(line)
        what, model = str(wish["do"]), str(wish.get("model", ""))
        if what == "load":
            return {"ok": True, "loaded": models.load(model)}
        if what == "unload":
            models.unload(model)
        elif what == "mend":
            models.mend()
        else:
            raise ServerError("The keeper of the speech server does not know {wish!r}.", wish=what)
    except ServerError as error:
        return {"error": error.message.to_json(), "lost": isinstance(error, ServerLostError)}
    except (ValueError, KeyError, TypeError, AttributeError):
        message = Message.of("The keeper of the speech server takes lines of JSON with a field named do.")
        return {"error": message.to_json()}
    return {"ok": True}
