from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette

from tests.app.studio.fakes import FakeChecks, FakeCloning, FakeSpeech
from tests.app.studio.recording import press, record_many, record_one
from timbre_app.server.errors import ServerError
from timbre_app.studio.clone import loss_plot
from timbre_app.studio.clone.loss_plot import LossPlot, prepare
from timbre_app.studio.clone.preview import SAMPLE
from timbre_app.studio.items import CloneProgress
from timbre_app.takes.recordings import RecordingSession


@pytest.fixture
def clone(begin, qtbot):
    """A studio in which a clone is under way."""

    def open_one(**parts):
        cloning = FakeCloning()
        studio, panel = begin(cloning=cloning, **parts)
        record_many(qtbot, studio, panel, 10)
        panel.clone_button.click()
        shown = studio.window.record_page.clone_panel
        qtbot.waitUntil(lambda: shown.figure("step") == "30 / 200", timeout=10_000)
        return studio, cloning, shown

    return open_one


@pytest.fixture
def plot(qtbot):
    """A plot that can draw."""
    made = LossPlot()
    qtbot.addWidget(made)
    prepare()
    made.make_ready()
    qtbot.waitUntil(lambda: made.is_ready)
    return made


def test_both_losses_are_drawn_as_they_come(plot, qtbot):
    for step in range(1, 21):
        plot.add(step, 1.0 / step, 2.0 / (step // 10 + 1))
    assert [step for step, _ in plot.points[0]] == list(range(1, 21))
    assert plot.points[1] == [(1, 2.0), (10, 1.0), (20, 2.0 / 3)]
    qtbot.waitUntil(lambda: drawn(plot) == [list(range(1, 21)), [1, 10, 20]])
    plot.clear()
    assert plot.points == ([], [])
    plot.add(1, float("nan"), None)
    assert plot.points == ([], [])


def test_losses_that_come_before_the_plot_wait_for_it_and_not_the_window(qtbot, monkeypatch):
    plot = LossPlot()
    qtbot.addWidget(plot)
    monkeypatch.setattr(loss_plot, "prepare", lambda: pytest.fail("imported by the window"))
    for step in (1, 2):
        plot.add(step, 1.0 / step, 0.5)
    assert not plot.is_ready
    prepare()
    plot.make_ready()
    qtbot.waitUntil(lambda: drawn(plot) == [[1, 2], [1]])


def test_what_draws_is_never_imported_beside_the_window():
    with ThreadPoolExecutor(1) as worker, pytest.raises(RuntimeError, match="the window's thread"):
        worker.submit(prepare).result()


def drawn(plot):
    """The steps of both curves, as far as they are made."""
    return [
        list(map(int, curve.getData()[0])) for curve in plot._chart.curves if curve.getData()[0] is not None
    ]


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
    assert cloning.was_stopped.wait(5)


def test_a_signal_closes_the_window_without_a_question(clone, dialogs):
    studio, cloning, _ = clone()
    dialogs.close = False
    studio.close()
    assert dialogs.asked == []
    assert cloning.was_stopped.wait(5)


def test_the_sentences_can_be_looked_at_while_a_clone_is_under_way(clone, qtbot):
    studio, cloning, shown = clone()
    page = studio.window.record_page
    shown.back_button.click()
    assert page.showing is page.session_panel
    page.session_panel.clone_button.click()
    qtbot.waitUntil(lambda: page.showing is shown)
    assert len(cloning.orders) == 1
    shown.cancel_button.click()
    assert cloning.was_stopped.wait(5)


def test_what_was_learned_so_far_can_be_taken_as_it_is(clone, qtbot):
    _, cloning, shown = clone()
    assert shown.finish_button.isEnabled()
    shown.finish_button.click()
    assert not shown.finish_button.isEnabled()
    assert shown.stage_label.text() == "Making the voice of what was learned so far"
    qtbot.waitUntil(lambda: shown.stage_label.text() == "The voice is ready.")
    assert len(cloning.orders) == 1
    assert shown.message_label.text().startswith("Fair likeness")


def test_the_voice_is_heard_while_it_is_being_made(clone, qtbot):
    speech = FakeSpeech()
    studio, cloning, shown = clone(speech=speech)
    assert shown.heard_label.text() == "The voice after 30 steps can be heard."
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
    record_many(qtbot, studio, panel, 10)
    press(qtbot, panel, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    press(qtbot, panel, Qt.Key.Key_K)
    panel.clone_button.click()
    said = "The check finds fault with your consent: read it again, or keep it with K."
    assert studio.window.message_bar.text == said
    qtbot.waitUntil(lambda: studio.record.session.position == 0 and studio.tasks.busy == 0)
    press(qtbot, panel, Qt.Key.Key_K)
    panel.clone_button.click()
    qtbot.waitUntil(lambda: len(cloning.orders) == 1)
    assert cloning.orders[0].kept == {"consent", "p009"}
    assert cloning.orders[0].consent.startswith("I agree that Timbre makes a synthetic voice named Maria")
    assert cloning.orders[0].left_out == {f"p{at:03d}" for at in range(1, 9)}


def test_a_consent_that_was_not_understood_is_asked_for_again(begin, qtbot):
    cloning = FakeCloning()
    studio, panel = begin(cloning=cloning, checks=FakeChecks("error", "wrong_sentence"))
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    assert "Your consent could not be understood" in studio.window.message_bar.text
    qtbot.waitUntil(lambda: studio.record.session.position == 0)
    assert not panel.keep_button.isVisible()
    assert cloning.orders == []


def test_a_consent_that_nobody_could_check_yet_starts_no_clone(begin, qtbot):
    cloning, checks = FakeCloning(), FakeChecks()
    checks.server_up = False
    cloning.gate.set()
    studio, panel = begin(cloning=cloning, checks=checks)
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    assert "once the speech server is up" in studio.window.message_bar.text
    assert cloning.orders == []
    checks.server_up = True
    studio.record.words_can_be_checked()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    panel.clone_button.click()
    qtbot.waitUntil(lambda: len(cloning.orders) == 1)


def test_the_voice_of_somebody_else_needs_their_name_in_the_consent(open_studio, qtbot):
    studio = open_studio()
    window = studio.window
    window.show_page(window.RECORD)
    start = window.record_page.start_panel
    qtbot.keyClicks(start.name_edit, "Grandpa")
    start.whose_box.setCurrentIndex(1)
    assert not start.begin_button.isEnabled()
    qtbot.keyClicks(start.person_edit, "Otto Berg")
    start.begin_button.click()
    qtbot.waitUntil(lambda: studio.record.session is not None)
    assert studio.record.session.prompt.text.startswith("My name is Otto Berg, and I agree")
    assert studio.record.session.voice.person == "Otto Berg"
    record_one_ready = window.record_page.session_panel
    qtbot.waitUntil(record_one_ready.record_button.isEnabled)
    window.record_page.room_panel.continue_button.click()
    record_one(qtbot, studio, record_one_ready)
    assert RecordingSession.read(studio.record.session.folder).voice.person == "Otto Berg"


def test_the_plot_takes_on_the_themes_colours(plot):
    plot.add(1, 0.5, 0.6)
    dark = QPalette(plot.palette())
    dark.setColor(QPalette.ColorRole.Base, "#101418")
    dark.setColor(QPalette.ColorRole.Highlight, "#7fa8ff")
    plot.setPalette(dark)
    assert plot._chart.view.backgroundBrush().color().name() == "#101418"
    assert plot._chart.curves[0].opts["pen"].color().name() == "#7fa8ff"
