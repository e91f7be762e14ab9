"""Parts of the end-to-end test's scenes: dots of a melody are dragged, a conversation is held."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from tests.helpers.studio_hand import Hand
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.speak.page import IDLE
from timbre_app.studio.speak.prosody_view import ProsodyView

Key, Modifier = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton
SAID = "I will be there at eight."
PHRASE = "Yes."
OCTAVE = 12
PATIENCE_S = 120.0


def melody(hand: Hand, window: MainWindow) -> None:
    """Drag a dot up by an octave and back down; it is heard each time, and the dot never leaves."""
    page = window.speak_page
    view = page.sentence_panel.view
    hand.key(window, Key.Key_T, Modifier.ControlModifier)
    hand.wait(lambda: view.isVisible() and view.has_picture, "no melody is shown")
    at = hand.ask(lambda: next(i for i, item in enumerate(view.items) if item.has_pitch))
    for semitones in (OCTAVE, 0):
        drag(hand, view, at, semitones)
        hand.wait(
            lambda semitones=semitones: (
                page.mode == IDLE and abs(view.items[at].made_semitones - semitones) < 0.5
            ),
            lambda: f"the sound has not changed: {view.items[at]}",
            PATIENCE_S,
        )
        assert hand.ask(lambda: view.items[at].has_pitch), "the dot has left"
        assert hand.ask(lambda: view.plot.hit(view.plot.handle(at))) == ("pitch", at)
    hand.key(window, Key.Key_T, Modifier.ControlModifier)
    hand.wait(lambda: not view.isVisible(), "the melody stays")


def drag(hand: Hand, view: ProsodyView, at: int, semitones: float) -> None:
    """Drag the dot of a phoneme until it is changed by so many semitones."""
    from PySide6.QtTest import QTest

    dot = hand.ask(lambda: view.plot.handle(at).toPoint())
    by = hand.ask(lambda: (semitones - view.items[at].semitones) / view.plot.semitones_per_pixel)
    goal = dot - QPoint(0, round(by))
    hand.post(lambda: QTest.mousePress(view, LEFT, pos=dot))
    for share in (0.3, 0.6, 1.0):
        hand.post(lambda share=share: QTest.mouseMove(view, dot - QPoint(0, round(share * by))))
    hand.post(lambda: QTest.mouseRelease(view, LEFT, pos=goal))


def talk(hand: Hand, window: MainWindow) -> None:
    """Say a sentence and a phrase, interrupt one by typing."""
    page = window.talk_page
    hand.key(window, Key.Key_6, Modifier.ControlModifier)
    hand.wait(lambda: page.isVisible() and page.voice_box.count() == 1, "no voice to talk with")
    hand.type(page.edit, SAID)
    hand.key(window, Key.Key_Return)
    says(hand, window, SAID)
    hand.wait(lambda: page.spoken_label.text() == "", "it does not end")
    hand.key(window, Key.Key_F1)
    says(hand, window, PHRASE)
    hand.wait(lambda: page.spoken_label.text() == "", "the phrase does not end")
    hand.key(window, Key.Key_R, Modifier.ControlModifier)
    says(hand, window, PHRASE)
    hand.type(page.edit, "N")
    hand.wait(lambda: page.spoken_label.text() == "", "typing does not interrupt")
    hand.ask(page.edit.clear)


def says(hand: Hand, window: MainWindow, text: str) -> None:
    """Wait until the page shows that a text is said."""
    page = window.talk_page
    hand.wait(lambda: text in page.spoken_label.text(), lambda: f"not said: {text} {window.message_bar.text}")
