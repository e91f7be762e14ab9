"""A connection's stream serves one listener after the other, with a client that records what it is asked."""

import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType, SimpleNamespace
from typing import NamedTuple

import pytest
from tritonclient.utils import InferenceServerException

from timbre_app.client import connection as connection_module
from timbre_app.client.connection import STREAM_AGE_S, Connection, GrpcStream
from timbre_app.client.timbre_client import TimbreClient


class Result(NamedTuple):
    """A response, as tritonclient gives it."""

    id: str
    parameters: Mapping[str, object] = MappingProxyType(
        {"triton_final_response": SimpleNamespace(bool_param=True)}
    )
    outputs: Sequence[object] = ()

    def get_response(self):
        return self


class Recorder:
    """tritonclient's client, as far as streams go."""

    def __init__(self, url, creds, channel_args):
        self.calls, self.sent, self.on_response, self.by_daemon = [], [], None, None

    def register_plugin(self, plugin):
        self.plugin = plugin

    def start_stream(self, on_response):
        self.calls.append("start")
        self.on_response, self.by_daemon = on_response, threading.current_thread().daemon

    def async_stream_infer(self, _model_name, inputs, request_id="", **_options):
        self.sent.append((request_id, [tensor.name() for tensor in inputs]))

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
        connection.client.on_response(Result(name.upper()), None)
        connection.leave(answered=True)
        connection.client.on_response(Result("nobody's"), None)
    assert connection.client.calls == ["start"]
    assert heard == [("a", Result("A")), ("b", Result("B"))]


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
        assert cancelled.wait(60)

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


def speak(stream):
    request_id = stream.new_request_id()
    stream.send("cancel", {"REQUEST_ID": b"as good as any other"}, request_id)
    return request_id


def presences(connection):
    return [request_id for request_id, inputs in connection.client.sent if "WHEN_GONE" in inputs]


def name_of(request_id):
    return request_id.rpartition(".")[0]


def test_ids_begin_with_the_name_of_their_stream(connection):
    connection.listen(lambda *_: None)
    first, second = connection.new_request_id(), connection.new_request_id()
    assert first != second
    assert name_of(first) == name_of(second)
    connection.leave(answered=False)
    connection.listen(lambda *_: None)
    assert name_of(connection.new_request_id()) != name_of(first)


def test_stream_is_announced_once_with_its_second_response(connection, monkeypatch):
    monkeypatch.setattr(connection_module, "_outputs", lambda result: {})
    announced = []
    for _ in range(2):
        stream = GrpcStream(connection, lambda _: None)
        request_id = speak(stream)
        for _ in range(2):
            connection.client.on_response(Result(request_id, outputs=["PCM"]), None)
            announced.append(presences(connection))
        stream.close(0)
        connection.client.calls.clear()
    name = name_of(request_id)
    assert announced == [[], [name], [name], [name]]


def test_stream_that_waits_long_for_its_first_response_is_announced_meanwhile(connection):
    stream = GrpcStream(connection, lambda _: None)
    name = name_of(speak(stream))
    assert stream.receive(0.06) is None
    assert presences(connection) == [name]


def test_stream_without_speech_is_not_announced(connection):
    stream = GrpcStream(connection, lambda _: None)
    stream.send("cancel", {"REQUEST_ID": b"x"}, "")
    assert stream.receive(0.06) is None
    assert presences(connection) == []


def test_stream_that_is_finished_first_ends_its_presence(connection):
    connection.listen(lambda *_: None)
    name = name_of(connection.new_request_id())
    connection.announce()
    connection.leave(answered=True, may_stay=False)
    assert presences(connection) == [name, name]
    assert connection.client.calls == ["start", "finish"]


def test_answer_to_the_presence_is_heard_by_nobody(connection):
    heard = []
    connection.listen(lambda *response: heard.append(response))
    connection.client.on_response(Result(name_of(connection.new_request_id())), None)
    assert not heard


def test_connection_that_is_given_back_to_a_closed_client_is_closed(monkeypatch):
    monkeypatch.setattr(connection_module.triton, "InferenceServerClient", Recorder)
    client = TimbreClient("nowhere")
    idle, busy = Connection("nowhere"), Connection("nowhere")
    client.give_back(idle)
    client.close()
    client.give_back(busy)
    assert idle.client.calls == busy.client.calls == ["close"]
