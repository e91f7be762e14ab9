"""How soon the Speak page is heard: from a click or the end of a drag to the first sample at the loudspeaker.

    speak      click on Speak ─▶ text, server, disk, loudspeaker opened ─▶ first samples handed over
    edit       a phoneme let go ─▶ the sentence made anew ─▶ first samples handed over
    chapter    a long text: memory, and the events that keep the window waiting longest

Uses the real server and the bundled base model; a private PulseAudio server is the loudspeaker where there is one.
"""

from __future__ import annotations

import dataclasses
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from timbre_bench.window import measured, options_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the stand-ins of the tests

SENTENCE = "The weather will be fine tomorrow, but bring a coat all the same, because evenings are cool."
PARAGRAPH = (
    "It was a quiet morning by the lake, and nobody had come down to the water yet. The boats lay "
    "where they had been left. A dog ran along the shore, stopped, looked back, and ran on. "
)


def main() -> None:
    """Measure, and print the figures."""
    parser = options_of(__doc__)
    parser.add_argument("--chapter", type=int, default=40_000, metavar="CHARACTERS")
    options = parser.parse_args()
    measured(lambda: measure(options.repeats, options.chapter), options.json)


class Pane:
    """The window on the real server, with loudspeakers that note when sound reaches them."""

    def __init__(self) -> None:
        from tests.helpers.camera import settle
        from timbre import paths
        from timbre.base import BaseModel
        from timbre.base_voices import BaseVoices
        from timbre_app.studio.app import make_application, real_backstage
        from timbre_app.studio.probe import ProbedApplication
        from timbre_app.studio.wiring import Studio
        from timbre_app.voices.library import VoiceLibrary

        self.app = ProbedApplication(["timbre"])
        make_application()
        base = BaseModel.open(paths.base_dir())
        VoiceLibrary().add(BaseVoices(base).voice(base.speakers[0]))
        self.settle = settle
        self.outputs: list[Any] = []
        self.studio = Studio(dataclasses.replace(real_backstage(), make_output=self._output))
        self.studio.start()
        self.window, self.page = self.studio.window, self.studio.window.speak_page
        self.wait(lambda: "ready" in self.window.server_status and self.page.voice_id is not None, 60)
        self.window.show_page(self.window.SPEAK)

    def _output(self) -> Any:
        from timbre_app.sound.devices import Player

        class Timed(Player):
            handed_s = 0.0

            def write(self, chunk: Any) -> bool:
                self.handed_s = self.handed_s or time.perf_counter()
                return super().write(chunk)

        self.outputs.append(Timed())
        return self.outputs[-1]

    def wait(self, until: Callable[[], bool], seconds: float = 30.0) -> None:
        """Let the window work until a condition holds."""
        self.settle(until, round(1000 * seconds))
        if not until():
            message = self.window.message_bar.text or self.page.status_label.text()
            raise RuntimeError(f"the window got stuck: {message}")

    def timed(self, act: Callable[[], None]) -> tuple[float, float]:
        """Milliseconds from an action until samples are handed over, and until the loudspeaker has samples."""
        before, began = len(self.outputs), time.perf_counter()
        act()
        heard = 0.0
        while not heard:
            self.app.processEvents()
            time.sleep(0.001)  # without the pause this loop would take a core from the server
            if len(self.outputs) > before and self.outputs[-1].played_samples > 0:
                heard = time.perf_counter()
            if time.perf_counter() - began > 30:
                raise RuntimeError(f"nothing was heard: {self.window.message_bar.text}")
        handed = self.outputs[-1].handed_s
        self.silence()
        return 1000 * (handed - began), 1000 * (heard - began)

    def silence(self) -> None:
        """Stop the speech, and wait until no task runs."""
        self.page.stop_requested.emit()
        self.wait(lambda: self.studio.tasks.busy == 0)


def measure(repeats: int, chapter_chars: int) -> dict[str, Any]:
    """Open the window, speak, change phonemes, read a chapter; returns the figures."""
    pane = Pane()
    spoken = [_speak(pane, f"Number {number}. {SENTENCE}") for number in range(repeats)]
    edited = _edit(pane, repeats)
    figures = {
        "speak_handed_ms_p50": _middle(spoken, 0),
        "speak_heard_ms_p50": _middle(spoken, 1),
        "edit_handed_ms_p50": _middle(edited, 0),
        "edit_handed_ms_max": round(max(times[0] for times in edited), 1),
        "edit_heard_ms_p50": _middle(edited, 1),
        "edit_heard_ms_max": round(max(times[1] for times in edited), 1),
        **_read_chapter(pane, chapter_chars),
    }
    pane.window.close()
    return figures


def _speak(pane: Pane, text: str) -> tuple[float, float]:
    pane.page.text_edit.setPlainText(text)
    pane.settle(timeout_ms=300)
    return pane.timed(pane.page.speak_button.click)


def _edit(pane: Pane, repeats: int) -> list[tuple[float, float]]:
    """Change the pitch of a phoneme in the middle of a sentence, again and again."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    page = pane.page
    page.text_edit.setPlainText(SENTENCE)
    page.speak_requested.emit()
    pane.wait(lambda: [mark.state for mark in page.text_edit.marks] == ["made"])
    pane.silence()
    page.detail_button.setChecked(True)
    view = page.sentence_panel.view
    pane.wait(lambda: view.has_picture)
    view.select(len(view.items) // 2)
    times = [pane.timed(lambda: QTest.keyClick(view, Qt.Key.Key_Up)) for _ in range(repeats)]
    page.detail_button.setChecked(False)
    return times


def _read_chapter(pane: Pane, chars: int) -> dict[str, Any]:
    from timbre_app.studio.probe import Probe, memory_mb

    page = pane.page
    page.text_edit.setPlainText(PARAGRAPH * (chars // len(PARAGRAPH)))
    pane.settle(timeout_ms=800)
    memory = memory_mb()
    pane.app.probe = Probe()  # events before this moment do not count
    page.speak_requested.emit()
    pane.settle(timeout_ms=20_000)
    speech_s, after, probe = page.track_view.duration_s, memory_mb(), pane.app.probe
    pane.silence()
    return {
        "chapter_sentences": len(page.text_edit.marks),
        "chapter_made_s": round(speech_s, 1),
        "chapter_memory_grew_mb": round(after - memory, 1),
        "chapter_events_over_16_ms": probe.over_limit,
        "chapter_longest": [f"{span.ms:.1f} ms {span.what} {span.where}" for span in probe.longest[:3]],
    }


def _middle(values: list[tuple[float, float]], which: int) -> float:
    return round(statistics.median(times[which] for times in values), 1)


if __name__ == "__main__":
    main()
