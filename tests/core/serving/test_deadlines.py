"""Order of the work among streams."""

import threading

from timbre.serving.deadlines import DeadlineWorker


def run(jobs):
    """Queue jobs (stream, seconds) while the worker is busy; returns the order in which they ran."""
    order, gate, done = [], threading.Event(), threading.Event()
    ticks = iter(range(10_000))
    worker = DeadlineWorker(clock=lambda: next(ticks) * 0.001)

    def make(name, seconds):
        def job():
            order.append(name)
            return seconds

        return job

    worker.add("gate", lambda: gate.wait(10) and 0.0)
    for stream, name, seconds in jobs:
        worker.add(stream, make(name, seconds))
    worker.add("end", lambda: 0.0)
    worker.add("zz", lambda: 1000.0)
    worker.add("zz", lambda: done.set() or 0.0)
    gate.set()
    assert done.wait(10)
    worker.close()
    return order


def test_jobs_of_one_stream_stay_in_order():
    assert run([("a", f"a{n}", 0.5) for n in range(5)]) == [f"a{n}" for n in range(5)]


def test_new_stream_goes_before_the_far_end_of_a_long_one():
    jobs = [("long", f"long{n}", 1.0) for n in range(4)] + [("new", f"new{n}", 1.0) for n in range(2)]
    order = run(jobs)
    assert order.index("new0") < order.index("long1")
    assert order.index("new1") < order.index("long2")


def test_forgotten_stream_runs_no_more():
    gate, ran = threading.Event(), []
    worker = DeadlineWorker()
    worker.add("gate", lambda: gate.wait(10) and 0.0)
    worker.add("a", lambda: ran.append("a") or 0.0)
    worker.end("a")
    last = threading.Event()
    worker.add("b", lambda: last.set() or 0.0)
    gate.set()
    assert last.wait(10)
    worker.close()
    assert ran == []
