"""What tests do on the Record page."""

from __future__ import annotations

from PySide6.QtCore import Qt


def press(qtbot, panel, key):
    panel.setFocus()
    qtbot.keyClick(panel, key)


def record_one(qtbot, studio, panel):
    before = len(studio.record.session.takes)
    redo = studio.record.session.take_path(studio.record.session.prompt.id) is not None
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: panel.record_button.text() == "Stop")
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(studio.record.session.takes) == before + (not redo))
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)


def record_many(qtbot, studio, panel, count):
    for _ in range(count):
        record_one(qtbot, studio, panel)
        press(qtbot, panel, Qt.Key.Key_Right)
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
