from __future__ import annotations

import shutil

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

from tests.app.studio.fakes import FakeChecks, FakeCloning, FakeSpeech
from tests.app.studio.recording import press, record_many
from timbre_app.server.errors import ServerError
from timbre_app.studio.clone.panel import ClonePanel
from timbre_app.studio.clone.preview import SAMPLE
from timbre_app.studio.dialogs import Dialogs
from timbre_app.studio.items import CloneProgress
from timbre_app.studio.main_window import LEAST_SIZE
from timbre_app.takes.recordings import RecordingSession


def test_a_clone_goes_on_when_the_page_is_left_and_the_status_line_leads_back(clone, qtbot):
    studio, cloning, shown = clone()
    window = studio.window
    window.show_page(window.SPEAK)
    assert studio.clone.running
    assert window.clone_status == "Making Maria: 15 %, 1:08 left"
    window.clone_status_button.click()
    assert window.page == window.RECORD
    assert window.record_page.showing is shown
    window.show_page(window.SPEAK)
    cloning.gate.set()
    qtbot.waitUntil(lambda: window.clone_status == "Maria is ready")
    window.clone_status_button.click()
    assert window.record_page.showing is shown
    assert window.clone_status == ""
    assert shown.speak_button.isVisible()
    qtbot.waitUntil(shown.result_button.hasFocus)
    qtbot.keyClick(shown.result_button, Qt.Key.Key_Return)
    assert window.record_page.showing is window.record_page.result_panel


def test_what_a_person_understands_comes_first_and_the_losses_on_request(clone):
    _, _, shown = clone()
    assert [shown.figure(name) for name in ("likeness", "eta")] == ["62 %", "1:08"]
    assert shown.measured_label.text().startswith("Measured at step 20,")
    assert shown.scale.accessibleDescription() == "62 % of the way from somebody else to the person"
    assert "still getting closer" in shown.learning_label.text()
    assert not shown.details.isVisible()
    shown.details_button.click()
    assert shown.details.isVisible()
    assert [shown.figure(name) for name in ("step", "loss", "held_out")] == ["30 / 200", "0.512", "0.634"]


def test_the_likeness_stays_until_it_is_measured_again_and_ends_as_the_reports(clone):
    _, _, shown = clone()
    shown.begin("Maria")
    assert shown.figure("likeness") == "–"
    assert shown.scale.isHidden()
    assert shown.measured_label.text().startswith("Soon it will be compared with you")
    shown.show_progress(CloneProgress("adapt", 12, 80, 0.5, 0.6, likeness=0.71, likeness_step=10))
    # A server of an older version measures nothing.
    shown.show_progress(CloneProgress("adapt", 13, 80, 0.5, 0.6))
    shown.show_progress(CloneProgress("report"))
    assert shown.figure("likeness") == "71 %"
    shown.show_progress(CloneProgress("done", 80, 80, likeness=0.874, likeness_step=70))
    assert shown.figure("likeness") == "87 %"
    assert shown.measured_label.text().startswith("Measured at step 70,")


def test_a_likeness_below_that_of_others_is_none(clone):
    _, _, shown = clone()
    shown.show_progress(CloneProgress("adapt", 12, 80, 0.5, 0.6, likeness=-0.2, likeness_step=10))
    assert shown.figure("likeness") == "0 %"


def test_the_record_key_does_not_cancel_a_clone(clone, qtbot):
    studio, cloning, shown = clone()
    focused = studio.window.focusWidget()
    assert focused is shown
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
        qtbot.keyClick(focused, key)
    assert studio.clone.running
    assert not cloning.was_stopped.is_set()
    qtbot.keyClick(focused, Qt.Key.Key_Escape)
    qtbot.waitUntil(cloning.was_stopped.is_set)
    assert "what was learned are kept" in studio.window.message_bar.text
    assert "to continue from there" in studio.window.message_bar.text


def test_another_voice_waits_in_words_while_one_is_being_made(clone, qtbot):
    studio, cloning, shown = clone()
    page, window = studio.window.record_page, studio.window
    shown.back_button.click()
    page.session_panel.leave_button.click()
    assert page.start_panel.name_edit.text() == ""
    qtbot.keyClicks(page.start_panel.name_edit, "Berta")
    page.start_panel.begin_button.click()
    qtbot.waitUntil(lambda: studio.record.session is not None and studio.record.session.voice_name == "Berta")
    page.room_panel.continue_button.click()
    qtbot.waitUntil(page.session_panel.record_button.isEnabled)
    (takes,) = (folder for folder in studio.record.session.folder.parent.iterdir() if "maria" in folder.name)
    shutil.copytree(takes / "wavs", studio.record.session.folder / "wavs", dirs_exist_ok=True)
    press(qtbot, page.session_panel, Qt.Key.Key_Right)
    qtbot.waitUntil(page.session_panel.clone_button.isEnabled)
    page.session_panel.clone_button.click()
    said = "Maria is still being made: make this voice when it is ready."
    qtbot.waitUntil(lambda: window.message_bar.text == said)
    assert page.showing is page.session_panel
    assert [order.name for order in cloning.orders] == ["Maria"]
    cloning.gate.set()
    qtbot.waitUntil(lambda: not studio.clone.running)
    page.session_panel.clone_button.click()
    qtbot.waitUntil(lambda: [order.name for order in cloning.orders] == ["Maria", "Berta"])


def test_the_person_is_asked_before_a_clone_is_closed(clone, dialogs, qtbot):
    studio, cloning, _ = clone()
    dialogs.close = False
    studio.window.close()
    assert dialogs.asked == ["Maria"]
    assert studio.window.isVisible()
    assert studio.clone.running
    dialogs.close = True
    studio.window.close()
    assert studio.window.isHidden()
    qtbot.waitUntil(cloning.was_stopped.is_set)


def test_a_signal_closes_the_window_without_a_question(clone, dialogs, qtbot):
    studio, cloning, _ = clone()
    dialogs.close = False
    studio.close()
    assert dialogs.asked == []
    qtbot.waitUntil(cloning.was_stopped.is_set)


@pytest.mark.qt_log_ignore("propagateSizeHints")  # a dialog on the offscreen platform
def test_a_signal_closes_the_window_while_a_question_waits(clone, qtbot):
    """Whoever shuts the computer down is not kept waiting by a question that nobody sees any more."""
    studio, _, _ = clone()
    window = studio.window
    studio._dialogs = Dialogs(window)
    questions = []

    def signal():
        questions.extend(window.findChildren(QMessageBox))
        studio.close()

    def give_up():
        for question in window.findChildren(QMessageBox):
            question.reject()

    impatience = QTimer(interval=5000, singleShot=True)
    impatience.timeout.connect(give_up)
    impatience.start()
    QTimer.singleShot(100, signal)
    window.close()  # asks, and returns when the question has gone
    impatience.stop()
    assert len(questions) == 1
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=10_000)


def test_the_sentences_can_be_looked_at_while_a_clone_is_under_way(clone, qtbot):
    studio, cloning, shown = clone()
    page = studio.window.record_page
    shown.back_button.click()
    assert page.showing is page.session_panel
    page.session_panel.clone_button.click()
    qtbot.waitUntil(lambda: page.showing is shown)
    assert len(cloning.orders) == 1
    shown.cancel_button.click()
    qtbot.waitUntil(cloning.was_stopped.is_set)


def test_what_was_learned_so_far_can_be_taken_as_it_is(clone, qtbot):
    _, cloning, shown = clone()
    assert shown.finish_button.isEnabled()
    shown.finish_button.click()
    assert not shown.finish_button.isEnabled()
    assert shown.stage_label.text() == "Making the voice from what was learned so far"
    qtbot.waitUntil(lambda: shown.stage_label.text() == "The voice is ready.")
    assert len(cloning.orders) == 1
    assert shown.message_label.text().startswith("Fair likeness")


def test_the_voice_is_heard_while_it_is_being_made(clone, qtbot):
    speech = FakeSpeech()
    studio, cloning, shown = clone(speech=speech)
    assert shown.heard_label.text() == "A sentence in the voice so far; learning goes on."
    speech.gate.clear()
    press(qtbot, shown, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: [asked[:2] for asked in speech.asked] == [(SAMPLE, b"at 30")])
    assert shown.hear_button.text() == "Stop"
    shown.hear_button.click()
    assert shown.hear_button.text() == "Hear it so far"
    speech.gate.set()
    assert studio.clone.running
    cloning.gate.set()
    qtbot.waitUntil(lambda: shown.stage_label.text() == "The voice is ready.")
    assert not shown.hear_button.isVisible()


def test_a_preview_without_a_server_says_so_and_the_clone_goes_on(clone, qtbot):
    speech = FakeSpeech()
    studio, _, shown = clone(speech=speech)
    speech.error = ServerError("The speech server does not answer.")
    shown.hear_button.click()
    qtbot.waitUntil(lambda: studio.window.message_bar.text == "The speech server does not answer.")
    assert shown.hear_button.text() == "Hear it so far"
    assert studio.clone.running


def test_nothing_can_be_heard_before_something_was_learned(clone):
    _, _, shown = clone()
    shown.begin("Maria")
    assert not shown.hear_button.isEnabled()
    assert shown.heard_label.text() == ""
    shown.show_progress(CloneProgress("adapt", 9, 200, 0.5, 0.7))
    assert not shown.hear_button.isEnabled()
    shown.show_progress(CloneProgress("adapt", 10, 200, 0.5, 0.6, voice=b"voice"))
    assert shown.hear_button.isEnabled()


@pytest.mark.qt_log_ignore("propagateSizeHints")  # a dialog on the offscreen platform
def test_the_takes_are_shown_in_a_table_while_the_voice_is_made(clone, qtbot):
    studio, cloning, shown = clone()
    dialog = studio.takes.dialog
    shown.takes_button.click()
    assert dialog.isVisible()
    table = dialog.table
    qtbot.waitUntil(lambda: table.rowCount() == 3)
    lines = [[table.item(row, column).text() for column in range(5)] for row in range(3)]
    assert lines == [
        ["She measured the garden.", "-21 dBFS", "38 dB", "0 %", ""],
        ["!  Fresh bread.", "-33 dBFS", "18 dB", "0.25 %", "bread"],
        ["Nobody compared it.", "-20 dBFS", "40 dB", "0 %", "not compared yet"],
    ]
    assert table.item(1, 0).toolTip() == "This is quiet."
    dialog.close_button.click()
    assert not dialog.isVisible()
    assert studio.clone.running
    cloning.gate.set()


def test_nothing_can_be_taken_before_something_was_learned(clone):
    _, _, shown = clone()
    shown.begin("Maria")
    shown.show_progress(CloneProgress("start"))
    assert not shown.finish_button.isEnabled()
    shown.show_progress(CloneProgress("adapt", 1, 200, 0.6, 0.7))
    shown.show_progress(CloneProgress("adapt", 9, 200, 0.5, 0.7))
    assert not shown.finish_button.isEnabled()
    shown.show_progress(CloneProgress("adapt", 11, 200, 0.5, 0.6))
    assert shown.finish_button.isEnabled()


def test_the_finished_voice_is_heard_beside_the_person(clone, qtbot):
    studio, cloning, shown = clone()
    cloning.gate.set()
    qtbot.waitUntil(shown.result_button.isVisible)
    shown.result_button.click()
    page = studio.window.record_page
    assert page.showing is page.result_panel
    qtbot.waitUntil(lambda: len(page.result_panel.play_buttons) == 6)
    page.result_panel.more_button.click()
    assert page.showing is page.session_panel


def test_a_clone_that_failed_can_be_tried_again(begin, qtbot):
    cloning = FakeCloning()
    cloning.error = RuntimeError("The speech server's model finetune stopped; try again.")
    cloning.gate.set()
    studio, panel = begin(cloning=cloning)
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    shown = studio.window.record_page.clone_panel
    qtbot.waitUntil(shown.resume_button.isVisible)
    assert shown.figure("eta") == "–"
    cloning.error = None
    shown.resume_button.click()
    qtbot.waitUntil(lambda: shown.stage_label.text() == "The voice is ready.")


def test_the_session_remembers_its_voice_and_offers_to_add_takes(clone, qtbot):
    studio, cloning, shown = clone()
    cloning.gate.set()
    qtbot.waitUntil(lambda: shown.stage_label.text() == "The voice is ready.")
    folder = studio.record.session.folder
    qtbot.waitUntil(lambda: RecordingSession.read(folder).takes_in_voice == 10)
    shown.back_button.click()
    panel = studio.window.record_page.session_panel
    qtbot.waitUntil(lambda: panel.record_button.isEnabled())
    record_many(qtbot, studio, panel, 1)
    panel.leave_button.click()
    start = studio.window.record_page.start_panel
    qtbot.waitUntil(lambda: start.session_list.count() == 1)
    assert start.session_list.item(0).text() == "Maria: 11 takes, 1 is not in the voice yet"


def test_a_session_whose_voice_is_not_made_yet_says_so(begin, qtbot):
    studio, panel = begin()
    record_many(qtbot, studio, panel, 10)
    panel.leave_button.click()
    start = studio.window.record_page.start_panel
    qtbot.waitUntil(lambda: start.session_list.count() == 1)
    assert start.session_list.item(0).text() == "Maria: 10 takes, the voice is not made yet"


def test_takes_that_should_be_recorded_again_are_left_out_unless_kept(begin, qtbot):
    cloning = FakeCloning()
    cloning.gate.set()
    studio, panel = begin(cloning=cloning, checks=FakeChecks("error", "missed_words"))
    record_many(qtbot, studio, panel, 12)
    assert panel.takes_label.text() == "0 takes: 10 more to make the voice · 12 with ✗ do not count"
    assert not panel.clone_button.isEnabled()
    for _ in range(10):
        press(qtbot, panel, Qt.Key.Key_Left)
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        press(qtbot, panel, Qt.Key.Key_K)
    assert panel.takes_label.text() == "10 takes: enough, if all of them are good · 2 with ✗ do not count"
    panel.clone_button.click()
    said = "The check found a problem with your consent: read it again, or press K to keep it."
    assert studio.window.message_bar.text == said
    qtbot.waitUntil(lambda: studio.record.session.position == 0 and studio.tasks.busy == 0)
    press(qtbot, panel, Qt.Key.Key_K)
    panel.clone_button.click()
    qtbot.waitUntil(lambda: len(cloning.orders) == 1)
    assert cloning.orders[0].kept == {"consent", *(f"p{at:03d}" for at in range(2, 12))}
    statement = (
        "I agree that Timbre makes a synthetic voice named Maria from these recordings of my own voice."
    )
    assert cloning.orders[0].consent == f"{statement} heard"  # not what was to be read
    assert not cloning.orders[0].learns_consent
    assert cloning.orders[0].left_out == {"p001"}


def test_the_last_losses_stay_when_the_voice_is_compared_and_the_words_fit_a_finished_voice(qtbot):
    panel = ClonePanel()
    qtbot.addWidget(panel)
    panel.begin("Maria")
    assert panel.figure("loss") == "–"
    panel.show_progress(CloneProgress("adapt", 80, 80, 0.291, 0.312))
    panel.show_progress(CloneProgress("report", 80, 80))
    assert (panel.figure("loss"), panel.figure("held_out")) == ("0.291", "0.312")
    captions = {part.text(): part for part in panel.findChildren(QLabel)}
    assert not captions["Time left"].isHidden()
    panel.show_done(None)
    assert captions["Time left"].isHidden()
    assert captions["Likeness to you so far"].text() == "Likeness to you"
    panel.begin("Anton")
    assert panel.figure("loss") == "–"
    assert captions["Likeness to you so far"].text() == "Likeness to you so far"


def test_the_curves_can_be_read_in_the_least_window(clone, qtbot):
    studio, _, shown = clone()
    studio.window.resize(LEAST_SIZE)
    shown.details_button.click()
    qtbot.waitUntil(shown.plot.isVisible)
    QApplication.processEvents()
    assert shown.plot.height() >= 140
