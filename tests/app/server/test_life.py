"""The life of the real server: found, shared, retired, refused."""

import pytest

from tests.helpers.ports import free_port
from tests.helpers.speech_server import is_alive, own_home, regions_of, wait_until
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import ServerError, open_server, server_status, stop_server

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture
def home(tmp_path, tiny_base):
    with own_home(tmp_path / "home", tiny_base):
        yield tmp_path / "home"
        stop_server()


def test_server_is_shared_and_stops_with_its_last_client(home, monkeypatch):
    monkeypatch.setenv("TIMBRE_SERVER_GRACE_S", "1")
    first = open_server()
    assert first.local
    assert first.start_s > 0
    with open_server() as second:
        assert second.url == first.url
        assert second.start_s == 0
        assert server_status().clients == 2
    status = server_status()
    assert status.clients == 1
    assert status.url == first.url
    with TimbreClient(first.url) as client:
        assert client.is_ready()
    first.release()
    assert wait_until(lambda: not is_alive(status.pid))
    assert not is_alive(status.server_pid)
    assert regions_of(status.pid) == []
    assert server_status() is None
    assert (home / "logs" / "server.log").stat().st_size > 0


def test_warm_server_is_taken_over_unless_settings_changed(home, monkeypatch):
    with open_server() as handle:
        url = handle.url
    with open_server() as handle:
        assert (handle.url, handle.start_s) == (url, 0)
    before = server_status()
    monkeypatch.setenv("TIMBRE_WHISPER", "another")
    with open_server() as handle:
        assert handle.start_s > 0
        assert not is_alive(before.pid)


def test_server_stops_on_demand(home):
    with open_server():
        status = server_status()
        assert stop_server()
    assert not is_alive(status.server_pid)
    assert not stop_server()
    assert regions_of(status.pid) == []


def test_base_model_that_is_missing_is_named(home, monkeypatch, tmp_path):
    monkeypatch.setenv("TIMBRE_BASE", str(tmp_path / "nothing"))
    with pytest.raises(ServerError, match="no base model in"):
        open_server()
    assert server_status() is None
    assert list((home / "run" / "leases").iterdir()) == []


def test_home_that_cannot_be_written_is_named(home, monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("TIMBRE_HOME", str(blocked / "home"))
    with pytest.raises(ServerError, match="cannot be used"):
        open_server()


def test_url_of_the_environment_is_used_instead(home, monkeypatch):
    monkeypatch.setenv("TIMBRE_SERVER_URL", "http://192.0.2.7:8001/")
    with open_server() as handle:
        assert (handle.url, handle.local) == ("192.0.2.7:8001", False)
    assert server_status() is None


def test_absent_server_is_named():
    url = f"127.0.0.1:{free_port()}"
    with TimbreClient(url) as client, pytest.raises(ServerError, match=f"no speech server at {url}"):
        client.wait_ready(timeout_s=0.3)
