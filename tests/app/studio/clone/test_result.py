from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea

from tests.app.studio.fakes import SENTENCES, FakeComparing, FakeOutput
from timbre.messages import Message
from timbre_app.studio.clone.result_panel import CLONE, PERSON
from timbre_app.studio.items import ResultItem, VoiceItem


@pytest.fixture
def result(open_studio, qtbot, tmp_path):
    """A studio that compares the voice Maria with her."""

    def open_one(comparing=None):
        studio = open_studio(comparing=comparing or FakeComparing())
        window = studio.window
        window.show_page(window.RECORD)
        window.record_page.show_result()
        studio.result.show(VoiceItem("maria", "Maria"), tmp_path)
        panel = window.record_page.result_panel
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        return studio, panel

    return open_one


def heard(qtbot):
    """Which of the two the loudspeaker was given last: 1 the person, 2 the clone."""
    qtbot.waitUntil(lambda: bool(FakeOutput.made) and bool(FakeOutput.made[-1].chunks))
    return int(FakeOutput.made[-1].chunks[0][0])


def test_each_sentence_is_heard_from_the_person_and_from_the_voice(result, qtbot):
    _, panel = result()
    assert len(panel.play_buttons) == 2 * len(SENTENCES)
    assert panel.play_buttons[1, PERSON].accessibleName() == f"You: {SENTENCES[1]}"
    panel.play_buttons[1, PERSON].click()
    assert heard(qtbot) == 1
    panel.play_buttons[1, CLONE].click()
    qtbot.waitUntil(lambda: len(FakeOutput.made) == 2)
    assert heard(qtbot) == 2


def test_the_figures_are_said_in_words_with_both_ends(result):
    _, panel = result()
    assert panel.likeness_label.text() == (
        "✓  It sounds like you: 83\u00a0% of the way from somebody else's voice to yours."
    )
    assert panel.marks_label.text() == (
        "▮ this voice: 83\u00a0%   ▲ the closest voice that Timbre knew before: 21\u00a0%"
    )
    assert panel.clarity_label.text() == (
        "✓  It is as clear as you: a speech recogniser gets 4.0\u00a0% of its letters wrong, and 2.0\u00a0% of yours."
    )
    assert panel.advice_label.text() == "Nothing needs to be done: the takes are good and enough."
    assert (panel.scale._voice, panel.scale._nearest) == (0.83, 0.21)


def test_it_says_which_takes_were_used_and_why_not_the_others(result):
    _, panel = result()
    assert panel.used_label.text() == "All 20 takes were used."
    comparing = FakeComparing()
    faults = [(f"Sentence {at}.", Message("Loud moments are distorted.")) for at in range(7)]
    comparing.result = ResultItem(0.83, 0.21, 13, left_out=tuple(faults))
    _, panel = result(comparing)
    first, second, *_, last = panel.used_label.text().splitlines()
    assert first == "13 takes were used. Left out:"
    assert second == "✗  “Sentence 0.” Loud moments are distorted."
    assert last == "and 2 more"
    assert "good and enough" not in panel.advice_label.text()
    assert "left out can be recorded again" in panel.advice_label.text()


def test_a_poor_voice_is_called_poor_with_what_to_do(result):
    comparing = FakeComparing()
    comparing.result = ResultItem(0.31, 0.2, 7, 0.6, 0.9)
    comparing.clone_error = 0.4
    _, panel = result(comparing)
    assert panel.likeness_label.text().startswith("✗  It does not sound like you yet")
    assert panel.clarity_label.text().startswith("✗  It is hard to understand")
    assert panel.advice_label.text() == (
        "Many takes are noisy: record them again in a quieter room. The room echoes in many takes: record them again"
        " where carpets and curtains are. 3 more takes would bring it closer."
    )


@pytest.mark.parametrize(
    ("take_count", "similarity", "noisy", "said"),
    [
        (9, 0.9, 0.0, "One more take would bring it closer."),
        (10, 0.9, 0.0, "Nothing needs to be done"),
        (10, 0.5, 0.0, "There are enough takes; what counts now is how they sound."),
        (40, 0.5, 0.9, "Many takes are noisy: record them again in a quieter room."),
    ],
)
def test_more_takes_are_advised_only_below_ten(result, take_count, similarity, noisy, said):
    comparing = FakeComparing()
    comparing.result = ResultItem(similarity, 0.2, take_count, noisy, 0.0)
    _, panel = result(comparing)
    assert panel.advice_label.text().startswith(said)
    assert "more take" not in panel.advice_label.text().removeprefix(said)


def test_blind_the_guesses_are_counted(result, qtbot):
    _, panel = result()
    for guess_right in (True, False, True):
        sounds = []
        for blind_button in panel.blind_buttons:
            assert not panel.guess_buttons[0].isEnabled()  # nothing is answered before both were heard
            made = len(FakeOutput.made)
            blind_button.click()
            qtbot.waitUntil(lambda made=made: len(FakeOutput.made) > made)
            sounds.append(heard(qtbot))
        person = sounds.index(1)
        panel.guess_buttons[person if guess_right else 1 - person].click()
        assert panel.blind_label.text().startswith("✓  Right" if guess_right else "✗  No")
        assert panel.blind_label.text().endswith(f"you are {'AB'[person]}.")
        panel.blind_buttons[0].click()
        assert not panel.guess_buttons[0].isEnabled()  # a pair is answered once
        panel.next_button.click()
    assert panel.score_label.text() == "Right 2 of 3 times; guessing gives half"


def test_a_server_that_dies_leaves_what_was_heard_and_says_so(result):
    comparing = FakeComparing()
    comparing.error = ConnectionError("The speech server does not answer; it may just be starting again.")
    _, panel = result(comparing)
    assert "does not answer" in panel.waiting_label.text()
    assert len(panel.play_buttons) == 2
    assert panel.blind_buttons[0].isEnabled()


def test_the_way_on_from_the_result(result, qtbot):
    studio, panel = result()
    panel.more_button.click()
    assert studio.window.record_page.showing is studio.window.record_page.start_panel
    panel.speak_button.click()
    assert studio.window.page == studio.window.SPEAK


def test_the_way_to_another_voice_ends_the_comparison(result, qtbot):
    studio, panel = result()
    assert not panel.more_button.isVisible()  # the takes are no session
    qtbot.waitUntil(panel.speak_button.hasFocus)
    qtbot.keyClick(panel.speak_button, Qt.Key.Key_Escape)
    page = studio.window.record_page
    assert page.showing is page.start_panel


def test_the_sentences_scroll_with_the_page_alone(result):
    """An area that scrolls inside a page that scrolls shows a line and a half in a small window."""
    _, panel = result()
    assert panel.findChildren(QScrollArea) == []


def test_a_bar_moves_until_the_sentences_are_there(result, qtbot):
    _, panel = result()
    assert not panel.waiting_bar.isVisible()
    panel.begin("Anton", can_record_more=False)
    assert panel.waiting_bar.isVisible()
    panel.show_failed("The speech server does not answer.")
    assert panel.waiting_label.isVisible()
    assert not panel.waiting_bar.isVisible()
    panel.begin("Anton", can_record_more=False)
    assert panel.waiting_label.property("severity") == ""


def test_a_voice_that_was_deleted_meanwhile_is_neither_spoken_with_nor_saved(
    result, dialogs, tmp_path, qtbot
):
    studio, panel = result()
    window, dialogs.path = studio.window, tmp_path / "Maria.timbre"
    window.voices_page.delete_requested.emit("maria")
    qtbot.waitUntil(lambda: "Maria was deleted." in window.message_bar.text)
    qtbot.waitUntil(lambda: studio.tasks.busy == 0)
    for button in (panel.speak_button, panel.save_button):
        window.notices.clear()
        button.click()
        qtbot.waitUntil(lambda: window.message_bar.text.startswith("This voice was deleted: "))
        assert window.page == window.RECORD
    assert studio.voices._voices.exported == []
    window.voices_page.undo_requested.emit()
    qtbot.waitUntil(lambda: "Maria was restored." in window.message_bar.text)
    panel.speak_button.click()
    qtbot.waitUntil(lambda: window.page == window.SPEAK)
    assert window.speak_page.voice_id == "maria"
