from __future__ import annotations

import pytest

from tests.app.studio.fakes import FakeOutput, FakeSpeech
from timbre_app.studio.speak.page import IDLE

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")  # a dialog on the offscreen platform


@pytest.fixture
def opened(open_studio, qtbot):
    """The dictionary, opened on a word of the text."""

    def open_one(text="Say Timbre now. And more.", char=6, speech=None):
        speech = speech or FakeSpeech()
        studio = open_studio(speech=speech)
        studio.window.show_page(studio.window.SPEAK)
        page = studio.window.speak_page
        page.text_edit.setPlainText(text)
        page.speak_button.click()
        FakeOutput.made[-1].release.set()
        qtbot.waitUntil(lambda: page.mode == IDLE)
        cursor = page.text_edit.textCursor()
        cursor.setPosition(char)
        page.text_edit.setTextCursor(cursor)
        page.dictionary_button.click()
        return studio, page, studio.speak.words.dialog, speech

    return open_one


def test_the_word_at_the_cursor_comes_with_its_usual_ipa(opened, qtbot):
    _, _, dialog, _ = opened()
    assert dialog.word_edit.text() == "Timbre"
    qtbot.waitUntil(lambda: dialog.ipa_edit.text() == "timbre")
    dialog.like_edit.clear()
    qtbot.keyClicks(dialog.like_edit, "tam-ber")
    qtbot.waitUntil(lambda: dialog.ipa_edit.text() == "tamber")
    dialog.close_button.click()


def test_hear_and_keep_and_the_sentence_is_spoken_anew(opened, qtbot):
    studio, page, dialog, speech = opened()
    dialog.set_ipa("tæmbɚ")
    dialog.hear_button.click()
    qtbot.waitUntil(lambda: speech.asked[-1][0] == "[[tæmbɚ]]")
    assert not dialog.empty_label.isHidden()
    dialog.put_button.click()
    qtbot.waitUntil(lambda: dialog.words == ["Timbre"])
    assert dialog.empty_label.isHidden()
    assert speech.pronunciations.kept == {"Timbre": "tæmbɚ"}
    assert "from now on" in dialog.status_label.text()
    assert [mark.state for mark in page.text_edit.marks] == ["changed", "made"]
    dialog.close_button.click()
    page.undo_button.click()
    qtbot.waitUntil(lambda: speech.pronunciations.kept == {})
    page.redo_button.click()
    qtbot.waitUntil(lambda: speech.pronunciations.kept == {"Timbre": "tæmbɚ"})
    assert studio.speak.words.dialog is None


def test_a_late_suggestion_leaves_what_was_typed(opened, qtbot):
    _, _, dialog, speech = opened()
    dialog.set_ipa("tæmbɚ")
    qtbot.waitUntil(lambda: bool(speech.pronounced))
    qtbot.wait(100)
    assert dialog.ipa == "tæmbɚ"
    dialog.close_button.click()


def test_remove_and_its_undo(opened, qtbot):
    speech = FakeSpeech()
    speech.pronunciations.kept = {"Ada": "eɪdə", "Timbre": "tæmbɚ"}
    _, page, dialog, _ = opened(speech=speech)
    qtbot.waitUntil(lambda: dialog.words == ["Ada", "Timbre"])
    dialog.table.selectRow(0)
    assert (dialog.word_edit.text(), dialog.ipa_edit.text()) == ("Ada", "eɪdə")
    dialog.remove_button.click()
    qtbot.waitUntil(lambda: dialog.words == ["Timbre"])
    dialog.close_button.click()
    page.undo_button.click()
    qtbot.waitUntil(lambda: speech.pronunciations.kept.get("Ada") == "eɪdə")


@pytest.mark.parametrize("way", ["put_button", "hear_button"])
def test_what_cannot_be_spoken_is_said_in_the_dialog(opened, qtbot, way):
    _, _, dialog, speech = opened()
    asked = len(speech.asked)
    dialog.set_ipa("€")
    getattr(dialog, way).click()
    qtbot.waitUntil(lambda: "“€” is no phonetic letter" in dialog.status_label.text())
    assert dialog.words == []
    assert len(speech.asked) == asked
    dialog.close_button.click()


def test_without_a_word_at_the_cursor_the_word_is_typed(opened, qtbot):
    _, _, dialog, _ = opened(text="Yes.  ", char=6)
    assert dialog.word_edit.text() == ""
    assert not dialog.put_button.isEnabled()
    qtbot.keyClicks(dialog.word_edit, "Ada")
    qtbot.waitUntil(lambda: dialog.ipa_edit.text() == "ada")
    assert dialog.put_button.isEnabled()
    dialog.close_button.click()
