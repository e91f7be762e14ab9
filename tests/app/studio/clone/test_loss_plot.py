from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtGui import QPalette

from timbre_app.studio.clone import loss_plot
from timbre_app.studio.clone.loss_plot import LossPlot, prepare
from timbre_app.studio.items import CloneProgress


@pytest.fixture
def plot(qtbot):
    """A plot that can draw."""
    made = LossPlot()
    qtbot.addWidget(made)
    prepare()
    made.make_ready()
    qtbot.waitUntil(lambda: made.is_ready)
    return made


def test_both_losses_are_drawn_as_they_come(plot, qtbot):
    for step in range(1, 21):
        plot.add(step, 1.0 / step, 2.0 / (step // 10 + 1))
    assert [step for step, _ in plot.points[0]] == list(range(1, 21))
    assert plot.points[1] == [(1, 2.0), (10, 1.0), (20, 2.0 / 3)]
    qtbot.waitUntil(lambda: drawn(plot) == [list(range(1, 21)), [1, 10, 20]])
    plot.clear()
    assert plot.points == ([], [])
    plot.add(1, float("nan"), None)
    assert plot.points == ([], [])


def test_losses_that_come_before_the_plot_wait_for_it_and_not_the_window(qtbot, monkeypatch):
    plot = LossPlot()
    qtbot.addWidget(plot)
    monkeypatch.setattr(loss_plot, "prepare", lambda: pytest.fail("imported by the window"))
    for step in (1, 2):
        plot.add(step, 1.0 / step, 0.5)
    assert not plot.is_ready
    prepare()
    plot.make_ready()
    qtbot.waitUntil(lambda: drawn(plot) == [[1, 2], [1]])


def test_what_draws_is_never_imported_beside_the_window():
    with ThreadPoolExecutor(1) as worker, pytest.raises(RuntimeError, match="the window's thread"):
        worker.submit(prepare).result()


def drawn(plot):
    """The steps of both curves, as far as they are made."""
    return [
        list(map(int, curve.getData()[0])) for curve in plot._chart.curves if curve.getData()[0] is not None
    ]


def test_a_clone_that_goes_on_keeps_its_points(qtbot, clone):
    _, cloning, shown = clone()
    assert [step for step, _ in shown.plot.points[0]] == [10, 30]
    cloning.error = RuntimeError("The speech server stopped; try again.")
    cloning.gate.set()
    qtbot.waitUntil(shown.resume_button.isVisible)
    cloning.error = None
    cloning.gate.clear()
    cloning.progress = [CloneProgress("resuming"), CloneProgress("adapt", 20, 200, 0.53, 0.66)]
    shown.resume_button.click()
    assert [step for step, _ in shown.plot.points[0]] == [10, 30]
    qtbot.waitUntil(lambda: [step for step, _ in shown.plot.points[0]] == [10, 20])
    assert shown.plot.points[1] == [(10, 0.702), (20, 0.66)]
    cloning.gate.set()


def test_another_clone_begins_with_an_empty_plot(clone, qtbot):
    studio, cloning, shown = clone()
    cloning.gate.set()
    qtbot.waitUntil(lambda: shown.stage_label.text() == "The voice is ready.")
    cloning.gate.clear()
    cloning.progress = [CloneProgress("start")]
    studio.clone.start(studio.clone.order)
    assert shown.plot.points == ([], [])
    cloning.gate.set()


@pytest.mark.qt_log_ignore("propagateSizeHints")  # a window of its own on the offscreen platform
def test_the_plot_counts_whole_steps_and_its_legend_hides_no_point(plot, qtbot):
    plot.resize(700, 240)
    plot.show()
    for step in (1, 2, 3):
        plot.add(step, 1.0 / step, 0.5 / step)
    qtbot.waitUntil(lambda: drawn(plot) == [[1, 2, 3], [1, 2, 3]])
    plot.grab()
    chart = plot._chart
    for distance, _ in chart._axes["bottom"].tickSpacing(1.0, 3.0, 600):
        assert distance == int(distance) > 0
    assert chart._plot.sceneBoundingRect().right() <= chart.legend.sceneBoundingRect().left()


def test_the_plot_takes_on_the_themes_colours(plot):
    plot.add(1, 0.5, 0.6)
    dark = QPalette(plot.palette())
    dark.setColor(QPalette.ColorRole.Base, "#101418")
    dark.setColor(QPalette.ColorRole.Highlight, "#7fa8ff")
    plot.setPalette(dark)
    assert plot._chart.view.backgroundBrush().color().name() == "#101418"
    assert plot._chart.curves[0].opts["pen"].color().name() == "#7fa8ff"
