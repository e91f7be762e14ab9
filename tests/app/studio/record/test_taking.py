from __future__ import annotations

import errno
import os

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.app.studio.fakes import FakeChecks, FakeRecorder, tone
from tests.app.studio.recording import press, record_one
from timbre import files
from timbre.messages import Message
from timbre_app.sound import wave_file
from timbre_app.sound.devices import DeviceError
from timbre_app.studio.record import taking
from timbre_app.studio.record.take_strip import TakeState


def speak(recorder, *, then_quiet_s=0.0):
    """Let the recorder believe that somebody has spoken."""
    recorder.speech.feed(np.zeros(960, np.int16))
    for _ in range(40):
        recorder.speech.feed(tone(0.3)[6000:6960])
    if then_quiet_s:
        recorder.speech.feed(np.zeros(round(then_quiet_s * 48000), np.int16))


def test_a_take_ends_by_itself_when_the_person_falls_silent(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    assert "when you stop speaking" in panel.note_label.text()
    speak(recorder, then_quiet_s=2.0)
    qtbot.waitUntil(lambda: len(studio.record.session.takes) == 1)


def test_the_end_by_itself_can_be_switched_off_and_stays_off(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_A)
    assert not panel.auto_stop_box.isChecked()
    assert not studio.settings.stops_by_itself
    press(qtbot, panel, Qt.Key.Key_Space)
    speak(recorder, then_quiet_s=2.0)
    qtbot.wait(3 * taking.FOLLOW_EVERY_MS)
    assert recorder.recording
    assert "then press Space" in panel.note_label.text()


def test_silence_is_told_and_ends_a_take_in_which_nobody_speaks(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    recorder.speech.feed(np.zeros(round(48000 * (taking.HINT_AFTER_S + 0.1)), np.int16))
    qtbot.waitUntil(lambda: panel.note_label.text().startswith("Nothing is heard yet"))
    assert recorder.recording
    recorder.speech.feed(np.zeros(round(48000 * taking.MOST_SILENCE_S), np.int16))
    qtbot.waitUntil(lambda: not recorder.recording)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert studio.window.message_bar.text.startswith("Nothing was heard, so the recording has stopped")
    assert not studio.record.session.takes
    assert panel.record_button.isEnabled()


def test_a_take_that_somebody_forgets_to_end_says_that_it_runs(begin, qtbot):
    recorder = FakeRecorder()
    _, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_A)
    press(qtbot, panel, Qt.Key.Key_Space)
    speak(recorder, then_quiet_s=taking.MOST_SILENCE_S + 1)
    qtbot.waitUntil(lambda: panel.note_label.text() == "Still recording: press Space to stop.")
    assert recorder.recording


def test_a_second_of_silence_after_the_key_belongs_to_the_take(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    speak(recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    assert recorder.recording
    assert panel.note_label.text() == "Be still for a moment…"
    recorder.speech.feed(np.zeros(48000, np.int16))
    qtbot.waitUntil(lambda: len(studio.record.session.takes) == 1)


def test_escape_ends_the_countdown(begin, qtbot):
    recorder = FakeRecorder()
    _, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_C)
    press(qtbot, panel, Qt.Key.Key_Space)
    assert panel.note_label.text() == "Recording begins in 3…"
    assert (panel.countdown.count, panel.countdown.isVisible()) == (3, True)
    assert panel.countdown.size() == panel.prompt_label.size()
    press(qtbot, panel, Qt.Key.Key_Escape)
    assert not panel.countdown.isVisible()
    assert panel.record_button.text() == "Record"
    assert not recorder.recording


def test_recording_begins_after_the_countdown(begin, qtbot, monkeypatch):
    monkeypatch.setattr(taking, "COUNTDOWN_S", 0.1)
    recorder = FakeRecorder()
    _, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_C)
    press(qtbot, panel, Qt.Key.Key_Space)
    assert not recorder.recording
    qtbot.waitUntil(lambda: recorder.recording)
    assert not panel.countdown.isVisible()


def test_the_waveform_grows_while_recording(begin, qtbot):
    studio, panel = begin()
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not panel.waveform.is_empty)
    press(qtbot, panel, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert panel.waveform.is_empty


def test_a_key_pressed_by_mistake_is_no_take(begin, qtbot):
    recorder = FakeRecorder()
    recorder.seconds = 0.6  # half a second of it is from before the key
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "too short" in studio.window.message_bar.text)
    assert studio.record.session.takes == []


def test_a_breath_that_is_cut_short_is_no_take_and_that_is_said(begin, qtbot):
    recorder = FakeRecorder()
    recorder.seconds = 0.9
    studio, panel = begin(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    studio.window.show_page(studio.window.VOICES)
    qtbot.waitUntil(lambda: "too short to be a take" in studio.window.message_bar.text)
    assert list((studio.record.session.folder / "wavs").iterdir()) == []


def test_a_full_disk_is_one_sentence_and_what_was_recorded_stays(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    session = studio.record.session
    record_one(qtbot, studio, panel)
    old = session.take_path("consent").read_bytes()
    finish = recorder.finish
    full = "The disk is full: free some space, then record the sentence again; what was saved so far is kept."

    def finish_on_a_full_disk():
        finish()
        raise DeviceError(full)

    recorder.finish = finish_on_a_full_disk
    press(qtbot, panel, Qt.Key.Key_R)
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: studio.window.message_bar.text == full)
    assert session.take_path("consent").read_bytes() == old
    assert [path.suffix for path in (session.folder / "wavs").iterdir() if path.stem == "consent"].count(
        ".part"
    ) == 1
    recorder.finish = finish
    press(qtbot, panel, Qt.Key.Key_R)
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert {path.name for path in (session.folder / "wavs").iterdir()} == {
        "consent.wav",
        "consent.interrupted.wav",
        "consent.before",
    }


def test_after_a_full_disk_the_sentence_can_be_recorded_again(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    session, full = studio.record.session, "The recording stopped because the disk is full: free some space."
    finish, recorder.lost = recorder.finish, False

    def finish_on_a_full_disk():
        finish()
        recorder.trouble = None
        raise DeviceError(full)

    recorder.finish = finish_on_a_full_disk
    press(qtbot, panel, Qt.Key.Key_Space)
    recorder.trouble = Message(full)
    qtbot.waitUntil(lambda: not recorder.recording)
    qtbot.waitUntil(lambda: studio.window.message_bar.text == full)
    recorder.finish = finish
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert panel.record_button.isEnabled()
    record_one(qtbot, studio, panel)
    assert session.take_path("consent") is not None


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_on_a_full_disk_one_can_still_go_to_other_sentences(begin, qtbot, monkeypatch, number):
    studio, panel = begin()

    def full(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(files, "write", full)
    press(qtbot, panel, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: panel.number_label.text() == "Sentence 1 of 20")
    said = "The disk is full: free some space; what was recorded so far is kept."
    assert studio.window.message_bar.text == said


@pytest.mark.parametrize("way", ["unplugged", "page left", "window closed"])
def test_a_reading_that_is_cut_short_does_not_take_the_whole_ones_place(begin, qtbot, way):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    session, window = studio.record.session, studio.window
    record_one(qtbot, studio, panel)
    old = session.take_path("consent").read_bytes()
    recorder.seconds = 1.2
    press(qtbot, panel, Qt.Key.Key_R)
    if way == "unplugged":
        recorder.trouble = Message(
            "The microphone was disconnected: plug it in again, then refresh the list of devices."
        )
        qtbot.waitUntil(lambda: "was disconnected" in window.message_bar.text)
    elif way == "page left":
        window.show_page(window.SPEAK)
    else:
        window.close()
    qtbot.waitUntil(lambda: not recorder.recording and (window.isHidden() or studio.tasks.busy == 0))
    assert session.take_path("consent").read_bytes() == old
    aside = session.folder / "wavs" / "consent.interrupted.wav"
    assert len(wave_file.read(aside)[0]) == round(1.2 * 48000)
    assert panel.record_button.text() == "Record" or window.isHidden()


def test_the_strip_shows_each_take_and_goes_back_to_it(begin, qtbot):
    checks = FakeChecks("error", "missed_words")
    studio, panel = begin(checks=checks)
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: panel.strip.states[0] is TakeState.BAD)
    press(qtbot, panel, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: studio.record.session.position == 1)
    qtbot.waitUntil(lambda: panel.next_button.text() == "Skip")
    assert set(panel.strip.states[1:]) == {TakeState.MISSING}
    assert "1 of 25 sentences recorded, 1 to record again" in panel.strip.accessibleDescription()
    box = panel.strip._box(0).center().toPoint()
    qtbot.mouseClick(panel.strip, Qt.MouseButton.LeftButton, pos=box)
    qtbot.waitUntil(lambda: studio.record.session.position == 0)
    qtbot.waitUntil(lambda: panel.next_button.text() == "Next")


def test_missed_and_added_words_are_marked_in_the_sentence(begin, qtbot):
    studio, panel = begin()
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: len(panel.findings) == 2)
    assert "<u>voice.</u>" in panel.prompt_label.text()
    assert "[really]" in panel.prompt_label.text()
    assert "Missed: voice." in panel.prompt_label.accessibleName()


def test_a_take_can_be_kept_against_the_advice_and_is_when_opened_again(begin, qtbot, open_studio):
    checks = FakeChecks("error", "missed_words")
    studio, panel = begin(checks=checks)
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(panel.keep_button.isVisible)
    press(qtbot, panel, Qt.Key.Key_K)
    assert panel.strip.states[0] is TakeState.KEPT
    assert not panel.keep_button.isVisible()
    assert panel.findings[-1] == "!  You keep this take although the check advises against it."
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    studio.window.close()
    checks.words = None  # what was found is not asked again
    again = open_studio(checks=checks)
    again.window.show_page(again.window.RECORD)
    start = again.window.record_page.start_panel
    qtbot.waitUntil(lambda: start.session_list.count() == 1)
    start.resume_button.click()
    strip = again.window.record_page.session_panel.strip
    qtbot.waitUntil(lambda: strip.states[:1] == [TakeState.KEPT])


def test_a_new_recording_is_not_kept_against_the_advice_because_the_old_one_was(begin, qtbot):
    studio, panel = begin(checks=FakeChecks("error", "missed_words"))
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(panel.keep_button.isVisible)
    press(qtbot, panel, Qt.Key.Key_K)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: panel.strip.states[0] is TakeState.BAD)


def test_a_damaged_take_is_one_sentence_and_the_others_are_untouched(begin, qtbot, open_studio):
    studio, panel = begin()
    for _ in range(2):
        record_one(qtbot, studio, panel)
        press(qtbot, panel, Qt.Key.Key_Right)
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    session = studio.record.session
    damaged, good = session.take_path("consent"), session.take_path("p001")
    kept = good.read_bytes()
    studio.window.close()
    damaged.write_bytes(b"RIFF, and then nothing that anybody can read")
    again = open_studio()
    again.window.show_page(again.window.RECORD)
    start, panel = again.window.record_page.start_panel, again.window.record_page.session_panel
    qtbot.waitUntil(lambda: start.session_list.count() == 1)
    start.resume_button.click()
    qtbot.waitUntil(lambda: panel.strip.states[:2] == [TakeState.BAD, TakeState.WARNED])
    panel.position_chosen.emit(0)
    qtbot.waitUntil(lambda: panel.findings != [])
    assert panel.findings == [
        "✗  This take is damaged and cannot be read: record the sentence again, the others are not affected."
    ]
    assert not panel.keep_button.isVisible()
    qtbot.waitUntil(panel.redo_button.isEnabled)
    assert good.read_bytes() == kept


def test_the_letters_grow_and_stay_so(begin, qtbot):
    studio, panel = begin()
    before = panel.prompt_label.fontMetrics().height()
    panel.larger_button.click()
    qtbot.waitUntil(lambda: panel.prompt_label.fontMetrics().height() > before)
    assert studio.settings.prompt_size_px == 30


def test_the_recogniser_is_ready_before_the_first_take(begin, qtbot):
    checks = FakeChecks()
    studio, _ = begin(checks=checks)
    assert checks.prepared == 1
    studio.record.words_can_be_checked()
    qtbot.waitUntil(lambda: checks.prepared == 2)
