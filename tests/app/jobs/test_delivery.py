"""A job delivers all of its files or none, whenever it is cancelled, killed or removed."""

from __future__ import annotations

import errno
import threading
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.app.jobs.test_runner import Killed, parameters, run, submit
from timbre import files
from timbre_app.books.project import import_book
from timbre_app.dialogue.saving import SavedDialogue
from timbre_app.jobs import book as book_module
from timbre_app.jobs import desk as desk_module
from timbre_app.jobs import dialogue as dialogue_module
from timbre_app.jobs import runner as runner_module
from timbre_app.jobs import ssml as ssml_module
from timbre_app.jobs.job import State
from timbre_app.jobs.kinds import plan_of
from timbre_app.jobs.parameters import saving_fields
from timbre_app.jobs.queue import JobQueue
from timbre_app.jobs.runner import Runner
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving, Spoken
from timbre_app.reading.sentence import SaidChunk


class Beeps:
    """A narrator of books; a tenth of a second for each sentence."""

    sample_rate = 22_050

    def fingerprint(self, job):
        return f"{abs(hash(job)):040x}"

    def say(self, job, should_stop):
        yield SaidChunk((8000 * np.sin(np.arange(2205) / 5)).astype(np.int16))


def two_files(tmp_path):
    return parameters(tmp_path / "out", saving=saving_fields(Saving(FileKind(watermark=False), (".srt",))))


def rewritten(monkeypatch, change):
    """Have runs of jobs use plans whose parts are written by `change(write)`."""

    def changed(kind, given):
        plan = plan_of(kind, given)
        return replace(plan, parts=[replace(part, write=change(part.write)) for part in plan.parts])

    monkeypatch.setattr(runner_module, "plan_of", changed)


@pytest.fixture(autouse=True)
def _looks_seldom(monkeypatch):
    """The runner has no time to see by itself that a job was cancelled."""
    for module in desk_module, runner_module:
        monkeypatch.setattr(module, "LOOK_S", 99.0)


def test_a_job_cancelled_while_its_file_is_written_leaves_nothing(queue, narrator, tmp_path, monkeypatch):
    job = submit(queue, "text", two_files(tmp_path))

    def cancelling(write):
        def both(clips, folder):
            seconds = write(clips, folder)
            queue.cancel(job.id)
            return seconds

        return both

    rewritten(monkeypatch, cancelling)
    run(queue, narrator)
    assert queue.get(job.id).state is State.CANCELLED
    assert not (tmp_path / "out").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == []


def test_a_job_cancelled_while_its_files_are_delivered_is_done(queue, narrator, tmp_path, monkeypatch):
    (tmp_path / "out").mkdir()
    job, place_all = submit(queue, "text", two_files(tmp_path)), files.place_all
    cancels = threading.Thread(target=lambda: JobQueue().cancel(job.id))

    def slowly(folder, target):
        cancels.start()
        cancels.join(0.3)  # it waits for the delivery
        place_all(folder, target)

    monkeypatch.setattr(files, "place_all", slowly)
    run(queue, narrator)
    cancels.join()
    assert queue.get(job.id).state is State.DONE
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.srt", "a.wav"]


def test_what_a_killed_runner_has_not_delivered_is_removed_with_its_job(
    queue, narrator, tmp_path, monkeypatch
):
    (tmp_path / "out").mkdir()
    job = submit(queue, "text", two_files(tmp_path))

    def killed(write):
        def die(clips, folder):
            write(clips, folder)
            raise Killed

        return die

    with monkeypatch.context() as patch:
        patch.setattr("timbre_app.jobs.outbox.Outbox.clear", lambda self: None)  # nothing runs after kill -9
        rewritten(patch, killed)
        with pytest.raises(Killed):
            run(queue, narrator)
    (left,) = (tmp_path / "out").iterdir()
    assert left.name == f".{job.id}.part"
    assert sorted(path.name for path in left.iterdir()) == ["a.srt", "a.wav"]
    queue.remove(job.id)
    assert list((tmp_path / "out").iterdir()) == []


def test_the_next_runner_begins_with_an_empty_folder(queue, narrator, tmp_path):
    goal = tmp_path / "out"
    goal.mkdir()
    job = submit(queue, "text", two_files(tmp_path))
    left = queue.outbox(job.id).folder(goal)
    (left / "half.wav").write_bytes(b"half")
    run(queue, narrator)
    assert queue.get(job.id).state is State.DONE
    assert sorted(path.name for path in goal.iterdir()) == ["a.srt", "a.wav"]


def test_a_goal_that_vanishes_is_named_as_the_person_named_it(queue, narrator, tmp_path, monkeypatch):
    (tmp_path / "out").mkdir()
    job = submit(queue, "text", two_files(tmp_path))

    def full(write):
        def fail(clips, folder):
            raise FileNotFoundError(errno.ENOENT, "No such file", str(folder / "a.wav"))

        return fail

    rewritten(monkeypatch, full)
    run(queue, narrator)
    error = str(queue.get(job.id).error)
    assert f"There is no {tmp_path / 'out' / 'a.wav'}" in error


def test_a_list_of_folders_that_are_not_the_jobs_removes_none(queue, tmp_path):
    (tmp_path / "mine").mkdir()
    job_id = queue.submit("text", "title", {}, 1).id
    files.make_folder(queue.folder_of(job_id))
    (queue.folder_of(job_id) / "outbox.json").write_text(f'["{tmp_path / "mine"}", 7]')
    queue.remove(job_id)
    assert (tmp_path / "mine").is_dir()


def book_parameters(tmp_path):
    (tmp_path / "a.md").write_text("# One\n\nThe sea was dark.\n\n# Two\n\nIt was late.\n")
    project = import_book(tmp_path / "a.md")
    out = tmp_path / "new"
    return {
        "project": project.folder.name, "chapters": [1, 2], "voice": "ada", "folder": str(out), "suffix": "flac",
        "m4b": str(out / "a.m4b"), "report": True,
    }  # fmt: skip


def patched_book(monkeypatch, after):
    assemble = book_module.assemble

    def then(*args, **named):
        book = assemble(*args, **named)
        after()
        return book

    monkeypatch.setattr(book_module, "assemble", then)
    monkeypatch.setattr(book_module, "VoiceNarrator", lambda *args, **named: Beeps())
    monkeypatch.setattr(book_module, "Voices", lambda: SimpleNamespace(find=lambda name: name))


def patched_dialogue(monkeypatch, after):
    def save(script, speech, wanted, how, on_progress):
        paths = wanted.path, wanted.stems / "Ann.wav", wanted.marks
        files.make_folder(wanted.stems)
        for path in paths:
            files.write(path, "sound")
        after()
        return SavedDialogue(paths, 1.0, 0.1, 0.2)

    monkeypatch.setattr(dialogue_module, "save_dialogue", save)
    monkeypatch.setattr(dialogue_module, "ServerSpeech", lambda *args, **named: None)
    voices = SimpleNamespace(find=lambda name: name)
    monkeypatch.setattr(dialogue_module, "Voices", lambda: voices)


def dialogue_parameters(tmp_path):
    out = tmp_path / "new"
    out.mkdir()
    return {
        "script": "Ann: Hi.", "name": "a.txt", "out": str(out / "a.wav"), "stems": str(out / "stems"),
        "marks": str(out / "a.json"),
    }  # fmt: skip


def patched_ssml(monkeypatch, after):
    def write_speech(writers, speak, on_chunk):
        writers[0].write(np.zeros(2205, np.int16))
        after()
        return Spoken(0.1, 0.0, 0.0, (), complete=True)

    monkeypatch.setattr(ssml_module, "write_speech", write_speech)


def ssml_parameters(tmp_path):
    (tmp_path / "new").mkdir()
    return {
        "document": "<speak>Hi.</speak>", "voice": "ada", "out": str(tmp_path / "new" / "a.wav"),
        "marks": str(tmp_path / "new" / "a.json"), "saving": {"subtitles": [".srt"]},
    }  # fmt: skip


WORKS = {
    "book": (book_parameters, patched_book, ["01 - One.flac", "02 - Two.flac", "a.m4b", "report.txt"]),
    "dialogue": (dialogue_parameters, patched_dialogue, ["a.json", "a.wav", "stems", "stems/Ann.wav"]),
    "ssml": (ssml_parameters, patched_ssml, ["a.json", "a.srt", "a.wav"]),
}


def work(queue):
    Runner(queue, lambda plan: pytest.fail("a work has no narrator"), client=lambda: None).run()


@pytest.mark.parametrize("kind", WORKS)
def test_work_cancelled_when_its_files_are_whole_leaves_none(queue, tmp_path, monkeypatch, kind):
    given, patched, names = WORKS[kind]
    job = submit(queue, kind, given(tmp_path))
    with monkeypatch.context() as patch:
        patched(patch, lambda: queue.cancel(job.id))
        work(queue)
    assert (queue.get(job.id).state, queue.get(job.id).result.files) == (State.CANCELLED, ())
    assert list(tmp_path.glob("new/*")) == []
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    queue.resume(job.id)
    patched(monkeypatch, lambda: None)
    work(queue)
    job, new = queue.get(job.id), tmp_path / "new"
    assert (job.state, job.error) == (State.DONE, None)
    assert sorted(str(path.relative_to(new)) for path in new.rglob("*")) == names
    assert sorted(job.result.files) == sorted(path for path in new.rglob("*") if path.is_file())
