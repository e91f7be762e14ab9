"""Speech that ends before its end: errors, a dead server, a full disk, another page."""

from __future__ import annotations

import errno
import os

import pytest

from tests.app.studio.fakes import FakeOutput, FakeSpeech
from tests.app.studio.speaking import let_end, speak, states
from timbre_app.server.errors import ServerError
from timbre_app.sound.devices import DeviceError
from timbre_app.sound.wave_file import WaveWriter
from timbre_app.studio.speak.page import IDLE, PAUSED


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ValueError("There is nothing to speak in this text.\nmore for the log"),
            "There is nothing to speak in this text.",
        ),
        (
            ServerError("There is no speech server at localhost:1, or it has no models of Timbre."),
            "There is no speech server at localhost:1, or it has no models of Timbre.",
        ),
    ],
    ids=["nothing to speak", "a server that never was there"],
)
def test_an_error_is_one_sentence_in_the_window(speaking, qtbot, error, said):
    speech = FakeSpeech()
    speech.error = error
    studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("Hm")
    page.speak_button.click()
    qtbot.waitUntil(lambda: studio.window.message_bar.text == said)
    assert page.mode == IDLE
    assert page.speak_button.isEnabled()
    assert states(page) == ["failed"]


def test_a_loudspeaker_that_fails_ends_the_making_too(speaking, qtbot, monkeypatch):
    def fail(self, sample_rate):
        raise DeviceError("The loudspeaker is gone.")

    monkeypatch.setattr(FakeOutput, "start", fail)
    speech = FakeSpeech()
    speech.gate.clear()
    studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("One two. Three four. Five six.")
    page.speak_button.click()
    qtbot.waitUntil(lambda: studio.window.message_bar.text == "The loudspeaker is gone.")
    speech.gate.set()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert len(speech.requests) <= 1


def test_a_server_that_dies_while_speaking_is_one_sentence_and_go_on_goes_on(speaking, qtbot):
    speech = FakeSpeech()
    speech.dies_after = 1
    studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("One. Two three four.")
    page.speak_button.click()
    qtbot.waitUntil(lambda: "choose Go on" in studio.window.message_bar.text)
    assert studio.window.message_bar.text.count(".") == 1
    assert states(page) == ["made", "failed"]
    assert page.mode == PAUSED
    speech.dies_after = None
    page.speak_button.click()
    let_end(qtbot, page)
    assert states(page) == ["made", "made"]
    assert [asked[0] for asked in speech.asked] == ["One.", "Two three four.", "Two three four."]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_one_sentence_and_what_was_made_is_kept(speaking, qtbot, monkeypatch, number):
    studio, page = speaking()
    speak(qtbot, page, "One.")
    page.text_edit.setPlainText("One. Two three.")

    def full(self, block):
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(WaveWriter, "write", full)
        page.speak_button.click()
        qtbot.waitUntil(lambda: "The disk is full: free some space" in studio.window.message_bar.text)
    assert states(page) == ["made", "failed"]
    page.speak_button.click()
    let_end(qtbot, page)
    assert states(page) == ["made", "made"]


def test_leaving_the_page_ends_the_making_too(speaking, qtbot):
    speech = FakeSpeech()
    speech.gate.clear()
    studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("One two. Three four. Five six.")
    page.speak_button.click()
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    studio.window.show_page(studio.window.VOICES)
    assert page.mode == IDLE
    speech.gate.set()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert len(speech.requests) == 1
