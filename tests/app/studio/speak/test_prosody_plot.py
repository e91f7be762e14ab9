from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from timbre_app.studio.speak.prosody_plot import PhonemeItem, ProsodyPlot

ITEMS = (
    PhonemeItem("h", 0.0, 0.1),
    PhonemeItem("ə", 0.1, 0.3, hz=120.0),
    PhonemeItem("l", 0.3, 0.4, hz=150.0, made_factor=2.0),
)


@pytest.fixture
def plot():
    return ProsodyPlot(ITEMS, 460, 200)


@pytest.mark.parametrize("seconds", [0.0, 0.17, 0.4])
def test_a_place_and_its_moment_agree(plot, seconds):
    assert plot.seconds(plot.x(seconds)) == pytest.approx(seconds)


def test_a_phoneme_ends_where_its_change_of_length_takes_it(plot):
    assert plot.starts == pytest.approx([0.0, 0.1, 0.3, 0.35])
    assert plot.boundary_x(2) == pytest.approx(plot.x(0.35))


def test_an_octave_is_twelve_semitones_of_pixels(plot):
    assert (plot.y(120) - plot.y(240)) * plot.semitones_per_pixel == pytest.approx(12)


def test_what_is_under_the_pointer(plot):
    assert plot.hit(plot.handle(1)) == ("pitch", 1)
    assert plot.hit(QPointF(plot.boundary_x(1) + 4, plot.area.top() + 5)) == ("length", 1)
    assert plot.hit(QPointF(plot.x(0.05), plot.area.top() + 5)) == ("seek", 0)
    assert plot.hit(QPointF(plot.x(0.2), plot.area.bottom() + 5)) == ("label", 1)
