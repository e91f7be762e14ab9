"""What tests of the Speak page do and look at."""

from __future__ import annotations

from tests.app.studio.fakes import FakeOutput
from timbre_app.studio.speak.page import IDLE


def let_end(qtbot, page):
    """Let the loudspeaker reach the end of what it was given."""
    qtbot.waitUntil(lambda: bool(FakeOutput.made))
    FakeOutput.made[-1].release.set()
    qtbot.waitUntil(lambda: page.mode == IDLE)


def speak(qtbot, page, text):
    """Have a text spoken to its end."""
    page.text_edit.setPlainText(text)
    page.speak_button.click()
    let_end(qtbot, page)


def states(page):
    """Of the sentences, as they are drawn."""
    return [mark.state for mark in page.text_edit.marks]
