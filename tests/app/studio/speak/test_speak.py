from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip

from tests.app.studio.fakes import RATE, FakeOutput, FakeSpeech, FakeVoices
from tests.app.studio.speaking import let_end, speak, states
from timbre_app.reading.timeline import Place
from timbre_app.studio.speak.page import PAUSED, PLAYING


def heard():
    return sum(len(chunk) for chunk in FakeOutput.made[-1].chunks)


def lit(page):
    """The text of each marked part, the word that is heard last."""
    return [selection.cursor.selectedText() for selection in list(page.text_edit.extraSelections())]


def put_cursor(page, char):
    cursor = page.text_edit.textCursor()
    cursor.setPosition(char)
    page.text_edit.setTextCursor(cursor)


def test_without_a_voice_the_page_says_so_and_leads_to_one(speaking, qtbot):
    studio, page = speaking(voices=FakeVoices())
    first = "Record or import a voice first: there is none to speak with."
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
    assert "the first sound came after" in page.status_label.text()
    let_end(qtbot, page)
    assert not page.text_edit.isReadOnly()


def test_sentences_are_asked_for_one_by_one_and_kept(speaking, qtbot):
    speech = FakeSpeech()
    _studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three four. Five.")
    assert [asked[0] for asked in speech.asked] == ["One two.", "Three four.", "Five."]
    assert states(page) == ["made"] * 3
    length = heard()
    assert length == pytest.approx((5 * 0.1 + 2 * 0.1625) * RATE, abs=3)
    page.speak_button.click()
    let_end(qtbot, page)
    assert len(speech.asked) == 3
    assert heard() == length


def test_a_changed_sentence_alone_is_made_anew(speaking, qtbot):
    speech = FakeSpeech()
    _studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three four. Five.")
    put_cursor(page, len("One two. Three"))
    qtbot.keyClicks(page.text_edit, " point")
    qtbot.waitUntil(lambda: states(page) == ["made", "changed", "made"])
    page.speak_button.click()
    let_end(qtbot, page)
    assert [asked[0] for asked in speech.asked[3:]] == ["Three point four."]


def test_the_heard_word_lights_up(speaking, qtbot):
    speech = FakeSpeech()
    speech.gate.clear()
    _studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("Hello there")
    page.speak_button.click()
    qtbot.waitUntil(lambda: lit(page) == ["Hello there", "Hello"])
    speech.gate.set()
    qtbot.waitUntil(lambda: lit(page) == ["Hello there", "there"])


def test_the_heard_word_is_marked_also_after_an_emoji(speaking, qtbot):
    _, page = speaking()
    page.text_edit.setPlainText("😀 hello")
    qtbot.waitUntil(lambda: bool(page.text_edit.marks))
    page.highlight((2, 7))
    (selection,) = page.text_edit.extraSelections()
    assert selection.cursor.selectedText() == "hello"
    assert page.text_edit.char_at(selection.cursor.position()) == 7


def test_chunks_play_before_the_rest_is_made_and_stop_ends_the_work(speaking, qtbot):
    speech = FakeSpeech()
    speech.gate.clear()
    _studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("one two three")
    page.speak_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    page.stop_button.click()
    assert page.speak_button.isEnabled()
    speech.gate.set()
    qtbot.waitUntil(lambda: speech.stopped)
    assert heard() == RATE // 10
    assert FakeOutput.made[-1].stopped


def test_pause_goes_on_where_it_was(speaking, qtbot):
    _studio, page = speaking()
    page.text_edit.setPlainText("one two three")
    page.speak_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and heard() == 3 * RATE // 10)
    output = FakeOutput.made[-1]
    output.played_samples = RATE // 10 + 50
    qtbot.waitUntil(lambda: page.track_view.position_s == pytest.approx(0.1 + 50 / RATE))
    page.pause_button.click()
    assert (page.mode, page.pause_button.text()) == (PAUSED, "Go on")
    qtbot.waitUntil(lambda: output.stopped)
    page.pause_button.click()
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


def test_a_sentence_is_said_again_while_the_text_is_spoken(speaking, qtbot):
    speech = FakeSpeech()
    _studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("One two. Three four.")
    page.speak_button.click()
    qtbot.waitUntil(lambda: states(page) == ["made", "made"])
    put_cursor(page, 12)
    page.pitch.set_value(2)
    page.again_button.click()
    assert page.mode == PLAYING
    let_end(qtbot, page)
    assert [(job.text, job.how.pitch) for job in speech.jobs] == [
        ("One two.", 0),
        ("Three four.", 0),
        ("Three four.", 2),
    ]
    assert page.pitch.value == 0


def test_one_sentence_again_with_settings_of_its_own_and_undo(speaking, qtbot):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three four.")
    put_cursor(page, 12)
    page.pace.set_value(1.5)
    assert states(page) == ["changed", "changed"]
    page.again_button.click()
    let_end(qtbot, page)
    assert [(text, how.pace) for text, _, how in speech.asked[2:]] == [("Three four.", 1.5)]
    assert states(page) == ["made", "made"]
    assert page.pace.value == 1.0
    assert "own settings (pace 1.5" in page.text_edit.tip(1)
    assert heard() == 2 * RATE // 10
    page.undo_button.click()
    assert studio.speak.reading.sentences[1].how is None
    page.redo_button.click()
    assert studio.speak.reading.sentences[1].how.pace == 1.5


def test_a_sentence_is_read_otherwise_and_as_before(speaking, qtbot):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    page.liveliness.set_value(1.5)
    speak(qtbot, page, "One two. Three four.")
    put_cursor(page, 12)
    assert not page.before_button.isEnabled()
    for _ in range(2):
        page.other_button.click()
        let_end(qtbot, page)
    page.before_button.click()
    let_end(qtbot, page)
    asked = [(text, how.seed, how.liveliness) for text, _, how in speech.asked[2:]]
    assert asked == [("Three four.", 1, 1.5), ("Three four.", 2, 1.5)]  # the first is still known
    assert "reading 2" in page.text_edit.tip(1)
    sentences = studio.speak.reading.sentences
    page.before_button.click()
    let_end(qtbot, page)
    assert sentences[1].how is None
    assert not page.before_button.isEnabled()
    page.undo_button.click()
    assert sentences[1].how.seed == 1
    assert page.before_button.isEnabled()
    assert sentences[0].how is None


def test_a_sentence_said_again_keeps_its_reading(speaking, qtbot):
    studio, page = speaking()
    speak(qtbot, page, "One two. Three four.")
    put_cursor(page, 12)
    page.other_button.click()
    let_end(qtbot, page)
    page.pitch.set_value(3)
    page.again_button.click()
    let_end(qtbot, page)
    how = studio.speak.reading.sentences[1].how
    assert (how.seed, how.pitch) == (1, 3)


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


def test_the_pointer_on_a_word_shows_how_it_is_read(speaking, qtbot):
    _studio, page = speaking(speech=FakeSpeech())
    qtbot.keyClicks(page.text_edit, "Pay $3.50 to me.")
    qtbot.waitUntil(lambda: bool(page.text_edit.marks))
    assert page.text_edit.word_tip(0, 5) == "“$3.50” is read “three dollars fifty cents”"
    assert page.text_edit.word_tip(0, 0) == ""  # a word is read as it is written
    assert page.text_edit.word_tip(0, 3) == ""  # a space
    speak(qtbot, page, "Pay $3.50 to me.")
    assert page.text_edit.word_tip(0, 5).startswith("“$3.50” is read “three dollars fifty cents” [")


def test_the_pointer_on_a_word_shows_its_sentence_too(speaking, qtbot, monkeypatch):
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: shown.append(text))
    _studio, page = speaking(speech=FakeSpeech())
    qtbot.keyClicks(page.text_edit, "5 kg.")
    qtbot.waitUntil(lambda: bool(page.text_edit.marks))
    place = page.text_edit.cursorRect().topLeft() - QPoint(20, 0)
    page.text_edit.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, place, page.text_edit.mapToGlobal(place)))
    assert shown == ["“5 kg” is read “five kilograms”\nSentence 1: not spoken yet"]
