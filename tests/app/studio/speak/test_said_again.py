from __future__ import annotations

from tests.app.studio.fakes import RATE, FakeSpeech
from tests.app.studio.speaking import heard, let_end, speak, states
from timbre_app.studio.speak.page import PLAYING


def put_cursor(page, char):
    cursor = page.text_edit.textCursor()
    cursor.setPosition(char)
    page.text_edit.setTextCursor(cursor)


def test_a_changed_sentence_alone_is_made_anew(speaking, qtbot):
    speech = FakeSpeech()
    _studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three four. Five.")
    put_cursor(page, len("One two. Three"))
    qtbot.keyClicks(page.text_edit, " point")
    qtbot.waitUntil(lambda: states(page) == ["made", "changed", "made"])
    page.speak_button.click()
    let_end(qtbot, page)
    assert [asked[0] for asked in speech.asked[3:]] == ["Three point four."]


def test_a_sentence_is_said_again_while_the_text_is_spoken(speaking, qtbot):
    speech = FakeSpeech()
    _studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("One two. Three four.")
    page.speak_button.click()
    qtbot.waitUntil(lambda: states(page) == ["made", "made"])
    put_cursor(page, 12)
    page.pitch.set_value(2)
    page.again_button.click()
    assert page.mode == PLAYING
    let_end(qtbot, page)
    assert [(request.text, request.how.pitch) for request in speech.requests] == [
        ("One two.", 0),
        ("Three four.", 0),
        ("Three four.", 2),
    ]
    assert page.pitch.value == 0


def test_one_sentence_again_with_settings_of_its_own_and_undo(speaking, qtbot):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    speak(qtbot, page, "One two. Three four.")
    put_cursor(page, 12)
    page.pace.set_value(1.5)
    assert states(page) == ["changed", "changed"]
    page.again_button.click()
    let_end(qtbot, page)
    assert [(text, how.pace) for text, _, how in speech.asked[2:]] == [("Three four.", 1.5)]
    assert states(page) == ["made", "made"]
    assert page.pace.value == 1.0
    assert "own settings (pace 1.5" in page.text_edit.tip(1)
    assert heard() == 2 * RATE // 10
    page.undo_button.click()
    assert studio.speak.reading.sentences[1].how is None
    page.redo_button.click()
    assert studio.speak.reading.sentences[1].how.pace == 1.5


def test_a_sentence_is_read_otherwise_and_as_before(speaking, qtbot):
    speech = FakeSpeech()
    studio, page = speaking(speech=speech)
    page.liveliness.set_value(1.5)
    speak(qtbot, page, "One two. Three four.")
    put_cursor(page, 12)
    assert not page.before_button.isEnabled()
    for _ in range(2):
        page.other_button.click()
        let_end(qtbot, page)
    page.before_button.click()
    let_end(qtbot, page)
    asked = [(text, how.seed, how.liveliness) for text, _, how in speech.asked[2:]]
    assert asked == [("Three four.", 1, 1.5), ("Three four.", 2, 1.5)]  # the first is still known
    assert "reading 2" in page.text_edit.tip(1)
    sentences = studio.speak.reading.sentences
    page.before_button.click()
    let_end(qtbot, page)
    assert sentences[1].how is None
    assert not page.before_button.isEnabled()
    page.undo_button.click()
    assert sentences[1].how.seed == 1
    assert page.before_button.isEnabled()
    assert sentences[0].how is None


def test_a_sentence_said_again_keeps_its_reading(speaking, qtbot):
    studio, page = speaking()
    speak(qtbot, page, "One two. Three four.")
    put_cursor(page, 12)
    page.other_button.click()
    let_end(qtbot, page)
    page.pitch.set_value(3)
    page.again_button.click()
    let_end(qtbot, page)
    how = studio.speak.reading.sentences[1].how
    assert (how.seed, how.pitch) == (1, 3)
