from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.app.studio.fakes import RATE, FakeOutput, FakeSpeech
from tests.app.studio.speaking import let_end
from timbre.timing import TimedPhoneme
from timbre_app.sound.close_up import close_up
from timbre_app.studio.main_window import LEAST_SIZE
from timbre_app.studio.theme import Type, sized
from timbre_app.studio.theme.applying import theme_of


@pytest.fixture
def close_up_page(open_studio, qtbot):
    """The page with a spoken sentence shown close up."""

    def open_one(text="Hello there you"):
        speech = FakeSpeech()
        studio = open_studio(speech=speech)
        studio.window.show_page(studio.window.SPEAK)
        page = studio.window.speak_page
        page.text_edit.setPlainText(text)
        page.speak_button.click()
        let_end(qtbot, page)
        page.detail_button.click()
        qtbot.waitUntil(lambda: page.sentence_panel.view.has_picture)
        return studio, page, speech

    return open_one


def voiced(view):
    return next(i for i, item in enumerate(view.items) if item.hz)


def test_the_close_up_shows_a_mel_and_each_phoneme(close_up_page):
    _, page, _ = close_up_page()
    view = page.sentence_panel.view
    assert "".join(item.symbol for item in view.items) == "^Hello there you$"
    assert [round(item.hz) for item in view.items if item.hz][1] == pytest.approx(220, abs=8)


def test_words_stand_under_the_phonemes_and_a_click_chooses_one_whole(close_up_page, qtbot):
    _, page, _ = close_up_page()
    view = page.sentence_panel.view
    assert [word.text for word in view.words] == ["Hello", "there", "you"]
    there = view.words[1]
    assert view.words[0].last < there.first < there.last < view.words[2].first
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.plot.word_box(there).center().toPoint())
    qtbot.keyClick(view, Qt.Key.Key_Up)
    changed = [index for index, item in enumerate(view.items) if item.semitones]
    assert changed == list(range(there.first, there.last + 1))


def shown(view):
    return "".join(item.symbol for item in view.items).strip("^$")


def test_the_close_up_stays_with_the_cursor_unless_told_to_follow_the_sound(close_up_page, qtbot):
    studio, page, _ = close_up_page("Hello there. And you.")
    view = page.sentence_panel.view
    let_end(qtbot, page)
    page.track_view.seek_requested.emit(studio.speak.reading.starts()[1] / RATE + 0.05)
    let_end(qtbot, page)
    qtbot.wait(100)
    assert shown(view) == "Hello there."


def test_the_close_up_follows_the_sound_when_that_is_chosen(close_up_page, qtbot):
    studio, page, _ = close_up_page("Hello there. And you.")
    panel, view = page.sentence_panel, page.sentence_panel.view
    panel.follow_box.click()
    page.track_view.seek_requested.emit(studio.speak.reading.starts()[1] / RATE + 0.05)
    qtbot.waitUntil(lambda: shown(view) == "And you.")
    let_end(qtbot, page)
    view.select(voiced(view))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Up)  # what is shown is what is changed, wherever the cursor is
    assert not studio.speak.reading.sentences[1].edits.is_neutral
    assert studio.speak.reading.sentences[0].edits.is_neutral
    let_end(qtbot, page)
    cursor = page.text_edit.textCursor()
    cursor.setPosition(3)
    page.text_edit.setTextCursor(cursor)  # the person turns to another sentence while nothing sounds
    qtbot.waitUntil(lambda: shown(view) == "Hello there.")


def test_what_the_close_up_follows_is_remembered(close_up_page):
    studio, page, _ = close_up_page()
    assert not page.sentence_panel.follow_box.isChecked()
    page.sentence_panel.follow_box.click()
    assert studio.settings.melody_follows_sound


def test_the_close_up_is_as_high_as_the_window_allows(close_up_page, qtbot):
    studio, page, _ = close_up_page()
    text, panel = page.text_edit, page.sentence_panel
    for height in (820, 1100):
        studio.window.resize(1200, height)
        qtbot.waitUntil(lambda: panel.height() > 2 * text.height())
    page.detail_button.click()
    qtbot.waitUntil(lambda: text.height() > 300)


def test_the_scale_has_room_for_large_letters(close_up_page):
    studio, page, _ = close_up_page()
    view = page.sentence_panel.view
    usual = view.plot.area.left()
    studio.settings.set_value("look/text_percent", 200)
    studio.options.appearance.apply()
    letters = QFontMetrics(sized(view.font(), Type.CAPTION))
    assert view.plot.area.left() >= letters.horizontalAdvance("400 Hz") > usual
    studio.settings.set_value("look/text_percent", 100)
    studio.options.appearance.apply()


def test_words_about_the_close_up_do_not_cover_it_in_the_least_window(close_up_page, qtbot):
    studio, page, _ = close_up_page()
    studio.window.resize(LEAST_SIZE)
    QApplication.processEvents()
    panel = page.sentence_panel
    said = panel.chosen_label
    assert said.text().startswith("Drag a dot")
    assert said.height() >= said.heightForWidth(said.width())
    assert not said.geometry().intersects(panel.scroll_area.geometry())
    places = [panel.reset_button.y()]
    qtbot.mouseClick(
        panel.view,
        Qt.MouseButton.LeftButton,
        pos=panel.view.plot.word_box(panel.view.words[1]).center().toPoint(),
    )
    assert not said.text().startswith("Drag a dot")
    QApplication.processEvents()
    assert said.height() >= said.heightForWidth(said.width())
    assert places == [panel.reset_button.y()]


def test_dragging_a_dot_changes_the_pitch_and_is_heard_from_its_word(close_up_page, qtbot):
    studio, page, speech = close_up_page()
    view = page.sentence_panel.view
    at = 9  # in the second word
    dot = view.plot.handle(at).toPoint()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=dot)
    qtbot.mouseMove(view, dot - QPoint(0, 20))
    assert view.items[at].semitones > 1
    assert len(speech.requests) == 1
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=dot - QPoint(0, 20))
    qtbot.waitUntil(lambda: len(speech.requests) == 2)
    edits = speech.requests[-1].edits
    assert edits.pitch[at] == view.items[at].semitones
    assert sum(value != 0 for value in edits.pitch) == 1
    let_end(qtbot, page)
    word_s = studio.speak.reading.sentences[0].clip.words[1].start_s
    assert sum(map(len, FakeOutput.made[-1].chunks)) == pytest.approx((0.3 - word_s) * RATE, abs=2)
    assert "edited" in page.text_edit.tip(0)
    qtbot.waitUntil(lambda: view.items[at].made_semitones == edits.pitch[at])


def test_dragging_a_line_changes_the_length(close_up_page, qtbot):
    _, page, speech = close_up_page()
    view = page.sentence_panel.view
    line = QPoint(round(view.plot.boundary_x(4)), 10)
    width = view.plot.boundary_x(4) - view.plot.boundary_x(3)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=line)
    qtbot.mouseMove(view, line + QPoint(round(width), 0))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=line + QPoint(round(width), 0))
    qtbot.waitUntil(lambda: len(speech.requests) == 2)
    assert speech.requests[-1].edits.duration[4] == pytest.approx(2.0, abs=0.1)
    let_end(qtbot, page)
    qtbot.waitUntil(lambda: view.items[4].made_factor == speech.requests[-1].edits.duration[4])
    lengths = [item.end_s - item.start_s for item in view.items]
    assert lengths[4] == pytest.approx(2 * lengths[3], rel=0.1)


def test_keys_do_all_that_the_mouse_does(close_up_page, qtbot):
    _, page, speech = close_up_page()
    view = page.sentence_panel.view
    view.setFocus()
    view.select(5)
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert [view.items[i].semitones for i in (4, 5, 6, 7)] == [0, 0.5, 0.5, 0]
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.items[5].factor == pytest.approx(1.1)
    assert "+0.5 semitones" in page.sentence_panel.chosen_label.text()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert not any(item.is_edited for item in view.items)
    let_end(qtbot, page)
    assert speech.requests[-1].edits.pitch[5:7] == (0.5, 0.5) or speech.requests[-1].edits.is_neutral


def test_undo_and_redo_bring_back_the_sound(close_up_page, qtbot):
    studio, page, speech = close_up_page()
    view = page.sentence_panel.view
    before = studio.speak.reading.sentences[0].clip
    view.select(voiced(view))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Up)
    let_end(qtbot, page)
    assert len(speech.requests) == 2
    page.undo_button.click()
    let_end(qtbot, page)
    assert not view.items[view.at].is_edited
    assert len(speech.requests) == 2  # the sound was still on the disk
    again = studio.speak.reading.sentences[0].clip
    np.testing.assert_array_equal(again.read(0, 9999), before.read(0, 9999))
    page.redo_button.click()
    let_end(qtbot, page)
    assert view.items[view.at].semitones == 0.5
    page.sentence_panel.reset_button.click()
    let_end(qtbot, page)
    assert not page.sentence_panel.reset_button.isEnabled()


def test_another_sentence_is_shown_when_the_cursor_moves(close_up_page, qtbot):
    _, page, _ = close_up_page("Hello there. And you.")
    view = page.sentence_panel.view
    cursor = page.text_edit.textCursor()
    cursor.setPosition(15)
    page.text_edit.setTextCursor(cursor)
    qtbot.waitUntil(lambda: "".join(item.symbol for item in view.items) == "^And you.$")
    page.text_edit.setTextCursor(cursor)
    qtbot.keyClicks(page.text_edit, "x")
    qtbot.waitUntil(lambda: page.text_edit.marks[1].state == "changed")


def test_a_long_sentence_scrolls_with_what_is_chosen(close_up_page, qtbot):
    _, page, _ = close_up_page("word " * 60 + "end")
    panel = page.sentence_panel
    qtbot.waitUntil(lambda: panel.view.width() >= 15 * len(panel.view.items))
    panel.view.select(len(panel.view.items) - 1)
    bar = panel.scroll_area.horizontalScrollBar()
    assert bar.value() > 0.9 * bar.maximum() > 0
    panel.view.select(0)
    assert bar.value() < 0.1 * bar.maximum()


def test_pitch_is_measured_per_phoneme_and_silence_has_none():
    time = np.arange(RATE) / RATE
    tone = np.where(time < 0.5, np.sin(2 * np.pi * 150 * time), 0) + np.where(
        time > 0.7, np.sin(2 * np.pi * 300 * time), 0
    )
    phonemes = [TimedPhoneme("a", 0.1, 0.4), TimedPhoneme("t", 0.55, 0.65), TimedPhoneme("i", 0.75, 0.95)]
    seen = close_up((9000 * tone).astype(np.int16), phonemes)
    assert seen.hz == pytest.approx((150, 0, 300), abs=5)
    assert seen.picture.shape == (80, RATE // 256, 3)
    brightest = seen.picture.sum(2).argmax(0)
    assert np.median(brightest[8:30]) > np.median(brightest[-20:])  # low sounds are drawn further down


def test_a_sentence_of_no_length_has_a_picture_too():
    assert close_up(np.zeros(10, np.int16), [TimedPhoneme("^", 0, 0)]).hz == (0.0,)


def test_the_close_up_lies_on_its_card(close_up_page):
    """Not on a frame of the window's colour inside it."""
    _, page, _ = close_up_page()
    picture = page.sentence_panel.grab().toImage()
    corner = page.sentence_panel.scroll_area.pos() + QPoint(2, 2)
    assert picture.pixelColor(corner).name() == theme_of(QGuiApplication.palette()).surface
