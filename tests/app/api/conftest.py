"""The speech API of a real server with a tiny base model."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.ports import free_port
from tests.helpers.speech_server import SpeechServer, own_home
from timbre_app.api.options import ApiOptions
from timbre_app.api.service import ApiService
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import open_server
from timbre_app.voices.library import VoiceLibrary

VOICE = "Ada"
KEY = "k" * 43


@dataclass(frozen=True)
class ServedApi:
    """An API that listens.

    Attributes:
        server: The speech server behind it.
        url: Its address, without "/v1".
    """

    server: SpeechServer
    url: str


def add_voice(server: SpeechServer) -> None:
    """Add the voice VOICE to the library of the server's home."""
    VoiceLibrary().add(dataclasses.replace(server.voice(), name=VOICE), replace=True)


@pytest.fixture(scope="module")
def _served_api(_shared_server: SpeechServer) -> Iterator[ServedApi]:
    with own_home(_shared_server.home, _shared_server.base), open_server() as handle:
        add_voice(_shared_server)
        port = free_port()
        with TimbreClient(handle.url, handle.revive) as client, ApiService(ApiOptions(port=port), client):
            yield ServedApi(_shared_server, f"http://127.0.0.1:{port}")


@pytest.fixture
def api(_served_api: ServedApi) -> Iterator[ServedApi]:
    """An API on loopback without keys."""
    with own_home(_served_api.server.home, _served_api.server.base):
        yield _served_api


@pytest.fixture
def key_file(tmp_path: Path) -> str:
    """A file with the key KEY."""
    path = tmp_path / "keys"
    path.write_text(f"ada {KEY}\n")
    path.chmod(0o600)
    return str(path)
