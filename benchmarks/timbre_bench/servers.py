"""Several speech servers on this machine, as replicas of a deployment would share a larger one.

The first is this user's own server; each of the others has its own home, so it knows nothing of the rest. If
the machine has several GPUs, the servers take them in turn.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from timbre_app.server import ServerError, open_server, stop_server
from timbre_bench.page import cards
from timbre_bench.speaker import SpeakerError


@contextmanager
def open_servers(count: int) -> Iterator[list[str]]:
    """Hold `count` servers; yields their addresses.

    Raises:
        SpeakerError: if a server cannot be started, or several are asked for and TIMBRE_SERVER_URL names a server.
    """
    if count > 1 and os.environ.get("TIMBRE_SERVER_URL"):
        raise SpeakerError("TIMBRE_SERVER_URL names a server, so no others are started: ask for one.")
    with ExitStack() as stack:
        try:
            yield [stack.enter_context(_server(number, count)) for number in range(count)]
        except ServerError as error:
            raise SpeakerError(str(error)) from error


@contextmanager
def _server(number: int, count: int) -> Iterator[str]:
    gpus = _visible()
    settings = {"CUDA_VISIBLE_DEVICES": gpus[number % len(gpus)]} if count > 1 and gpus else {}
    if not number:
        with _environment(settings):
            handle = open_server()
        with handle:
            yield handle.url
        return
    with own_server(settings) as url:
        yield url


@contextmanager
def own_server(settings: Mapping[str, str]) -> Iterator[str]:
    """Hold a server with its own home and settings (environment variables); yields its address.

    Raises:
        SpeakerError: if TIMBRE_SERVER_URL names a server.
        ServerError: if it cannot be started.
    """
    if os.environ.get("TIMBRE_SERVER_URL"):
        raise SpeakerError("TIMBRE_SERVER_URL names a server, so no other is started: unset it.")
    with tempfile.TemporaryDirectory(prefix="timbre-server-") as home:
        settings = {**settings, "TIMBRE_HOME": str(Path(home) / "home")}
        with _environment(settings):
            handle = open_server()
        with handle:
            try:
                yield handle.url
            finally:
                with _environment(settings):
                    stop_server()


def _visible() -> list[str]:
    """The GPUs that may be used, as CUDA names them: those that CUDA_VISIBLE_DEVICES allows, else all."""
    chosen = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    return chosen.split(",") if chosen else [str(number) for number in range(len(cards()))]


@contextmanager
def _environment(settings: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment while the context is open."""
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
