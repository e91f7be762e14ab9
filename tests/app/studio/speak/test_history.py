from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.app.studio.fakes import RATE, FakeOutput, FakeSpeech
from tests.app.studio.speaking import speak

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # a dialog on the offscreen platform


def open_history(qtbot, studio, count):
    studio.window.speak_page.history_button.click()
    qtbot.waitUntil(lambda: studio.speak.history.dialog.list.count() == count)
    return studio.speak.history.dialog


def test_bringing_back_is_text_voice_settings_and_sound(speaking, qtbot):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    page.select_voice("maria")
    page.pace.set_value(1.5)
    speak(qtbot, page, "One two. Three.")
    page.pace.set_value(1.0)
    page.select_voice("anton")
    speak(qtbot, page, "Something else.")
    asked = len(speech.asked)
    dialog = open_history(qtbot, studio, 2)
    assert "Maria" in dialog.list.item(1).text()
    dialog.list.setCurrentRow(1)
    qtbot.mouseClick(dialog.bring_button, Qt.MouseButton.LeftButton)
    assert (page.text, page.voice_id, page.pace.value) == ("One two. Three.", "maria", 1.5)
    qtbot.waitUntil(lambda: [mark.state for mark in page.text_edit.marks] == ["made", "made"])
    qtbot.waitUntil(lambda: page.track_view.duration_s > 0.4)
    assert len(speech.asked) == asked
    page.undo_button.click()
    assert (page.text, page.voice_id, page.pace.value) == ("Something else.", "anton", 1.0)


def test_an_entry_is_heard_in_the_dialog_and_nothing_else_changes(speaking, qtbot):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three.")
    speak(qtbot, page, "Something else.")
    asked = len(speech.asked)
    dialog = open_history(qtbot, studio, 2)
    dialog.list.setCurrentRow(1)
    outputs = len(FakeOutput.made)
    dialog.play_button.click()
    assert dialog.play_button.text() == "Stop"
    qtbot.waitUntil(lambda: len(FakeOutput.made) > outputs and len(FakeOutput.made[-1].chunks) > 2)
    qtbot.waitUntil(lambda: sum(map(len, FakeOutput.made[-1].chunks)) > 0.4 * RATE)
    FakeOutput.made[-1].release.set()
    qtbot.waitUntil(lambda: dialog.play_button.text() == "Play")
    assert len(speech.asked) == asked  # it was still on the disk
    assert page.text == "Something else."
    dialog.play_button.click()
    dialog.play_button.click()
    qtbot.waitUntil(lambda: FakeOutput.made[-1].stopped)
    dialog.close_button.click()


def test_an_entry_whose_voice_is_gone_says_so(speaking, qtbot):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two.")
    dialog = open_history(qtbot, studio, 1)
    speech.salt += 1  # the voice was made anew: its sound has to be made again
    speech.error = ValueError("The voice is gone.")
    dialog.play_button.click()
    qtbot.waitUntil(lambda: dialog.note_label.text() == "The voice is gone.")
    assert dialog.play_button.text() == "Play"
    dialog.close_button.click()


def test_search_forget_and_forget_everything(speaking, qtbot, tmp_path, dialogs):
    studio, page = speaking()
    for text in ("First words.", "Second words.", "Third."):
        speak(qtbot, page, text)
    dialog = open_history(qtbot, studio, 3)
    qtbot.keyClicks(dialog.search_edit, "words")
    assert dialog.list.count() == 2
    dialog.list.setCurrentRow(0)
    dialog.remove_button.click()
    qtbot.waitUntil(lambda: dialog.list.count() == 1)
    dialogs.delete = False
    dialog.clear_button.click()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert dialog.list.count() == 1
    dialogs.delete = True
    dialog.clear_button.click()
    qtbot.waitUntil(lambda: dialog.list.count() == 0)
    assert "Nothing yet" in dialog.note_label.text()
    assert [path for path in (tmp_path / "speech").rglob("*") if path.is_file()] == []
    assert page.track_view.duration_s == 0
    dialog.close_button.click()


def test_the_text_is_there_again_after_closing_with_its_sound(speaking, qtbot):
    studio, page = speaking()
    page.pitch.set_value(2)
    speak(qtbot, page, "One two. Three.")
    studio.window.close()
    speech = FakeSpeech()
    _, page = speaking(speech=speech)
    qtbot.waitUntil(lambda: page.text == "One two. Three.")
    assert page.pitch.value == 2
    qtbot.waitUntil(lambda: [mark.state for mark in page.text_edit.marks] == ["made", "made"])
    assert speech.asked == []
