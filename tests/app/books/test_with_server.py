"""`timbre book` with the real server: the example of docs/books.md, kill -9 in the middle, one sentence again."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import av
import pytest

from tests.app.books import makers
from tests.helpers.command import COMMAND, complaint, run_timbre
from tests.helpers.dying_program import dying_program
from tests.helpers.speech_server import SpeechServer, wait_until
from tests.helpers.written import present, written
from timbre_app.voices.library import VoiceLibrary

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PAGE = Path("docs/books.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
CHAPTERS, SENTENCES = 3, 40


@pytest.fixture
def voice(speech_server: SpeechServer) -> str:
    VoiceLibrary().add(dataclasses.replace(speech_server.voice(), name="Ada"), replace=True)
    return "Ada"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book whose sentences all differ."""
    path = tmp_path / "long.md"
    chapters = (
        f"# Chapter {chapter}\n\n"
        + " ".join(f"Sentence {number} of chapter {chapter} is spoken here." for number in range(SENTENCES))
        for chapter in range(1, CHAPTERS + 1)
    )
    path.write_text("\n\n".join(chapters))
    return path


def spoken(server: SpeechServer) -> dict[Path, tuple[int, int]]:
    """The sentences on the disk, each with what changes when it is written anew."""
    return written(present(server.home / "books", "*/sentences/*/*.flac"))


def make(book: Path, out: Path, *options: str | Path) -> dict:
    done = run_timbre("book", book, "--voice", "Ada", "-o", out, "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_example_of_the_page(voice: str, tmp_path: Path):
    (example,) = EXAMPLES
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "timbre").write_text(f'#!/bin/sh\nexec {sys.executable} -m timbre_app.cli "$@"\n')
    (programs / "timbre").chmod(0o755)
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(Path.cwd())}
    done = subprocess.run(
        ["bash", "-ec", example], cwd=tmp_path, capture_output=True, timeout=600, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr.decode()
    names = sorted(path.name for path in (tmp_path / "lamp").iterdir())
    assert names == ["01 - The Stairs.mp3", "02 - The Sea.mp3", "The Lamp.m4b"]
    assert all(f"`{name}`" in PAGE for name in names)
    printed = done.stdout.decode()
    assert "The Lamp, by Ada Reader" in printed
    assert "3 files in lamp" in printed
    assert printed.count("LUFS") == 2
    with av.open(str(tmp_path / "lamp" / "The Lamp.m4b")) as file:
        assert [chapter["metadata"]["title"] for chapter in file.chapters()] == ["The Stairs", "The Sea"]


def test_kill_9_costs_only_what_was_in_flight(
    voice: str, book: Path, tmp_path: Path, speech_server: SpeechServer, monkeypatch: pytest.MonkeyPatch
):
    before = set(spoken(speech_server))

    def count() -> int:
        return len(set(spoken(speech_server)) - before)

    command = [*COMMAND, "book", str(book), "--voice", "Ada", "-o", str(tmp_path / "out"), "--format", "flac"]
    dying_program(monkeypatch, tmp_path / "dying", "*/sentences/*/*.flac", 30)
    done = subprocess.run(command, capture_output=True, timeout=600, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    left = spoken(speech_server)
    assert 10 <= count() < CHAPTERS * (SENTENCES + 1)
    assert not (tmp_path / "out").exists()
    made = make(book, tmp_path / "out", "--format", "flac")
    after = spoken(speech_server)
    assert count() == CHAPTERS * (SENTENCES + 1)
    assert {path: after[path] for path in left} == left  # none was spoken twice
    whole = make(book, tmp_path / "whole", "--format", "flac")
    assert whole["duration_s"] == made["duration_s"]
    for path in made["files"]:
        assert Path(path).read_bytes() == (tmp_path / "whole" / Path(path).name).read_bytes()


def test_ctrl_c_says_that_it_goes_on(voice: str, book: Path, tmp_path: Path, speech_server: SpeechServer):
    book.write_text(book.read_text().replace("is spoken here", "is said slowly here"))
    before = len(spoken(speech_server))
    command = [*COMMAND, "book", str(book), "--voice", "Ada", "-o", str(tmp_path / "out")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        assert wait_until(lambda: len(spoken(speech_server)) >= before + 3, 120)
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=600)
    assert program.returncode == 130
    assert "paused; the same command goes on" in said
    assert "Traceback" not in said


def test_one_sentence_again(voice: str, tmp_path: Path, speech_server: SpeechServer):
    book = tmp_path / "short.md"
    book.write_text("# One\n\nFirst of all. Second of all. Third of all.\n\n# Two\n\nThe other chapter.\n")
    make(book, tmp_path / "out", "--format", "flac")
    before = spoken(speech_server)
    second = (tmp_path / "out" / "02 - Two.flac").read_bytes()
    make(book, tmp_path / "out", "--format", "flac", "--again", "1:3")
    after = spoken(speech_server)
    assert len(set(after) - set(before)) == 1
    assert {path: after[path] for path in before} == before
    assert (tmp_path / "out" / "02 - Two.flac").read_bytes() == second


def test_a_pronunciation_changes_the_whole_book(voice: str, tmp_path: Path, speech_server: SpeechServer):
    book = tmp_path / "words.md"
    book.write_text("# One\n\nThe quay was long. Nobody came.\n\n# Two\n\nHe left the quay. It was late.\n")
    make(book, tmp_path / "out")
    before = spoken(speech_server)
    (tmp_path / "words.tsv").write_text("quay\tkweɪɪɪ\n")
    make(book, tmp_path / "out", "--lexicon", tmp_path / "words.tsv")
    assert len(set(spoken(speech_server)) - set(before)) == 2


def test_an_epub_in_and_an_m4b_alone(voice: str, tmp_path: Path):
    made = make(makers.make_epub(tmp_path / "lamp.epub"), tmp_path / "lamp.m4b", "--report")
    assert made["files"] == [str(tmp_path / "lamp.m4b")]
    assert made["report"][0]["loudness_lufs"] == pytest.approx(-18, abs=0.6)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lamp.epub", "lamp.m4b"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--voice", "Nobody", "-o", "out"], "no voice"),
        (["--voice", "Ada"], "needs a folder"),
        (["-o", "out"], "needs a voice"),
        (["--voice", "Ada", "-o", "out", "--skip", "verbs"], "--skip knows"),
        (["--voice", "Ada", "-o", "out", "--chapters", "9"], "there are 1 to 3"),
        (["--voice", "Ada", "-o", "out", "--format", "aac"], "There is no format"),
        (["--voice", "Ada", "-o", "out", "--again", "2"], "--again names"),
        (["--voice", "Ada", "-o", "out", "--pace", "9"], "pace"),
        (["--sentences", "7"], "There is no chapter 7"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(voice: str, tmp_path: Path, options, said):
    path = makers.make_epub(tmp_path / "lamp.epub")
    assert said in complaint(run_timbre("book", path, *options))
    assert [entry.name for entry in tmp_path.iterdir()] == ["lamp.epub"]


def test_a_bad_book_is_refused_in_one_line(tmp_path: Path):
    (tmp_path / "a.epub").write_bytes(b"no book")
    assert "damaged" in complaint(run_timbre("book", tmp_path / "a.epub", "--list"))
    assert "There is no file" in complaint(run_timbre("book", tmp_path / "b.epub", "--list"))


def test_a_book_is_listed_and_forgotten(voice: str, tmp_path: Path, speech_server: SpeechServer):
    path = makers.make_epub(tmp_path / "gone.epub", x=str(tmp_path))
    before = set((speech_server.home / "books").glob("*"))
    listed = json.loads(run_timbre("book", path, "--list", "--json").stdout)
    assert [chapter["front_matter"] for chapter in listed["chapters"]] == [True, False, False]
    assert b"He climbed the stairs slowly." in run_timbre("book", path, "--sentences", "2").stdout
    assert len(set((speech_server.home / "books").glob("*")) - before) == 1
    assert run_timbre("book", path, "--forget").returncode == 0
    assert set((speech_server.home / "books").glob("*")) == before
