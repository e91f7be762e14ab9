"""Hours of use leave no memory behind: here in the time of a short film's titles."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog

from tests.app.studio.fakes import FakeOutput, FakeVoices
from tests.helpers.memory import MAY_GROW_MB, MemoryWatch
from timbre_app.output.speaking import Saving
from timbre_app.studio.dialogs import Dialogs

ROUNDS, WARM_UP = 60, 10
OFFSCREEN = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_memory_stays_flat_while_voices_are_looked_at_noted_deleted_and_heard(open_studio, qtbot):
    voices = FakeVoices(*(f"Voice {number}" for number in range(30)))
    studio = open_studio(voices=voices)
    window, page = studio.window, studio.window.voices_page
    watch = MemoryWatch()
    for number in range(ROUNDS):
        if number == WARM_UP:
            watch.settled()
        for shown in (window.RECORD, window.SPEAK, window.SETTINGS, window.VOICES):
            window.show_page(shown)
        page.select(f"voice {number % 30}")
        page.detail.notes_edit.setPlainText(f"Round {number}. " * 50)
        page.delete_button.click()
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        window.message_bar.action_button.click()
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        page.play_button.click()
        qtbot.waitUntil(lambda: bool(FakeOutput.made) and len(FakeOutput.made[-1].chunks) >= 5)
        page.play_button.click()
        FakeOutput.made.clear()
    assert watch.growth_mb < MAY_GROW_MB / 2


def dialogs_of(window):
    QApplication.sendPostedEvents(None, 0)
    return len(window.findChildren(QDialog))


@OFFSCREEN
def test_a_dialog_that_is_opened_again_and_again_is_there_once(open_studio, qtbot):
    studio = open_studio()
    window, page = studio.window, studio.window.speak_page
    for number in range(3):
        for asked in (window.help_requested, window.about_requested, page.history_requested):
            asked.emit()
            qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(QDialog)))
            for dialog in window.findChildren(QDialog):
                dialog.close()
            qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        if number == 0:
            first = dialogs_of(window)
    qtbot.waitUntil(lambda: dialogs_of(window) <= first)


@OFFSCREEN
def test_a_question_is_forgotten_when_it_is_answered(open_studio, qtbot, tmp_path):
    window = open_studio().window
    dialogs = Dialogs(window)
    kept = dialogs_of(window)  # the one that asks for files

    def decline():
        QApplication.activeModalWidget().reject()

    for ask in (
        lambda: dialogs.export_plan(tmp_path, "speech", ".wav", Saving()),
        lambda: dialogs.batch_plan(tmp_path, 3, ".wav", Saving()),
        lambda: dialogs.confirm_replace("Maria"),
        dialogs.confirm_clear_history,
    ):
        QTimer.singleShot(50, decline)
        assert not ask()
    qtbot.waitUntil(lambda: dialogs_of(window) == kept)
