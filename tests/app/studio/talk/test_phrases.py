"""Phrases, recent sentences and suggestions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from tests.app.studio.talking import asked, let_end, say
from timbre_app.studio.talk.phrase_dialog import PhraseDialog
from timbre_app.studio.talk.phrase_panel import RECENT
from timbre_app.talk.phrases import Phrase, PhraseBook

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def test_function_keys_say_phrases_and_f1_does_not_open_the_help(talking, qtbot):
    studio, page = talking()
    for key, text in ((Qt.Key.Key_F1, "Yes."), (Qt.Key.Key_F12, "Goodbye.")):
        qtbot.keyClick(page.edit, key)
        qtbot.waitUntil(lambda text=text: asked(studio)[-1:] == [text])
    assert studio.help.dialog is None
    qtbot.keyClick(page.edit, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: studio.help.dialog is not None)
    assert "F12" in studio.help.dialog.page.toPlainText()
    studio.help.dialog.close()
    studio.window.show_page(studio.window.SPEAK)
    assert studio.window.sidebar.help_shortcut.isEnabled()


def test_a_key_without_a_phrase_asks_for_one_and_keeps_what_is_typed(talking, qtbot):
    studio, page = talking()
    book = PhraseBook(studio._backstage.talk_root / "phrases.json")
    book.add(Phrase("Only one.", "", 1))
    qtbot.keyClicks(page.edit, "Turn on the light.")
    page.keys.pressed.emit(3)  # the starters still stand until the files are read anew
    qtbot.waitUntil(lambda: asked(studio) != [])
    qtbot.waitUntil(lambda: studio.talk.phrases.text_under(1) == "Only one.")
    qtbot.keyClick(page.edit, Qt.Key.Key_F3)
    dialog = studio.talk.phrases.dialog
    assert dialog.text_edit.text() == "Turn on the light."
    dialog.folder_box.setCurrentText("Home")
    dialog.accept()
    qtbot.waitUntil(lambda: studio.talk.phrases.text_under(3) == "Turn on the light.")
    assert Phrase("Turn on the light.", "Home", 3) in book.phrases()
    assert "Turn on the light." in page.keys.buttons[3].accessibleName()
    assert page.phrases.folder_box.findText("Home") > 0


def test_search_finds_phrases_and_recent_sentences_and_enter_says_the_first(talking, qtbot):
    studio, page = talking()
    say(qtbot, studio, page, "The help desk is closed.")
    let_end(qtbot, studio)
    qtbot.keyClick(page.edit, "f", CTRL)
    search = page.phrases.search_edit
    qtbot.waitUntil(search.hasFocus)
    qtbot.keyClicks(search, "HELP")
    texts = [page.phrases.list.item(row).text() for row in range(page.phrases.list.count())]
    assert texts == ["I need some help, please.   (F8)", "The help desk is closed."]
    qtbot.keyClick(search, Qt.Key.Key_Down)
    qtbot.keyClick(page.phrases.list, Qt.Key.Key_Down)
    qtbot.keyClick(page.phrases.list, Qt.Key.Key_Space)
    assert page.text == "The help desk is closed."
    page.phrases.list.setCurrentRow(0)
    qtbot.keyClick(search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: asked(studio)[-1] == "I need some help, please.")


def test_a_removed_phrase_can_be_brought_back(talking, qtbot):
    studio, page = talking()
    page.phrases.list.setFocus()
    page.phrases.list.setCurrentRow(1)
    qtbot.keyClick(page.phrases.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: studio.talk.phrases.text_under(2) == "")
    studio.window.message_bar.action_button.click()
    qtbot.waitUntil(lambda: studio.talk.phrases.text_under(2) == "No.")
    assert studio.talk.phrases.phrases[1] == Phrase("No.", key=2)


def test_recent_sentences_come_back_by_key_and_outlive_the_window(talking, qtbot):
    studio, page = talking()
    for text in ("First.", "Second."):
        say(qtbot, studio, page, text)
        let_end(qtbot, studio)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    qtbot.keyClick(page.edit, Qt.Key.Key_Up, CTRL)
    qtbot.keyClick(page.edit, Qt.Key.Key_Up, CTRL)
    assert page.text == "First."
    qtbot.keyClick(page.edit, Qt.Key.Key_Down, CTRL)
    assert page.text == "Second."
    qtbot.keyClick(page.edit, "r", CTRL)
    qtbot.waitUntil(lambda: asked(studio) == ["First.", "Second.", "Second."])
    studio.window.close()
    _, page = talking()
    page.phrases.choose_folder(RECENT)
    assert [page.phrases.list.item(row).text() for row in range(2)] == ["Second.", "First."]


def test_suggestions_end_the_sentence_or_the_word(talking, qtbot):
    _, page = talking()
    qtbot.keyClicks(page.edit, "could y")
    assert page.suggestion_buttons[0].accessibleName() == "1 Could you say that again?"
    qtbot.keyClick(page.edit, "1", ALT)
    assert page.text == "Could you say that again?"
    assert not page.suggestion_buttons[0].isEnabled()
    page.edit.selectAll()
    qtbot.keyClicks(page.edit, "My comp")
    qtbot.keyClick(page.edit, "1", ALT)
    assert page.text == "My computer "


def test_a_broken_file_of_phrases_is_told_and_kept(talking, tmp_path):
    (tmp_path / "talk").mkdir()
    (tmp_path / "talk" / "phrases.json").write_text("{broken", encoding="utf-8")
    studio, _ = talking()
    assert "could not be read" in studio.talk.phrases.told
    (kept,) = (tmp_path / "talk").glob("phrases-broken-*.json")
    assert kept.read_text(encoding="utf-8") == "{broken"


def test_phrases_come_from_a_file_and_go_into_one(talking, qtbot, tmp_path):
    studio, page = talking()
    mine = tmp_path / "mine.txt"
    mine.write_text("Good morning.\n", encoding="utf-8")
    studio.talk.phrases.choose_file = lambda to_write: tmp_path / "out.csv" if to_write else mine
    page.phrases.import_button.click()
    qtbot.waitUntil(lambda: "mine.txt: 1." in studio.window.message_bar.text)
    page.phrases.export_button.click()
    qtbot.waitUntil(lambda: (tmp_path / "out.csv").exists())
    assert "Good morning." in (tmp_path / "out.csv").read_text(encoding="utf-8-sig")


def test_return_saves_a_phrase_from_each_field(talking, qtbot):
    studio, _ = talking()
    for field in ("text_edit", "key_box"):
        dialog = PhraseDialog(None, "Hello.", ["Home"], studio.window)
        dialog.show()
        dialog.activateWindow()
        getattr(dialog, field).setFocus()
        qtbot.waitUntil(getattr(dialog, field).hasFocus)
        qtbot.keyClick(getattr(dialog, field), Qt.Key.Key_Return)
        assert dialog.result() == QDialog.DialogCode.Accepted, field


def test_without_a_suggestion_no_empty_frame_stands_there_and_nothing_moves(talking, qtbot):
    _, page = talking()
    assert not any(suggestion.isVisible() for suggestion in page.suggestion_buttons)
    place = page.speak_button.pos()
    qtbot.keyClicks(page.edit, "could you")
    assert page.suggestion_buttons[0].isVisible()
    assert page.speak_button.pos() == place


def test_a_list_without_phrases_says_what_to_do(talking, qtbot):
    _, page = talking()
    panel = page.phrases
    assert not panel.empty_label.isVisible()
    panel.search_edit.setText("zzz")
    qtbot.waitUntil(lambda: panel.list.count() == 0)
    assert panel.empty_label.isVisible()
    assert "clear the search" in panel.empty_label.text()
    assert panel.list.viewport().rect().contains(panel.empty_label.geometry())
    panel.search_edit.clear()
    qtbot.waitUntil(lambda: panel.list.count() > 0)
    assert not panel.empty_label.isVisible()
