"""What a person does in the README's film, and the camera: `python -m tests.helpers.film_scene FOLDER`, run by film.

The camera keeps each picture of the window that differs from the one before as FOLDER/<number>.png, and writes a line
about it to FOLDER/frames.txt: `<number> <scene> <seconds>`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from tests.helpers.studio_hand import Hand, main_window, run_program, tell
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.record.take_strip import TakeState
from timbre_app.studio.speak.page import IDLE

Key, Modifier = Qt.Key, Qt.KeyboardModifier
FRAME_MS = 125
TAKES = 20
TEXT = "The first ferry leaves the harbor at ten past seven. Bring a coat, the mornings are cool."
CLONE_PATIENCE_S = 900.0
LETTER_S = 0.05
LEARNED_SHARE = 0.06
"""Of all steps, after which the person takes the voice as it is; the whole clone would take minutes."""


class Camera:
    """Takes pictures of the window while a scene is filmed; its timer lives on the GUI thread."""

    def __init__(self, hand: Hand, window: MainWindow, folder: Path) -> None:
        self._hand, self._window, self._folder = hand, window, folder
        self._writer = ThreadPoolExecutor(1)
        self._log: list[str] = []
        self._latest = QImage()
        self._scene, self._began = "", time.monotonic()
        self._timer: QTimer | None = None

    @contextmanager
    def scene(self, name: str, frame_ms: int = FRAME_MS) -> Iterator[None]:
        """Film for the duration of the block."""
        self._scene = name
        self._hand.ask(lambda: self._roll(frame_ms))
        yield
        self._hand.ask(self._stop)

    def close(self) -> None:
        """Write what is not written yet."""
        self._writer.shutdown()
        (self._folder / "frames.txt").write_text("".join(self._log), encoding="utf-8")

    def _roll(self, frame_ms: int) -> None:
        self._timer = QTimer()
        self._timer.timeout.connect(lambda: self._shoot())
        self._timer.start(frame_ms)
        self._shoot()

    def _stop(self) -> None:
        assert self._timer is not None
        self._timer.stop()
        self._shoot()
        self._log.append(f"- {self._scene} {time.monotonic() - self._began:.3f}\n")

    def _shoot(self) -> None:
        image = self._window.grab().toImage()
        if image == self._latest:
            return
        self._latest = image
        number = len(self._log)
        self._log.append(f"{number} {self._scene} {time.monotonic() - self._began:.3f}\n")
        self._writer.submit(image.save, str(self._folder / f"{number}.png"), "PNG", 90)


def play(hand: Hand) -> None:
    """Record the last take, make the voice, speak with it, talk with it."""
    window = main_window(hand)
    camera = Camera(hand, window, Path(sys.argv[1]))
    hand.key(window, Key.Key_2, Modifier.ControlModifier)
    record(hand, window, camera)
    clone(hand, window, camera)
    speak(hand, window, camera)
    talk(hand, window, camera)
    camera.close()
    hand.post(window.close)


def record(hand: Hand, window: MainWindow, camera: Camera) -> None:
    """Read the last sentence."""
    start, panel = window.record_page.start_panel, window.record_page.session_panel
    hand.wait(lambda: start.session_list.count() == 1, "the recordings are not offered")
    hand.click(start.resume_button)
    hand.wait(lambda: panel.isVisible() and panel.record_button.isEnabled(), "the recordings do not open")
    hand.wait(lambda: states(window).count(TakeState.RECORDED) == 0, "no words compared", CLONE_PATIENCE_S)
    hand.ask(lambda: panel.auto_stop_box.setChecked(False))
    hand.ask(window.message_bar.clear)
    with camera.scene("record"):
        time.sleep(1.0)
        hand.key(window, Key.Key_Space)
        hand.wait(lambda: panel.record_button.text() == "Stop", "nothing is recorded")
        tell("speak")
        assert sys.stdin.readline(), "nobody speaks"
        hand.key(window, Key.Key_Space)
        hand.wait(lambda: states(window)[TAKES] is TakeState.GOOD, "the take is not good", CLONE_PATIENCE_S)
        time.sleep(1.5)


def clone(hand: Hand, window: MainWindow, camera: Camera) -> None:
    """Make the voice, and take it before it is finished."""
    panel = window.record_page.clone_panel
    with camera.scene("clone", 1500):
        hand.key(window, Key.Key_M, Modifier.ControlModifier)
        hand.wait(panel.isVisible, lambda: window.message_bar.text)
        hand.wait(
            lambda: (
                panel.finish_button.isEnabled() and panel.bar.value() > LEARNED_SHARE * panel.bar.maximum()
            ),
            lambda: panel.message_label.text(),
            CLONE_PATIENCE_S,
        )
        hand.click(panel.finish_button)
        ready: Callable[[], bool] = lambda: panel.stage_label.text() == "The voice is ready."  # noqa: E731
        hand.wait(ready, lambda: panel.message_label.text(), CLONE_PATIENCE_S)
    with camera.scene("clone"):
        time.sleep(1.0)


def speak(hand: Hand, window: MainWindow, camera: Camera) -> None:
    """Type a text and hear it."""
    page = window.speak_page
    hand.click(window.record_page.clone_panel.speak_button)
    hand.wait(page.text_edit.hasFocus, "no page to speak on")
    hand.ask(page.text_edit.clear)
    with camera.scene("speak"):
        type_slowly(hand, page.text_edit, TEXT)
        hand.key(window, Key.Key_Return, Modifier.ControlModifier)
        hand.wait(
            lambda: page.mode == IDLE and page.track_view.duration_s > 0,
            lambda: window.message_bar.text,
            CLONE_PATIENCE_S,
        )
        time.sleep(1.0)


def talk(hand: Hand, window: MainWindow, camera: Camera) -> None:
    """Hold a conversation: a sentence, then a phrase under a key."""
    hand.key(window, Key.Key_6, Modifier.ControlModifier)
    page = window.talk_page
    hand.wait(page.edit.hasFocus, "no page to talk on")
    with camera.scene("talk"):
        type_slowly(hand, page.edit, "I will be there at eight.")
        hand.key(window, Key.Key_Return)
        hand.wait(page.stop_button.isEnabled, "nothing is said")
        hand.wait(lambda: not page.stop_button.isEnabled(), "it does not end")
        hand.key(window, Key.Key_F3)
        hand.wait(page.stop_button.isEnabled, "the phrase is not said")
        hand.wait(lambda: not page.stop_button.isEnabled(), "the phrase does not end")
        time.sleep(1.5)


def type_slowly(hand: Hand, widget: QWidget, text: str) -> None:
    """Type as a person does who types fast."""
    from PySide6.QtTest import QTest

    for letter in text:
        hand.post(lambda letter=letter: QTest.keyClicks(widget, letter))
        time.sleep(LETTER_S)


def states(window: MainWindow) -> list[TakeState]:
    """How the sentences stand."""
    return window.record_page.session_panel.strip.states


if __name__ == "__main__":
    sys.exit(run_program(play))
