from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from tests.app.studio.fakes import RATE
from tests.app.studio.speaking import heard, let_end, speak


def test_the_length_follows_each_key(speaking, qtbot):
    """Somebody who types without a pause sees the figures grow."""
    _, page = speaking()
    page.text_edit.setPlainText("The weather will be fine tomorrow. " * 20)
    qtbot.waitUntil(lambda: page.length_label.text() == "700 characters · about 0:40 of speech")
    page.text_edit.moveCursor(QTextCursor.MoveOperation.End)
    for count in range(1, 40):
        qtbot.keyClick(page.text_edit, "a")
        assert page.length_label.text().startswith(f"{700 + count} characters")
    assert page.length_label.text() == "739 characters · about 0:43 of speech"
    page.text_edit.clear()
    assert page.length_label.text() == ""


def test_words_stand_under_the_sound_and_sentences_where_words_have_no_room(speaking, qtbot):
    studio, page = speaking()
    studio.window.resize(1200, 800)
    speak(qtbot, page, "One two. Three four.")
    view = page.track_view
    qtbot.waitUntil(lambda: [word.text for word in view.words] == ["One", "two.", "Three", "four."])
    pause_s = studio.speak.reading.pause_samples / RATE
    assert view.words[2].start_s == pytest.approx(0.2 + pause_s, abs=0.001)
    speak(qtbot, page, "One two three four five six seven eight nine ten. " * 8)
    qtbot.waitUntil(lambda: len(view.words) == 8)
    assert view.words[0].text.startswith("One two three")


def test_the_sound_is_drawn_in_its_full_height(speaking, qtbot):
    _, page = speaking()
    view = page.track_view
    view.set_sound(np.array([[-0.05, -0.1], [0.05, 0.1]], np.float32), 1.0, (0.0,))
    drawn = np.array(
        [
            [view.picture.pixelIndex(x, y) for x in (10, view.picture.width() - 10)]
            for y in range(view.picture.height())
        ]
    )
    assert drawn[:, 1].mean() > 0.85  # the loudest part, of a quiet sound
    assert drawn[:, 0].mean() == pytest.approx(drawn[:, 1].mean() / 2, abs=0.05)


def test_a_click_in_the_sound_plays_from_there(speaking, qtbot):
    _studio, page = speaking()
    speak(qtbot, page, "One two. Three four.")
    view = page.track_view
    assert view.duration_s == pytest.approx(0.4 + 0.1625, abs=0.001)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.rect().center())
    let_end(qtbot, page)
    assert heard() / RATE == pytest.approx(view.duration_s / 2, abs=0.01)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Home)
    let_end(qtbot, page)
    assert heard() / RATE == pytest.approx(view.duration_s, abs=0.001)


def test_a_part_of_the_sound_is_repeated_until_it_is_not(speaking, qtbot):
    _studio, page = speaking()
    speak(qtbot, page, "one two three four five six seven eight nine ten")
    view = page.track_view
    view.loop_chosen.emit(0.2, 0.5)
    qtbot.waitUntil(lambda: heard() > 0.9 * RATE)
    assert page.loop_button.isChecked()
    assert view.loop == (0.2, 0.5)
    page.loop_button.click()
    assert view.loop is None
    let_end(qtbot, page)
    laps = heard() / RATE / 0.3
    assert laps == pytest.approx(round(laps), abs=0.01)


def test_the_length_of_the_speech_is_estimated_and_then_known(speaking, qtbot):
    _, page = speaking()
    assert page.length_label.text() == ""
    page.text_edit.setPlainText("The weather will be fine tomorrow. " * 20)
    qtbot.waitUntil(lambda: page.length_label.text() == "700 characters · about 0:40 of speech")
    page.pace.set_value(2.0)
    qtbot.waitUntil(lambda: page.length_label.text() == "700 characters · about 0:21 of speech")
    page.pace.set_value(1.0)
    speak(qtbot, page, "One two three four five six seven eight nine ten.")
    qtbot.waitUntil(lambda: page.length_label.text() == "49 characters · 0:01 of speech")


def test_the_line_of_silence_ends_at_the_frame(speaking, qtbot):
    _, page = speaking()
    view = page.track_view
    line = view.palette().highlight().color()
    view.set_sound(np.zeros((2, 2), np.float32), 1.0, (0.0,))
    picture = view.grab().toImage()
    drawn = [any(picture.pixelColor(x, y) == line for y in range(picture.height())) for x in (0, 1, 10)]
    assert drawn == [False, False, True]
