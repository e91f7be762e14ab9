"""The Speak page on the real speech server: what is heard, edited, taught and lost."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from tests.app.studio.fakes import FakeOutput
from tests.helpers.speech_server import kill
from timbre_app.client.timbre_client import TimbreClient
from timbre_app.server import stop_server
from timbre_app.studio.backstage import StudioServer, StudioSpeech, StudioVoices
from timbre_app.studio.speak.page import IDLE, PAUSED
from timbre_app.voices.library import VoiceLibrary

pytestmark = pytest.mark.e2e


@pytest.fixture
def speaking(open_studio, qtbot):
    def open_one(server):
        VoiceLibrary().add(server.voice(), replace=True)
        studio_server = StudioServer()
        studio = open_studio(server=studio_server, voices=StudioVoices(), speech=StudioSpeech(studio_server))
        studio.window.show_page(studio.window.SPEAK)
        page = studio.window.speak_page
        qtbot.waitUntil(lambda: page.voice_id is not None and "ready" in studio.window.server_status)
        return studio, page

    return open_one


def let_end(qtbot, page):
    FakeOutput.made[-1].release.set()
    qtbot.waitUntil(lambda: page.mode == IDLE)


def heard():
    return np.concatenate(FakeOutput.made[-1].chunks)


def states(page):
    return [mark.state for mark in page.text_edit.marks]


def test_a_dragged_sound_changes_only_what_follows_it(speech_server, speaking, qtbot):
    studio, page = speaking(speech_server)
    page.text_edit.setPlainText("One two three four five.")
    page.speak_button.click()
    let_end(qtbot, page)
    before = heard()
    page.detail_button.click()
    view = page.sentence_panel.view
    qtbot.waitUntil(lambda: view.has_picture)
    sentence = studio.speak.reading.sentences[0]
    assert "".join(item.symbol for item in view.items).strip("^$") != ""
    at = next(i for i, p in enumerate(sentence.clip.phonemes) if p.start_s >= sentence.clip.words[3].start_s)
    view.select(at + 1)
    view.setFocus()
    for _ in range(8):
        qtbot.keyClick(view, "+")
    qtbot.waitUntil(lambda: page.mode != IDLE)
    let_end(qtbot, page)
    clip = sentence.clip
    assert sentence.made_of.edits.duration[at + 1] > 1.5
    changed = clip.read(0, clip.sample_count)
    same_s = clip.phonemes[at + 1].start_s - 0.1
    same = round(same_s * 22_050)
    assert same > 5_000
    # The encoder sees the whole sentence, the edit comes after it: until shortly before the edit all is the same.
    np.testing.assert_allclose(changed[:same].astype(int), before[:same].astype(int), atol=4)
    assert len(changed) > len(before)
    for _ in range(8):
        page.undo_button.click()
    let_end(qtbot, page)
    np.testing.assert_array_equal(sentence.clip.read(0, len(before)), before)


def test_a_taught_word_is_spoken_so_from_then_on(speech_server, speaking, qtbot):
    studio, page = speaking(speech_server)
    page.text_edit.setPlainText("Timbre. And more.")
    page.speak_button.click()
    let_end(qtbot, page)
    before = [one.clip.sample_count for one in studio.speak.reading.sentences]
    studio.speak.words._write("Timbre", "tæmbɚɚɚɚɚɚ")
    qtbot.waitUntil(lambda: states(page) == ["changed", "made"])
    page.speak_button.click()
    let_end(qtbot, page)
    after = [one.clip.sample_count for one in studio.speak.reading.sentences]
    assert after[0] > before[0]
    assert after[1] == before[1]
    studio.speak.words._write("Timbre", None)
    qtbot.waitUntil(lambda: states(page) == ["changed", "made"])
    assert StudioSpeech(StudioServer()).pronounce("red", page.voice_id) == "ɹˈɛd"


def test_a_server_that_is_stopped_while_speaking_is_one_sentence_and_go_on_finds_another(
    own_server, speaking, qtbot, monkeypatch
):
    quick = functools.partialmethod(TimbreClient.wait_ready, timeout_s=0.5)
    studio, page = speaking(own_server)
    page.text_edit.setPlainText("One two three four. " * 40 + "The end.")
    page.speak_button.click()
    qtbot.waitUntil(lambda: states(page)[:2] == ["made", "made"])
    page.speak_button.click()
    page.text_edit.moveCursor(page.text_edit.textCursor().MoveOperation.End)
    page.text_edit.insertPlainText(" Nobody has spoken this yet.")
    studio.speak.script.take_text_now()
    # A sentence that is still being made would meet the end of the server first, and the last one a new server.
    qtbot.waitUntil(lambda: "making" not in states(page))
    with monkeypatch.context() as patch:
        patch.setattr(TimbreClient, "wait_ready", quick)
        stop_server()
        studio.speak.player.start(
            studio.speak.reading.place(0)._replace(sentence=len(page.text_edit.marks) - 1)
        )
        qtbot.waitUntil(lambda: "choose Go on" in studio.window.message_bar.text)
    assert studio.window.message_bar.text.count(".") == 1
    assert page.mode == PAUSED
    assert states(page)[-1] == "failed"
    assert states(page)[0] == "made"
    page.speak_button.click()
    qtbot.waitUntil(lambda: states(page)[-1] == "made")
    let_end(qtbot, page)
    assert np.abs(heard()).max() > 0


def test_a_server_that_crashes_while_speaking_is_not_even_noticed(own_server, speaking, qtbot):
    studio, page = speaking(own_server)
    page.text_edit.setPlainText("One two three four five six seven. " * 60)
    page.speak_button.click()
    qtbot.waitUntil(lambda: "made" in states(page))
    kill(own_server.stub("fastpitch"))
    qtbot.waitUntil(lambda: set(states(page)) == {"made"})
    assert studio.window.message_bar.text == ""
    page.stop_button.click()
