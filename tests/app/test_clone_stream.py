"""What a clone's client does with the model that makes it."""

import json

import numpy as np
import pytest

from timbre_app.clone_stream import CloneStream
from timbre_app.streams import Response


class Server:
    """A client and its stream in one: it answers with one voice."""

    def __init__(self, is_ready: bool, others: int, on_demand: bool = False) -> None:
        self.is_ready, self.others, self.on_demand = is_ready, others, on_demand
        self.calls: list[str] = []

    def is_model_ready(self, _name):
        return self.is_ready

    def load_model(self, _name):
        self.calls.append("load")

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
