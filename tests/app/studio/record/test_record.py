from __future__ import annotations

import threading

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea

from tests.app.studio.fakes import PATIENCE_S, FakeChecks, FakeCloning, FakeOutput, FakeRecorder
from tests.app.studio.recording import press, record_many, record_one
from timbre.messages import Message
from timbre_app.sound import wave_file
from timbre_app.sound.devices import DeviceError
from timbre_app.studio.items import WordsRead
from timbre_app.studio.main_window import LEAST_SIZE
from timbre_app.takes.recordings import RecordingSession, list_sessions


def test_consent_is_the_first_sentence(begin):
    _, panel = begin()
    assert "synthetic voice named Maria" in panel.prompt_label.text()
    assert panel.number_label.text() == "Your consent, read aloud"
    assert panel.offer_label.text() == "then 20 sentences"


def test_the_sentences_that_are_needed_are_counted_and_more_are_on_offer(begin, qtbot):
    _, panel = begin()
    for box, number, offer in (
        (7, "Sentence 7 of 20", "4 more if you like"),
        (20, "Sentence 20 of 20", "4 more if you like"),
        (21, "Sentence 21", "more than the 20 that are needed"),
    ):
        panel.position_chosen.emit(box)
        qtbot.waitUntil(lambda number=number: panel.number_label.text() == number)
        assert panel.offer_label.text() == offer


def test_no_button_moves_from_the_first_key_to_the_findings(begin, qtbot):
    studio, panel = begin(checks=FakeChecks("error"))
    buttons = (panel.previous_button, panel.play_button, panel.redo_button, panel.record_button)
    buttons += (panel.cancel_button, panel.next_button, panel.clone_button, panel.sketch_button)

    def places():
        studio.window.grab()  # lays everything out
        return [(button.mapTo(panel, QPoint()), button.size()) for button in buttons]

    before = places()
    press(qtbot, panel, Qt.Key.Key_C)
    press(qtbot, panel, Qt.Key.Key_Space)
    assert places() == before
    press(qtbot, panel, Qt.Key.Key_Escape)
    press(qtbot, panel, Qt.Key.Key_C)
    press(qtbot, panel, Qt.Key.Key_Space)
    assert places() == before
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(panel.findings) == 2 and panel.keep_button.isVisible())
    assert places() == before
    press(qtbot, panel, Qt.Key.Key_P)
    assert places() == before


def test_the_level_and_the_take_lie_under_the_sentence(begin, qtbot):
    studio, panel = begin()
    record_one(qtbot, studio, panel)
    studio.window.grab()
    tops = [part.mapTo(panel, QPoint()).y() for part in (panel.prompt_label, panel.waveform, panel.meter)]
    assert tops == sorted(tops)
    assert panel.meter.parentWidget() is panel.waveform.parentWidget() is panel.prompt_label.parentWidget()
    assert panel.meter.isVisible()


def test_nothing_can_be_recorded_before_the_microphone_delivers(open_studio):
    panel = open_studio().window.record_page.session_panel
    assert not panel.record_button.isEnabled()
    assert not panel.play_button.isEnabled()


def test_space_records_and_the_findings_are_shown_beside_the_take(begin, qtbot):
    studio, panel = begin()
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: len(panel.findings) == 2)
    assert panel.findings[0] == "!  This is quiet: come closer to the microphone or turn it up."
    assert panel.findings[1].startswith("!  Not heard")
    assert not panel.waveform.is_empty
    assert panel.duration_label.text() == "2.0 s"
    assert wave_file.read(studio.record.session.take_path("consent"))[1] == 48000


def test_without_a_server_only_the_words_are_missing_and_come_later(begin, qtbot):
    checks = FakeChecks()
    checks.server_up = False
    studio, panel = begin(checks=checks)
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: panel.note_label.text() == "The words are compared once the speech server is up.")
    assert len(panel.findings) == 1
    checks.server_up = True
    studio.record.words_can_be_checked()
    qtbot.waitUntil(lambda: len(panel.findings) == 2)
    assert panel.note_label.text() == ""


def test_a_take_is_called_good_only_once_its_words_were_compared(begin, qtbot):
    checks = FakeChecks("ok")
    checks.server_up, checks.sound = False, lambda path, text: []
    studio, panel = begin(checks=checks)
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: panel.findings == ["✓  The sound is good. Press → for the next sentence."])
    checks.server_up, checks.words = True, lambda path, text, names: WordsRead()
    studio.record.words_can_be_checked()
    qtbot.waitUntil(lambda: panel.findings == ["✓  Good. Press → for the next sentence."])


def test_escape_throws_the_take_away(begin, qtbot):
    studio, panel = begin()
    press(qtbot, panel, Qt.Key.Key_Space)
    press(qtbot, panel, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert studio.record.session.takes == []
    assert list((studio.record.session.folder / "wavs").iterdir()) == []
    assert panel.record_button.text() == "Record"


def test_redo_keeps_the_old_take_while_recording(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    record_one(qtbot, studio, panel)
    path = studio.record.session.take_path("consent")
    old = path.read_bytes()
    press(qtbot, panel, Qt.Key.Key_R)
    assert recorder.recording
    assert path.read_bytes() == old
    recorder.seconds = 3.0
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: panel.duration_label.text() == "3.0 s")


def test_a_take_begun_while_the_window_turns_to_the_next_sentence_is_a_take_of_that_one(
    begin, qtbot, monkeypatch
):
    studio, panel = begin()
    record_one(qtbot, studio, panel)
    session, may_move = studio.record.session, threading.Event()
    consent = session.take_path("consent").read_bytes()
    move_to = RecordingSession.move_to

    def slow_move_to(self: RecordingSession, position: int) -> None:
        may_move.wait(PATIENCE_S)
        move_to(self, position)

    monkeypatch.setattr(RecordingSession, "move_to", slow_move_to)
    press(qtbot, panel, Qt.Key.Key_Right)
    press(qtbot, panel, Qt.Key.Key_Space)
    may_move.set()
    qtbot.waitUntil(lambda: panel.record_button.text() == "Stop")
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(session.takes) == 2)
    assert session.take_path(session.prompts[1].id) is not None
    assert session.take_path("consent").read_bytes() == consent


def test_ctrl_z_brings_back_the_take_before(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    record_one(qtbot, studio, panel)
    assert not panel.before_button.isVisible()
    recorder.seconds = 3.0
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: panel.duration_label.text() == "3.0 s")
    for length in ("2.0 s", "3.0 s"):
        panel.setFocus()
        qtbot.keyClick(panel, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda length=length: panel.duration_label.text() == length)
    press(qtbot, panel, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: studio.record.session.position == 1 and studio.tasks.busy == 0)
    assert not panel.before_button.isVisible()


def test_arrows_move_and_the_place_is_kept(begin, qtbot, open_studio):
    studio, panel = begin()
    record_one(qtbot, studio, panel)
    for _ in range(3):
        press(qtbot, panel, Qt.Key.Key_Right)
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    press(qtbot, panel, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: panel.number_label.text() == "Sentence 2 of 20")
    folder = studio.record.session.folder
    assert RecordingSession.open(folder).position == 2
    studio.window.close()
    again = open_studio()
    again.window.show_page(again.window.RECORD)
    start = again.window.record_page.start_panel
    qtbot.waitUntil(lambda: start.session_list.count() == 1)
    start.resume_button.click()
    qtbot.waitUntil(lambda: again.window.record_page.session_panel.number_label.text() == "Sentence 2 of 20")


def test_play_plays_the_take_and_stops(begin, qtbot):
    studio, panel = begin()
    record_one(qtbot, studio, panel)
    press(qtbot, panel, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    assert panel.play_button.text() == "Stop"
    assert len(FakeOutput.made[-1].chunks[0]) == 96000
    press(qtbot, panel, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: FakeOutput.made[-1].stopped)
    assert panel.play_button.text() == "Play"


def test_a_short_press_is_no_take(begin, qtbot):
    recorder = FakeRecorder()
    recorder.seconds = 0.1
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "too short" in studio.window.message_bar.text)
    assert studio.record.session.takes == []


def test_no_microphone_is_said_in_the_window(begin, open_studio, qtbot):
    recorder = FakeRecorder()
    recorder.error = DeviceError("No microphone was found: plug one in, then try again.")
    studio = open_studio(recorder=recorder)
    window, panel = studio.window, studio.window.record_page.session_panel
    window.show_page(window.RECORD)
    window.record_page.start_panel.begin_requested.emit("Maria")
    qtbot.waitUntil(lambda: "No microphone" in window.message_bar.text)
    assert not panel.record_button.isEnabled()
    qtbot.waitUntil(lambda: panel.note_label.text().startswith("No microphone: plug one in"))
    recorder.error = None
    panel.look_again_button.click()
    qtbot.waitUntil(lambda: panel.record_button.isEnabled())
    qtbot.waitUntil(lambda: panel.note_label.text() == "Press Space and read the sentence aloud.")
    assert panel.microphone_box.count() == 2


def test_a_microphone_that_goes_away_keeps_the_take(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    recorder.trouble = Message(
        "The microphone was disconnected: plug it in again, then refresh the list of devices."
    )
    qtbot.waitUntil(lambda: "was disconnected" in studio.window.message_bar.text)
    qtbot.waitUntil(lambda: len(studio.record.session.takes) == 1)
    assert not panel.record_button.isEnabled()


def test_closing_the_window_keeps_the_take_under_way(begin, qtbot):
    studio, panel = begin()
    press(qtbot, panel, Qt.Key.Key_Space)
    studio.window.close()
    (folder,) = list_sessions(studio.record.session.folder.parent)
    assert [take.id for take in RecordingSession.open(folder).takes] == ["consent"]


def test_leaving_the_page_keeps_the_take_and_closes_the_microphone(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    studio.window.show_page(studio.window.SPEAK)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert len(studio.record.session.takes) == 1
    assert not recorder.ready


def test_cloning_is_offered_at_ten_takes(begin, qtbot):
    cloning = FakeCloning()
    studio, panel = begin(cloning=cloning)
    record_many(qtbot, studio, panel, 9)
    assert not panel.clone_button.isEnabled()
    assert panel.takes_label.text() == "9 takes: 1 more to make the voice"
    record_many(qtbot, studio, panel, 1)
    assert panel.clone_button.isEnabled()
    press(qtbot, panel, Qt.Key.Key_Space)
    assert not panel.clone_button.isEnabled()
    press(qtbot, panel, Qt.Key.Key_Escape)
    qtbot.waitUntil(panel.clone_button.isEnabled)
    panel.clone_button.click()
    clone = studio.window.record_page.clone_panel
    qtbot.waitUntil(lambda: clone.figure("step") == "30 / 200")
    shown = [clone.figure(name) for name in ("loss", "held_out", "elapsed", "eta")]
    assert shown == ["0.512", "0.634", "0:12", "1:08"]
    assert clone.stage_label.text() == "Learning the voice"
    cloning.gate.set()
    qtbot.waitUntil(lambda: clone.stage_label.text() == "The voice is ready.")
    assert clone.message_label.text() == "Good likeness. It sounds like the person."


def test_a_clone_can_be_cancelled_and_the_takes_stay(begin, qtbot):
    cloning = FakeCloning()
    studio, panel = begin(cloning=cloning)
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    clone = studio.window.record_page.clone_panel
    qtbot.waitUntil(lambda: clone.figure("step") == "30 / 200")
    clone.cancel_button.click()
    qtbot.waitUntil(cloning.was_stopped.is_set)
    assert studio.window.record_page.showing is panel
    assert studio.window.message_bar.text == (
        "Cancelled. The takes and what was learned are kept: make the voice again to continue from there."
    )
    assert len(studio.record.session.takes) == 10


def test_a_clone_that_fails_says_why(begin, qtbot):
    cloning = FakeCloning()
    cloning.error = RuntimeError("The takes are too short: 3 s in all; read more sentences.")
    cloning.gate.set()
    studio, panel = begin(cloning=cloning)
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    clone = studio.window.record_page.clone_panel
    qtbot.waitUntil(lambda: clone.message_label.text().startswith("The takes are too short"))
    assert clone.back_button.isVisible()


def test_no_clone_without_consent(begin, qtbot):
    studio, panel = begin()
    press(qtbot, panel, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    assert studio.window.message_bar.text == "Record your consent first: it is the first sentence."
    qtbot.waitUntil(lambda: studio.record.session.position == 0)


def test_recordings_that_cannot_be_opened_say_so_and_the_others_can(begin, qtbot):
    studio, panel = begin()
    record_one(qtbot, studio, panel)
    broken = studio.record.session.folder.parent / "broken"
    broken.mkdir()
    (broken / "session.json").write_text("{")
    panel.leave_button.click()
    start = studio.window.record_page.start_panel
    qtbot.waitUntil(lambda: start.session_list.count() == 2)
    texts = sorted(start.session_list.item(row).text() for row in range(2))
    assert texts == [
        "Maria: 1 take",
        "The recordings in broken cannot be opened: import that folder, its takes are untouched.",
    ]
    rows = [row for row in range(2) if "broken" in start.session_list.item(row).text()]
    start.session_list.setCurrentRow(rows[0])
    start.resume_button.click()
    qtbot.waitUntil(lambda: "import that folder" in studio.window.message_bar.text)


def test_the_consent_and_all_buttons_fit_into_the_least_window(begin, qtbot):
    studio, panel = begin()
    studio.window.resize(LEAST_SIZE)
    areas = [area for area in studio.window.findChildren(QScrollArea) if area.isAncestorOf(panel)]
    assert panel.number_label.text() == "Your consent, read aloud"
    qtbot.waitUntil(lambda: areas[0].verticalScrollBar().maximum() == 0)
    assert panel.waveform.height() >= 16
