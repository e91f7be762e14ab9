"""A connection's stream serves one listener after the other, with a client that records what it is asked."""

import threading

import pytest
from tritonclient.utils import InferenceServerException

from timbre_app import connection as connection_module
from timbre_app.client import TimbreClient
from timbre_app.connection import STREAM_AGE_S, Connection


class Recorder:
    """tritonclient's client, as far as streams go."""

    def __init__(self, url, channel_args):
        self.calls, self.on_response, self.by_daemon = [], None, None

    def start_stream(self, on_response):
        self.calls.append("start")
        self.on_response, self.by_daemon = on_response, threading.current_thread().daemon

    def stop_stream(self, cancel_requests):
        if self.on_response is None:
            return
        on_response, self.on_response = self.on_response, None
        self.calls.append("stop" if cancel_requests else "finish")
        if cancel_requests:
            on_response(None, InferenceServerException("cancelled"))

    def close(self):
        self.calls.append("close")


@pytest.fixture
def connection(monkeypatch):
    monkeypatch.setattr(connection_module.triton, "InferenceServerClient", Recorder)
    return Connection("nowhere")


def test_stream_stays_open_from_listener_to_listener(connection):
    heard = []
    for name in "ab":
        connection.listen(lambda result, error, name=name: heard.append((name, result)))
        connection.client.on_response(name.upper(), None)
        connection.leave(answered=True)
        connection.client.on_response("nobody's", None)
    assert connection.client.calls == ["start"]
    assert heard == [("a", "A"), ("b", "B")]


def test_stream_is_opened_by_a_daemon_so_that_no_program_waits_for_it(connection):
    connection.listen(lambda *_: None)
    assert connection.client.by_daemon


def test_what_is_in_flight_ends_with_its_stream_and_the_next_listener_hears_nothing_of_it(connection):
    heard = []
    connection.listen(lambda *_: None)
    connection.leave(answered=False)
    connection.listen(lambda *response: heard.append(response))
    connection.leave(answered=True)
    connection.listen(lambda *response: heard.append(response))
    assert connection.client.calls == ["start", "stop", "start"]
    assert not heard


def test_stream_that_may_not_stay_is_finished_and_not_cancelled_once_all_is_answered(connection):
    connection.listen(lambda *_: None)
    connection.leave(answered=True, may_stay=False)
    connection.listen(lambda *_: None)
    connection.leave(answered=False, may_stay=False)
    assert connection.client.calls == ["start", "finish", "start", "stop"]


def test_stream_that_a_silent_server_does_not_finish_is_cancelled(connection, monkeypatch):
    monkeypatch.setattr(connection_module, "CLOSE_PATIENCE_S", 0.05)
    cancelled = threading.Event()

    def stop_stream(cancel_requests):
        if cancel_requests:
            cancelled.set()
        assert cancelled.wait(10)

    connection.client.stop_stream = stop_stream
    connection.leave(answered=True, may_stay=False)
    assert cancelled.is_set()


@pytest.mark.parametrize("idle", [False, True])
def test_stream_with_an_error_is_used_no_more(connection, idle):
    heard = []
    connection.listen(lambda result, error: heard.append(error))
    if idle:
        connection.leave(answered=True)
    connection.client.on_response(None, InferenceServerException("the server is gone"))
    connection.leave(answered=True)
    connection.listen(lambda *_: None)
    assert connection.client.calls == ["start", "stop", "start"]
    assert len(heard) == (0 if idle else 1)


def test_old_stream_is_opened_anew(connection, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(connection_module.time, "monotonic", lambda: now[0])
    for age in (0.0, STREAM_AGE_S - 1, STREAM_AGE_S + 1):
        now[0] = 1000.0 + age
        connection.listen(lambda *_: None)
        connection.leave(answered=True)
    assert connection.client.calls == ["start", "stop", "start"]


def test_connection_that_is_given_back_to_a_closed_client_is_closed(monkeypatch):
    monkeypatch.setattr(connection_module.triton, "InferenceServerClient", Recorder)
    client = TimbreClient("nowhere")
    idle, busy = Connection("nowhere"), Connection("nowhere")
    client.give_back(idle)
    client.close()
    client.give_back(busy)
    assert idle.client.calls == busy.client.calls == ["close"]
