"""The board for switches."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.app.studio.fakes import FakeOutput
from tests.app.studio.talking import asked, set_options

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # dialogs on the offscreen platform


def test_the_board_is_built_for_switches_alone(talking, qtbot):
    studio, page = talking()
    qtbot.keyClicks(page.edit, "could y")
    assert page.board.buttons == []
    set_options(studio, switches=1)
    names = [place.accessibleName() for line in page.board.buttons for place in line]
    assert "Could you say that again?" in names


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def choose(qtbot, studio, page, clock, row, place):
    """Choose a place of the board by one switch."""
    scanner = studio.talk.scanning.scanner
    wanted = next(
        (at, names.index(place))
        for at, names in enumerate([[b.accessibleName() for b in line] for line in page.board.buttons])
        if place in names and (row is None or row == at)
    )

    def press():
        clock.now += 1.0
        qtbot.keyClick(page.board, Qt.Key.Key_Space)

    def step_to(at_place):
        while not at_place():
            clock.now = scanner.next_step_at
            studio.talk.scanning._tick()

    if scanner.level.value == "waiting":
        press()
    step_to(lambda: scanner.row == wanted[0])
    press()
    step_to(lambda: scanner.place == wanted[1])
    press()


def test_one_switch_writes_a_sentence_and_says_it(talking, qtbot):
    studio, page = talking()
    clock = studio.talk.scanning._clock = Clock()
    set_options(studio, switches=1)
    qtbot.waitUntil(page.board.hasFocus)
    for name in ("H", "I", "."):
        choose(qtbot, studio, page, clock, None, name)
    assert page.text == "Hi. "
    choose(qtbot, studio, page, clock, 0, "Speak")
    qtbot.waitUntil(lambda: asked(studio) == ["Hi."])
    assert page.text == ""
    choose(qtbot, studio, page, clock, None, "Thank you.")
    qtbot.waitUntil(lambda: asked(studio) == ["Hi.", "Thank you."])


def test_two_switches_step_and_choose_and_the_place_is_marked(talking, qtbot):
    studio, page = talking()
    set_options(studio, switches=2, ignore_s=0.0)
    qtbot.waitUntil(page.board.hasFocus)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Space):
        qtbot.keyClick(page.board, key)
    marked = [b.accessibleName() for line in page.board.buttons for b in line if b.property("scanned")]
    assert marked == ["Chime"]
    qtbot.keyClick(page.board, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(FakeOutput.made and FakeOutput.made[-1].chunks))
    set_options(studio, switches=0)
    assert not page.is_scanning
    qtbot.waitUntil(page.edit.hasFocus)


def test_the_scan_steps_by_the_real_clock(talking, qtbot):
    studio, page = talking()
    set_options(studio, switches=1, dwell_s=0.3, first_extra_s=0.0)
    qtbot.keyClick(page.board, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: studio.talk.scanning.scanner.row == 2)
