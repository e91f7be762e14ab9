"""Two functions side by side in a captured graph, with a stub of CUDA's streams; one after the other elsewhere."""

from __future__ import annotations

import contextlib
from types import SimpleNamespace

import pytest
import torch

from timbre.models import branches
from timbre.models.branches import both, side_by_side

ON_GPU = SimpleNamespace(is_cuda=True)


@pytest.fixture
def happened(monkeypatch):
    """What is done with streams while a graph is captured, in order."""
    happened = []

    class Stream:
        def __init__(self, name="beside"):
            self.name = name

        def wait_stream(self, other):
            happened.append(f"{self.name} waits for {other.name}")

    @contextlib.contextmanager
    def in_stream(stream):
        happened.append(f"in {stream.name}")
        yield
        happened.append("back")

    monkeypatch.setattr(torch.cuda, "is_current_stream_capturing", lambda: True)
    monkeypatch.setattr(torch.cuda, "current_stream", lambda: Stream("here"))
    monkeypatch.setattr(torch.cuda, "Stream", Stream)
    monkeypatch.setattr(torch.cuda, "stream", in_stream)
    branches._branch.cache_clear()
    yield happened
    branches._branch.cache_clear()


def working(happened, name):
    def work():
        happened.append(name)
        return name

    return work


def test_the_second_function_gets_a_branch_that_begins_after_what_was_before_and_ends_before_what_follows(
    happened,
):
    with side_by_side():
        for _ in range(2):
            names = both(working(happened, "first"), working(happened, "second"), ON_GPU)
            assert names == ("first", "second")
    once = ["beside waits for here", "in beside", "second", "back", "first", "here waits for beside"]
    assert happened == once * 2


@pytest.mark.parametrize(("on", "wanted"), [(torch.zeros(1), True), (ON_GPU, False)])
def test_on_a_processor_and_where_branches_are_not_wanted_they_run_in_the_same_order(happened, on, wanted):
    with side_by_side(wanted):
        names = both(working(happened, "first"), working(happened, "second"), on)
    assert names == ("first", "second")
    assert happened == ["second", "first"]
