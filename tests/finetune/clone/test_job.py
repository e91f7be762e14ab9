"""The frame around a clone: options, folders, resuming. The adaptation itself is replaced."""

import errno
import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from timbre.archive import TakesError, pack, read_takes_folder
from timbre_finetune.clone import job as clone_job
from timbre_finetune.clone.job import CloneJobs
from timbre_finetune.clone.request import CloneCancelled, CloneError


@pytest.fixture
def takes(tmp_path):
    import numpy as np
    import soundfile

    folder = tmp_path / "takes"
    folder.mkdir()
    soundfile.write(folder / "a.wav", np.zeros(2205), 22_050)
    (folder / "a.txt").write_text("Nothing at all.")
    return pack(read_takes_folder(folder))


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class FakeVoice:
    def to_bytes(self):
        return b"voice"


@pytest.fixture
def clones(monkeypatch):
    """The calls of `clone`: (takes, options, work folder and what was in it)."""
    calls = []

    def clone(files, workshop, options, on_progress, should_stop, work_dir):
        calls.append((files, options, sorted(path.name for path in work_dir.iterdir())))
        (work_dir / "checkpoint").write_text("half")
        if should_stop():
            raise CloneCancelled("Stopped.")
        return FakeVoice()

    monkeypatch.setattr(clone_job, "clone", clone)
    monkeypatch.setattr(clone_job, "sketch", clone)
    monkeypatch.setattr(clone_job, "Workshop", lambda base_dir: None)
    return calls


def run(takes, stop=False, **options):
    return CloneJobs().run(takes, json.dumps(options).encode(), lambda progress: None, lambda: stop)


def test_voice_comes_back_and_nothing_is_left(home, takes, clones):
    assert run(takes, name="Ann", seed=5) == b"voice"
    files, options, _ = clones[0]
    assert [file.text for file in files] == ["Nothing at all."]
    assert (options.name, options.seed) == ("Ann", 5)
    assert list((home / "work").iterdir()) == []


def test_cancelled_clone_is_resumed_in_its_folder(home, takes, clones):
    with pytest.raises(CloneCancelled):
        run(takes, stop=True, name="Ann")
    assert [path.name for path in home.glob("work/*/*")] == ["work"]  # not the person's takes
    assert run(takes, name="Ann", resume=True) == b"voice"
    assert clones[1][2] == ["checkpoint"]


def test_without_resume_a_clone_begins_anew(home, takes, clones):
    with pytest.raises(CloneCancelled):
        run(takes, stop=True, name="Ann", job_id="one")
    run(takes, name="Ann", job_id="one")
    assert clones[1][2] == []


def test_a_sketch_leaves_the_unfinished_clone_alone(home, takes, clones):
    with pytest.raises(CloneCancelled):
        run(takes, stop=True, name="Ann", job_id="one")
    assert run(takes, name="Ann", job_id="one", max_steps=0) == b"voice"
    run(takes, name="Ann", job_id="one", resume=True)
    assert [(options.max_steps, left) for _, options, left in clones[1:]] == [(0, []), (80, ["checkpoint"])]


def test_networks_are_loaded_once_before_the_first_clone(home, takes, clones, monkeypatch):
    loaded = []
    monkeypatch.setattr(clone_job, "Workshop", lambda base_dir: loaded.append(base_dir) or "workshop")
    jobs = CloneJobs()
    jobs.prepare()
    jobs.close()
    assert len(loaded) == 1
    jobs.run(takes, b'{"name": "Ann"}', lambda progress: None, lambda: False)
    assert len(loaded) == 1


def test_long_forgotten_clones_are_removed(home, takes, clones):
    with pytest.raises(CloneCancelled):
        run(takes, stop=True, name="Ann", job_id="old")
    os.utime(home / "work" / "old", (0, time.time() - clone_job.KEPT_S - 60))
    run(takes, name="Ben")
    assert not (home / "work" / "old").exists()


def test_job_that_is_asked_for_twice_waits_for_the_first(home, takes, clones, monkeypatch):
    jobs, begun, go_on = CloneJobs(), threading.Event(), threading.Event()
    clone = clone_job.clone

    def slow(*args):
        begun.set()
        assert go_on.wait(60)
        return clone(*args)

    monkeypatch.setattr(clone_job, "clone", slow)
    options = json.dumps({"name": "Ann", "job_id": "one"}).encode()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(jobs.run, takes, options, lambda progress: None, lambda: False)
        assert begun.wait(60)
        with pytest.raises(CloneCancelled):
            jobs.run(takes, options, lambda progress: None, lambda: True)
        go_on.set()
        assert jobs.run(takes, options, lambda progress: None, lambda: False) == b"voice"
        assert first.result(60) == b"voice"
    assert [left for _, _, left in clones] == [[], []]


@pytest.mark.parametrize(
    "options",
    [{}, {"name": "A", "speed": 3}, {"name": "A", "job_id": "../../etc"}, {"name": "A", "start": "nowhere"}],
)
def test_wrong_options_are_refused(home, takes, clones, options):
    with pytest.raises(CloneError):
        run(takes, **options)
    assert clones == []


def test_options_that_are_no_json_are_refused(home, takes):
    for broken in (b"{", b"[1]", b"3"):
        with pytest.raises(CloneError):
            CloneJobs().run(takes, broken, lambda progress: None, lambda: False)


def test_broken_archive_is_refused(home, clones):
    with pytest.raises(TakesError):
        run(b"nothing", name="Ann")


def test_a_full_disk_is_told_in_a_sentence_and_freed_of_the_takes(takes, home, clones, monkeypatch):
    def fails(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(clone_job, "clone", fails)
    with pytest.raises(CloneError, match="The disk is full: free some space"):
        run(takes, name="Ann", job_id="full")
    assert not (home / "work" / "full" / "takes").exists()
    assert (home / "work" / "full" / "work").is_dir()
