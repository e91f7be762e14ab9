"""The estimate of the time left."""

from __future__ import annotations

import pytest

from timbre_app.jobs.estimate import TimeLeft
from timbre_app.jobs.job import COMMAND, Job, State


def job(done: int) -> Job:
    return Job("a", "book", COMMAND, "title", State.RUNNING, done, 100, 0, 1, 0.0, 0.0)


def test_it_goes_by_the_last_minute():
    now = [0.0]
    left = TimeLeft(lambda: now[0])
    assert left.of(job(10)) is None  # nothing is known yet
    now[0] = 1.0
    assert left.of(job(30)) is None  # too early
    now[0] = 10.0
    assert left.of(job(30)) == pytest.approx(35)  # 2 a second
    now[0] = 200.0
    assert left.of(job(30)) is None  # a long wait says nothing
    now[0] = 210.0
    assert left.of(job(50)) == pytest.approx(25)


def test_a_job_that_stands_still_gets_slower():
    now = [0.0]
    left = TimeLeft(lambda: now[0])
    left.of(job(0))
    now[0] = 10.0
    first = left.of(job(50))
    now[0] = 30.0
    assert left.of(job(50)) > first
