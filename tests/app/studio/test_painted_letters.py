"""Letters that a widget paints itself can be read in both themes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from tests.app.studio.test_theme import LEAST_CONTRAST, STUDIO, contrast
from timbre_app.studio.dialogue.tracks_view import TracksView
from timbre_app.studio.record.waveform import WaveformView
from timbre_app.studio.speak.prosody_view import ProsodyView
from timbre_app.studio.speak.track_view import TrackView
from timbre_app.studio.theme import DARK, LIGHT, apply_theme

SENTENCE = "The speech appears here."


@pytest.fixture(params=[LIGHT, DARK], ids=lambda theme: theme.name)
def theme(qapp, request):
    apply_theme(qapp, request.param)
    yield request.param
    apply_theme(qapp, LIGHT)


def strongest(widget, area: QRect) -> float:
    """The best contrast of a pixel of an area with the ground, which is its first pixel."""
    image = widget.grab(area).toImage()
    names = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    ground = image.pixelColor(0, 0).name()
    return max(contrast(name, ground) for name in names)


@pytest.mark.parametrize("kind", [TrackView, WaveformView, TracksView, ProsodyView])
def test_what_an_empty_picture_says_can_be_read(theme, kind, qtbot):
    view = kind()
    qtbot.addWidget(view)
    if hasattr(view, "set_empty_text"):
        view.set_empty_text(SENTENCE)
    view.resize(400, 160)
    view.show()
    assert strongest(view, QRect(8, 8, view.width() - 16, view.height() - 16)) >= LEAST_CONTRAST


def test_no_widget_paints_with_the_half_transparent_colour_of_the_palette():
    """Where a style sheet applies, Qt makes that colour half transparent: `muted_colour` is not."""
    painting = [
        file.name
        for file in STUDIO.rglob("*.py")
        if file.relative_to(STUDIO).parts[0] != "theme"
        and any(
            name in file.read_text(encoding="utf-8")
            for name in (".placeholderText()", "ColorRole.Placeholder")
        )
    ]
    assert painting == ["choice_box.py"]
