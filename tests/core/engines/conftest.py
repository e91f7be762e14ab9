"""A machine with an RTX card, for tests that ask for it."""

import sys

import pytest

from tests.helpers.fake_tensorrt import NAME, fake_card, install
from timbre.speech import engine_check


@pytest.fixture
def rtx_machine(tiny_base, monkeypatch, tmp_path):
    """A machine with a card of series 40; the library is not installed."""
    monkeypatch.setenv("TIMBRE_BASE", str(tiny_base))
    monkeypatch.setenv("TIMBRE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(engine_check, "RUNS", 2)
    fake_card(monkeypatch, tmp_path / "driver")
    monkeypatch.setitem(sys.modules, NAME, None)  # as import leaves it where there is no such module
    monkeypatch.setattr("importlib.util.find_spec", _without_the_library)


def _without_the_library(name, package=None):
    return getattr(sys.modules.get(name), "__spec__", None) if name == NAME else object()


@pytest.fixture
def faults(rtx_machine, monkeypatch):
    """The library is installed, and does what these faults say."""
    return install(monkeypatch)
