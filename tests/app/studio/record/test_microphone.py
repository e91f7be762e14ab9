from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

from tests.app.studio.fakes import FakeMicrophones, FakeOutput, FakeRecorder, tone
from tests.app.studio.recording import press
from timbre.messages import Message
from timbre_app.sound.devices import DeviceError
from timbre_app.studio.record import room
from timbre_app.studio.record.microphone import REOPEN_EVERY_MS


def test_a_microphone_that_is_plugged_in_appears_while_the_page_is_open(begin, qtbot):
    microphones = FakeMicrophones()
    studio, panel = begin(microphones=microphones)
    microphones.plug("Built-in microphone", "Studio USB", "New one")
    qtbot.waitUntil(lambda: panel.microphone_box.count() == 3)
    assert panel.microphone_box.currentText() == "Built-in microphone"
    assert studio.window.message_bar.text == "The microphone “New one” was plugged in: choose it to use it."


def test_when_the_open_microphone_goes_another_is_opened(begin, qtbot):
    microphones, recorder = FakeMicrophones(), FakeRecorder()
    _, panel = begin(microphones=microphones, recorder=recorder)
    panel.microphone_bar.chosen.emit("Studio USB")
    qtbot.waitUntil(lambda: recorder.device.name == "Studio USB")
    qtbot.waitUntil(lambda: panel.microphone_box.currentText() == "Studio USB")
    microphones.plug("Built-in microphone")
    qtbot.waitUntil(lambda: panel.microphone_box.count() == 1)
    qtbot.waitUntil(lambda: recorder.device.name == "Built-in microphone")
    microphones.plug("Built-in microphone", "Studio USB")
    qtbot.waitUntil(lambda: recorder.device.name == "Studio USB")


def lose(qtbot, recorder, panel):
    """Pull the plug of the microphone."""
    recorder.error = DeviceError("No {device} was found: plug one in, then try again.", device="microphone")
    recorder.trouble, recorder.ready = Message("The microphone was disconnected."), False
    qtbot.waitUntil(lambda: not panel.record_button.isEnabled())


def test_a_microphone_that_comes_back_is_opened_by_itself(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    lose(qtbot, recorder, panel)
    qtbot.waitUntil(lambda: studio.window.message_bar.text == "The microphone was disconnected.")
    qtbot.wait(2 * REOPEN_EVERY_MS)
    assert (
        studio.window.message_bar.text == "The microphone was disconnected."
    )  # nothing more is said meanwhile
    recorder.error = recorder.trouble = None  # under the same name: the list of microphones has not changed
    qtbot.waitUntil(panel.record_button.isEnabled)
    assert "is back" in studio.window.message_bar.text


def test_a_microphone_is_not_looked_for_on_another_page(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = begin(recorder=recorder)
    lose(qtbot, recorder, panel)
    studio.window.show_page(studio.window.SPEAK)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)  # an attempt that began on the page may be under way
    recorder.error = recorder.trouble = None
    qtbot.wait(3 * REOPEN_EVERY_MS)
    assert not recorder.ready


def test_plugging_waits_while_a_take_is_recorded(begin, qtbot):
    microphones, recorder = FakeMicrophones(), FakeRecorder()
    _, panel = begin(microphones=microphones, recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Space)
    microphones.plug("Studio USB")
    qtbot.wait(100)
    assert recorder.recording
    assert recorder.device.name == "Built-in microphone"


def test_a_take_ends_when_the_system_turns_to_another_microphone(begin, qtbot):
    microphones = FakeMicrophones()
    studio, panel = begin(microphones=microphones)
    press(qtbot, panel, Qt.Key.Key_Space)
    microphones.move()
    qtbot.waitUntil(lambda: "switched to another microphone" in studio.window.message_bar.text)
    qtbot.waitUntil(lambda: len(studio.record.session.takes) == 1 and studio.tasks.busy <= 1)
    assert panel.record_button.isEnabled()  # the next take is the person's to begin
    studio.window.message_bar.clear()
    microphones.move()  # between takes it costs nothing
    qtbot.wait(100)
    assert studio.window.message_bar.text == ""


def show_room(begin, qtbot, **parts):
    studio, panel = begin(**parts)
    panel.room_button.click()
    page = studio.window.record_page
    assert page.showing is page.room_panel
    return studio, page.room_panel


def listen(qtbot, recorder, panel, samples):
    panel.measure_button.click()
    qtbot.waitUntil(lambda: recorder.listener is not None)
    for at in range(0, len(samples), 4800):
        recorder.listener(samples[at : at + 4800])
    qtbot.waitUntil(lambda: panel.verdict_label.text().startswith(("✓", "!", "✗")))
    return panel.verdict_label.text()


def test_the_room_is_judged_in_words(begin, qtbot):
    recorder = FakeRecorder()
    _, panel = show_room(begin, qtbot, recorder=recorder)
    random = np.random.default_rng(0)

    def noise(level):
        return (level * random.standard_normal(5 * 48000)).astype(np.int16)

    assert "The room is quiet (−64 dBFS): go ahead." in listen(qtbot, recorder, panel, noise(20))
    assert "which will do" in listen(qtbot, recorder, panel, noise(90))
    assert "too noisy" in listen(qtbot, recorder, panel, noise(900))
    assert "No sound arrives at all" in listen(qtbot, recorder, panel, noise(0))
    speaking = noise(20)
    speaking[:48000] += tone(1.0)
    assert "It was not silent" in listen(qtbot, recorder, panel, speaking)


def test_a_microphone_that_falls_silent_while_the_room_is_measured_is_said(begin, qtbot):
    recorder = FakeRecorder()
    _, panel = show_room(begin, qtbot, recorder=recorder)
    panel.measure_button.click()
    recorder.ready = False
    qtbot.waitUntil(lambda: "does not answer" in panel.verdict_label.text())


def test_the_monitor_is_off_until_asked_for(begin, qtbot):
    recorder = FakeRecorder()
    studio, panel = show_room(begin, qtbot, recorder=recorder)
    assert not panel.monitor_box.isChecked()
    assert FakeOutput.made == []
    panel.monitor_box.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made))
    recorder.listener(tone(0.1))
    qtbot.waitUntil(lambda: len(FakeOutput.made[-1].chunks) == 1)
    panel.continue_button.click()
    qtbot.waitUntil(lambda: FakeOutput.made[-1].stopped)
    assert not panel.monitor_box.isChecked()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)


def test_late_blocks_of_the_monitor_are_dropped():
    output = FakeOutput()
    monitor = room.Monitor(output, 48000)
    for _ in range(3 * room.MOST_MONITOR_BLOCKS):
        monitor.add(tone(0.1))
    monitor.stop()
    monitor.run()
    assert output.stopped
