from __future__ import annotations

from PySide6.QtCore import Qt

from tests.app.studio.fakes import FakeChecks, FakeCloning
from tests.app.studio.recording import press, record_many, record_one
from timbre_app.takes.recordings import RecordingSession


def test_a_consent_that_was_not_understood_is_asked_for_again(begin, qtbot):
    cloning = FakeCloning()
    checks = FakeChecks("error", "wrong_sentence")
    studio, panel = begin(cloning=cloning, checks=checks)
    record_many(qtbot, studio, panel, 1)
    checks.severity = "warning"
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    assert "Your consent could not be understood" in studio.window.message_bar.text
    qtbot.waitUntil(lambda: studio.record.session.position == 0)
    assert not panel.keep_button.isVisible()
    assert cloning.orders == []


class UnheardConsent(FakeChecks):
    """Does not hear the essential words of the statement; all other takes are a little quiet."""

    def words(self, path, text, names=()):
        is_consent = "agree" in text
        self.severity, self.code = ("error", "unheard_consent") if is_consent else ("warning", "missed_words")
        return super().words(path, text, names)


def test_a_consent_without_its_essential_words_cannot_be_kept(begin, qtbot):
    studio, panel = begin(checks=UnheardConsent())
    record_one(qtbot, studio, panel)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert not panel.keep_button.isVisible()
    press(qtbot, panel, Qt.Key.Key_Right)
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    qtbot.waitUntil(lambda: "Your consent could not be understood" in studio.window.message_bar.text)
    assert not studio.clone.running


def test_a_consent_that_nobody_could_check_yet_starts_no_clone(begin, qtbot):
    cloning, checks = FakeCloning(), FakeChecks()
    checks.server_up = False
    cloning.gate.set()
    studio, panel = begin(cloning=cloning, checks=checks)
    record_many(qtbot, studio, panel, 10)
    panel.clone_button.click()
    assert "once the speech server is ready" in studio.window.message_bar.text
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
