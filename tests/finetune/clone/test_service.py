"""Several clones at once, as the `finetune` model runs them. The clone itself is replaced."""

import threading

import pytest

from timbre.archive import TakesError
from timbre.serving.limits import Limits
from timbre_finetune.clone import service as clone_service
from timbre_finetune.clone.metrics import CloneMetrics
from timbre_finetune.clone.request import CloneCancelled, CloneError, Progress
from timbre_finetune.clone.service import CloneService, clones_at_once


class Jobs:
    """Each clone goes on when it is told to; who is at work is in `begun`."""

    def __init__(self):
        self.change = threading.Condition()
        self.begun, self.ended = [], set()

    def run(self, takes, options, on_progress, should_stop):
        with self.change:
            self.begun.append(takes)
            self.change.notify_all()
            assert self.change.wait_for(lambda: takes in self.ended, 10)
        on_progress(Progress("adapt", step=1, max_steps=4))
        if options:
            raise CloneError("No voice.")
        if should_stop():
            raise CloneCancelled("Stopped.")
        return b"voice of " + takes

    def close(self):
        pass

    def wait_for(self, count):
        with self.change:
            return self.change.wait_for(lambda: len(self.begun) >= count, 10)

    def end(self, takes):
        with self.change:
            self.ended.add(takes)
            self.change.notify_all()


@pytest.fixture
def jobs(monkeypatch):
    jobs = Jobs()
    monkeypatch.setattr(clone_service, "CloneJobs", lambda: jobs)
    return jobs


def test_so_many_at_once_and_the_others_wait(jobs):
    service, answers = CloneService(CloneMetrics(), Limits(clones=2)), {b"a": [], b"b": [], b"c": []}
    for takes, heard in answers.items():
        service.submit(takes, b"", heard.append, lambda: False)
    assert jobs.wait_for(2)
    assert set(jobs.begun) == {b"a", b"b"}
    jobs.end(b"b")
    assert jobs.wait_for(3)
    jobs.end(b"a")
    jobs.end(b"c")
    service.close()
    assert {takes: heard[-1] for takes, heard in answers.items()} == {
        b"a": b"voice of a",
        b"b": b"voice of b",
        b"c": b"voice of c",
    }


def test_each_hears_its_own_error(jobs):
    service, bad, stopped, good = CloneService(CloneMetrics(), Limits(clones=3)), [], [], []
    service.submit(b"a", b"bad", bad.append, lambda: False)
    service.submit(b"b", b"", stopped.append, lambda: True)
    service.submit(b"c", b"", good.append, lambda: False)
    for takes in (b"a", b"b", b"c"):
        jobs.end(takes)
    service.close()
    assert isinstance(bad[-1], CloneError)
    assert isinstance(stopped[-1], CloneCancelled)
    assert good[-1] == b"voice of c"


def test_one_at_a_time_ends_before_the_next_begins(jobs):
    service, heard = CloneService(CloneMetrics(), Limits(clones=1)), []
    jobs.end(b"a")
    service.submit(b"a", b"", heard.append, lambda: False)
    assert heard[-1] == b"voice of a"
    assert [answer.stage for answer in heard[:-1]] == ["adapt"]
    service.close()


def test_a_clone_beside_others_is_told_so_and_nothing_is_refused_at_once(jobs):
    service, heard = CloneService(CloneMetrics(), Limits(clones=2)), []
    for takes in (b"a", b"b", b"c"):
        service.submit(takes, b"", lambda answer: None, lambda: False)
    service.submit(b"", b"", heard.append, lambda: False)
    assert isinstance(heard[-1], TakesError)
    service.submit(b"d", b"", heard.append, lambda: False)
    assert heard[-1].stage == "waiting"
    for takes in (b"a", b"b", b"c", b"d"):
        jobs.end(takes)
    service.close()


def test_a_cpu_makes_one_at_a_time_and_a_gpu_eight(monkeypatch):
    for gpu, count in ((False, 1), (True, 8)):
        monkeypatch.setattr(clone_service.torch.cuda, "is_available", lambda gpu=gpu: gpu)
        assert clones_at_once(Limits()) == count
        assert clones_at_once(Limits(clones=5)) == 5


def test_the_foremost_clone_is_what_the_metrics_say():
    metrics = CloneMetrics()
    levels = metrics._metrics._levels

    def value(name):
        return next(v for (found, _), v in levels.items() if found == name)

    with metrics.clone() as first, metrics.clone() as second:
        first(Progress("adapt", step=1, max_steps=4))
        second(Progress("adapt", step=3, max_steps=4))
        assert value("timbre_clones_in_progress") == 2
        assert value("timbre_clone_progress") == 0.75
    assert value("timbre_clones_in_progress") == 0
    assert value("timbre_clone_progress") == 0


def test_who_ends_hears_how_many_others_go_on(jobs):
    service, unfinished = CloneService(CloneMetrics(), Limits(clones=2)), {}

    def ends(takes, options=b""):
        ended = threading.Event()

        def hear(answer):
            if not isinstance(answer, Progress):
                unfinished[takes] = service.unfinished
                ended.set()

        service.submit(takes, options, hear, lambda: False)
        return ended

    first, second = ends(b"first"), ends(b"fails", b"options")
    third = ends(b"third")
    for takes, ended in ((b"first", first), (b"fails", second), (b"third", third)):
        jobs.end(takes)
        assert ended.wait(60)
    assert unfinished == {b"first": 2, b"fails": 1, b"third": 0}


def test_it_is_told_that_it_was_loaded_for_a_clone(jobs):
    service, heard = CloneService(CloneMetrics(), Limits(clones=2)), []
    service.submit(b"a", b"", heard.append, lambda: False)
    assert not service.on_demand
    service.submit(
        b"b", b'{"on_demand": true}', heard.append, lambda: False
    )  # what is left of it is no option
    service.submit(b"c", b"[broken", heard.append, lambda: False)
    assert service.on_demand
    for takes in (b"a", b"b", b"c"):
        jobs.end(takes)
    service.close()
