"""The line of the Talk page: what is typed is said."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt

from tests.app.studio.fakes import FakeOutput, FakeVoices
from tests.app.studio.talking import asked, let_end, say, set_options
from tests.app.studio.test_theme import contrast
from timbre_app.studio.theme import LIGHT, HighContrast, apply_theme

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform
CTRL = Qt.KeyboardModifier.ControlModifier


def test_enter_says_the_text_as_one_request_and_the_line_is_free_again(talking, qtbot):
    studio, page = talking()
    say(qtbot, studio, page, "Hello there. How are you?")
    assert asked(studio) == ["Hello there. How are you?"]
    assert studio._backstage.speech.asked[0][1] == page.voice_box.currentData() == "anton"
    assert page.text == ""
    assert "How are you?" in page.spoken_label.text()
    let_end(qtbot, studio)
    qtbot.waitUntil(lambda: page.spoken_label.text() == "")


def test_typing_interrupts_if_it_is_wanted(talking, qtbot):
    studio, page = talking()
    say(qtbot, studio, page, "A long sentence.")
    qtbot.waitUntil(lambda: bool(FakeOutput.made))
    qtbot.keyClicks(page.edit, "N")
    assert not studio.talk.talker.busy
    qtbot.waitUntil(lambda: FakeOutput.made[-1].stopped)
    set_options(studio, typing_stops=False)
    say(qtbot, studio, page, "o.")
    qtbot.keyClicks(page.edit, "Next.")
    assert studio.talk.talker.busy
    qtbot.keyClick(page.edit, Qt.Key.Key_Return)
    assert asked(studio)[-1] == "No."  # the next one waits
    let_end(qtbot, studio)
    assert asked(studio)[-1] == "Next."


def test_escape_falls_silent(talking, qtbot):
    studio, page = talking()
    say(qtbot, studio, page, "A long sentence.")
    qtbot.keyClick(page.edit, Qt.Key.Key_Escape)
    assert not studio.talk.talker.busy
    assert not page.stop_button.isEnabled()


def test_words_are_said_as_they_are_finished_and_the_last_one_on_enter(talking, qtbot):
    studio, page = talking()
    set_options(studio, speaks_words=True)
    qtbot.keyClicks(page.edit, "I want ")
    let_end(qtbot, studio)
    assert asked(studio) == ["I", "want"]
    qtbot.keyClicks(page.edit, "tea")
    qtbot.keyClick(page.edit, Qt.Key.Key_Return)
    let_end(qtbot, studio)
    assert asked(studio) == ["I", "want", "tea"]
    qtbot.waitUntil(lambda: studio.talk.phrases.recent == ("I want tea",))
    qtbot.keyClicks(page.edit, "I ")
    let_end(qtbot, studio)
    assert asked(studio)[-1] == "I"


def test_words_that_wait_are_said_together(talking, qtbot):
    studio, page = talking()
    set_options(studio, speaks_words=True)
    qtbot.keyClicks(page.edit, "One two three ")
    qtbot.waitUntil(lambda: asked(studio) == ["One"])
    let_end(qtbot, studio)
    assert asked(studio) == ["One", "two three"]


def test_the_volume_is_the_person_s_own_and_is_kept(talking, qtbot):
    studio, page = talking()
    page.volume.setValue(50)
    say(qtbot, studio, page, "Quiet.")
    qtbot.waitUntil(lambda: bool(FakeOutput.made and FakeOutput.made[-1].chunks))
    quiet = np.abs(FakeOutput.made[-1].chunks[0]).max()
    let_end(qtbot, studio)
    qtbot.keyClick(page.edit, Qt.Key.Key_PageUp, CTRL)
    assert page.volume.value() == 60
    page.volume.setValue(100)
    say(qtbot, studio, page, "Quiet.")
    qtbot.waitUntil(lambda: bool(FakeOutput.made[-1].chunks))
    assert abs(int(np.abs(FakeOutput.made[-1].chunks[0]).max()) - 2 * int(quiet)) <= 2
    page.volume.setValue(70)
    studio.window.close()
    _, page = talking()
    assert page.volume.value() == 70


def test_the_chime_sounds_beside_the_speech(talking, qtbot):
    studio, page = talking()
    say(qtbot, studio, page, "A long sentence.")
    count = len(FakeOutput.made)
    qtbot.keyClick(page.edit, "g", CTRL)
    qtbot.waitUntil(lambda: len(FakeOutput.made) > count and bool(FakeOutput.made[-1].chunks))
    assert studio.talk.talker.busy
    assert asked(studio) == ["A long sentence."]


def test_speech_goes_on_when_another_page_is_shown(talking, qtbot):
    studio, page = talking()
    say(qtbot, studio, page, "A long sentence.")
    studio.window.show_page(studio.window.VOICES)
    assert studio.talk.talker.busy


def test_an_error_is_told_and_the_sentence_is_kept(talking, qtbot):
    studio, page = talking()
    studio._backstage.speech.error = ConnectionError("The speech server does not answer.")
    say(qtbot, studio, page, "Hello.")
    qtbot.waitUntil(lambda: "does not answer" in studio.window.message_bar.text)
    assert studio.talk.phrases.recent[0] == "Hello."
    assert not studio.talk.talker.busy


def test_without_a_voice_the_page_says_what_to_do_and_keeps_the_text(talking, qtbot):
    studio, page = talking(voices=FakeVoices())
    qtbot.keyClicks(page.edit, "Hello.")
    qtbot.keyClick(page.edit, Qt.Key.Key_Return)
    assert "record or import one first" in studio.window.message_bar.text
    assert page.text == "Hello."


def test_the_first_voice_takes_the_request_for_one_away(talking, qtbot):
    voices = FakeVoices()
    studio, page = talking(voices=voices)
    assert "record or import one first" in page.spoken_label.text()
    voices.items = FakeVoices("Ada").items
    studio.voices.refresh()
    qtbot.waitUntil(lambda: page.voice_box.count() == 1)
    assert page.spoken_label.text() == ""


def test_the_arrow_of_a_box_is_seen_in_high_contrast(talking, qapp):
    studio, page = talking()
    apply_theme(qapp, LIGHT)
    set_options(studio, high_contrast=True)
    box = page.voice_box
    arrow = box.grab(QRect(box.width() - 30, 6, 20, box.height() - 12)).toImage()
    colours = {arrow.pixelColor(x, y).name() for x in range(arrow.width()) for y in range(arrow.height())}
    assert max(contrast(colour, HighContrast.BACKGROUND) for colour in colours) >= 7


def test_letters_contrast_and_on_top(talking, qtbot):
    studio, page = talking()
    before = page.edit.fontMetrics().height()
    qtbot.keyClick(page.edit, "=", CTRL)
    assert page.edit.fontMetrics().height() > before
    page.options_button.click()
    dialog = studio.talk.dialog
    dialog.contrast_box.setChecked(True)
    dialog.on_top_box.setChecked(True)
    dialog.close()
    assert page.on_top_button.isChecked()
    assert page.edit.palette().base().color().name() == "#000000" or "#000000" in page.styleSheet()
    handle, on_top = studio.window.windowHandle(), Qt.WindowType.WindowStaysOnTopHint
    assert handle.flags() & on_top
    studio.window.show_page(studio.window.SPEAK)
    assert not handle.flags() & on_top
    assert studio.window.isVisible()
