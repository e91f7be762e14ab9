"""No voice is made on the command line unless somebody has agreed to it."""

import io
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers.speech_like import speech_like
from tests.helpers.takes import write_take, write_takes
from tests.helpers.voices import make_voice
from timbre_app.cli import main, session
from timbre_app.voices import cloning

STATEMENT = "I agree that Timbre makes a synthetic voice named Ada from these recordings of my own voice."


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Listener:
    """A client whose recogniser hears given words."""

    def __init__(self, heard: str) -> None:
        self.heard = heard

    def transcribe(self, _waveform: np.ndarray) -> SimpleNamespace:
        return SimpleNamespace(words=[SimpleNamespace(text=word) for word in self.heard.split()])


@pytest.fixture
def takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return write_takes(tmp_path / "takes")


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "agreed.wav"
    write_take(path, speech_like(6.0))
    return path


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list:
    """Consent and ids of the takes of each voice that is made, in place of the voice."""
    voices = []

    def make(order, takes, *_: object):
        voices.append((order.consent, [item.take.id for item in takes.usable], order.learns_consent))
        return make_voice(order.name)

    client = Listener(STATEMENT)
    monkeypatch.setattr(cloning, "make_voice", make)
    monkeypatch.setattr(session, "open_session", lambda: nullcontext(SimpleNamespace(client=client)))
    return voices


@pytest.fixture
def hears(monkeypatch: pytest.MonkeyPatch):
    """Let the recogniser hear other words than the statement."""

    def hear(words: str) -> None:
        other = SimpleNamespace(client=Listener(words))
        monkeypatch.setattr(session, "open_session", lambda: nullcontext(other))

    return hear


def clone(takes: Path, *more: str) -> int:
    return main(["clone", str(takes), "--name", "Ada", *more])


def test_without_consent_it_is_refused_in_one_sentence(takes, made, capsys):
    assert clone(takes, "--json") == 1
    said = capsys.readouterr().err.strip()
    assert said.startswith("timbre: A voice needs the consent of the person")
    assert STATEMENT in said
    assert len(said.splitlines()) == 1
    assert made == []


def test_permission_is_kept_with_the_voice(takes, made):
    assert clone(takes, "--i-have-permission") == 0
    assert "--i-have-permission" in made[0][0]


def test_a_recording_of_the_statement_becomes_one_of_the_takes(takes, made, recording):
    assert clone(takes, "--consent", str(recording)) == 0
    assert made == [(STATEMENT, ["consent", "00", "01", "02", "03"], True)]


def test_what_is_kept_is_what_was_heard(takes, made, recording, hears):
    heard = STATEMENT.replace("Timbre", "timber").replace("these recordings", "this recording of mine")
    hears(heard)
    assert clone(takes, "--consent", str(recording)) == 0
    assert made == [(heard, ["consent", "00", "01", "02", "03"], False)]  # not as good as a take


@pytest.mark.parametrize(
    ("said", "word"),
    [("I agree", "agree"), ("Timbre", "Timbre"), ("named Ada", "Ada"), ("synthetic", "synthetic")],
)
def test_without_an_essential_word_it_is_no_consent(takes, made, recording, hears, capsys, said, word):
    hears(STATEMENT.replace(said, "so"))
    assert clone(takes, "--consent", str(recording)) == 1
    complaint = capsys.readouterr().err.strip().splitlines()[-1]
    assert "cannot be used as consent, because “" in complaint
    assert word in complaint.split("was not heard")[0]
    assert made == []


def test_the_statement_names_another_person_who_reads(takes, made, recording, capsys):
    assert clone(takes, "--person", "Otto Berg") == 1
    assert "My name is Otto Berg, and I agree" in capsys.readouterr().err


def test_a_recording_that_is_silent_or_says_something_else_is_refused(
    takes, made, recording, tmp_path, hears, capsys
):
    hears("the weather is very nice today and nobody agrees to anything at all")
    assert clone(takes, "--consent", str(recording)) == 1
    assert "agreed.wav cannot be used as consent" in capsys.readouterr().err
    write_take(recording, np.zeros(60_000, np.float32))
    assert clone(takes, "--consent", str(recording)) == 1
    assert "Nothing was heard" in capsys.readouterr().err
    assert clone(takes, "--consent", str(tmp_path / "agreed.txt")) == 1
    assert "not a recording of the kinds wav" in capsys.readouterr().err
    assert made == []


@pytest.mark.parametrize(
    ("typed", "code"), [(f"{STATEMENT}\n", 0), (STATEMENT.lower()[:-1], 0), ("yes\n", 1), ("", 1)]
)
def test_a_terminal_asks_to_type_the_statement(takes, made, monkeypatch, capsys, typed: str, code: int):
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    assert clone(takes) == code
    assert [consent for consent, *_ in made] == ([] if code else [STATEMENT])
    assert f"  {STATEMENT}\n" in capsys.readouterr().err


def test_takes_that_the_window_recorded_hold_the_consent(takes, made, hears, capsys):
    write_take(takes / "wavs" / "consent.wav", speech_like(4.0))
    with (takes / "metadata.csv").open("a") as file:
        file.write(f"consent|{STATEMENT}\n")
    assert clone(takes) == 0
    assert made[0][0] == STATEMENT
    hears("I do not")  # what metadata.csv says is not enough
    assert clone(takes, "--replace") == 1
    assert "consent.wav cannot be used as consent" in capsys.readouterr().err
    assert len(made) == 1


def test_the_demo_asks_for_it_where_the_takes_are_not_its_own(takes, made, capsys):
    assert main(["demo", "--takes", str(takes), "-o", str(takes / "demo.wav")]) == 1
    assert "A voice needs the consent" in capsys.readouterr().err
