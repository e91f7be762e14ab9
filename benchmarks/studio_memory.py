"""Half an hour in the studio in a few minutes: does its memory stay flat?

    each minute    two takes of 5 s recorded and looked at ─ each page and dialog ─ a voice heard, deleted, brought back
                   ─ a text spoken, sought in, paused, a sentence close up ─ the text exported
    each fifth     a voice made with its curves and heard on the way, compared ─ the theme changed

The window, its controllers, its files and its threads are the real ones; microphone, loudspeaker and speech server
are stand-ins that answer at once, so that the sound of half an hour goes through in the time that drawing takes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from timbre_bench import page as performance

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the stand-ins of the tests

WARM_UP = 5
"""Minutes until the person has seen every page, every library is imported and every cache is full."""
MAY_GROW_MB = 50.0
TAKE_S = 5.0
SENTENCE = "Sentence {0} of minute {1} is one of those that somebody has typed here to hear how they sound."
SENTENCES = 8


def main() -> int:
    """Use the window and print the figures; returns 1 if its memory grew too much."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="renew the section of docs/performance.md")
    options = parser.parse_args()
    if options.minutes <= WARM_UP:
        parser.error(f"--minutes must be more than {WARM_UP}")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    where = performance.machine()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), options.minutes)
    print(json.dumps(figures) if options.json else _described(figures))
    if options.write:
        performance.write_section("studio_memory", performance.section(_described(figures), "", where))
    return int(figures["most_mb"] - figures["settled_mb"] >= MAY_GROW_MB)


class Person:
    """A person who uses the window."""

    def __init__(self, folder: Path) -> None:
        from tests.app.studio.fakes import (
            FakeCloning,
            FakeDialogs,
            FakeOutput,
            FakeRecorder,
            FakeVoices,
            make_backstage,
        )
        from tests.helpers.camera import settle
        from timbre_app.studio.app import make_application
        from timbre_app.studio.wiring import Studio
        from timbre_app.takes.prompts import NewVoice

        self.app = make_application()
        self.folder, self.outputs, self._settle = folder, FakeOutput.made, settle
        self.dialogs, self.cloning, recorder = FakeDialogs(), FakeCloning(), FakeRecorder()
        recorder.seconds = TAKE_S
        voices = FakeVoices(*(f"Voice {number}" for number in range(12)))
        backstage = make_backstage(folder, voices=voices, cloning=self.cloning, recorder=recorder)
        self.studio = Studio(backstage, make_dialogs=lambda _: self.dialogs)
        self.window = self.studio.window
        self.studio.start()
        self.rest()
        self.window.show_page(self.window.RECORD)
        self.window.record_page.start_panel.begin_requested.emit(NewVoice("Maria"))
        self.rest()
        self.window.record_page.room_panel.continue_requested.emit()

    def wait(self, until: Callable[[], bool], what: str) -> None:
        """Let the window work until a condition has held, even if it held for a moment only."""
        held = False

        def look() -> bool:
            nonlocal held
            held = held or until()
            return held

        self._settle(look, 20_000)
        if not held:
            raise RuntimeError(f"waited in vain: {what}; the window says {self.window.message_bar.text!r}")

    def rest(self) -> None:
        """Let the window work until no task runs."""
        self.wait(lambda: self.studio.tasks.busy == 0, "something is still at work")

    def record(self) -> None:
        """Record two takes; when all sentences are read, begin at the first one again."""
        window, panel = self.window, self.window.record_page.session_panel
        window.show_page(window.RECORD)
        self.wait(panel.record_button.isEnabled, "no microphone")
        for _ in range(2):
            panel.record_toggled.emit()
            self.wait(lambda: self.studio.record._recorder.recording, "nothing is recorded")
            panel.record_toggled.emit()
            self.rest()
            panel.next_requested.emit()
            self.rest()
            if self.studio.record.session.position == len(self.studio.record.session.prompts) - 1:
                panel.position_chosen.emit(1)
                self.rest()

    def look_around(self, minute: int) -> None:
        """Visit the settings, the help and the library."""
        window, voices = self.window, self.window.voices_page
        window.show_page(window.SETTINGS)
        for tab in range(window.settings_page.tabs.count()):
            window.settings_page.tabs.setCurrentIndex(tab)
            self._settle(timeout_ms=20)
        for request, dialog in (
            (window.help_requested, lambda: self.studio.help.dialog),
            (window.about_requested, lambda: self.studio.help.about),
        ):
            request.emit()
            self.wait(lambda dialog=dialog: dialog() is not None and dialog().isVisible(), "no help")
            dialog().close()
        window.show_page(window.VOICES)
        voices.select(f"voice {minute % 12}")
        self.rest()
        voices.detail.notes_edit.setPlainText(f"Minute {minute}. " * 40)
        voices.delete_button.click()
        self.rest()
        window.message_bar.action_button.click()
        self.rest()
        voices.play_button.click()
        self.wait(lambda: bool(self.outputs) and len(self.outputs[-1].chunks) > 5, "no sample is heard")
        self.hush()

    def speak(self, minute: int) -> None:
        """Speak a text: hear it, jump in it, pause it, see a sentence in detail, export it to a file."""
        from timbre_app.studio.speak.dictionary_dialog import DictionaryDialog
        from timbre_app.studio.speak.history_dialog import HistoryDialog
        from timbre_app.studio.speak.page import IDLE, PAUSED, PLAYING

        window, page = self.window, self.window.speak_page
        window.show_page(window.SPEAK)
        page.text_edit.setPlainText(" ".join(SENTENCE.format(at, minute) for at in range(SENTENCES)))
        page.speak_requested.emit()
        states = ["made"] * SENTENCES
        self.wait(lambda: [mark.state for mark in page.text_edit.marks] == states, "the text is not spoken")
        for second in (2.0, 9.0, 5.0):
            page.track_view.seek_requested.emit(second)
            self.wait(lambda: page.mode == PLAYING, "nothing plays after seeking")
        page.pause_toggled.emit()
        self.wait(lambda: page.mode == PAUSED, "it does not pause")
        page.stop_requested.emit()
        self.rest()
        page.detail_button.click()
        self.wait(lambda: page.sentence_panel.view.has_picture, "no sentence close up")
        page.detail_button.click()
        for request, kind in (
            (page.history_requested, HistoryDialog),
            (page.dictionary_requested, DictionaryDialog),
        ):
            request.emit()
            self.wait(lambda kind=kind: page.findChild(kind) is not None, "no dialog")
            self._settle(timeout_ms=30)
            page.findChild(kind).close()
            self._settle(timeout_ms=10)
        self.dialogs.path = self.folder / f"speech{('.wav', '.flac', '.mp3')[minute % 3]}"
        self.wait(lambda: page.mode == IDLE, "the page is busy")
        page.export_requested.emit()
        self.wait(lambda: "Saved" in page.status_label.text(), "nothing is saved")
        self.hush()

    def make_a_voice(self, minute: int) -> None:
        """Clone a voice, look at its curves and hear it on the way; see the result, and change the theme."""
        from timbre_app.studio.items import CloneProgress

        window, record = self.window, self.window.record_page
        self.cloning.gate.clear()
        window.show_page(window.RECORD)
        self.rest()
        record.session_panel.clone_requested.emit()
        self.wait(lambda: record.clone_panel.figure("step") == "30 / 200", "no clone")
        for step in range(31, 200):
            record.clone_panel.show_progress(CloneProgress("adapt", step, 200, 9 / step, 10 / step, 1.0, 1.0))
            self._settle(timeout_ms=1)
        record.clone_panel.hear_requested.emit()
        self.wait(lambda: len(self.outputs[-1].chunks) > 3, "the unfinished voice is not heard")
        record.clone_panel.hear_requested.emit()
        self.cloning.gate.set()
        self.wait(record.clone_panel.result_button.isVisible, "the clone does not end")
        record.clone_panel.result_requested.emit()
        self.rest()
        record.result_panel.more_takes_requested.emit()
        self.hush()
        self.studio.settings.set_value("look/theme", ("light", "dark")[minute // 5 % 2])
        self.studio.options.appearance.apply()

    def hush(self) -> None:
        """Let the playback end, and forget the stand-ins that played."""
        for output in self.outputs:
            output.release.set()
        self.rest()
        self.outputs.clear()


def measure(folder: Path, minutes: int) -> dict[str, Any]:
    """Use the window as much as a person does in `minutes`; returns the figures."""
    from tests.helpers.memory import MemoryWatch
    from timbre_app.studio.probe import memory_mb

    began = time.monotonic()
    person, watch, memory = Person(folder), MemoryWatch(), []
    for minute in range(minutes):
        person.record()
        person.look_around(minute)
        person.speak(minute)
        if minute % 5 == 4:
            person.make_a_voice(minute)
        watch.settled()
        memory.append(round(memory_mb(), 1))
    person.window.close()
    later = memory[WARM_UP:]
    return {
        "minutes": minutes,
        "took_s": round(time.monotonic() - began),
        "settled_mb": memory[WARM_UP - 1],
        "last_mb": memory[-1],
        "most_mb": max(later),
        "held_mb": memory,
    }


def _described(figures: dict[str, Any]) -> str:
    grown = figures["most_mb"] - figures["settled_mb"]
    every = ", ".join(f"{held:.0f}" for held in figures["held_mb"][WARM_UP - 1 :: 5])
    return (
        f"{figures['minutes']} minutes of use in {figures['took_s']} s: {figures['settled_mb']:.0f} MB after "
        f"{WARM_UP} minutes, at most {figures['most_mb']:.0f} MB later, {figures['last_mb']:.0f} MB at the end; it "
        f"grew by {grown:.1f} MB (the target is less than {MAY_GROW_MB:.0f}). Every fifth minute: {every} MB."
    )


if __name__ == "__main__":
    raise SystemExit(main())
