"""What an order of the Record page asks of the server."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers.takes import write_take, write_takes
from tests.helpers.voices import make_voice
from timbre.archive import unpack_takes
from timbre_app.studio.backstage import StudioCloning
from timbre_app.voices.order import CloneOrder


class FakeClient:
    """Answers each clone with a voice of the name that is asked for; remembers takes and options."""

    def __init__(self) -> None:
        self.takes, self.options = [], []

    def clone(self, takes, options):
        self.takes.append(takes)
        self.options.append(options)
        return nullcontext([make_voice(options["name"], len(self.takes)).to_bytes()])


@pytest.fixture
def client(monkeypatch, tmp_path):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return FakeClient()


def order_clone(order, client):
    server = SimpleNamespace(client=lambda: client)
    return StudioCloning(server).clone(order, lambda _: None, lambda: False, lambda: False)


def test_takes_left_out_are_not_sent_even_if_they_cannot_be_read(client, tmp_path):
    folder = write_takes(tmp_path / "takes", count=5)
    (folder / "wavs" / "00.wav").write_bytes(b"no sound at all")
    write_take(folder / "wavs" / "01.wav", np.zeros(22050, np.float32))
    order = CloneOrder(folder, "Ada", left_out=frozenset({"00"}), kept=frozenset({"01"}))
    assert order_clone(order, client).voice.name == "Ada"
    sent = unpack_takes(client.takes[0], tmp_path / "sent")
    assert [take.id for take in sent] == ["01", "02", "03", "04"]


def test_a_clone_of_the_same_recordings_goes_on_where_it_was(client, tmp_path):
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada")
    order_clone(order, client)
    order_clone(replace(order, kept=frozenset({"01"}), replace=True), client)
    order_clone(replace(order, takes=write_takes(tmp_path / "others"), replace=True), client)
    order_clone(replace(order, name="Ben"), client)
    assert all(options["resume"] and options["previews"] for options in client.options)
    assert {options["start"] for options in client.options} == {"computed"}
    first, kept, others, ben = (options["job_id"] for options in client.options)
    assert first == kept
    assert len({first, others, ben}) == 3


def test_the_voice_that_gives_way_can_be_brought_back(client, tmp_path):
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada")
    assert order_clone(order, client).replaced_key == ""
    assert order_clone(replace(order, replace=True), client).replaced_key
