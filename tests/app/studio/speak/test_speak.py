from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from tests.app.studio.fakes import RATE, FakeOutput, FakeSpeech, FakeVoices
from tests.app.studio.speaking import heard, let_end, speak, states
from timbre_app.reading.timeline import PAUSE_S, Place
from timbre_app.studio.main_window import LEAST_SIZE
from timbre_app.studio.speak.page import IDLE, PAUSED, PLAYING


def test_without_a_voice_the_page_says_so_and_leads_to_one(speaking, qtbot):
    studio, page = speaking(voices=FakeVoices())
    first = "Record or import a voice first."
    qtbot.keyClicks(page.text_edit, "Hello.")
    qtbot.waitUntil(lambda: bool(page.text_edit.marks))
    assert page.status_label.text() == first
    assert not page.voice_box.isVisible()
    page.set_status("")
    page.speak_from_requested.emit()
    assert page.status_label.text() == first
    page.record_button.click()
    assert studio.window.page == studio.window.RECORD
    studio.voices.import_files([Path("ada.timbre")])
    qtbot.waitUntil(lambda: page.voice_name == "Ada")
    assert page.voice_box.isVisibleTo(page)
    assert not page.record_button.isVisibleTo(page)


def test_speak_sends_text_voice_and_sliders_and_plays_the_chunks(speaking, qtbot):
    speech = FakeSpeech()
    _studio, page = speaking(speech=speech)
    qtbot.keyClicks(page.text_edit, "Good morning to you")
    page.select_voice("maria")
    page.pace.set_value(1.25)
    page.pitch.set_value(-2)
    page.energy.set_value(3)
    qtbot.keyClick(page.text_edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and heard() == 4 * RATE // 10)
    ((text, voice, options),) = speech.asked
    assert (text, voice) == ("Good morning to you", "maria")
    assert (options.pace, options.pitch, options.energy) == (1.25, -2.0, 3.0)
    assert FakeOutput.made[-1].sample_rate == RATE
    assert page.text_edit.isReadOnly()
    qtbot.waitUntil(lambda: page.text_edit.extraSelections() != [])
    assert "first sound after" in page.status_label.text()
    let_end(qtbot, page)
    assert not page.text_edit.isReadOnly()


def test_sentences_are_asked_for_one_by_one_and_kept(speaking, qtbot):
    speech = FakeSpeech()
    _studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three four. Five.")
    assert [asked[0] for asked in speech.asked] == ["One two.", "Three four.", "Five."]
    assert states(page) == ["made"] * 3
    length = heard()
    assert length == pytest.approx((5 * 0.1 + 2 * PAUSE_S) * RATE, abs=3)
    page.speak_button.click()
    let_end(qtbot, page)
    assert len(speech.asked) == 3
    assert heard() == length


def test_chunks_play_before_the_rest_is_made_and_stop_ends_the_work(speaking, qtbot):
    speech = FakeSpeech()
    speech.gate.clear()
    _studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("one two three")
    page.speak_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    page.stop_button.click()
    assert page.mode == IDLE
    speech.gate.set()
    qtbot.waitUntil(lambda: speech.stopped)
    assert heard() == RATE // 10
    assert FakeOutput.made[-1].stopped


def test_one_button_speaks_pauses_and_goes_on_without_moving(speaking, qtbot):
    _, page = speaking()
    page.text_edit.setPlainText("one two three")
    places = []
    for text, mode in (("Speak", PLAYING), ("Pause", PAUSED), ("Go on", PLAYING)):
        assert page.speak_button.text() == page.speak_button.accessibleName() == text
        places.append((page.speak_button.geometry(), page.stop_button.geometry()))
        page.speak_button.click()
        qtbot.waitUntil(lambda mode=mode: page.mode == mode)
        if mode == PLAYING:
            qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    assert len(set(map(str, places))) == 1
    qtbot.keyClick(page.text_edit, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert page.mode == PAUSED
    outputs = len(FakeOutput.made)
    qtbot.keyClick(page.text_edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert page.mode == PLAYING  # from the beginning
    qtbot.waitUntil(lambda: len(FakeOutput.made) > outputs and heard() == 3 * RATE // 10)
    let_end(qtbot, page)


def test_pause_goes_on_where_it_was(speaking, qtbot):
    _studio, page = speaking()
    page.text_edit.setPlainText("one two three")
    page.speak_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and heard() == 3 * RATE // 10)
    output = FakeOutput.made[-1]
    output.played_samples = RATE // 10 + 50
    qtbot.waitUntil(lambda: page.track_view.position_s == pytest.approx(0.1 + 50 / RATE))
    page.speak_button.click()
    assert (page.mode, page.speak_button.text()) == (PAUSED, "Go on")
    qtbot.waitUntil(lambda: output.stopped)
    page.speak_button.click()
    qtbot.waitUntil(lambda: FakeOutput.made[-1] is not output and bool(FakeOutput.made[-1].chunks))
    qtbot.waitUntil(lambda: heard() == 2 * RATE // 10 - 50)
    assert page.mode == PLAYING


def test_the_place_heard_stays_inside_a_text_that_becomes_shorter(speaking, qtbot):
    studio, page = speaking()
    speak(qtbot, page, "One is here. Two is here. Three is here.")
    studio.speak.script.mark(Place(2, 1000))
    page.text_edit.setPlainText("One is here. Two is here.")
    qtbot.waitUntil(lambda: len(page.text_edit.marks) == 2)
    assert studio.speak.script.place == Place(1)
    assert page.track_view.position_s < page.track_view.duration_s
    studio.speak.script.mark(Place(1, 10 * RATE))
    assert page.track_view.position_s == page.track_view.duration_s


def test_what_is_chosen_while_it_speaks_counts_from_the_next_time(speaking, qtbot):
    studio, page = speaking()
    page.text_edit.setPlainText("One two. Three four.")
    before = page.voice_id
    page.speak_button.click()
    qtbot.waitUntil(lambda: states(page) == ["made", "made"])
    page.voice_box.setCurrentIndex(1)
    page.voice_box.activated.emit(1)
    assert states(page) == ["made", "made"]
    page.stop_button.click()
    assert states(page) == ["changed", "changed"]
    page.undo_button.click()
    assert states(page) == ["made", "made"]
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert [entry.voice_id for entry in studio.speak.history._history.entries()] == [before]


def test_sliders_and_voice_can_be_undone(speaking, qtbot):
    _studio, page = speaking()
    page.pace.set_value(1.2)
    page.pace.set_value(1.4)
    page.pitch.set_value(2)
    page.voice_box.setCurrentIndex(1)
    page.voice_box.activated.emit(1)
    chosen = page.voice_id
    assert page.undo_button.toolTip() == "Undo: choice of the voice"
    page.undo_button.click()
    assert page.voice_id != chosen
    page.undo_button.click()
    assert page.pitch.value == 0
    page.undo_button.click()
    assert page.pace.value == 1.0
    assert not page.undo_button.isEnabled()
    for _ in range(3):
        page.redo_button.click()
    assert (page.pace.value, page.pitch.value, page.voice_id) == (1.4, 2.0, chosen)


def test_a_chapter_costs_the_window_no_more_than_a_page(speaking, qtbot):
    _, page = speaking()
    page.text_edit.setPlainText("This is a sentence of the chapter. " * 1500)
    qtbot.waitUntil(lambda: len(page.text_edit.marks) == 1500)
    page.highlight((0, 4))
    drawn = len(page.text_edit.extraSelections())
    page.text_edit.set_marks([replace(mark, state="made") for mark in page.text_edit.marks])
    assert drawn < len(page.text_edit.extraSelections()) < 200


def test_an_emoji_alone_is_nothing_to_speak(speaking, qtbot):
    _, page = speaking()
    page.text_edit.setPlainText("  \n ")
    assert not page.speak_button.isEnabled()
    _, page = speaking(voices=FakeVoices())
    page.text_edit.setPlainText("Hello.")
    assert not page.speak_button.isEnabled()
    assert "voice first" in page.status_label.text()


def test_pauses_between_sentences_are_those_of_the_voice(speaking):
    voices = FakeVoices("Ada", "Maria")
    voices.change("maria", pauses=1.5)
    studio, page = speaking(voices=voices)
    usual = studio.speak.reading.pause_samples
    for voice_id, factor in (("maria", 1.5), ("ada", 1.0)):
        page.voice_box.setCurrentIndex(page.voice_box.findData(voice_id))
        page.voice_box.activated.emit(page.voice_box.currentIndex())
        assert studio.speak.reading.pause_samples == pytest.approx(factor * usual, abs=1)


def test_double_click_resets_a_slider(speaking, qtbot):
    _, page = speaking()
    page.pitch.set_value(-3.5)
    assert page.pitch.value_text == "−3.5 st"
    qtbot.mouseDClick(page.pitch.slider, Qt.MouseButton.LeftButton)
    assert page.pitch.value == 0


def test_speech_is_on_disk_and_not_in_memory(speaking, qtbot, tmp_path):
    studio, page = speaking()
    speak(qtbot, page, "One two. Three four.")
    for one in studio.speak.reading.sentences:
        kept = [value for value in vars(one.clip).values() if isinstance(value, np.ndarray)]
        assert sum(array.size for array in kept) < 256
        assert one.clip.path.parent == tmp_path / "speech" / "clips"
        assert len(one.clip.read(0, 10**6)) == one.clip.sample_count


@pytest.mark.parametrize(
    ("key", "button"),
    [
        (Qt.Key.Key_Return, "speak_button"),
        (Qt.Key.Key_R, "again_button"),
        (Qt.Key.Key_E, "export_button"),
        (Qt.Key.Key_H, "history_button"),
        (Qt.Key.Key_D, "dictionary_button"),
    ],
)
def test_every_key_works_while_the_cursor_is_in_the_text(speaking, qtbot, key, button):
    _studio, page = speaking()
    page.text_edit.setPlainText("Hello there.")
    page.text_edit.setFocus()
    clicked = []
    one = getattr(page, button)
    one.clicked.disconnect()
    one.clicked.connect(lambda: clicked.append(button))
    qtbot.keyClick(page.text_edit, key, Qt.KeyboardModifier.ControlModifier)
    assert clicked == [button]
    assert page.text == "Hello there."


def test_the_close_up_opens_with_its_key_and_tab_leaves_the_text(speaking, qtbot):
    _studio, page = speaking()
    page.text_edit.setPlainText("Hello there.")
    page.text_edit.setFocus()
    qtbot.keyClick(page.text_edit, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert page.sentence_panel.isVisible()
    qtbot.keyClick(page.text_edit, Qt.Key.Key_Tab)
    assert not page.text_edit.hasFocus()
    assert page.text == "Hello there."


def test_no_button_moves_when_the_line_about_the_speech_changes(speaking, qtbot):
    studio, page = speaking()
    studio.window.resize(LEAST_SIZE)
    page.text_edit.setPlainText("Good morning.")
    buttons = (page.speak_button, page.export_button, page.history_button)
    places = set()
    for text in (
        "",
        page.no_voice,
        "Speaking; first sound after 1024 ms.",
        "Saved Ada - Good morning.wav (1.3 s).",
    ):
        page.set_status(text)
        QApplication.processEvents()
        places.add(tuple(button.mapTo(page, QPoint(0, 0)).toTuple() for button in buttons))
        assert page.status_label.height() < 2 * page.status_label.fontMetrics().height()
    assert len(places) == 1
