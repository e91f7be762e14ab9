"""What tests of the Talk page do and look at."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Qt

from tests.app.studio.fakes import FakeOutput


def asked(studio):
    """Texts that were sent to the server."""
    return [text for text, *_ in studio._backstage.speech.asked]


def set_options(studio, **changes):
    studio.talk.set_options(dataclasses.replace(studio.talk.options, **changes))


def say(qtbot, studio, page, text):
    """Type a text and press Enter; wait until it is on its way to the loudspeaker."""
    count = len(asked(studio))
    qtbot.keyClicks(page.edit, text)
    qtbot.keyClick(page.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(asked(studio)) == count + 1)


def let_end(qtbot, studio):
    """Let the loudspeaker reach the end of what it was given."""

    def quiet():
        FakeOutput.let_end()
        return not studio.talk.talker.busy

    qtbot.waitUntil(quiet)
