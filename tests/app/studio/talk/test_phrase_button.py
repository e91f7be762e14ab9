"""Names on the buttons of the Talk page are read whole where there is room."""

import pytest

from timbre_app.studio.talk.phrase_button import EDGES_PX, PhraseButton, lines_of
from timbre_app.studio.talk.scan_board import ScanBoard
from timbre_app.talk.board import board_rows


def phrase_button(qtbot, width, height):
    button = PhraseButton()
    qtbot.addWidget(button)
    button.setMinimumHeight(height)
    button.resize(width, height)
    button.set_phrase("", "I am using my computer to talk & listen", "tip")
    return button


def test_a_phrase_takes_the_lines_that_a_high_button_has(qtbot):
    button = phrase_button(qtbot, width=160, height=120)
    lines = button.text().replace("&&", "&").split("\n")
    assert len(lines) > 1
    assert " ".join(lines) == "I am using my computer to talk & listen"


def test_a_phrase_in_a_low_button_stays_in_one_line_and_ends_with_dots(qtbot):
    button = phrase_button(qtbot, width=160, height=30)
    assert "\n" not in button.text()
    assert button.text().endswith("…")
    assert button.accessibleName() == "I am using my computer to talk & listen"


@pytest.mark.parametrize(("text", "most_lines"), [("", 1), ("a", 3), ("word " * 40, 2), ("letters" * 40, 2)])
def test_no_line_is_wider_than_asked_for(qtbot, text, most_lines):
    metrics = phrase_button(qtbot, 100, 30).fontMetrics()
    lines = lines_of(text.strip(), metrics, 90, most_lines)
    assert len(lines) <= most_lines
    assert all(metrics.horizontalAdvance(line) <= 90 for line in lines)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_no_action_of_the_board_is_cut_where_the_row_has_room_for_all(qtbot):
    names = ["Speak", "Stop", "Chime", "Delete word", "Delete all"]
    board = ScanBoard()
    qtbot.addWidget(board)
    board.set_rows(board_rows((), (), ()))
    board.show()
    metrics = board.buttons[0][0].fontMetrics()
    longest = metrics.horizontalAdvance("Delete word") + EDGES_PX
    board.resize(round(4.4 * longest), 336)  # equal shares would need five times as much as the longest name
    qtbot.waitUntil(lambda: [button.text() for button in board.buttons[0]] == names)
