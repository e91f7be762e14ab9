"""The pictures of sounds."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget

from timbre_app.studio.record import waveform
from timbre_app.studio.record.waveform import WaveformView
from timbre_app.studio.widgets.outline import outline_picture

RISING = np.array([[0, -0.5, -1], [0, 0.5, 1]], np.float32)


def test_each_column_of_pixels_reaches_as_far_as_its_part_of_the_sound(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(6, 21)
    picture = outline_picture(RISING, widget, 10)
    drawn = [sum(picture.pixelIndex(x, y) for y in range(21)) for x in range(6)]
    assert drawn == [1, 1, 11, 11, 21, 21]
    assert not sum(outline_picture(RISING[:, :0], widget, 10).pixelIndex(x, 10) for x in range(6))


@pytest.mark.parametrize("change", ["outline", "size", "theme"])
def test_a_waveform_is_shaped_anew_for_what_has_changed_and_not_to_move_its_place(qtbot, monkeypatch, change):
    view = WaveformView()
    qtbot.addWidget(view)
    view.resize(100, 60)
    view.set_outline(RISING)
    with qtbot.waitExposed(view):
        view.show()
    before = view._picture
    shaped = []
    monkeypatch.setattr(waveform, "outline_picture", lambda *it: shaped.append(it) or outline_picture(*it))
    view.set_position(0.5)
    view.grab()
    assert shaped == []
    if change == "outline":
        view.set_outline(RISING[:, :1])
    elif change == "size":
        view.resize(120, 60)
    else:
        palette = QPalette(view.palette())
        palette.setColor(QPalette.ColorRole.Highlight, Qt.GlobalColor.red)
        view.setPalette(palette)
    view.grab()
    assert len(shaped) == 1
    assert view._picture != before
