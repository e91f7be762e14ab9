from __future__ import annotations

import threading
import time

import pytest

from tests.app.studio.fakes import PATIENCE_S
from timbre_app.studio.tasks import IDLE_THREADS, Tasks


@pytest.fixture
def tasks(qapp):
    made = Tasks()
    yield made
    made.close()


def test_results_and_progress_arrive_in_order_on_the_windows_thread(tasks, qtbot):
    seen = []

    def work(task):
        assert threading.current_thread() is not threading.main_thread()
        for number in range(3):
            task.report(number)
        return "done"

    def note(value):
        seen.append((value, threading.current_thread() is threading.main_thread()))

    tasks.run(work, on_result=note, on_progress=note)
    qtbot.waitUntil(lambda: len(seen) == 4)
    assert seen == [(0, True), (1, True), (2, True), ("done", True)]
    qtbot.waitUntil(lambda: tasks.busy == 0)


def test_errors_arrive_as_they_were_raised(tasks, qtbot):
    seen = []
    error = ValueError("no")

    def work(_):
        raise error

    tasks.run(work, on_error=seen.append)
    qtbot.waitUntil(lambda: seen == [error])


def test_a_cancelled_job_sees_it_and_says_nothing_more(tasks, qtbot):
    started, ended = threading.Event(), threading.Event()
    seen = []

    def work(task):
        started.set()
        while not task.cancelled:
            task.report(1)
        ended.set()
        return 2

    task = tasks.run(work, on_result=seen.append)
    assert started.wait(PATIENCE_S)
    task.cancel()
    assert ended.wait(PATIENCE_S)
    qtbot.waitUntil(lambda: tasks.busy == 0)
    assert seen == []
    assert task.finished


def test_a_lane_keeps_the_order(tasks, qtbot):
    seen = []
    gate = threading.Event()

    def first(_):
        gate.wait(PATIENCE_S)
        return 1

    tasks.run(first, seen.append, lane="a")
    for number in (2, 3, 4):
        tasks.run(lambda _, number=number: number, seen.append, lane="a")
    tasks.run(lambda _: "other", seen.append, lane="b")
    qtbot.waitUntil(lambda: seen == ["other"])
    gate.set()
    qtbot.waitUntil(lambda: seen == ["other", 1, 2, 3, 4])


def test_nothing_is_delivered_after_close(tasks, qtbot):
    gate = threading.Event()
    seen = []
    task = tasks.run(lambda _: gate.wait(PATIENCE_S), seen.append)
    tasks.close()
    gate.set()
    qtbot.waitUntil(lambda: task.finished)
    qtbot.wait(30)
    assert seen == []


def test_a_watch_that_lasts_does_not_count_as_busy(tasks, qtbot):
    seen = []

    def work(task):
        while not task.cancelled:
            task.report(1)
            time.sleep(0.01)

    task = tasks.run(work, on_progress=seen.append, lasting=True)
    qtbot.waitUntil(lambda: seen != [])
    assert tasks.busy == 0
    task.cancel()
    qtbot.waitUntil(lambda: task.finished)


def test_the_window_does_not_wait_for_a_thread_to_begin(tasks, qtbot, monkeypatch):
    waiting = []
    wait = threading.Event.wait

    def note(event, timeout=None):
        waiting.append(threading.current_thread())
        return wait(event, timeout)

    monkeypatch.setattr(threading.Event, "wait", note)
    gate = threading.Barrier(13)  # all of them run at the same time
    for _ in range(10):
        tasks.run(lambda _: gate.wait(PATIENCE_S))
    for lane in ("a", "b"):
        tasks.run(lambda _: gate.wait(PATIENCE_S), lane=lane)
    assert threading.main_thread() not in waiting
    monkeypatch.undo()
    gate.wait(PATIENCE_S)
    qtbot.waitUntil(lambda: tasks.busy == 0)


def test_threads_are_used_again_and_end_with_the_window(qapp, qtbot):
    before = threading.active_count()
    tasks = Tasks()
    for _ in range(3):
        gate = threading.Barrier(21)
        for _ in range(20):
            tasks.run(lambda _, gate=gate: gate.wait(PATIENCE_S))
        gate.wait(PATIENCE_S)
        qtbot.waitUntil(lambda: tasks.busy == 0)
        qtbot.waitUntil(lambda: threading.active_count() <= before + IDLE_THREADS)
    tasks.close()
    qtbot.waitUntil(lambda: threading.active_count() <= before)
