"""How long a client waits for a server that starts again."""

from types import SimpleNamespace

import pytest

from timbre_app.client import timbre_client
from timbre_app.client.timbre_client import RECOVERY_TIMEOUT_S, TimbreClient
from timbre_app.server import ServerError


@pytest.fixture
def clock(monkeypatch):
    """A clock of the client's own; whoever sleeps moves it on."""
    clock = SimpleNamespace(now=0.0)

    def sleep(seconds):
        clock.now += seconds

    monkeypatch.setattr(timbre_client, "time", SimpleNamespace(monotonic=lambda: clock.now, sleep=sleep))
    return clock


def test_a_slow_start_leaves_the_client_time_to_connect(clock, monkeypatch):
    started_s = []

    def revive():
        if not started_s:
            clock.now += 3 * RECOVERY_TIMEOUT_S
            started_s.append(clock.now)

    with TimbreClient("nowhere", revive) as client:
        monkeypatch.setattr(client, "_can_speak", lambda: bool(started_s) and clock.now > started_s[0] + 1)
        client.wait_ready()
    assert clock.now > 3 * RECOVERY_TIMEOUT_S


def test_a_server_that_never_answers_is_given_up(clock, monkeypatch):
    with TimbreClient("nowhere") as client:
        monkeypatch.setattr(client, "_can_speak", lambda: False)
        with pytest.raises(ServerError, match="no speech server"):
            client.wait_ready()
    assert RECOVERY_TIMEOUT_S <= clock.now < RECOVERY_TIMEOUT_S + 1
