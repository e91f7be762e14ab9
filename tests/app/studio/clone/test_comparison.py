"""A voice of the library beside the person, asked for on the Voices page."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt

from tests.app.studio.consented import consented_session
from tests.app.studio.fakes import FakeComparing, FakeOutput, FakeVoices
from timbre.messages import Message
from timbre_app.studio.clone.result_panel import CLONE
from timbre_app.studio.items import VoiceDetail


@pytest.fixture
def session(tmp_path):
    return consented_session(tmp_path / "takes", "Maria")


@pytest.fixture
def compared(open_studio, session, qtbot):
    """A studio that shows Maria, whose takes are a session, beside the person."""
    voices = FakeVoices("Maria", "Anton", "Zoe")
    voices.details["maria"] = VoiceDetail(takes=voices.takes, takes_folder=session.folder)
    voices.details["anton"] = VoiceDetail()
    comparing = FakeComparing()
    studio = open_studio(voices=voices, comparing=comparing)
    page = studio.window.voices_page
    page.select("maria")
    qtbot.waitUntil(page.detail.compare_button.isEnabled)
    page.voice_list.setFocus()
    qtbot.keyClick(page.voice_list, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    panel = page.result_panel
    qtbot.waitUntil(lambda: len(panel.play_buttons) == 6 and studio.tasks.busy == 0)
    return studio, page, panel


def test_a_voice_is_heard_beside_the_person_again(compared, qtbot):
    studio, page, panel = compared
    assert page.showing_result
    assert panel.isVisible()
    assert "83" in panel.likeness_label.text()
    panel.play_buttons[1, CLONE].click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    assert all(one.isEnabled() for one in panel.blind_buttons)
    studio.voices.refresh(then_select="anton")  # as when another program has changed the library
    qtbot.waitUntil(lambda: studio.tasks.busy <= 1)
    assert page.showing_result


def test_escape_leads_back_and_the_keys_of_the_list_do_nothing_before(compared, qtbot):
    _, page, panel = compared
    qtbot.waitUntil(panel.speak_button.hasFocus)
    qtbot.keyClick(panel.speak_button, Qt.Key.Key_Delete)
    assert page.voice_list.count() == 3
    qtbot.keyClick(panel.speak_button, Qt.Key.Key_Escape)
    assert not page.showing_result
    qtbot.waitUntil(page.voice_list.hasFocus)
    qtbot.keyClick(page.voice_list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: page.voice_list.count() == 2)


def test_recording_more_goes_on_with_the_takes_of_that_voice(compared, session, qtbot):
    studio, page, panel = compared
    panel.more_button.click()
    qtbot.waitUntil(lambda: studio.record.session is not None)
    assert studio.record.session.folder == session.folder
    assert studio.window.record_page.showing is studio.window.record_page.session_panel
    studio.window.show_page(studio.window.VOICES)
    assert not page.showing_result


def test_the_way_to_speak_leads_to_that_voice(compared, qtbot):
    studio, _, panel = compared
    panel.speak_button.click()
    qtbot.waitUntil(lambda: studio.window.page == studio.window.SPEAK)
    assert studio.window.speak_page.voice_box.currentText() == "Maria"


def test_takes_that_are_no_session_can_be_compared_but_not_added_to(compared, tmp_path, qtbot):
    _, page, panel = compared
    panel.back_button.click()
    page.select("zoe")
    qtbot.waitUntil(page.detail.compare_button.isEnabled)
    page.detail.compare_button.click()
    qtbot.waitUntil(lambda: page.showing_result and len(panel.play_buttons) == 6)
    assert not panel.more_button.isVisible()


def test_a_voice_without_takes_or_that_cannot_be_used_is_not_compared(open_studio, qtbot):
    voices = FakeVoices("Anton", "Maria")
    voices.details["anton"] = VoiceDetail()
    voices.items[1] = dataclasses.replace(voices.items[1], problem=Message("It is broken."))
    studio = open_studio(voices=voices)
    page = studio.window.voices_page
    for name in ("maria", "anton"):
        page.select(name)
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        assert not page.detail.compare_button.isEnabled()
        qtbot.keyClick(page.voice_list, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
        assert not page.showing_result
