"""Jobs with the real speech server and the real runner process."""

from __future__ import annotations

import dataclasses
import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.helpers.command import COMMAND, complaint, run_timbre
from tests.helpers.dying_program import dying_program
from tests.helpers.job_queue import queue_of
from tests.helpers.runner import wait_for_no_runner
from tests.helpers.speech_server import SpeechServer, wait_until
from tests.helpers.written import present, written
from timbre_app.jobs.job import State
from timbre_app.jobs.office import JobOffice
from timbre_app.jobs.process import LOCK, RunnerLock
from timbre_app.jobs.queue import JobQueue
from timbre_app.voices.library import VoiceLibrary

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

VOICE = "Jo"
SENTENCES = [f"This is sentence number {number}, and it takes a while to say." for number in range(1, 101)]
TEXT = " ".join(SENTENCES)
PATIENCE_S = 600.0
CLIPS = "*/clips/*.json"


@pytest.fixture
def queue(speech_server: SpeechServer):
    with queue_of(speech_server, VOICE, "jo", PATIENCE_S) as queue:
        yield queue


def parameters(out: Path, text: str = TEXT) -> dict:
    return {"text": text, "voice": "jo", "out": str(out)}


def clips(queue: JobQueue, job_id: str) -> list[Path]:
    """The sentences of a job that are whole on the disk; the job deletes them when it is done."""
    return present(queue.clips(job_id), "*.json")


def ended(queue: JobQueue, job_id: str, office: JobOffice | None = None):
    office = office or JobOffice(queue)
    assert wait_until(lambda: not office.get(job_id).state.is_open, PATIENCE_S)
    return queue.get(job_id)


def test_killed_in_the_middle_it_goes_on_at_its_sentence_with_the_same_sound(queue, tmp_path, monkeypatch):
    office = JobOffice(queue)
    whole = office.submit("text", "whole", parameters(tmp_path / "whole.wav"))
    assert ended(queue, whole.id).state is State.DONE
    wait_for_no_runner(PATIENCE_S)

    runner = dying_program(monkeypatch, tmp_path / "dying", CLIPS, 5)
    job = office.submit("text", "broken", parameters(tmp_path / "broken.wav"))
    runner.wait(PATIENCE_S)
    before = written(clips(queue, job.id))
    assert 3 <= len(before) < len(SENTENCES)
    assert queue.get(job.id).state is State.RUNNING
    assert not (tmp_path / "broken.wav").exists()
    assert wait_until(lambda: not RunnerLock(queue).is_held)

    again = JobOffice(queue)  # another program looks at the queue
    again.list()
    kept = {}

    def went_on() -> bool:
        now = written(clips(queue, job.id))  # none is left once the job is done
        kept.update({path: stamp for path, stamp in now.items() if path in before})
        return not again.get(job.id).state.is_open

    assert wait_until(went_on, PATIENCE_S)
    assert queue.get(job.id).state is State.DONE
    assert kept == before  # no sentence that was whole was spoken again
    samples, rate = soundfile.read(tmp_path / "broken.wav", dtype="int16")
    expected, _ = soundfile.read(tmp_path / "whole.wav", dtype="int16")
    assert rate == 22_050
    np.testing.assert_array_equal(samples, expected)


def test_two_programs_submit_at_once_and_one_runner_does_all(queue, tmp_path):
    outs = [tmp_path / f"{number}.wav" for number in range(4)]
    programs = [
        subprocess.Popen(
            [
                *COMMAND,
                "say",
                "--voice",
                VOICE,
                f"Text number {out.stem}.",
                "-o",
                str(out),
                "--job",
                "--json",
            ],
            stdout=subprocess.PIPE,
        )
        for out in outs
    ]
    jobs = [json.loads(program.communicate(timeout=PATIENCE_S)[0]) for program in programs]
    assert [program.returncode for program in programs] == [0] * 4
    assert len({job["id"] for job in jobs}) == 4
    for job in jobs:
        assert ended(queue, job["id"]).state is State.DONE
    assert all(soundfile.info(out).frames > 0 for out in outs)


def test_the_command_line_submits_shows_cancels_resumes_and_removes(queue, tmp_path):
    done = run_timbre("say", "--voice", VOICE, TEXT * 2, "-o", tmp_path / "a.flac", "--job", "--json")
    assert done.returncode == 0, done.stderr
    job_id = json.loads(done.stdout)["id"]
    assert wait_until(lambda: len(clips(queue, job_id)) >= 1, PATIENCE_S)
    assert b"cancelled" in run_timbre("jobs", "cancel", job_id).stdout
    assert wait_until(lambda: not RunnerLock(queue).is_held, PATIENCE_S)
    assert not (tmp_path / "a.flac").exists()
    assert list(tmp_path.glob(".*")) == []
    (listed,) = json.loads(run_timbre("jobs", "list", "--json").stdout)
    assert (listed["id"], listed["state"], listed["title"]) == (job_id, "cancelled", "a.flac")
    assert run_timbre("jobs", "retry", job_id).returncode == 0
    waited = run_timbre("jobs", "wait", job_id, "--json")
    assert waited.returncode == 0, waited.stderr
    assert json.loads(waited.stdout)["files"] == [str(tmp_path / "a.flac")]
    assert f"{job_id}  done".encode() in run_timbre("jobs").stdout
    assert str(tmp_path / "a.flac").encode() in run_timbre("jobs", "show", job_id).stdout
    assert run_timbre("jobs", "remove", job_id).returncode == 0
    assert (tmp_path / "a.flac").exists()
    assert "There is no job" in complaint(run_timbre("jobs", "show", job_id))


def test_a_batch_as_a_job_names_the_lines_that_failed(queue, tmp_path):
    (tmp_path / "texts.csv").write_text("text,file,pace\nHello there.,greeting,\nSlowly.,slow,0.5\n😀,no,\n")
    done = run_timbre(
        "say", "--voice", VOICE, "--batch", tmp_path / "texts.csv", "-o", tmp_path / "out", "--job", "--json"
    )
    assert done.returncode == 0, done.stderr
    waited = run_timbre("jobs", "wait", json.loads(done.stdout)["id"])
    assert waited.returncode == 1
    assert b"timbre: 4: " in waited.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["greeting.wav", "slow.wav"]


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--voice", VOICE, "Hi.", "--job"], "choose one with -o"),
        (["--voice", VOICE, "Hi.", "-o", "none/a.wav", "--job"], "There is no folder"),
        (["--voice", VOICE, " ", "-o", "a.wav", "--job"], "needs a text"),
        (["--voice", "Nobody", "Hi.", "-o", "a.wav", "--job"], "no voice named"),
    ],
)
def test_bad_input_makes_no_job(queue, arguments, hint):
    assert hint in complaint(run_timbre("say", *arguments))
    assert queue.list() == []


def test_a_voice_deleted_meanwhile_is_one_sentence_and_the_job_can_go_on(queue, tmp_path, speech_server):
    library = VoiceLibrary()
    library.add(dataclasses.replace(speech_server.voice("tiny:1"), name="Gone", id="gone"), replace=True)
    office = JobOffice(queue)
    job = office.submit("text", "t", parameters(tmp_path / "a.wav") | {"voice": "gone"})
    assert wait_until(lambda: len(clips(queue, job.id)) >= 1, PATIENCE_S)
    voice = library.find("gone")
    library.delete("Gone")
    job = ended(queue, job.id)
    assert job.state is State.FAILED
    assert "gone" in str(job.error)
    assert not (tmp_path / "a.wav").exists()
    library.add(voice)
    office.resume(job.id)
    assert ended(queue, job.id).state is State.DONE


def test_live_speech_goes_first_beside_a_job(queue, tmp_path, speech_server):
    """The order of the work, not its time: beside a job a text is spoken before the job's next sentences."""
    office = JobOffice(queue)
    job = office.submit("text", "t", parameters(tmp_path / "a.wav", TEXT * 4))
    assert wait_until(lambda: len(clips(queue, job.id)) >= 1, PATIENCE_S)
    began = len(clips(queue, job.id))
    chunks = list(speech_server.client.speak(TEXT, speech_server.voice()))
    assert sum(len(chunk.pcm) for chunk in chunks) > 0
    assert len(clips(queue, job.id)) - began < len(SENTENCES) / 2
    office.remove(job.id)


def test_the_lock_is_private(queue):
    lock = RunnerLock(queue)
    assert lock.acquire()
    lock.release()
    assert (queue.folder / LOCK).stat().st_mode & 0o777 == 0o600
