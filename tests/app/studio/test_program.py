from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from tests.app.studio.fakes import FakeDialogs, FakeServer, FakeSpeech, make_backstage
from timbre_app.studio.program import Program
from timbre_app.studio.views.speak_page import IDLE

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
    assert "the next time" in choose(old, "zh_CN").text
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
    assert QCoreApplication.translate("MainWindow", "Voices") == "Voices"
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
    qtbot.waitUntil(lambda: studio.window.message_bar.text.startswith("Something is still at work"))
    assert made.studio is studio
    speech.gate.set()
    page.stop_requested.emit()
    assert page.mode == IDLE
