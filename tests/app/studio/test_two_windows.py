"""Two windows of one person: one library, one server, and neither loses what the other did."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from tests.app.studio.fakes import FakeRecorder
from tests.app.studio.recording import press
from tests.helpers.voices import make_voice
from timbre_app.studio.backstage import StudioServer, StudioVoices
from timbre_app.voices.library import VoiceLibrary

OPEN_ELSEWHERE = "These recordings are open in another window of Timbre: go on there, or close it first."


def names(studio):
    page = studio.window.voices_page
    return [page.voice_list.item(row).text() for row in range(page.voice_list.count())]


@pytest.fixture
def two(open_studio, tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    for number, name in enumerate(("Ada", "Ben"), 1):
        VoiceLibrary().add(make_voice(name, number))
    return open_studio(voices=StudioVoices()), open_studio(voices=StudioVoices())


def test_each_sees_what_the_other_did(two, qtbot, dialogs):
    one, other = two
    dialogs.name = "Cleo"
    one.window.voices_page.rename_button.click()
    qtbot.waitUntil(lambda: names(one) == names(other) == ["Ben", "Cleo"])
    other.window.voices_page.select("0002")
    other.window.voices_page.delete_button.click()
    qtbot.waitUntil(lambda: names(one) == names(other) == ["Cleo"])
    one.window.voices_page.deleted_button.menu().actions()[0].trigger()
    qtbot.waitUntil(lambda: names(one) == names(other) == ["Ben", "Cleo"])


def test_a_voice_that_the_other_window_took_is_said_in_one_sentence(two, qtbot):
    one, other = two
    other.voices._look_again.setInterval(60_000)
    one.window.voices_page.delete_button.click()
    qtbot.waitUntil(lambda: names(one) == ["Ben"])
    other.window.voices_page.duplicate_button.click()
    qtbot.waitUntil(lambda: "is gone" in other.window.message_bar.text)
    other.voices.refresh()
    qtbot.waitUntil(lambda: names(other) == ["Ben"])


def test_notes_of_two_windows_about_two_voices_are_both_kept(two, qtbot):
    one, other = two
    qtbot.keyClicks(one.window.voices_page.detail.notes_edit, "from one")
    other.window.voices_page.select("0002")
    qtbot.keyClicks(other.window.voices_page.detail.notes_edit, "from the other")
    one.window.close()
    other.window.close()
    notes = VoiceLibrary().notes
    assert (notes.read("0001").notes, notes.read("0002").notes) == ("from one", "from the other")


@pytest.mark.e2e
def test_two_windows_share_a_server_and_the_first_to_close_leaves_it_to_the_other(
    speech_server, open_studio, qtbot
):
    first, second = StudioServer(), StudioServer()
    one, other = open_studio(server=first), open_studio(server=second)
    qtbot.waitUntil(lambda: one.server.ready and other.server.ready)
    assert first.client().is_ready()
    assert first.about().url == second.about().url == speech_server.url
    one.window.close()
    assert second.client().is_ready()
    assert speech_server.status.clients >= 1


def test_recordings_that_are_open_in_one_window_are_left_alone_by_the_other(open_studio, begin, qtbot):
    recorder = FakeRecorder()
    one, panel = begin(recorder=recorder)
    session = one.record.session
    press(qtbot, panel, Qt.Key.Key_Space)
    part = session.begin_take("p001")  # as a real recorder has it on the disk
    part.write_bytes(b"under way")
    other = open_studio()
    other.window.show_page(other.window.RECORD)
    start = other.window.record_page.start_panel
    qtbot.waitUntil(lambda: start.session_list.count() == 1)
    start.resume_button.click()
    qtbot.waitUntil(lambda: other.window.message_bar.text == OPEN_ELSEWHERE)
    assert part.read_bytes() == b"under way"
    part.unlink()
    panel.record_button.click()
    qtbot.waitUntil(lambda: session.take_path("consent") is not None)
    qtbot.waitUntil(lambda: one.tasks.busy == 0)
    panel.leave_button.click()
    qtbot.waitUntil(lambda: one.record.session is None and one.tasks.busy == 0)
    start.resume_button.click()
    qtbot.waitUntil(lambda: other.record.session is not None)
    other.window.close()
    one.window.record_page.start_panel.resume_button.click()
    qtbot.waitUntil(lambda: one.record.session is not None)
