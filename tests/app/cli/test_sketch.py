"""`timbre clone --sketch`, and how lists show what it makes."""

import json
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers.takes import write_takes
from tests.helpers.voices import make_voice
from timbre_app.cli import main, session
from timbre_app.voices import cloning


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list:
    """The orders of each voice that is made, in place of a server that makes it."""
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    orders = []

    def make(order, takes, *_: object):
        orders.append(order)
        seed = len(orders)
        return make_voice(order.name, seed, provenance={"sketch": True} if order.sketch else {})

    monkeypatch.setattr(cloning, "make_voice", make)
    monkeypatch.setattr(session, "open_session", lambda: nullcontext(SimpleNamespace(client=None)))
    return orders


def clone(takes: Path, *more: str) -> int:
    return main(["clone", str(takes), "--name", "Ada", "--i-have-permission", *more])


def test_one_take_is_enough_and_the_lists_say_that_it_is_a_sketch(orders, tmp_path, capsys):
    takes = write_takes(tmp_path / "takes", count=1, seconds=6.0)
    assert clone(takes) == 1
    assert "record at least 10 s" in capsys.readouterr().err
    assert clone(takes, "--sketch") == 0
    assert [order.sketch for order in orders] == [True]
    assert "The sketch 'Ada' is ready" in capsys.readouterr().out
    assert main(["voices", "list"]) == 0
    assert capsys.readouterr().out.startswith("Ada (sketch)  en-us")
    assert main(["voices", "show", "Ada", "--json"]) == 0
    about = json.loads(capsys.readouterr().out)
    assert (about["name"], about["provenance"]["sketch"]) == ("Ada", True)


def test_the_voice_of_the_same_takes_replaces_it(orders, tmp_path, capsys):
    takes = write_takes(tmp_path / "takes")
    for options in (["--sketch"], ["--sketch"], []):
        assert clone(takes, *options) == 0
    assert "--replace" not in (said := capsys.readouterr()).err
    assert "older voice" not in said.err
    assert main(["voices", "list"]) == 0
    assert capsys.readouterr().out.startswith("Ada  en-us")
    assert clone(takes, "--sketch") == 1
    assert "There is already a voice named 'Ada'" in capsys.readouterr().err


def test_it_needs_the_same_consent(orders, tmp_path, capsys):
    takes = write_takes(tmp_path / "takes")
    assert main(["clone", str(takes), "--name", "Ada", "--sketch", "--json"]) == 1
    assert "A voice needs the consent" in capsys.readouterr().err
    assert orders == []


@pytest.mark.parametrize("more", [["--resume"], ["--max-steps", "5"]])
def test_options_that_a_sketch_has_no_use_for_are_refused(orders, tmp_path, capsys, more):
    with pytest.raises(SystemExit):
        clone(write_takes(tmp_path / "takes"), "--sketch", *more)
    assert "a sketch learns nothing" in capsys.readouterr().err


def test_a_voice_is_not_made_again_as_a_sketch(orders, capsys):
    with pytest.raises(SystemExit):
        main(["clone", "--again", "Ada", "--sketch"])
    assert "leave out --sketch" in capsys.readouterr().err
