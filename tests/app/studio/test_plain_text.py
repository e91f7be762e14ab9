"""Names and paths are shown as they are, also those that look like HTML."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QListWidget, QMessageBox, QWidget

from tests.app.studio.fakes import FakeVoices
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.record.prompt_text import PromptText
from timbre_app.studio.theme.applying import theme_of
from timbre_app.studio.widgets.building import plain_tip

HOSTILE = "<b>Ada</b> & <img src=x>"


def test_every_label_shows_plain_text(open_studio, qtbot):
    studio = open_studio(voices=FakeVoices(HOSTILE, "Berta"))
    studio.window.notices.show(f"The voice {HOSTILE} was deleted.", "ok")
    for page in range(8):
        studio.window.show_page(page)
    labels = [part for part in studio.window.findChildren(QLabel) if not isinstance(part, PromptText)]
    assert len(labels) > 60
    rich = [part.text() for part in labels if part.textFormat() is not Qt.TextFormat.PlainText]
    assert rich == []


def test_no_tool_tip_reads_a_name_as_html(open_studio):
    studio = open_studio(voices=FakeVoices(HOSTILE, "Berta"))
    tips = [widget.toolTip() for widget in studio.window.findChildren(QWidget)]
    for shown in studio.window.findChildren(QListWidget):
        tips += [shown.item(row).toolTip() for row in range(shown.count())]
    assert any("&lt;b&gt;Ada" in tip for tip in tips)
    assert [tip for tip in tips if "<b>" in tip] == []


def test_a_tip_without_marks_stays_as_it_is():
    assert plain_tip("Ada & Bob\nwarm") == "Ada & Bob\nwarm"
    assert plain_tip("<i>\nx") == "<qt>&lt;i&gt;<br>x</qt>"


def test_a_question_shows_the_name_as_it_is(qtbot, monkeypatch):
    window = QWidget()
    qtbot.addWidget(window)
    shown = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: shown.append((box.text(), box.textFormat())))
    Dialogs(window).confirm_replace(HOSTILE)
    assert shown == [(f"There is already a voice named “{HOSTILE}”. Replace it?", Qt.TextFormat.PlainText)]


@pytest.mark.qt_log_ignore("propagateSizeHints")  # a dialog on the offscreen platform
def test_what_deletes_looks_so_in_a_question_too(qtbot, monkeypatch):
    window = QWidget()
    qtbot.addWidget(window)
    shown = []

    def look(box):
        box.show()
        letters = {one.text(): one.palette().buttonText().color().name() for one in box.buttons()}
        box.hide()
        shown.append((letters["Clear"], letters["Keep it"] == letters["Clear"], box.iconPixmap().isNull()))

    monkeypatch.setattr(QMessageBox, "exec", look)
    Dialogs(window).confirm_clear_history()
    assert shown == [(theme_of(QGuiApplication.palette()).error, False, False)]


@pytest.mark.parametrize("name", ["Tom & Jerry", "&Ada"])
def test_an_ampersand_in_a_name_is_no_shortcut(open_studio, name):
    window = open_studio().window
    window.set_clone_status(f"{name} is ready")
    assert window.clone_status == f"{name} is ready"
    assert window.clone_status_button.shortcut().isEmpty()
    assert window.clone_status_button.text() == f"{name} is ready".replace("&", "&&")
