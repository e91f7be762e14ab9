from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip

from tests.app.studio.fakes import FakeSpeech
from tests.app.studio.speaking import speak


def lit(page):
    """The text of each marked part, the word that is heard last."""
    return [selection.cursor.selectedText() for selection in list(page.text_edit.extraSelections())]


def test_the_heard_word_lights_up(speaking, qtbot):
    speech = FakeSpeech()
    speech.gate.clear()
    _studio, page = speaking(speech=speech)
    page.text_edit.setPlainText("Hello there")
    page.speak_button.click()
    qtbot.waitUntil(lambda: lit(page) == ["Hello there", "Hello"])
    speech.gate.set()
    qtbot.waitUntil(lambda: lit(page) == ["Hello there", "there"])


def test_the_heard_word_is_marked_also_after_an_emoji(speaking, qtbot):
    _, page = speaking()
    page.text_edit.setPlainText("😀 hello")
    qtbot.waitUntil(lambda: bool(page.text_edit.marks))
    page.highlight((2, 7))
    (selection,) = page.text_edit.extraSelections()
    assert selection.cursor.selectedText() == "hello"
    assert page.text_edit.char_at(selection.cursor.position()) == 7


def test_the_pointer_on_a_word_shows_how_it_is_read(speaking, qtbot):
    _studio, page = speaking(speech=FakeSpeech())
    qtbot.keyClicks(page.text_edit, "Pay $3.50 to me.")
    qtbot.waitUntil(lambda: bool(page.text_edit.marks))
    assert page.text_edit.word_tip(0, 5) == "“$3.50” is read “three dollars fifty cents”"
    assert page.text_edit.word_tip(0, 0) == ""  # a word is read as it is written
    assert page.text_edit.word_tip(0, 3) == ""  # a space
    speak(qtbot, page, "Pay $3.50 to me.")
    assert page.text_edit.word_tip(0, 5).startswith("“$3.50” is read “three dollars fifty cents” [")


def test_the_pointer_on_a_word_shows_its_sentence_too(speaking, qtbot, monkeypatch):
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: shown.append(text))
    _studio, page = speaking(speech=FakeSpeech())
    qtbot.keyClicks(page.text_edit, "5 kg.")
    qtbot.waitUntil(lambda: bool(page.text_edit.marks))
    place = page.text_edit.cursorRect().topLeft() - QPoint(20, 0)
    page.text_edit.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, place, page.text_edit.mapToGlobal(place)))
    assert shown == ["“5 kg” is read “five kilograms”\nSentence 1: not spoken yet"]
