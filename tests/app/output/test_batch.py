"""Batch files: each text gets a file of its own, and one that fails does not stop the others."""

from pathlib import Path

import pytest

from timbre.messages import Message
from timbre_app.client.streams import RequestCancelled
from timbre_app.output.batch import BatchError, BatchRow, read_batch, run_batch
from timbre_app.reading.sentence import HowToSpeak
from timbre_app.server.errors import ServerError


def write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def test_lines_of_a_text_file(tmp_path: Path):
    rows = read_batch(write(tmp_path / "a.txt", "\ufeffGood morning, Ada!\n\n  Good night. \n"))
    assert [(row.line, row.text, row.name) for row in rows] == [
        (1, "Good morning, Ada!", "001 Good morning- Ada"),
        (3, "Good night.", "002 Good night"),
    ]


@pytest.mark.parametrize(("name", "mark"), [("a.csv", ","), ("a.csv", ";"), ("a.tsv", "\t")])
def test_columns_of_a_table(tmp_path: Path, name: str, mark: str):
    lines = [["Text", "FILE", "voice", "pace"], ['"Hello, you;"', "one.wav", "Ada", "1.5"], ["", "", "", ""]]
    rows = read_batch(write(tmp_path / name, "\n".join(mark.join(line) for line in lines)))
    assert [(r.line, r.text, r.name, r.voice, r.pace, r.pitch) for r in rows] == [
        (2, "Hello, you;", "one", "Ada", 1.5, None)
    ]


def test_empty_cells_behind_the_columns_are_no_text(tmp_path: Path):
    assert [row.text for row in read_batch(write(tmp_path / "a.csv", "text,file\nHi,a,,\n"))] == ["Hi"]


def test_names_are_unique_and_stay_in_the_folder(tmp_path: Path):
    rows = read_batch(
        write(tmp_path / "a.csv", "text,file\na,../../x\nb,X\nc,x\nd,..\ne,/etc/passwd\nf,v1.2\n")
    )
    assert [row.name for row in rows] == ["x", "X-2", "x-3", "text", "etc-passwd", "v1.2"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.txt", " \n\n", "a.txt has no texts to speak."),
        ("a.csv", "words\nHello\n", "no column named “text”"),
        ("a.csv", "text,pace\nHello,fast\n", "Line 2 of a.csv has 'fast' as its pace"),
        ("a.csv", f"text\nHi\n{'x' * 200_000}\n", "Line 3 of a.csv cannot be read as a row"),
        ("a.csv", "text\nHi, both,\n", "Line 2 has more cells than the first line: .* quotes"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, name: str, content: str, said: str):
    with pytest.raises(BatchError, match=said):
        read_batch(write(tmp_path / name, content))


def test_one_failure_does_not_stop_the_others(tmp_path: Path):
    rows = read_batch(write(tmp_path / "a.txt", "one\ntwo\nthree\n"))
    told = []

    def speak(row, path):
        if row.text == "two":
            raise ValueError("There is nothing\nto speak.")
        path.write_text(row.text)

    result = run_batch(rows, tmp_path / "out", ".wav", speak, on_progress=lambda *it: told.append(it))
    assert [path.read_text() for path in result.written] == ["one", "three"]
    assert result.failed == ((2, Message("There is nothing to speak.")),)
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_row_that_the_server_ends_has_failed(tmp_path: Path):
    rows = read_batch(write(tmp_path / "a.txt", "one\ntwo\nthree\n"))

    def speak(row, path):
        if row.text == "two":
            raise RequestCancelled("The request was cancelled.")
        path.write_text(row.text)

    result = run_batch(rows, tmp_path / "out", ".wav", speak)
    assert [path.name for path in result.written] == ["001 one.wav", "003 three.wav"]
    assert result.failed == ((2, Message("The request was cancelled.")),)


@pytest.mark.parametrize("error", [ServerError("gone"), OSError(28, "No space left on device")])
def test_what_would_fail_every_row_ends_the_batch(tmp_path: Path, error: Exception):
    rows = read_batch(write(tmp_path / "a.txt", "one\ntwo\n"))

    def speak(row, path):
        raise error

    with pytest.raises(type(error)):
        run_batch(rows, tmp_path / "out", ".wav", speak)


def test_a_row_keeps_the_batchs_controls_that_it_does_not_set():
    default = HowToSpeak(1.2, -1.0, 3.0)
    assert BatchRow(1, "One.", "one").controls(default) == default
    assert BatchRow(1, "One.", "one", pace=0.8, energy=0.0).controls(default) == HowToSpeak(0.8, -1.0, 0.0)
