"""Jobs that do their own work, with a work that the test makes."""

from __future__ import annotations

import json
import threading

import numpy as np
import pytest

from timbre.messages import InputError
from timbre.text import TextError
from timbre.text.ssml import SsmlError
from timbre_app.client.streams import BusyError, RequestCancelled
from timbre_app.dialogue.script import ScriptError
from timbre_app.jobs import desk as desk_module
from timbre_app.jobs import runner as runner_module
from timbre_app.jobs.desk import Desk
from timbre_app.jobs.job import JobResult, State
from timbre_app.jobs.kinds import Work, plan_of
from timbre_app.jobs.runner import Runner
from timbre_app.reading.clip import ClipStore


class Steps(Work):
    """Counts to `count`; `on_step` is called before each step."""

    count = 4

    def __init__(self, on_step):
        self.on_step, self.begun = on_step, 0

    def do(self, desk):
        self.begun += 1
        for step in range(self.count):
            self.on_step(step)
            if desk.should_stop():
                raise RequestCancelled("stopped")
            desk.note(step + 1)
        return JobResult((desk.results / "a.wav",), 2.5)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(desk_module, "LOOK_S", 0.0)
    monkeypatch.setattr(runner_module, "BUSY_S", 0.01)


def run(queue, monkeypatch, on_step):
    work = Steps(on_step)
    monkeypatch.setattr(runner_module, "plan_of", lambda kind, parameters: work)
    Runner(queue, lambda plan: pytest.fail("a work has no narrator")).run()
    return work


def test_work_is_done_with_its_result(queue, monkeypatch):
    job = queue.submit("book", "title", {}, 4)
    run(queue, monkeypatch, lambda step: None)
    job = queue.get(job.id)
    assert (job.state, job.done, job.parts) == (State.DONE, 4, 1)
    assert job.result == JobResult((queue.results(job.id) / "a.wav",), 2.5)


def test_work_that_is_cancelled_ends(queue, monkeypatch):
    job = queue.submit("book", "title", {}, 4)
    work = run(queue, monkeypatch, lambda step: step == 2 and queue.cancel(job.id))
    assert (queue.get(job.id).state, work.begun) == (State.CANCELLED, 1)


def test_work_cancelled_while_its_files_were_written_is_not_done(queue, monkeypatch):
    job = queue.submit("book", "title", {}, 4)
    monkeypatch.setattr(desk_module, "LOOK_S", 99.0)
    run(queue, monkeypatch, lambda step: step == 3 and queue.cancel(job.id))
    assert queue.get(job.id).state is State.CANCELLED


def test_work_for_which_the_server_has_no_room_goes_on_later(queue, monkeypatch):
    job, refusals = queue.submit("book", "title", {}, 4), [BusyError("full"), BusyError("full")]

    def on_step(step):
        if step == 1 and refusals:
            raise refusals.pop()

    work = run(queue, monkeypatch, on_step)
    assert (queue.get(job.id).state, work.begun) == (State.DONE, 3)


def test_work_does_not_make_anew_what_was_spoken_elsewhere(queue, tmp_path):
    job_id, spoken = queue.submit("dialogue", "title", {}, 1).id, ClipStore(tmp_path / "spoken")
    writer = spoken.begin("key", 22_050)
    writer.add(np.arange(100, dtype=np.int16))
    writer.finish()
    desk = Desk(queue, queue.get(job_id), None, threading.Event(), spoken)
    clip = desk.clips().find("key")
    assert clip is not None
    spoken.clear()  # it is the job's own now
    assert desk.clips().find("key").read(0, 200).tolist() == list(range(100))
    assert desk.clips().find("other") is None


def test_work_that_the_server_ends_fails_with_a_sentence(queue, monkeypatch):
    def on_step(step):
        raise RequestCancelled("The server ended it.")

    job = queue.submit("book", "title", {}, 4)
    run(queue, monkeypatch, on_step)
    assert str(queue.get(job.id).error) == "The server ended it."


def test_work_that_begins_anew_does_not_count_back(queue):
    job_id = queue.submit("ssml", "title", {}, 4).id
    queue.take()
    queue.note_progress(job_id, 3)
    job = queue.take()  # its runner was killed
    desk = Desk(queue, job, None, threading.Event())
    desk.note(1)
    assert not desk.should_stop()
    assert (queue.get(job_id).done, queue.get(job_id).attempts) == (3, job.attempts)
    desk.note(9)
    desk.should_stop()
    assert (queue.get(job_id).done, queue.get(job_id).attempts) == (4, 0)


@pytest.mark.parametrize(
    ("kind", "given", "error"),
    [
        ("book", {"voice": "ada"}, InputError),
        ("book", {"project": "../..", "voice": "ada"}, InputError),
        ("book", {"project": "0123456789abcdef", "voice": "ada"}, InputError),
        ("dialogue", {"script": "Ann: Hi.", "name": "a.txt"}, InputError),
        ("dialogue", {"script": "Hi.", "name": "a.txt", "out": "/a.wav"}, ScriptError),
        ("ssml", {"document": "<speak>Hi.", "voice": "ada"}, SsmlError),
        ("ssml", {"document": "<speak><break/></speak>", "voice": "ada"}, TextError),
        (
            "ssml",
            {"document": "<speak>Hi.</speak>", "voice": "ada", "saving": {"by_sentence": True}},
            InputError,
        ),
    ],
)
def test_parameters_that_make_no_sense_are_one_sentence(home, kind, given, error):
    with pytest.raises(error) as caught:
        plan_of(kind, json.loads(json.dumps(given)))
    assert len(str(caught.value).splitlines()) == 1


def test_a_script_and_a_document_are_counted(home):
    script = {"script": "Ann: Hi.\nBen: Ho. Ho.", "name": "a.txt", "out": "/a.wav"}
    assert plan_of("dialogue", script).count == 2
    assert plan_of("ssml", {"document": "<speak>One. Two! Three?</speak>", "voice": "ada"}).count == 3
