"""What keeps the window waiting is found."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest
from PySide6.QtGui import QPainter

from timbre_app.studio.probe import KEPT, Probe, Sampler, memory_mb, process_age_s
from timbre_app.studio.theme.icons import mark
from timbre_app.studio.widgets import likeness_scale, picture
from timbre_app.studio.widgets.likeness_scale import LikenessScale
from timbre_app.studio.widgets.picture import Picture


class Clock:
    def __init__(self):
        self.ms = 0.0

    def __call__(self):
        return self.ms / 1000


def test_the_longest_spans_are_kept_in_order():
    clock = Clock()
    probe = Probe(clock)
    for ms in (3, 40, 1, 17, *range(4, 16)):
        assert probe.begin(1)
        clock.ms += ms
        probe.end(f"took {ms}")
    assert [span.what for span in probe.longest[:3]] == ["took 40", "took 17", "took 15"]
    assert len(probe.longest) == KEPT
    assert (probe.count, probe.over_limit) == (16, 2)
    assert probe.report().splitlines()[1].split()[:2] == ["40.0", "ms,"]
    assert probe.report().splitlines()[1].endswith("took 40")


def test_the_work_of_a_span_is_told_from_the_time_that_others_took():
    clock, work = Clock(), Clock()
    probe = Probe(clock, work)
    for passed, worked in ((300, 4), (30, 25), (2, 1)):
        assert probe.begin(1)
        clock.ms += passed
        work.ms += worked
        probe.end(f"took {passed}")
    assert (probe.over_limit, probe.work_over_limit) == (2, 1)
    assert [round(span.work_ms) for span in probe.longest] == [4, 25, 1]
    assert [round(span.work_ms) for span in probe.hardest] == [25, 4, 1]
    assert probe.report().splitlines()[4:] == ["The most work: 25.0 of work  took 30"]


def test_events_inside_an_event_are_part_of_it():
    clock = Clock()
    probe = Probe(clock)
    assert probe.begin(1)
    assert not probe.begin(1)
    clock.ms += 20
    for where in ("views/page.py:3 draw", "views/page.py:3 draw", "views/page.py:9 fill"):
        probe.saw(where)
    probe.end("outer")
    assert [(round(span.ms), span.where) for span in probe.longest] == [(20, "views/page.py:3 draw")]
    assert probe.running_ms == 0


def wait_for_an_event(probe, clock, ms):
    """A dialog's own loop waits for the person, then has an event that takes so long."""
    probe.idle()
    clock.ms += 5000
    probe.awake()
    assert probe.begin(2)
    clock.ms += ms
    probe.end("inside the dialog")


def test_a_dialog_that_waits_for_the_person_is_not_counted():
    clock = Clock()
    probe = Probe(clock)
    probe.begin(1)
    clock.ms += 5
    for _ in range(3):
        wait_for_an_event(probe, clock, 4)
    clock.ms += 6
    probe.end("opened the dialog")
    assert {span.what: round(span.ms) for span in probe.longest} == {
        "inside the dialog": 4,
        "opened the dialog": 6,
    }


def test_what_a_dialog_takes_to_open_is_counted():
    clock, work = Clock(), Clock()
    probe = Probe(clock, work)
    probe.begin(1)
    clock.ms += 28
    work.ms += 20
    wait_for_an_event(probe, clock, 3)
    clock.ms += 2
    probe.end("opened the dialog")
    assert [(span.what, round(span.ms), round(span.work_ms)) for span in probe.longest] == [
        ("opened the dialog", 28, 20),
        ("inside the dialog", 3, 0),
    ]


def test_the_process_tells_its_age_and_memory():
    assert 0 < process_age_s() < 36_000
    assert memory_mb() > 10


def test_the_thread_that_is_looked_at_lets_go_of_its_own_frames():
    """Otherwise a painter that a function leaves behind would end on the thread that looks."""
    sampler, ended_on = Sampler(), []
    may_look, has_looked = threading.Event(), threading.Event()

    class Painter:
        def __del__(self):
            ended_on.append(threading.current_thread())

    def look(thread):
        may_look.wait(60)
        sampler.look(thread)
        has_looked.set()

    def draw():
        painter = Painter()
        may_look.set()
        has_looked.wait(60)
        return painter is not None

    looker = threading.Thread(target=look, args=(threading.get_ident(),))
    looker.start()
    assert draw()
    looker.join()
    assert ended_on == []
    sampler.let_go()
    assert ended_on == [threading.current_thread()]


@pytest.mark.parametrize(
    ("module", "widget"), [(picture, lambda: Picture(mark(), 24)), (likeness_scale, LikenessScale)]
)
def test_a_painter_ends_with_the_painting_whoever_still_knows_it(qtbot, monkeypatch, module, widget):
    painters = []

    class Known(QPainter):
        def __init__(self, device):
            super().__init__(device)
            painters.append(self)

    monkeypatch.setattr(module, "QPainter", Known)
    shown = widget()
    qtbot.addWidget(shown)
    shown.resize(200, 60)
    shown.grab()
    assert painters != []
    assert not any(painter.isActive() for painter in painters)


SCRIPT = """
import time
from PySide6.QtCore import QTimer
from timbre_app.studio.probe import ProbedApplication
from PySide6.QtWidgets import QMainWindow
app = ProbedApplication(["probe"])
window = QMainWindow()
window.show()
def slow(): time.sleep(0.08)
QTimer.singleShot(50, slow)
QTimer.singleShot(300, app.quit)
app.exec()
print(app.report())
"""


def test_a_slow_slot_is_named():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    first, _, longest, *_ = done.stdout.splitlines()
    assert first.startswith("First window after ")
    assert "no window" not in first
    assert float(longest.split()[0]) >= 80
    assert float(longest.split()[2]) < 60  # it slept
