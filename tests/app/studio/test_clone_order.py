"""What an order of the Record page asks of the server."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers.takes import write_take, write_takes
from tests.helpers.voices import make_voice
from timbre_app import cloning
from timbre_app.studio.backstage import StudioCloning
from timbre_app.studio.ports import CloneOrder


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """What `cloning.make_voice` was asked, in place of a clone."""
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    calls = []

    def clone(found, settings, client, watch):
        calls.append((found, settings))
        return make_voice(settings.name, len(calls))

    monkeypatch.setattr(cloning, "make_voice", clone)
    return calls


def order_clone(order):
    server = SimpleNamespace(client=lambda: None)
    return StudioCloning(server).clone(order, lambda _: None, lambda: False, lambda: False)


def test_takes_left_out_are_not_sent_even_if_they_cannot_be_read(asked, tmp_path):
    folder = write_takes(tmp_path / "takes", count=5)
    (folder / "wavs" / "00.wav").write_bytes(b"no sound at all")
    write_take(folder / "wavs" / "01.wav", np.zeros(22050, np.float32))
    order = CloneOrder(folder, "Ada", left_out=frozenset({"00"}), kept=frozenset({"01"}))
    assert order_clone(order).voice.name == "Ada"
    assert [item.take.id for item in asked[0][0].usable] == ["01", "02", "03", "04"]


def test_a_clone_of_the_same_recordings_goes_on_where_it_was(asked, tmp_path):
    order = CloneOrder(write_takes(tmp_path / "takes"), "Ada")
    order_clone(order)
    order_clone(replace(order, kept=frozenset({"01"}), replace=True))
    order_clone(replace(order, takes=write_takes(tmp_path / "others"), replace=True))
    order_clone(replace(order, name="Ben"))
    first, kept, others, ben = (dict(settings.options) for _, settings in asked)
    assert all(settings.resume for _, settings in asked)
    assert first["job_id"] == kept["job_id"]
    assert len({options["job_id"] for options in (first, others, ben)}) == 3
    assert first["previews"]
