"""How the pages of the handbook are laid out."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextTable

from timbre_app.studio.help.dialog import HelpDialog, HelpTopic

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform

TEXT = "# Voices\n\nHere they `are`.\n\n- One.\n- Two.\n\n| | |\n|---|---|\n| `F2` | rename |\n"
WIDER = TEXT.replace("rename", "rename the voice that is chosen in the list")


@pytest.fixture
def dialog(qtbot):
    dialog = HelpDialog()
    qtbot.addWidget(dialog)
    dialog.set_topics([HelpTopic("one", "One", TEXT), HelpTopic("other", "Other", WIDER)])
    return dialog


def gaps(dialog) -> list[float]:
    """Space below each paragraph, heading and line of a list, in pixels."""
    document, found = dialog.page.document(), []
    block = document.begin()
    while block.isValid():
        if document.documentLayout().blockBoundingRect(block).height() and not in_table(document, block):
            found.append(block.blockFormat().bottomMargin())
        block = block.next()
    return found


def in_table(document, block) -> bool:
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    return any(table.firstPosition() <= block.position() <= table.lastPosition() for table in tables)


def test_each_page_that_is_turned_to_has_gaps_between_its_paragraphs(dialog):
    for key in ("one", "other", "one"):
        dialog.show_topic(key)
        assert min(gaps(dialog)[:4]) >= dialog.page.fontInfo().pixelSize() // 2


def test_tables_are_as_wide_as_each_other(dialog, qtbot):
    widths = []
    for key in ("one", "other"):
        dialog.show_topic(key)
        document = dialog.page.document()
        (table,) = (frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable))
        widths.append(document.documentLayout().frameBoundingRect(table).width())
    assert widths[0] == pytest.approx(widths[1], abs=1)
