from __future__ import annotations

import pytest


@pytest.fixture
def talking(open_studio, qtbot):
    """A studio that shows its Talk page, and that page."""

    def open_one(**replaced):
        studio = open_studio(**replaced)
        studio.window.show_page(studio.window.TALK)
        page = studio.window.talk_page
        qtbot.waitUntil(page.edit.hasFocus)
        return studio, page

    return open_one
