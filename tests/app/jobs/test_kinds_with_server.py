"""Books, dialogues and SSML as jobs, with the real speech server and the real runner process."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.app.jobs.test_with_server import CLIPS, PATIENCE_S, VOICE, clips, ended, queue
from tests.helpers.command import complaint, run_timbre
from tests.helpers.dying_program import DyingProgram, dying_program
from tests.helpers.runner import wait_for_no_runner
from tests.helpers.speech_server import wait_until
from tests.helpers.written import present, written
from timbre_app.books.project import books_dir
from timbre_app.jobs.job import State
from timbre_app.jobs.office import JobOffice
from timbre_app.jobs.process import RunnerLock

__all__ = ["queue"]
pytestmark = [pytest.mark.e2e, pytest.mark.slow]

SENTENCES = 30


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "long.md"
    chapters = (
        f"# Part {chapter}\n\n"
        + " ".join(
            f"Sentence {number} of chapter {chapter} takes a while to say." for number in range(SENTENCES)
        )
        for chapter in (1, 2)
    )
    path.write_text("\n\n".join(chapters))
    return path


def submitted(*arguments: str | Path) -> str:
    """Submit a job at the command line; returns its id."""
    done = run_timbre(*arguments, "--job", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["id"]


@pytest.fixture
def dies_after(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[int, str], DyingProgram]:
    """Have the first runner die when it has made so many sentences, as they are on the disk."""
    wait_for_no_runner(PATIENCE_S)  # one of the test before would live on
    return lambda count, pattern: dying_program(monkeypatch, tmp_path / "dying", pattern, count)


def spoken() -> dict[Path, tuple[int, int]]:
    """The sentences of books on the disk."""
    return written(present(books_dir(), "*/sentences/*/*.flac"))


def test_a_book_goes_on_at_its_sentence_after_its_runner_was_killed(queue, book, tmp_path, dies_after):
    shutil.rmtree(books_dir(), ignore_errors=True)  # books of other tests
    out, runner = tmp_path / "out", dies_after(20, "*/sentences/*/*.flac")
    job_id = submitted("book", book, "--voice", VOICE, "-o", out, "--format", "flac", "--m4b", "--report")
    assert queue.get(job_id).title == "long"
    assert queue.get(job_id).count == 2 * SENTENCES + 2
    runner.wait(PATIENCE_S)
    before = spoken()
    assert 5 <= len(before) < 2 * SENTENCES
    assert queue.get(job_id).state is State.RUNNING
    assert not out.exists()

    assert job_id in run_timbre("jobs").stdout.decode()  # another program looks at the queue
    job = ended(queue, job_id)
    assert job.state is State.DONE, job.error
    assert (job.done, job.share) == (job.count, 1.0)
    assert before.items() <= spoken().items()  # no sentence that was whole was spoken again
    assert len(spoken()) == job.count
    names = ["01 - Part 1.flac", "02 - Part 2.flac", "long.m4b", "report.txt"]
    refused = "A shop would refuse 2 of the files: report.txt in their folder says why."
    assert refused in run_timbre("jobs", "show", job_id).stdout.decode()
    assert [path.name for path in job.result.files] == names
    assert sorted(path.name for path in out.iterdir()) == names
    assert job.result.duration_s == pytest.approx(
        sum(soundfile.info(out / name).duration for name in names[:2]), abs=0.1
    )

    # The command makes the same files of the same sentences.
    again = run_timbre("book", book, "--voice", VOICE, "-o", tmp_path / "again", "--format", "flac")
    assert again.returncode == 0, again.stderr
    assert len(spoken()) == job.count
    sounds = [soundfile.read(folder / names[0], dtype="int16")[0] for folder in (out, tmp_path / "again")]
    np.testing.assert_array_equal(*sounds)


def test_a_book_is_cancelled_and_resumed(queue, book, tmp_path):
    # A pitch of its own, so that no sentence was spoken before.
    job_id = submitted(
        "book", book, "--voice", VOICE, "-o", tmp_path / "b.m4b", "--chapters", "2", "--pitch", "1"
    )
    office, start = JobOffice(queue), len(spoken())
    assert wait_until(lambda: len(spoken()) > start, PATIENCE_S)
    assert office.cancel(job_id).state is State.CANCELLED
    assert wait_until(lambda: not RunnerLock(queue).is_held, PATIENCE_S)
    assert not (tmp_path / "b.m4b").exists()
    office.resume(job_id)
    assert ended(queue, job_id).result.files == (tmp_path / "b.m4b",)
    assert (tmp_path / "b.m4b").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        (["-o", "none/at/all"], "There is no folder"),
        (["-o", "x", "--format", "ogg"], "no format 'ogg'"),
        ([], "choose one with -o"),
    ],
)
def test_bad_input_makes_no_job_of_a_book(queue, book, options, hint):
    assert hint in complaint(run_timbre("book", book, "--voice", VOICE, *options, "--job"))
    assert queue.list() == []


def test_a_book_that_was_forgotten_is_one_sentence(queue, book, tmp_path):
    job_id = submitted("book", book, "--voice", VOICE, "-o", tmp_path / "out", "--pitch", "2")
    JobOffice(queue).cancel(job_id)
    assert wait_until(lambda: not RunnerLock(queue).is_held, PATIENCE_S)
    assert run_timbre("book", book, "--forget").returncode == 0
    JobOffice(queue).resume(job_id)
    job = ended(queue, job_id)
    assert job.state is State.FAILED
    assert str(job.error) == "The saved progress of this book is gone: start it again from its file."


LINES = [
    f"{'Ann' if number % 2 else 'Ben'}: This is line number {number}, and it takes a while to say."
    for number in range(1, 37)
]
LINES[1] += ' <break time="800ms"/> <mark name="second"/> <emphasis>Slowly.</emphasis>'


def test_a_dialogue_goes_on_at_its_line_with_the_same_sound(queue, tmp_path, dies_after):
    script, cast = tmp_path / "talk.txt", ["--cast", f"Ann={VOICE},Ben=base:tiny:1", "--pause", "0.2"]
    script.write_text("\n".join(LINES))
    out, runner = tmp_path / "talk.wav", dies_after(5, CLIPS)
    job_id = submitted(
        "dialogue", script, *cast, "-o", out, "--stems", tmp_path / "stems", "--subtitles", "srt",
        "--marks", tmp_path / "marks.json",
    )  # fmt: skip
    script.unlink()  # the job has the script
    runner.wait(PATIENCE_S)
    before = written(clips(queue, job_id))
    assert 3 <= len(before) < len(LINES)
    assert not out.exists()
    kept = {}

    def went_on() -> bool:
        now = written(clips(queue, job_id))  # none is left once the job is done
        kept.update({path: stamp for path, stamp in now.items() if path in before})
        return not JobOffice(queue).get(job_id).state.is_open

    assert wait_until(went_on, PATIENCE_S)
    job = queue.get(job_id)
    assert job.state is State.DONE, job.error
    assert (job.done, job.count) == (len(LINES), len(LINES))
    assert kept == before  # no line that was whole was spoken again
    stems = [tmp_path / "stems" / f"{name}.wav" for name in ("Ann", "Ben")]
    files = [out, tmp_path / "talk.srt", tmp_path / "marks.json", *stems]
    assert list(job.result.files) == files

    script.write_text("\n".join(LINES))
    live = ["-o", tmp_path / "live.wav", "--marks", tmp_path / "live.json", "--json"]
    done = run_timbre("dialogue", script, *cast, *live)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "live.json").read_text() == (tmp_path / "marks.json").read_text()
    assert job.result.duration_s == pytest.approx(json.loads(done.stdout)["duration_s"], abs=0.05)


@pytest.mark.parametrize(
    ("text", "options", "hint"),
    [
        ("Ann: Hi.", [], "choose one with -o"),
        ("Ann: Hi.", ["-o", "none/a.wav"], "There is no folder"),
        ("Ann: Hi.", ["-o", "a.wav", "--play"], "leave out --play"),
        ("Ann: <sound/> Hi.", ["-o", "a.wav"], "does not know the element <sound>"),
        ('Ann: <voice name="Nobody">Hi.</voice>', ["-o", "a.wav"], "no voice named"),
        ("Bob: Hi.", ["-o", "a.wav"], "says nothing in this script"),
        ("", ["-o", "a.wav"], "has no lines"),
    ],
)
def test_bad_input_makes_no_job_of_a_dialogue(queue, tmp_path, text, options, hint):
    (tmp_path / "talk.txt").write_text(text)
    said = run_timbre("dialogue", tmp_path / "talk.txt", "--cast", f"Ann={VOICE}", *options, "--job")
    assert hint in complaint(said)
    assert queue.list() == []


SSML = (
    '<speak>Good morning.<break time="1s"/> <mark name="here"/>This is a document. '
    '<voice name="base:tiny:1">Somebody else speaks.</voice></speak>'
)


def test_ssml_as_a_job_sounds_as_it_does_at_once(queue, tmp_path):
    document = tmp_path / "letter.ssml"
    document.write_text(SSML)
    arguments = ["say", "--voice", VOICE, "--ssml", document]
    files = [tmp_path / name for name in ("a.wav", "a.srt", "marks.json")]
    job_id = submitted(*arguments, "-o", files[0], "--subtitles", "srt", "--marks", files[2])
    job = ended(queue, job_id)
    assert job.state is State.DONE, job.error
    assert list(job.result.files) == files
    assert job.done == job.count == 3
    (mark,) = json.loads(files[2].read_text())["marks"]
    assert mark["name"] == "here"
    assert mark["time_s"] > 1
    done = run_timbre(*arguments, "-o", tmp_path / "b.wav")
    assert done.returncode == 0, done.stderr
    a, b = (soundfile.read(tmp_path / name, dtype="int16")[0].astype(int) for name in ("a.wav", "b.wav"))
    assert len(a) == len(b)
    assert np.abs(a - b).max() <= 8


LONG_SSML = (
    "<speak>"
    + " ".join(f"This is sentence {number}, and it takes a while to say." for number in range(1, 61))
    + '<mark name="middle"/><break time="1s"/>'
    + f'<prosody rate="1.2">{"And this one is said a little faster than the others. " * 60}</prosody>'
    + "</speak>"
)


def test_a_document_goes_on_at_its_passage_with_the_same_sound(queue, tmp_path, dies_after):
    runner = dies_after(5, CLIPS)
    document, files = (
        tmp_path / "long.ssml",
        [tmp_path / name for name in ("long.wav", "long.srt", "marks.json")],
    )
    document.write_text(LONG_SSML)
    arguments = ["say", "--voice", VOICE, "--ssml", document, "--subtitles", "srt", "--marks"]
    job_id = submitted(*arguments, files[2], "-o", files[0])
    runner.wait(PATIENCE_S)
    before = written(clips(queue, job_id))
    assert not files[0].exists()
    assert 3 <= len(before) < 10
    kept = {}

    def went_on() -> bool:
        now = written(clips(queue, job_id))  # none is left once the job is done
        kept.update({path: stamp for path, stamp in now.items() if path in before})
        return not JobOffice(queue).get(job_id).state.is_open

    assert wait_until(went_on, PATIENCE_S)
    job = queue.get(job_id)
    assert (job.state, job.done) == (State.DONE, 120), job.error
    assert kept == before  # no passage that was whole was spoken again

    done = run_timbre(*arguments, tmp_path / "marks2.json", "-o", tmp_path / "once.wav")
    assert done.returncode == 0, done.stderr
    a, b = (
        soundfile.read(tmp_path / name, dtype="int16")[0].astype(int) for name in ("long.wav", "once.wav")
    )
    assert len(a) == len(b)
    assert np.abs(a - b).max() <= 8
    assert files[1].read_text() == (tmp_path / "once.srt").read_text()
    assert files[2].read_text() == (tmp_path / "marks2.json").read_text()


@pytest.mark.parametrize(
    ("document", "options", "hint"),
    [
        ("<speak>Hi.", ["-o", "a.wav"], "SSML"),
        ("<speak><break/></speak>", ["-o", "a.wav"], "has no words"),
        ('<speak><voice name="Nobody">Hi.</voice></speak>', ["-o", "a.wav"], "no voice named"),
        ("<speak>Hi.</speak>", [], "choose one with -o"),
        ("<speak>Hi.</speak>", ["-o", "none/a.wav"], "There is no folder"),
    ],
)
def test_bad_input_makes_no_job_of_ssml(queue, tmp_path, document, options, hint):
    (tmp_path / "a.ssml").write_text(document)
    said = run_timbre("say", "--voice", VOICE, "--ssml", tmp_path / "a.ssml", *options, "--job")
    assert hint in complaint(said)
    assert queue.list() == []
