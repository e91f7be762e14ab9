"""`timbre words`: what will be said, without a server."""

import io
import sys
from pathlib import Path

import pytest

from tests.helpers.command import complaint, run_timbre
from timbre_app.cli import main
from timbre_app.reading.dictionary import Dictionary


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))


def test_a_text_in_words(capsys: pytest.CaptureFixture[str]):
    assert main(["words", "Dr. Smith paid $3.50 at 10am."]) == 0
    assert capsys.readouterr().out == "doctor Smith paid three dollars fifty cents at ten AM\n"


def test_a_line_for_a_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    lines = "5 kg\n\n***\nÜber 7".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    assert main(["words", "-"]) == 0
    assert capsys.readouterr().out == "five kilograms\n\n\nÜber seven\n"


def test_phonemes_with_the_persons_dictionary(capsys: pytest.CaptureFixture[str]):
    Dictionary().put("Timbre", "tˈæmbɚ")
    assert main(["words", "--ipa", "Timbre, read by 2"]) == 0
    assert capsys.readouterr().out == "tˈæmbɚ, ɹˈɛd baɪ tˈuː.\n"


def test_phonemes_where_only_ascii_can_be_printed():
    done = run_timbre("words", "--ipa", "red", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout.decode().strip()) == (0, r"\u0279\u02c8\u025bd.")


def test_a_text_that_is_no_utf8():
    assert complaint(run_timbre("words", "H\udce9llo")).startswith("The text is not UTF-8: set the terminal")


@pytest.mark.parametrize("option", [(), ("--ipa",)])
def test_an_unknown_language(option: tuple[str, ...]):
    done = run_timbre("words", *option, "--language", "xx", "a")
    assert complaint(done).startswith("espeak-ng cannot speak 'xx'")


def test_lines_that_are_no_text():
    assert complaint(run_timbre("words", "-", stdin=b"a\n\xff\n")) == (
        "Standard input is not UTF-8 text: save it as UTF-8."
    )
