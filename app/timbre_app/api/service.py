"""The API as a part of a program: it listens on threads of its own until it is stopped."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Self

import uvicorn
from starlette.types import ASGIApp

from timbre_app.api.app import Backstage, make_app
from timbre_app.api.jobs import JobWatch
from timbre_app.api.options import ApiOptions
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.gateway import listening
from timbre_app.gateway.keys import read_key_file
from timbre_app.jobs.office import JobOffice
from timbre_app.output.known_voices import Voices
from timbre_app.reading.dictionary import Dictionary
from timbre_app.server import ServerError
from timbre_app.server.sockets import Sockets

START_TIMEOUT_S = 30.0
STOP_PATIENCE_S = 1
"""Time in which requests may end when the API stops."""
STOP_TIMEOUT_S = 5.0


class ApiService:
    """Serves the API; a context manager, inside which it listens.

    Args:
        options: Where it listens and who may ask.
        client: The client of this user's own speech server; it must live as long as the service.
    Raises:
        ServerError: if it cannot listen, or a key or a certificate cannot be used.
    """

    def __init__(self, options: ApiOptions, client: TimbreClient) -> None:
        keys = read_key_file(Path(options.key_file)) if options.needs_key else None
        self._listener = listening.bind(options.host, options.port)
        sockets = Sockets.of_url(client.url)
        assert sockets is not None  # `timbre serve` is for this user's own server
        backstage = Backstage(client, Voices(), Dictionary(), sockets.metrics, JobOffice())
        self._watch = JobWatch(backstage.jobs)
        self._server = uvicorn.Server(_config(make_app(backstage, options.limits, keys), options))
        self._thread = threading.Thread(
            target=self._server.run, args=([self._listener],), name="speech-api", daemon=True
        )

    @property
    def port(self) -> int:
        """The port."""
        return self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        """Listen.

        Raises:
            ServerError: if the API does not start.
        """
        self._thread.start()
        self._watch.start()
        deadline = time.monotonic() + START_TIMEOUT_S
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > deadline:
                self.__exit__()
                raise ServerError("The speech API did not start; what it printed says why.")
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop listening, and end what is being answered."""
        self._watch.end()
        self._server.should_exit = True
        self._thread.join(STOP_TIMEOUT_S)
        self._listener.close()


def _config(app: ASGIApp, options: ApiOptions) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_PATIENCE_S,
        ssl_certfile=options.tls_cert or None,
        ssl_keyfile=options.tls_key or None,
    )
