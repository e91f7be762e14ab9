from __future__ import annotations

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.app.studio.fakes import FakeDialogs, FakeOutput, make_backstage
from timbre_app.studio.app import make_application
from timbre_app.studio.wiring import Studio


@pytest.fixture(scope="session")
def qapp():
    return make_application()


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
