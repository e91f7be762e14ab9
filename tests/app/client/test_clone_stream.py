"""What a clone's client does with the model that makes it."""

import json

import numpy as np
import pytest

from timbre_app.client import clone_stream
from timbre_app.client.clone_stream import CloneStream
from timbre_app.client.streams import Response
from timbre_app.server.errors import ServerLostError, StubCrashError


class Server:
    """A client and its stream in one: it answers with one voice."""

    def __init__(self, is_ready: bool, others: int, on_demand: bool = False) -> None:
        self.is_ready, self.others, self.on_demand = is_ready, others, on_demand
        self.calls: list[str] = []

    def load_model(self, _name):
        if not self.is_ready:
            self.calls.append("load")
        return not self.is_ready

    def unload_model(self, _name):
        self.calls.append("unload")

    def open_stream(self):
        return self

    def send(self, *_):
        pass

    def receive(self, _timeout_s):
        done = json.dumps({"stage": "done", "others": self.others, "on_demand": self.on_demand}).encode()
        return Response("clone", {"PROGRESS": done, "VOICE": np.frombuffer(b"voice", np.uint8)})

    def close(self, _patience_s=0.0):
        pass


@pytest.mark.parametrize(("others", "calls"), [(0, ["unload"]), (1, [])])
def test_the_last_one_has_a_model_unloaded_that_another_had_loaded(others, calls):
    server = Server(is_ready=True, others=others, on_demand=True)
    assert list(CloneStream(server, b"takes", {})) == [b"voice"]
    assert server.calls == calls


@pytest.mark.parametrize(
    ("is_ready", "others", "calls"),
    [(False, 0, ["load", "unload"]), (False, 2, ["load"]), (True, 0, []), (True, 1, [])],
)
def test_a_model_that_was_loaded_for_a_clone_goes_with_it_unless_others_use_it(is_ready, others, calls):
    server = Server(is_ready, others)
    assert list(CloneStream(server, b"takes", {})) == [b"voice"]
    assert server.calls == calls


@pytest.mark.parametrize("is_ready", [True, False])
def test_silence_is_an_error_if_the_model_is_gone(monkeypatch, is_ready):
    """A model that is unloaded because its process died leaves its request unanswered."""
    monkeypatch.setattr(clone_stream, "CLONE_TIMEOUT_S", 0.05)
    server = Server(is_ready=True, others=0)
    server.receive = lambda _timeout_s: None
    server.is_model_ready = lambda _name: is_ready
    with pytest.raises(ServerLostError if is_ready else StubCrashError):
        next(CloneStream(server, b"takes", {}))
