"""Hours of use leave no memory behind: here in the time of a short film's titles."""

from __future__ import annotations

import sys

import pytest

from tests.app.studio.fakes import FakeOutput, FakeVoices
from tests.helpers.memory import MAY_GROW_MB, MemoryWatch

ROUNDS, WARM_UP = 60, 10


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_memory_stays_flat_while_voices_are_looked_at_noted_deleted_and_heard(open_studio, qtbot):
    voices = FakeVoices(*(f"Voice {number}" for number in range(30)))
    studio = open_studio(voices=voices)
    window, page = studio.window, studio.window.voices_page
    watch = MemoryWatch()
    for number in range(ROUNDS):
        if number == WARM_UP:
            watch.settled()
        for shown in (window.RECORD, window.SPEAK, window.SETTINGS, window.VOICES):
            window.show_page(shown)
        page.select(f"voice {number % 30}")
        page.detail.notes_edit.setPlainText(f"Round {number}. " * 50)
        page.delete_button.click()
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        window.message_bar.action_button.click()
        qtbot.waitUntil(lambda: studio.tasks.busy == 0)
        page.play_button.click()
        qtbot.waitUntil(lambda: bool(FakeOutput.made) and len(FakeOutput.made[-1].chunks) >= 5)
        page.play_button.click()
        FakeOutput.made.clear()
    assert watch.growth_mb < MAY_GROW_MB / 2
