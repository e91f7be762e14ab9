from __future__ import annotations

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QLocale, Qt, QTranslator
from pytestqt.qtbot import QtBot

from tests.app.studio.fakes import FakeDialogs, FakeOutput, make_backstage
from timbre_app.studio.app import make_application
from timbre_app.studio.language import use_language
from timbre_app.studio.wiring import Studio

PATIENCE_MS = 180_000
"""Far more than anything takes here, because the machine may be busy; only a test that fails waits so long."""


class PatientBot(QtBot):
    def waitUntil(self, callback, *, timeout=PATIENCE_MS):  # noqa: N802 - pytest-qt's name
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture(scope="session")
def qapp():
    return make_application()


@pytest.fixture
def qtbot(qapp, request):
    return PatientBot(request)


@pytest.fixture
def dialogs():
    return FakeDialogs()


@pytest.fixture
def open_studio(qtbot, tmp_path, dialogs):
    """Open the window on fakes; keyword arguments replace parts."""
    opened = []

    def open_one(**replaced):
        studio = Studio(make_backstage(tmp_path, **replaced), make_dialogs=lambda _: dialogs)
        opened.append(studio)
        qtbot.addWidget(studio.window)
        studio.start()
        studio.window.activateWindow()
        qtbot.waitUntil(lambda: studio.tasks.busy == 0 and studio.window.isActiveWindow())
        return studio

    FakeOutput.made.clear()
    yield open_one
    for studio in opened:
        studio.window.close()


@pytest.fixture
def chinese(qapp):
    """Chinese windows."""
    before = set(qapp.findChildren(QTranslator))
    use_language(qapp, "zh_CN")
    yield
    for translator in set(qapp.findChildren(QTranslator)) - before:
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(QLocale.system())


@pytest.fixture
def speaking(open_studio):
    """A studio that shows its Speak page, and that page."""

    def open_one(**replaced):
        studio = open_studio(**replaced)
        studio.window.show_page(studio.window.SPEAK)
        return studio, studio.window.speak_page

    return open_one


@pytest.fixture
def begin(open_studio, qtbot):
    """A studio whose Record page shows the consent sentence of a new voice."""

    def open_one(**replaced):
        studio = open_studio(**replaced)
        window = studio.window
        window.show_page(window.RECORD)
        qtbot.keyClicks(window.record_page.start_panel.name_edit, "Maria")
        qtbot.keyClick(window.record_page.start_panel.name_edit, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: studio.record.session is not None)
        qtbot.waitUntil(lambda: window.record_page.session_panel.record_button.isEnabled())
        assert window.record_page.showing is window.record_page.room_panel
        window.record_page.room_panel.continue_button.click()
        window.activateWindow()
        return studio, window.record_page.session_panel

    return open_one
