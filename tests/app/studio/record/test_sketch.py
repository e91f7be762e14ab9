"""The sketch of the voice that is heard while the takes go on."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt

from tests.app.studio.fakes import PATIENCE_S, FakeChecks, FakeCloning, FakeOutput, FakeRecorder, FakeSpeech
from tests.app.studio.recording import press, record_many, record_one
from timbre_app.server.errors import ServerError
from timbre_app.studio.record.sketch import SAMPLE


@pytest.fixture
def wizard(begin, qtbot):
    """A studio with its Record page, what makes voices, and what speaks."""

    def open_one(**parts):
        parts = {"cloning": FakeCloning(), "speech": FakeSpeech(), **parts}
        studio, panel = begin(**parts)
        return studio, panel, parts["cloning"], parts["speech"]

    return open_one


def hear(qtbot, panel):
    panel.setFocus()
    qtbot.keyClick(panel, Qt.Key.Key_S)


def test_it_is_offered_once_the_consent_was_read_and_says_what_it_is(wizard, qtbot):
    studio, panel, cloning, speech = wizard()
    assert panel.sketch_button.isVisible()
    assert not panel.sketch_button.isEnabled()
    record_one(qtbot, studio, panel)
    assert panel.sketch_button.isEnabled()
    qtbot.waitUntil(lambda: cloning.loaded == 1)
    hear(qtbot, panel)
    qtbot.waitUntil(lambda: bool(speech.asked))
    assert speech.asked[0][:2] == (SAMPLE, b"sketch 1")
    assert panel.sketch_button.text() == panel.sketch_button.accessibleName() == "Stop the sketch"
    assert panel.takes_label.text() == "A sketch of 6 s of speech; no learning yet"
    (order,) = cloning.sketched
    assert (order.takes, order.name) == (studio.record.session.folder, "Maria")
    assert "synthetic voice named Maria" in order.consent
    FakeOutput.made[-1].release.set()
    qtbot.waitUntil(lambda: panel.sketch_button.text() == "Hear a sketch")
    assert panel.takes_label.text().startswith("1 take:")


def test_recording_stops_it_and_nothing_plays_while_recording(wizard, qtbot):
    studio, panel, _, speech = wizard()
    record_one(qtbot, studio, panel)
    hear(qtbot, panel)
    qtbot.waitUntil(lambda: len(speech.asked) == 1)
    press(qtbot, panel, Qt.Key.Key_Space)
    assert panel.record_button.text() == "Stop"
    assert not panel.sketch_button.isEnabled()
    qtbot.waitUntil(lambda: FakeOutput.made[-1].stopped)
    hear(qtbot, panel)
    assert len(speech.asked) == 1
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert panel.sketch_button.text() == "Hear a sketch"


def test_a_sketch_that_is_being_made_does_not_speak_into_a_take(wizard, qtbot):
    studio, panel, cloning, speech = wizard()
    record_one(qtbot, studio, panel)
    cloning.sketch_gate.clear()
    hear(qtbot, panel)
    qtbot.waitUntil(lambda: len(cloning.sketched) == 1)
    assert panel.takes_label.text() == "Sketching the voice…"
    press(qtbot, panel, Qt.Key.Key_Space)
    cloning.sketch_gate.set()
    qtbot.wait(100)
    assert studio.record._sentence.busy
    assert speech.asked == []
    assert panel.takes_label.text().startswith("1 take:")
    press(qtbot, panel, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert speech.asked == []


def test_the_same_key_stops_it(wizard, qtbot):
    studio, panel, cloning, speech = wizard()
    record_one(qtbot, studio, panel)
    cloning.sketch_gate.clear()
    for _ in range(2):
        hear(qtbot, panel)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert panel.sketch_button.text() == "Hear a sketch"
    cloning.sketch_gate.set()
    hear(qtbot, panel)
    qtbot.waitUntil(lambda: bool(speech.asked))
    hear(qtbot, panel)
    assert panel.sketch_button.text() == "Hear a sketch"


def test_without_the_consent_it_is_offered_after_ten_seconds_and_asks_for_the_consent(wizard, qtbot):
    recorder = FakeRecorder()
    recorder.seconds = 4.0
    studio, panel, cloning, _ = wizard(recorder=recorder)
    press(qtbot, panel, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    record_many(qtbot, studio, panel, 2)
    assert not panel.sketch_button.isEnabled()
    record_many(qtbot, studio, panel, 1)
    assert panel.sketch_button.isEnabled()
    hear(qtbot, panel)
    assert studio.window.message_bar.text == "Record your consent first: it is the first sentence."
    assert cloning.sketched == []


def test_consent_that_says_something_else_makes_no_sketch(wizard, qtbot):
    studio, panel, cloning, _ = wizard(checks=FakeChecks("error", "wrong_sentence"))
    record_one(qtbot, studio, panel)
    hear(qtbot, panel)
    assert "could not be understood" in studio.window.message_bar.text
    assert cloning.sketched == []


def test_consent_that_is_still_being_checked_is_waited_for(wizard, qtbot):
    checks = FakeChecks()
    checks.server_up = False
    studio, panel, cloning, speech = wizard(checks=checks)
    record_one(qtbot, studio, panel)
    checks.server_up = True
    studio.record._review.examiner.forget("consent")
    hear(qtbot, panel)
    assert panel.takes_label.text() == "Checking your consent…"
    qtbot.waitUntil(lambda: len(speech.asked) == 1)
    assert len(cloning.sketched) == 1


def test_a_sketch_that_waits_for_the_check_of_the_consent_is_not_heard_on_another_page(wizard, qtbot):
    checks, gate = FakeChecks(), threading.Event()
    studio, panel, cloning, speech = wizard(checks=checks)
    record_one(qtbot, studio, panel)
    words = checks.words
    checks.words = lambda path, text: gate.wait(PATIENCE_S) and words(path, text)
    studio.record._review.examiner.forget("consent")
    hear(qtbot, panel)
    assert panel.takes_label.text() == "Checking your consent…"
    studio.window.show_page(studio.window.SPEAK)
    gate.set()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert cloning.sketched == speech.asked == []


def test_an_error_is_one_sentence(wizard, qtbot):
    studio, panel, cloning, _ = wizard()
    record_one(qtbot, studio, panel)
    cloning.sketch_error = ServerError("The speech server does not answer.")
    hear(qtbot, panel)
    qtbot.waitUntil(lambda: studio.window.message_bar.text == "The speech server does not answer.")
    assert panel.sketch_button.text() == "Hear a sketch"
    assert panel.takes_label.text().startswith("1 take:")


def test_leaving_stops_it_and_frees_the_memory(wizard, qtbot):
    studio, panel, cloning, _ = wizard()
    record_one(qtbot, studio, panel)
    hear(qtbot, panel)
    qtbot.waitUntil(lambda: bool(FakeOutput.made))
    studio.record.leave()
    qtbot.waitUntil(lambda: cloning.loaded == 0 and studio.tasks.busy == 0)
    assert FakeOutput.made[-1].stopped
    assert panel.takes_label.text().startswith("1 take:")
