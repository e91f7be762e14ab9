"""What tests of the Speak page do and look at."""

from __future__ import annotations

from tests.app.studio.fakes import FakeOutput
from timbre_app.studio.speak.page import IDLE


def let_end(qtbot, page):
    """Let the loudspeaker reach the end of what it was given; it may not have been opened yet."""

    def has_ended():
        FakeOutput.let_end()
        return page.mode == IDLE

    qtbot.waitUntil(has_ended)


def speak(qtbot, page, text):
    """Have a text spoken to its end."""
    page.text_edit.setPlainText(text)
    page.speak_button.click()
    let_end(qtbot, page)


def states(page):
    """Of the sentences, as they are drawn."""
    return [mark.state for mark in page.text_edit.marks]


def heard():
    """Samples that the loudspeaker was given."""
    return sum(len(chunk) for chunk in FakeOutput.made[-1].chunks)
