from __future__ import annotations

import pytest

from tests.app.studio.fakes import FakeCloning
from tests.app.studio.recording import record_many


@pytest.fixture
def clone(begin, qtbot):
    """A studio in which a clone is under way."""

    def open_one(**parts):
        cloning = FakeCloning()
        studio, panel = begin(cloning=cloning, **parts)
        record_many(qtbot, studio, panel, 10)
        panel.clone_button.click()
        shown = studio.window.record_page.clone_panel
        qtbot.waitUntil(lambda: shown.figure("step") == "30 / 200")
        return studio, cloning, shown

    return open_one
