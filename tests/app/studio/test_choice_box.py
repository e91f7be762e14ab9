from __future__ import annotations

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
