"""A voice of another base model is made again from its takes, with one press."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.app.studio.fakes import FakeCloning, FakeVoices
from tests.helpers.takes import write_takes
from tests.helpers.voices import make_voice
from timbre.voice import VoiceError
from timbre_app.server.errors import ServerError
from timbre_app.studio.backstage import StudioVoices
from timbre_app.takes.notes import TakeNotes
from timbre_app.voices.library import VoiceLibrary
from timbre_app.voices.notes import VoiceNotes
from timbre_app.voices.order import CloneOrder
from timbre_app.voices.outdated import WITH_TAKES, WITHOUT_TAKES

OTHER_BASE = "0123456789abcdef"


@pytest.fixture
def outdated(open_studio):
    """A studio on the Voices page, with an outdated Maria chosen; and the fakes behind it."""

    def open_one(can_be_made_again=True):
        voices = FakeVoices("Anton", "Maria")
        problem = WITH_TAKES if can_be_made_again else WITHOUT_TAKES
        voices.change("maria", problem=problem, can_be_made_again=can_be_made_again, tags=("warm",))
        cloning = FakeCloning(voices)
        studio = open_studio(voices=voices, cloning=cloning)
        studio.window.voices_page.select("maria")
        return studio, voices, cloning

    return open_one


@pytest.fixture
def making(outdated, qtbot):
    """The same, with the clone under way."""
    studio, voices, cloning = outdated()
    studio.window.voices_page.detail.again_button.click()
    shown = studio.window.record_page.clone_panel
    qtbot.waitUntil(lambda: shown.figure("step") == "30 / 200")
    return studio, voices, cloning, shown


def ids(voices):
    return sorted(item.id for item in voices.items)


def test_one_press_makes_it_again_and_the_page_can_be_left(making, qtbot):
    studio, voices, cloning, shown = making
    window = studio.window
    assert window.page == window.RECORD
    assert window.record_page.showing is shown
    (order,) = cloning.orders
    assert (order.name, order.language, order.consent) == ("Maria", "en-us", "I agree.")
    assert order.replace
    window.show_page(window.VOICES)
    assert window.clone_status == "Making Maria: 15 %, 1:08 left"
    assert ids(voices) == ["anton", "maria"]
    cloning.gate.set()
    qtbot.waitUntil(lambda: window.voices_page.current_id == "new")
    assert ids(voices) == ["anton", "new"]
    assert not window.voices_page.detail.again_button.isVisible()


@pytest.mark.parametrize("way", ["message", "key"])
def test_the_older_voice_comes_back_in_place_of_the_new_one(making, qtbot, way):
    studio, voices, cloning, _ = making
    window, page = studio.window, studio.window.voices_page
    cloning.gate.set()
    qtbot.waitUntil(lambda: window.message_bar.text.startswith("Maria was made again."))
    if way == "message":
        window.message_bar.action_button.click()
    else:
        window.show_page(window.VOICES)
        qtbot.keyClick(page.voice_list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: ids(voices) == ["anton", "maria"] and page.current_id == "maria")
    assert [item.id for item in voices.put_away.values()] == ["new"]


def test_cancelling_leads_back_to_the_voice_and_it_goes_on_when_asked_again(making, qtbot):
    studio, voices, cloning, shown = making
    window, page = studio.window, studio.window.voices_page
    shown.cancel_button.click()
    qtbot.waitUntil(cloning.was_stopped.is_set)
    assert window.page == window.VOICES
    assert page.current_id == "maria"
    assert window.message_bar.text == (
        "Cancelled. The takes and what was learned are kept: make the voice again to continue from there."
    )
    assert ids(voices) == ["anton", "maria"]
    page.detail.again_button.click()
    qtbot.waitUntil(lambda: len(cloning.orders) == 2)
    assert cloning.orders[0] == cloning.orders[1]
    cloning.gate.set()
    qtbot.waitUntil(lambda: ids(voices) == ["anton", "new"])


def test_a_clone_that_failed_can_be_tried_again_and_the_older_voice_stays(making, qtbot):
    _, voices, cloning, shown = making
    cloning.error = ServerError("The speech server does not answer.")
    cloning.gate.set()
    qtbot.waitUntil(shown.resume_button.isVisible)
    assert ids(voices) == ["anton", "maria"]
    cloning.error = None
    shown.resume_button.click()
    qtbot.waitUntil(lambda: ids(voices) == ["anton", "new"])


def test_a_clone_under_way_is_shown_in_its_place(making, qtbot):
    studio, voices, cloning, shown = making
    window, page = studio.window, studio.window.voices_page
    voices.change("anton", problem=WITH_TAKES, can_be_made_again=True)
    studio.voices.refresh()
    window.show_page(window.VOICES)
    page.select("anton")
    qtbot.waitUntil(page.detail.again_button.isVisible)
    page.detail.again_button.click()
    qtbot.waitUntil(lambda: window.record_page.showing is shown and window.page == window.RECORD)
    assert window.message_bar.text.startswith("Another voice is being made")
    assert [order.name for order in cloning.orders] == ["Maria"]


def test_the_button_has_a_key_and_a_place_among_the_tab_stops(outdated, qtbot):
    studio, _, cloning = outdated()
    page = studio.window.voices_page
    page.voice_list.setFocus()
    qtbot.keyClick(page.voice_list, Qt.Key.Key_Tab)
    assert page.detail.again_button.hasFocus()
    assert page.detail.again_button.accessibleName() == "Make it again"
    assert "Ctrl+R" in page.detail.again_button.toolTip()
    qtbot.keyClick(page.voice_list, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(cloning.orders) == 1)


def test_without_its_takes_there_is_no_button_and_the_words_say_so(outdated, qtbot):
    studio, _, cloning = outdated(can_be_made_again=False)
    page = studio.window.voices_page
    assert not page.detail.again_button.isVisible()
    assert "its takes cannot be found" in page.verdict_label.text()
    qtbot.keyClick(page.voice_list, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    page.select("anton")
    assert not page.detail.again_button.isVisible()
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    assert cloning.orders == []


def test_takes_that_went_meanwhile_are_told(outdated, qtbot):
    studio, voices, cloning = outdated()
    voices.items = [dataclasses.replace(item, can_be_made_again=False) for item in voices.items]
    studio.window.voices_page.detail.again_button.click()
    qtbot.waitUntil(lambda: studio.window.message_bar.text == "Its takes are not to be found.")
    assert cloning.orders == []


@pytest.fixture
def library(tmp_path, monkeypatch):
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return VoiceLibrary()


def add_outdated(library, takes: Path):
    about = {"consent": "I, Ada, agree.", "person": "Ada"}
    library.add(make_voice("Ada", 1, base_id=OTHER_BASE, language="de", provenance=about))
    library.note_takes("0001", takes)


def test_the_order_is_that_of_the_first_time(library, tmp_path):
    takes = write_takes(tmp_path / "takes")
    checks = TakeNotes(takes)
    wrong = {"sound": [], "words": {"lines": [{"severity": "error"}]}}
    for bad in ("00", "01"):
        checks.write(bad, takes / "wavs" / f"{bad}.wav", wrong)
    checks.keep("01", takes / "wavs" / "01.wav")
    add_outdated(library, takes)
    (ada,) = StudioVoices().list()
    assert ada.can_be_made_again
    assert ada.problem == WITH_TAKES
    assert StudioVoices().order_again("0001") == CloneOrder(
        takes,
        "Ada",
        "de",
        "Ada",
        "I, Ada, agree.",
        frozenset({"00"}),
        frozenset({"01"}),
        replace=True,
        again="0001",
    )


def test_a_voice_whose_takes_are_gone_or_were_never_known_cannot_be_made_again(library, tmp_path):
    takes = write_takes(tmp_path / "takes")
    add_outdated(library, takes)
    (takes / "wavs" / "00.wav").unlink()
    for noted in (str(takes), str(tmp_path / "gone"), ""):
        library.notes.write("0001", VoiceNotes(takes=noted))
        (ada,) = StudioVoices().list()
        assert not ada.can_be_made_again
        assert ada.problem == WITHOUT_TAKES
        with pytest.raises(VoiceError, match="cannot be found"):
            StudioVoices().order_again("0001")
