"""The recordings that the Record page offers: deleted, brought back, cleaned up where nothing was recorded."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.app.studio.consented import consented_session
from tests.app.studio.recording import press, record_one
from timbre.archive import read_takes_folder
from timbre_app.studio.record.start_panel import WIDEST_FIELD_PX
from timbre_app.takes.recordings import RecordingSession


@pytest.fixture
def sessions(tmp_path):
    """Recordings of three voices, the consent of each."""
    return {name: consented_session(tmp_path / "takes", name) for name in ("Ada", "Ben", "Cleo")}


@pytest.fixture
def start(open_studio, sessions, qtbot):
    """A studio that offers them."""
    studio = open_studio()
    studio.window.show_page(studio.window.RECORD)
    panel = studio.window.record_page.start_panel
    qtbot.waitUntil(lambda: panel.session_list.count() == 3 and studio.tasks.busy == 0)
    return studio, panel


def listed(panel):
    return sorted(
        panel.session_list.item(row).text().split(":")[0] for row in range(panel.session_list.count())
    )


def choose(panel, name):
    (row,) = (
        row
        for row in range(panel.session_list.count())
        if panel.session_list.item(row).text().startswith(name)
    )
    panel.session_list.setCurrentRow(row)
    panel.session_list.setFocus()


def test_recordings_are_deleted_and_brought_back_with_keys_alone(start, sessions, qtbot):
    studio, panel = start
    choose(panel, "Ben")
    qtbot.keyClick(panel.session_list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: listed(panel) == ["Ada", "Cleo"])
    said = studio.window.message_bar.text
    assert said.startswith("The recordings of Ben were deleted. You can restore them for 30 days")
    assert panel.session_list.hasFocus()
    qtbot.keyClick(panel.session_list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: listed(panel) == ["Ada", "Ben", "Cleo"])
    assert studio.window.message_bar.text == "The recordings are back."
    assert RecordingSession.open(sessions["Ben"].folder).has_consent


def test_takes_are_exported_as_a_folder_that_other_programs_read(start, sessions, dialogs, qtbot, tmp_path):
    studio, panel = start
    dialogs.path = tmp_path / "elsewhere"
    choose(panel, "Ben")
    qtbot.keyClick(panel.session_list, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "The takes were saved in" in studio.window.message_bar.text)
    (take,) = read_takes_folder(dialogs.path / sessions["Ben"].folder.name)
    assert take.id == "consent"
    assert take.path.read_bytes() == sessions["Ben"].take_path("consent").read_bytes()
    panel.export_button.click()
    qtbot.waitUntil(lambda: "is not empty: choose another folder" in studio.window.message_bar.text)


def test_undo_in_the_message_brings_that_one_back(start, qtbot):
    studio, panel = start
    choose(panel, "Ada")
    panel.delete_button.click()
    qtbot.waitUntil(lambda: listed(panel) == ["Ben", "Cleo"])
    studio.window.message_bar.action_button.click()
    qtbot.waitUntil(lambda: listed(panel) == ["Ada", "Ben", "Cleo"])
    assert not panel.deleted_button.isVisible()


def test_recordings_that_were_deleted_earlier_come_back_from_the_menu(start, open_studio, qtbot):
    studio, panel = start
    for left in (2, 1, 0):
        panel.delete_button.click()
        qtbot.waitUntil(lambda left=left: panel.session_list.count() == left and studio.tasks.busy == 0)
    assert not panel.delete_button.isEnabled()
    assert panel.deleted_button.text() == panel.deleted_button.accessibleName() == "Deleted (3)"
    studio.window.close()
    again = open_studio()
    again.window.show_page(again.window.RECORD)
    panel = again.window.record_page.start_panel
    qtbot.waitUntil(panel.deleted_button.isVisible)
    (ben,) = (action for action in panel.deleted_button.menu().actions() if "Ben" in action.text())
    ben.trigger()
    qtbot.waitUntil(lambda: listed(panel) == ["Ben"])
    assert panel.deleted_button.text() == "Deleted (2)"


def test_the_next_recordings_are_chosen_after_a_deletion(start, qtbot):
    _, panel = start
    panel.session_list.setCurrentRow(1)
    after = panel.session_list.item(2).text()
    panel.delete_button.click()
    qtbot.waitUntil(lambda: panel.session_list.count() == 2)
    assert panel.session_list.currentItem().text() == after


def test_recordings_that_are_open_in_another_window_are_not_deleted(start, sessions, open_studio, qtbot):
    studio, panel = start
    other = open_studio()
    other.window.show_page(other.window.RECORD)
    offered = other.window.record_page.start_panel
    qtbot.waitUntil(lambda: offered.session_list.count() == 3)
    choose(offered, "Ada")
    offered.resume_button.click()
    qtbot.waitUntil(lambda: other.record.session is not None and other.tasks.busy == 0)
    choose(panel, "Ada")
    panel.delete_button.click()
    qtbot.waitUntil(lambda: "open in another window" in studio.window.message_bar.text)
    assert sessions["Ada"].has_consent


def test_a_key_that_deletes_in_the_list_deletes_a_letter_in_the_form(start, qtbot):
    _, panel = start
    panel.name_edit.setText("Dora")
    panel.name_edit.setFocus()
    panel.name_edit.home(False)
    qtbot.keyClick(panel.name_edit, Qt.Key.Key_Delete)
    assert panel.name_edit.text() == "ora"
    assert panel.session_list.count() == 3


def test_a_session_in_which_nothing_was_recorded_is_gone_when_it_is_left(begin, qtbot):
    studio, panel = begin()
    folder = studio.record.session.folder
    press(qtbot, panel, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: studio.record.session.position == 1)
    panel.leave_button.click()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert not folder.exists()
    assert studio.window.record_page.start_panel.session_list.count() == 0


def test_a_session_in_which_nothing_was_recorded_is_gone_when_the_window_closes(begin):
    studio, _ = begin()
    folder = studio.record.session.folder
    studio.window.close()
    assert not folder.exists()


@pytest.mark.parametrize("leave", ["button", "window"])
def test_one_take_is_enough_for_a_session_to_stay(begin, qtbot, leave):
    studio, panel = begin()
    press(qtbot, panel, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: studio.record.session.position == 1 and studio.tasks.busy == 0)
    record_one(qtbot, studio, panel)
    session = studio.record.session
    panel.leave_button.click() if leave == "button" else studio.window.close()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert len(RecordingSession.read(session.folder).takes) == 1


def test_somebody_without_recordings_reads_what_makes_them_good(open_studio, sessions, qtbot):
    studio = open_studio()
    studio.window.show_page(studio.window.RECORD)
    panel = studio.window.record_page.start_panel
    qtbot.waitUntil(lambda: panel.session_list.count() == 3)
    assert not panel.tips.isVisible()
    panel.set_sessions([])
    assert panel.tips.isVisible()
    assert panel.name_edit.width() <= WIDEST_FIELD_PX
