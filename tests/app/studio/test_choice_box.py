from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QWidget

from timbre_app.studio.theme import DARK, LIGHT, apply_theme, system_theme
from timbre_app.studio.widgets.choice_box import ChoiceBox


def test_an_empty_box_says_so(qtbot):
    told, silent = ChoiceBox(), ChoiceBox()
    for box in (told, silent):
        qtbot.addWidget(box)
        box.resize(160, 34)
    told.setPlaceholderText("No microphone")
    assert told.grab().toImage() != silent.grab().toImage()


def test_a_name_that_is_too_long_ends_with_dots(qtbot):
    long, short = ChoiceBox(), ChoiceBox()
    for box, name in ((long, "Built-in microphone of the screen"), (short, "USB")):
        qtbot.addWidget(box)
        box.addItem(name)
        box.resize(110, 34)
    assert long.currentText() == "Built-in microphone of the screen"
    drawn = long.grab().toImage()
    long.setItemText(0, "Built-in microphone of the table")  # differs in what is cut off
    assert long.grab().toImage() == drawn
    before = short.grab().toImage()
    short.setItemText(0, "USC")
    assert short.grab().toImage() != before


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("kind", [ChoiceBox, QComboBox])
@pytest.mark.parametrize("percent", [85, 100, 200])
def test_every_row_of_an_open_box_is_whole_and_nothing_stands_around_them(qtbot, qapp, theme, kind, percent):
    apply_theme(qapp, theme, percent)
    window = QWidget()
    qtbot.addWidget(window)
    box = kind(window)
    box.addItems(["WAV", "FLAC", "OGG", "MP3"])
    box.resize(220, 34)
    window.show()
    try:
        for current in (0, 3):
            box.setCurrentIndex(current)
            box.setFocus()
            box.showPopup()
            view, popup = box.view(), box.view().parentWidget()
            qtbot.waitUntil(view.isVisible)
            last = view.visualRect(view.model().index(3, 0))
            assert last.bottom() < view.viewport().height()
            assert view.verticalScrollBar().maximum() == 0
            assert view.geometry() == popup.rect()  # no frame beside the list's own
            assert popup.height() - 4 * last.height() == 2
            assert popup.grab().toImage().pixelColor(6, last.height() * current + 4) == QColor(theme.accent)
            box.hidePopup()
    finally:
        apply_theme(qapp, system_theme(qapp))
