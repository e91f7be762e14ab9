"""The window of `timbre talk`."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.app.studio.fakes import FakeOutput
from tests.app.studio.talk.talk_studio import talk_studio
from tests.app.studio.talking import asked, say, set_options

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform


@pytest.fixture
def alone(qtbot, tmp_path):
    """The window of `timbre talk`."""
    FakeOutput.made.clear()
    studio = talk_studio(tmp_path)
    qtbot.addWidget(studio.window)
    studio.start()
    studio.window.activateWindow()
    qtbot.waitUntil(lambda: studio.window.page.voice_box.count() == 2 and studio.window.isActiveWindow())
    yield studio
    studio.window.close()


def test_the_window_of_its_own_talks_and_lets_go_of_the_server(alone, qtbot):
    page = alone.window.page
    qtbot.waitUntil(page.edit.hasFocus)
    say(qtbot, alone, page, "Hello.")
    assert asked(alone) == ["Hello."]
    assert "ready" in alone.window.server_label.text()
    alone.window.close()
    assert alone._backstage.server.released


def test_a_switch_user_finds_the_board_focused_at_start(alone, qtbot):
    set_options(alone, switches=1)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is alone.window.page.board)
