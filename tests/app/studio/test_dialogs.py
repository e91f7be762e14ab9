"""Questions of the window: the button that does what was asked for is named after it and stands out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.talk.phrase_dialog import PhraseDialog

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_voice_is_renamed_by_a_button_of_that_name(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    seen = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QDialog):
            QTimer.singleShot(20, answer)
            return
        seen.extend((button.text(), button.property("role")) for button in dialog.findChildren(QPushButton))
        dialog.accept()

    QTimer.singleShot(0, answer)
    assert Dialogs(window).new_name("Maria") == "Maria"
    assert ("Rename", "primary") in seen


def test_the_button_that_saves_a_phrase_stands_out(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    assert PhraseDialog(None, "Hello.", [], window).save_button.property("role") == "primary"
