"""Pitch, brightness and pace of a voice beside the speakers of the base model."""

from __future__ import annotations

import pytest

from timbre_app.studio.items import VoiceTrait
from timbre_app.studio.voices.traits_plot import TraitsPlot

SPEAKERS = (100.0, 120.0, 160.0, 200.0)


@pytest.fixture
def plot(qtbot):
    shown = TraitsPlot()
    qtbot.addWidget(shown)
    shown.resize(400, 300)
    return shown


def test_each_strip_says_its_figure_and_its_place_in_words(plot):
    plot.set_traits(
        [
            VoiceTrait("pitch", 180.0, 150.0, 212.13, SPEAKERS),
            VoiceTrait("brightness", 110.0, speakers=SPEAKERS),
            VoiceTrait("pace", 140.0, speakers=SPEAKERS),
        ]
    )
    assert [strip.accessibleDescription() for strip in plot.strips.values()] == [
        "180 Hz, mostly 150 to 212 Hz (6 semitones). "
        "higher than 75 % of the speakers that Timbre has learned from",
        "110 Hz. darker than 75 % of the speakers that Timbre has learned from",
        "140 words a minute. faster than 50 % of the speakers that Timbre has learned from",
    ]


def test_what_was_not_measured_says_so_and_what_nobody_knows_is_left_out(plot):
    plot.set_traits(
        [VoiceTrait("pitch", 180.0), VoiceTrait("brightness", speakers=SPEAKERS), VoiceTrait("pace")]
    )
    pitch, brightness, pace = plot.strips.values()
    assert pitch.accessibleDescription() == "180 Hz"
    assert brightness.accessibleDescription() == "not measured when this voice was made"
    assert [strip.isHidden() for strip in (pitch, brightness, pace)] == [False, False, True]


def mark(plot, name):
    """Columns of the strip in the colour of the voice's mark, from the middle row."""
    strip = plot.strips[name]
    image = strip.grab().toImage()
    accent, row = strip.palette().highlight().color(), image.height() // 2 - 7
    return [x for x in range(image.width()) if image.pixelColor(x, row) == accent]


def test_a_higher_voice_has_its_mark_further_right(plot):
    places = []
    for hz in (110.0, 150.0, 190.0):
        plot.set_traits([VoiceTrait("pitch", hz, hz * 0.9, hz * 1.1, SPEAKERS)])
        columns = mark(plot, "pitch")
        assert columns
        places.append(columns[0])
    assert places == sorted(set(places))


class Counted(tuple):
    """Speakers that count how often somebody goes through them."""

    rounds = 0

    def __iter__(self):
        Counted.rounds += 1
        return super().__iter__()


def test_drawing_again_does_not_go_through_the_speakers(plot):
    """Hundreds of speakers, at each change of the page."""
    plot.set_traits([VoiceTrait("pitch", 150.0, 140.0, 160.0, Counted(SPEAKERS))])
    strip = plot.strips["pitch"]
    before = strip.grab().toImage()
    Counted.rounds = 0
    assert strip.grab().toImage() == before
    assert Counted.rounds == 0
    strip.resize(strip.width() + 40, strip.height())
    strip.grab()
    assert Counted.rounds == 1


def test_a_voice_that_was_not_measured_has_no_mark(plot):
    plot.set_traits([VoiceTrait("pace", None, speakers=SPEAKERS)])
    assert mark(plot, "pace") == []


def test_the_page_shows_the_traits_of_the_chosen_voice(open_studio, qtbot):
    studio = open_studio()
    page = studio.window.voices_page
    studio.window.show_page(studio.window.VOICES)
    qtbot.waitUntil(lambda: page.voice_list.count() > 0)
    page.select(page.current_id or "")
    pitch = page.detail.traits.strips["pitch"]
    qtbot.waitUntil(lambda: pitch.accessibleDescription().startswith("186 Hz, mostly 152 to 228 Hz"))
