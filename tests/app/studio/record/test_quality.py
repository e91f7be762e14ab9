"""How the takes of a session sound, one after another."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from tests.app.studio.recording import record_one
from timbre_app.studio.record.quality_plot import QualityPlot
from timbre_app.studio.record.take_quality import TakeQuality, change_over
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.studio.theme import severity_colour


def takes(levels, noises=None, state=TakeState.GOOD):
    noises = noises or [-60.0] * len(levels)
    return [
        TakeQuality(number, f"Sentence {number}.", level, noise, state)
        for number, (level, noise) in enumerate(zip(levels, noises, strict=True), 1)
    ]


def test_a_change_is_that_from_the_first_third_to_the_last():
    change = change_over(takes([-20, -21, -22, -23, -28, -29], [-60, -60, -58, -58, -52, -50]))
    assert (change.speech_db, change.room_db) == (pytest.approx(-8), pytest.approx(9))
    assert (change.is_quieter, change.is_louder, change.is_noisier) == (True, False, True)


def test_one_odd_take_and_few_takes_are_no_change():
    assert change_over(takes([-20] * 8 + [-45])).speech_db == 0
    assert change_over(takes([-20, -20, -20, -35, -35])).speech_db == 0


@pytest.fixture
def plot(qtbot):
    shown = QualityPlot()
    qtbot.addWidget(shown)
    shown.resize(400, shown.minimumSizeHint().height())
    return shown


@pytest.mark.parametrize(
    ("levels", "noises", "words"),
    [
        ([-20] * 4 + [-27] * 4, [-60] * 8, "You are 7 dB quieter than at first"),
        ([-30] * 4 + [-22] * 4, [-60] * 8, "You are 8 dB louder than at first"),
        ([-20] * 8, [-60] * 4 + [-50] * 4, "The room is 10 dB louder than at first"),
        ([-20] * 8, [-60] * 8, "Each bar is a take"),
    ],
)
def test_the_change_is_told_in_words(plot, levels, noises, words):
    plot.set_takes(takes(levels, noises))
    assert plot.summary.startswith(words)
    figures = f"8 takes; the last one: speech {levels[-1]} dBFS, room {noises[-1]} dBFS."
    assert plot.accessibleDescription() == f"{plot.summary} {figures}"


def test_a_bar_has_the_colour_of_the_verdict_and_the_height_of_the_level(plot):
    def heights(severity):
        image = plot.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        colour = severity_colour(plot.palette(), severity).rgb()
        columns = [
            sum(image.pixel(x, y) == colour for y in range(image.height())) for x in range(image.width())
        ]
        return max(columns)

    plot.set_takes(takes([-20], [-60], TakeState.BAD))
    loud = heights("error")
    plot.set_takes(takes([-50], [-60], TakeState.BAD))
    assert 0 < heights("error") < loud
    assert heights("ok") == 0


def test_the_height_stays_the_same_with_more_takes(plot):
    before = plot.sizeHint()
    plot.set_takes(takes([-20] * 24))
    assert plot.sizeHint() == before


def test_a_take_is_drawn_when_it_was_checked(begin, qtbot):
    studio, panel = begin()
    assert panel.quality.accessibleDescription() == panel.quality.summary
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: "1 takes" in panel.quality.accessibleDescription())
    assert "speech" in panel.quality.accessibleDescription()


def test_in_a_low_window_the_plot_leaves_its_place_to_the_buttons(begin):
    _, panel = begin()
    for height, is_hidden in ((640, True), (720, False)):
        panel.resize(800, height)
        assert panel.quality.isHidden() is is_hidden
