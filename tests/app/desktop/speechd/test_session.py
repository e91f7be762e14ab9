"""How long the module holds the real server."""

from __future__ import annotations

import os
import threading

import pytest

from tests.helpers.speech_server import SpeechServer, wait_until
from timbre_app.desktop.speechd import session as session_module
from timbre_app.desktop.speechd.session import Session
from timbre_app.server import ServerError
from timbre_app.server.locks import live_leases

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def own_leases(server: SpeechServer) -> int:
    """How often this process holds the server. Programs of earlier tests may be ending, and hold it until then."""
    leases = live_leases(server.home / "run" / "leases")
    return sum(lease.name.startswith(f"{os.getpid()}-") for lease in leases)


def test_the_server_is_held_from_the_start_and_released_after_a_time_without_speech(
    speech_server: SpeechServer,
):
    others = own_leases(speech_server)
    may_be_released = threading.Event()

    class LookedAt(Session):
        def _release(self) -> None:
            may_be_released.wait(60)
            super()._release()

    session = LookedAt(idle_s=0.5)
    session.begin()
    assert wait_until(lambda: own_leases(speech_server) == others + 1)
    may_be_released.set()
    assert wait_until(lambda: own_leases(speech_server) == others)
    with session as client:
        assert len(list(client.speak("Hello there.", speech_server.voice())))
        assert not wait_until(lambda: own_leases(speech_server) == others, 1.0)
    session.close()
    assert own_leases(speech_server) == others


def test_who_speaks_after_a_failed_start_tries_again(
    speech_server: SpeechServer, monkeypatch: pytest.MonkeyPatch
):
    errors = [ServerError("There is no server.")]
    open_server = session_module.open_server

    def sometimes():
        if errors:
            raise errors.pop()
        return open_server()

    monkeypatch.setattr(session_module, "open_server", sometimes)
    session = Session()
    session.begin()
    assert wait_until(lambda: not errors)
    with session as client:
        assert client.is_ready()
    session.close()
