"""How soon somebody who talks with the Talk page is heard: from the Enter key to the loudspeaker.

    start      `timbre talk` ─▶ the window is shown and takes keys
    enter      Enter ─▶ text, server, loudspeaker opened ─▶ first samples heard
    phrase     F1 ─▶ the same
    busy       Enter while a long text is exported by the same server
    clone      Enter while a voice is made by the same server

Uses the real server and the bundled base model; a private PulseAudio server is the loudspeaker where there is one.
The target is 100 ms from the key to the first sound, and one second from the command to the window.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from timbre_bench.window import measured, options_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the stand-ins of the tests

SENTENCES = (
    "I would like a cup of tea, please.",
    "It was good to see you yesterday.",
    "Could you open the window a little?",
)
TAKES = Path(__file__).resolve().parents[1] / "assets" / "takes"
LONG_TEXT = "The boats lay where they had been left, and nobody had come down to the water yet. " * 60


def main() -> None:
    """Measure, and print the figures."""
    parser = options_of(__doc__)
    options = parser.parse_args()
    measured(lambda: measure(options.repeats), options.json)


class Conversation:
    """The window of `timbre talk` on the real server, with loudspeakers that say when they are heard."""

    def __init__(self) -> None:
        import dataclasses

        from tests.helpers.camera import settle
        from timbre import paths
        from timbre.base import BaseModel
        from timbre.base_voices import BaseVoices
        from timbre_app.studio.talk_app import make_application, real_backstage
        from timbre_app.studio.talk_window import TalkStudio
        from timbre_app.voices.library import VoiceLibrary

        self.app = make_application()
        base = BaseModel.open(paths.base_dir())
        self.voice = BaseVoices(base).voice(base.speakers[0])
        VoiceLibrary().add(self.voice)
        self.settle = settle
        self.outputs: list[Any] = []
        backstage = real_backstage()
        self.server = backstage.server
        self.studio = TalkStudio(dataclasses.replace(backstage, make_output=self._output))
        self.studio.start()
        self.page = self.studio.window.page
        ready = self.studio.window.server_label
        self.wait(lambda: "ready" in ready.text() and bool(self.studio.talk.talker.voice_id), 240)
        self.wait(lambda: self.studio.tasks.busy == 0)

    def _output(self) -> Any:
        from timbre_app.sound.devices import Player

        self.outputs.append(Player())
        return self.outputs[-1]

    def wait(self, until: Callable[[], bool], seconds: float = 30.0) -> None:
        """Let the window work until a condition holds."""
        self.settle(until, round(1000 * seconds))
        if not until():
            raise RuntimeError(f"the window got stuck: {self.studio.window.message_bar.text}")

    def heard_after_ms(self, act: Callable[[], None]) -> float:
        """Milliseconds from an action until the loudspeaker has played samples; then silence."""
        before, began = len(self.outputs), time.perf_counter()
        act()
        while len(self.outputs) == before or self.outputs[-1].played_samples == 0:
            self.app.processEvents()
            time.sleep(0.001)  # without the pause this loop would take a core from the server
            if time.perf_counter() - began > 30:
                raise RuntimeError(f"nothing was heard: {self.studio.window.message_bar.text}")
        heard = 1000 * (time.perf_counter() - began)
        self.page.stop_requested.emit()
        self.wait(lambda: self.studio.tasks.busy == 0)
        return heard

    def enter(self, text: str) -> float:
        """Type a sentence, press Enter; returns milliseconds until it is heard."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        self.page.edit.setPlainText(text)
        self.settle(timeout_ms=200)
        return self.heard_after_ms(lambda: QTest.keyClick(self.page.edit, Qt.Key.Key_Return))

    @contextlib.contextmanager
    def busy_server(self) -> Iterator[None]:
        """Have the server speak a long text behind live speech, as an export does."""
        from timbre_app.client.timbre_client import Detail

        ends = threading.Event()
        client = self.server.client()

        def export() -> None:
            while not ends.is_set():
                with client.speak(LONG_TEXT, self.voice, detail=Detail(background=True)) as chunks:
                    for _ in chunks:
                        if ends.is_set():
                            return

        worker = threading.Thread(target=export)
        worker.start()
        time.sleep(1.0)
        try:
            yield
        finally:
            ends.set()
            worker.join()

    @contextlib.contextmanager
    def cloning(self) -> Iterator[None]:
        """Have the server learn a voice, as `timbre clone` orders it; the clone ends with the context."""
        command = [sys.executable, "-m", "timbre_app.cli", "clone", str(TAKES), "--name", "Beside"]
        clone = subprocess.Popen(
            [*command, "--i-have-permission", "--json"], stdout=subprocess.PIPE, text=True
        )
        assert clone.stdout is not None
        try:
            for line in clone.stdout:
                if json.loads(line)["stage"] == "adapt":
                    break
            yield
            if clone.poll() is not None:
                raise RuntimeError("The clone had ended before the last sentence was heard.")
        finally:
            clone.send_signal(signal.SIGINT)
            clone.communicate()


def measure(repeats: int) -> dict[str, Any]:
    """Open the window, talk, talk beside an export; returns the figures."""
    opened = [_opened_after_s() for _ in range(3)]
    talk = Conversation()
    first = talk.enter("The first sentence of the day.")
    entered = [talk.enter(f"{SENTENCES[at % 3]} Number {at}.") for at in range(repeats)]
    phrase = [talk.heard_after_ms(lambda: talk.page.key_pressed.emit(1)) for _ in range(repeats)]
    with talk.busy_server():
        busy = [talk.enter(f"{SENTENCES[at % 3]} Number {at}.") for at in range(repeats)]
    with talk.cloning():
        beside_clone = [talk.enter(f"{SENTENCES[at % 3]} Number {at}.") for at in range(repeats)]
    talk.studio.window.close()
    return {
        "window_shown_s": [round(seconds, 2) for seconds in opened],
        "first_heard_ms": round(first, 1),
        **_summary("enter", entered),
        **_summary("phrase", phrase),
        **_summary("busy", busy),
        **_summary("clone", beside_clone),
    }


def _summary(name: str, times_ms: list[float]) -> dict[str, Any]:
    return {
        f"{name}_heard_ms_p50": round(statistics.median(times_ms), 1),
        f"{name}_heard_ms_max": round(max(times_ms), 1),
    }


def _opened_after_s() -> float:
    """Seconds from the command to a window that takes keys, without a running server."""
    began = time.time()
    window = subprocess.Popen(
        [sys.executable, "-m", "timbre_app.cli", "talk"],
        env={**os.environ, "TIMBRE_TALK_OPENED": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert window.stderr is not None
    opened = next((line for line in window.stderr if line.startswith("opened ")), "")
    window.terminate()
    window.wait(30)
    if not opened:
        raise RuntimeError("the window of `timbre talk` did not open")
    return float(opened.split()[1]) - began


if __name__ == "__main__":
    main()
