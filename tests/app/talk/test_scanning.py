from __future__ import annotations

from timbre_app.talk.scanning import Level, Scanner, Timing

ONE = Timing(1, dwell_s=1.0, first_extra_s=0.5, ignore_s=0.2, rounds=2)
TWO = Timing(2, ignore_s=0.2)


def begun(timing=ONE, rows=(2, 3)):
    scanner = Scanner(timing, rows)
    assert scanner.press(1, 0.0) is None
    return scanner


def test_nothing_moves_before_the_first_press():
    scanner = Scanner(ONE, (2, 3))
    assert scanner.next_step_at is None
    assert not scanner.tick(100.0)
    assert scanner.level is Level.WAITING


def test_rows_step_by_themselves_and_the_first_one_stays_longer():
    scanner = begun()
    assert (scanner.level, scanner.row, scanner.next_step_at) == (Level.ROWS, 0, 1.5)
    assert not scanner.tick(1.4)
    assert scanner.tick(1.5)
    assert (scanner.row, scanner.next_step_at) == (1, 2.5)
    assert scanner.tick(2.5)
    assert (scanner.row, scanner.next_step_at) == (0, 4.0)


def test_one_switch_chooses_a_row_then_a_place_and_the_scan_begins_anew():
    scanner = begun()
    scanner.tick(1.5)
    assert scanner.press(1, 2.0) is None
    assert (scanner.level, scanner.row, scanner.place, scanner.next_step_at) == (Level.PLACES, 1, 0, 3.5)
    scanner.tick(3.5)
    assert scanner.press(1, 4.0) == (1, 1)
    assert (scanner.level, scanner.row, scanner.next_step_at) == (Level.ROWS, 0, 5.5)


def test_a_press_right_after_another_is_ignored():
    scanner = begun()
    assert scanner.press(1, 0.1) is None
    assert scanner.level is Level.ROWS
    scanner.press(1, 0.2)
    assert scanner.level is Level.PLACES


def test_the_scan_waits_after_its_rounds_until_a_switch_is_pressed():
    scanner, now = begun(), 0.0
    while scanner.next_step_at is not None:
        now = scanner.next_step_at
        scanner.tick(now)
    assert scanner.level is Level.WAITING
    assert now == 1.5 + 1.0 + 1.5 + 1.0  # two rounds of two rows
    scanner.press(1, now + 60)
    assert scanner.level is Level.ROWS


def test_a_row_without_a_choice_leads_back_to_the_rows():
    scanner = begun()
    scanner.press(1, 1.0)
    for _ in range(4):
        scanner.tick(scanner.next_step_at)
    assert (scanner.level, scanner.row) == (Level.ROWS, 0)


def test_a_row_of_one_place_is_chosen_at_once():
    scanner = begun(rows=(1, 2))
    assert scanner.press(1, 1.0) == (0, 0)


def test_with_two_switches_the_first_steps_and_the_second_chooses():
    scanner = begun(TWO)
    assert scanner.next_step_at is None
    assert scanner.press(1, 1.0) is None
    assert scanner.row == 1
    assert scanner.press(2, 2.0) is None
    assert scanner.level is Level.PLACES
    assert scanner.press(1, 3.0) is None
    assert scanner.press(2, 4.0) == (1, 1)


def test_with_two_switches_stepping_past_the_last_place_leads_back_to_the_rows():
    scanner = begun(TWO)
    scanner.press(2, 1.0)
    scanner.press(1, 2.0)
    assert scanner.press(1, 3.0) is None
    assert scanner.level is Level.ROWS


def test_two_switches_have_no_end_of_rounds():
    scanner = begun(TWO)
    for number in range(20):
        scanner.press(1, 1.0 + number)
    assert scanner.level is Level.ROWS


def test_other_rows_begin_the_scan_anew_and_the_same_rows_do_not():
    scanner = begun()
    scanner.tick(1.5)
    scanner.set_rows((2, 3), 2.0)
    assert scanner.row == 1
    scanner.set_rows((2, 3, 1), 2.0)
    assert (scanner.level, scanner.row, scanner.next_step_at) == (Level.ROWS, 0, 3.5)


def test_empty_rows_are_passed_over_and_an_empty_board_does_nothing():
    scanner = begun(rows=(0, 2, 0, 1))
    assert scanner.row == 1
    scanner.tick(1.5)
    assert scanner.row == 3
    assert Scanner(ONE, ()).press(1, 0.0) is None
