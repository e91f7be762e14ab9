from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF

from timbre.timing import TimedWord
from timbre_app.studio.speak.prosody_plot import (
    LABEL_HEIGHT,
    PhonemeItem,
    ProsodyPlot,
    WordSpan,
    natural_pitches,
    word_spans,
)

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


@pytest.mark.parametrize("semitones", [-12.0, 12.0])
def test_a_dot_never_leaves_however_far_it_was_dragged(semitones):
    (natural,) = natural_pitches([0.0], [semitones], [110.0])
    item = PhonemeItem("a", 0.0, 0.5, 0.0, semitones, 1.0, semitones, 1.0, natural)
    assert item.has_pitch
    assert item.shown_hz == pytest.approx(110.0 * 2 ** (semitones / 12))
    assert item.came_otherwise
    plot = ProsodyPlot((item,), 400, 200)
    assert plot.hit(plot.handle(0)) == ("pitch", 0)  # it can be dragged back
    assert replace(item, semitones=0.0).shown_hz == pytest.approx(110.0)


def test_what_is_asked_for_is_shown_whatever_came():
    (natural,) = natural_pitches([172.0], [4.8], [86.0])
    item = PhonemeItem("a", 0.0, 0.5, 172.0, 4.8, 1.0, 4.8, 1.0, natural)
    assert item.shown_hz == pytest.approx(113.5, abs=0.1)
    assert item.came_otherwise
    assert not replace(item, hz=114.0).came_otherwise


def test_natural_pitches_are_those_without_changes():
    assert natural_pitches([100.0, 0.0, 240.0], [0.0, 0.0, 12.0]) == [100.0, 0.0, 120.0]
    assert natural_pitches([100.0, 0.0], [0.0, -12.0]) == [100.0, 100.0]  # nothing is known of the second
    assert natural_pitches([90.0, 0.0], [0.0, -12.0], [80.0, 130.0]) == [90.0, 130.0]


def test_each_word_stands_under_its_phonemes():
    words = [TimedWord("ago", 0, 3, 0.1, 0.4)]
    assert word_spans(words, [(item.start_s, item.end_s) for item in ITEMS]) == [WordSpan("ago", 1, 2)]


def test_a_word_without_a_phoneme_of_its_own_is_not_drawn():
    words = [TimedWord("a", 0, 1, 0.0, 0.0), TimedWord("b", 2, 3, 0.0, 0.1)]
    assert word_spans(words, [(0.0, 0.1)]) == [WordSpan("b", 0, 0)]


def test_a_word_lies_below_the_labels_and_can_be_clicked():
    plot = ProsodyPlot(ITEMS, 460, 200, (WordSpan("ago", 1, 2),))
    box = plot.word_box(plot.words[0])
    assert box.left() == pytest.approx(plot.x(0.1))
    assert box.right() == pytest.approx(plot.boundary_x(2))
    assert plot.area.bottom() + LABEL_HEIGHT <= box.top() < box.bottom() <= 200
    assert plot.hit(box.center()) == ("word", 1)
