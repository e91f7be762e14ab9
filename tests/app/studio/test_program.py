from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from tests.app.studio.fakes import FakeDialogs, FakeServer, FakeSpeech, make_backstage
from timbre_app.reading.sentence import HowToSpeak
from timbre_app.studio.program import Program
from timbre_app.studio.speak.page import IDLE

TEXT = "A text that is being written."


@pytest.fixture
def program(qapp, qtbot, tmp_path):
    opened = []

    def open_one(**parts):
        made = Program(qapp, make_backstage(tmp_path, **parts), make_dialogs=FakeDialogs)
        opened.append(made)
        qtbot.waitUntil(lambda: made.studio.tasks.busy == 0)
        return made

    yield open_one
    for made in opened:
        made.studio.close()
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())


def choose(studio, language):
    window = studio.window
    window.show_page(window.SETTINGS)
    box = window.settings_page.editors["look/language"]
    box.setCurrentIndex(box.findData(language))
    return window.message_bar


def test_another_language_is_seen_at_once_and_nothing_is_lost(program, qtbot, qapp):
    server = FakeServer()
    made = program(server=server)
    old = made.studio
    old.window.resize(820, 690)
    old.window.speak_page.text_edit.setPlainText(TEXT)
    assert "when you reopen Timbre" in choose(old, "zh_CN").text
    old.window.message_bar.action_button.click()
    qtbot.waitUntil(lambda: made.studio is not old)
    window = made.studio.window
    assert window.isVisible()
    assert window.page == window.SETTINGS
    assert window.settings_page.tabs.tabText(0) == "常规"
    assert window.height() == 690
    qtbot.waitUntil(lambda: window.speak_page.text == TEXT)
    assert not server.released
    assert qapp.quitOnLastWindowClosed()
    choose(made.studio, "en")
    window.message_bar.action_button.click()
    qtbot.waitUntil(lambda: made.studio.window is not window)
    assert made.studio.window.settings_page.tabs.tabText(0) == "General"
    assert QCoreApplication.translate("Sidebar", "Voices") == "Voices"
    made.studio.close()
    assert server.released


def test_what_is_at_work_is_not_cut_off(program, qtbot):
    speech = FakeSpeech()
    made = program(speech=speech)
    studio, page = made.studio, made.studio.window.speak_page
    speech.gate.clear()
    qtbot.waitUntil(lambda: page.voice_id is not None)
    page.text_edit.setPlainText(TEXT)

    choose(studio, "zh_CN")
    page.speak_requested.emit()
    studio.window.message_bar.action_button.click()
    qtbot.waitUntil(lambda: studio.window.message_bar.text.startswith("Something is still running"))
    assert made.studio is studio
    speech.gate.set()
    page.stop_requested.emit()
    assert page.mode == IDLE


def test_what_can_be_taken_back_outlives_the_window(program, qtbot):
    made = program()
    old, page = made.studio, made.studio.window.speak_page
    qtbot.waitUntil(lambda: page.voice_id is not None)
    page.text_edit.insertPlainText(TEXT)
    page.text_edit.insertPlainText(" And more.")
    old.speak.script.take_text_now()
    for value in (1.2, 1.4):
        page.pace.set_value(value)
    page.pitch.set_value(2)
    sentence = old.speak.reading.sentences[1]
    old.speak.script.undo.change("how", (sentence, None), (sentence, HowToSpeak(pace=0.8)))
    page.undo_button.click()
    old.window.show_page(old.window.SETTINGS)
    choose(old, "zh_CN")
    old.window.message_bar.action_button.click()
    qtbot.waitUntil(lambda: made.studio is not old)
    studio, page = made.studio, made.studio.window.speak_page
    qtbot.waitUntil(lambda: studio.tasks.busy == 0 and page.pace.value == 1.4)
    assert page.text == f"{TEXT} And more."
    assert page.undo_button.toolTip() == "撤销：更改音高"
    page.redo_button.click()
    assert studio.speak.reading.sentences[1].how == HowToSpeak(pace=0.8)
    for _ in range(2):
        page.undo_button.click()
    assert (page.pace.value, page.pitch.value) == (1.4, 0.0)
    page.undo_button.click()
    assert page.pace.value == 1.0
    assert not page.undo_button.isEnabled()
    page.text_edit.undo()
    assert not page.text.endswith("And more.")
    page.text_edit.redo()
    page.text_edit.insertPlainText(" Still more.")
    studio.speak.script.take_text_now()
    assert [one.text for one in studio.speak.reading.sentences][1:] == ["And more.", "Still more."]
