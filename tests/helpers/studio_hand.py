"""The person before the window: a thread inside the real program that looks, types and clicks.

    driver's thread ─ ask ─▶ event loop ─▶ one short call on the GUI thread, an event like any other
                    ◀─────── what it saw

So nothing that the driver waits for holds up the window, and the probe measures each of its keys on its own.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QWidget

from timbre_app.studio.main_window import MainWindow

LOOK_EVERY_S = 0.03
PATIENCE_S = 90.0
FAILED = 70
T = TypeVar("T")


class Hand(QObject):
    """Acts on the GUI thread for another thread."""

    _asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._asked.connect(self._call, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _call(self, call: Callable[[], None]) -> None:
        call()

    def post(self, call: Callable[[], Any]) -> None:
        """Do something that may not return soon, such as opening a dialog."""
        self._asked.emit(call)

    def ask(self, call: Callable[[], T]) -> T:
        """What a call on the GUI thread returns, or raises."""
        answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()

        def answer() -> None:
            try:
                answers.put((call(), None))
            except Exception as error:  # noqa: BLE001 - raised again where it was asked
                answers.put((None, error))

        self.post(answer)
        value, error = answers.get(timeout=PATIENCE_S)
        if error is not None:
            raise error
        return value

    def wait(
        self, condition: Callable[[], Any], what: str | Callable[[], str], patience_s: float = PATIENCE_S
    ) -> None:
        """Look again and again until something holds."""
        deadline = time.monotonic() + patience_s
        while not self.ask(condition):
            if time.monotonic() > deadline:
                said = what if isinstance(what, str) else self.ask(what)
                raise AssertionError(f"waited {patience_s:.0f} s in vain: {said}")
            time.sleep(LOOK_EVERY_S)

    def find(self, kind: type[T], what: str) -> T:
        """The visible window of a kind, in front; there is nobody else to bring it there."""
        found: list[T] = []

        def look() -> bool:
            found[:] = [
                one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()
            ]
            return bool(found)

        self.wait(look, f"no {what} is shown")
        self.bring_to_front(found[0])
        return found[0]

    def bring_to_front(self, window: Any) -> None:
        """What a window manager does with a window that opens."""
        self.ask(window.activateWindow)
        self.wait(window.isActiveWindow, f"{window.windowTitle()!r} does not become active")

    def key(
        self, window: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press a key; it goes to what has the focus, or to a shortcut.

        Not to the window's handle: after that, Qt's test library handles everything that waits, in the same slot.
        """
        from PySide6.QtTest import QTest

        self.post(lambda: QTest.keyClick(window.focusWidget() or window, key, modifier))

    def type(self, widget: QWidget, text: str) -> None:
        """Type a text into what has the focus."""
        from PySide6.QtTest import QTest

        self.wait(widget.hasFocus, f"“{widget.accessibleName()}” has not got the focus")
        for letter in text:
            self.post(lambda letter=letter: QTest.keyClicks(widget, letter))

    def click(self, widget: QWidget, share: float = 0.5) -> None:
        """Click a widget that can be clicked, at a share of its width."""
        from PySide6.QtTest import QTest

        said = f"“{widget.accessibleName() or widget.property('text')}” cannot be clicked"
        self.wait(lambda: widget.isVisible() and widget.isEnabled(), said)

        def press() -> None:
            place = widget.rect().center()
            place.setX(round(share * (widget.width() - 1)))
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)

        self.post(press)

    def save_as(self, path: Path) -> None:
        """Answer the question for a file's place, and wait until the dialog has gone."""
        dialog = self.find(QFileDialog, "dialog for a file")
        line = self.ask(lambda: dialog.findChild(QLineEdit, "fileNameEdit"))
        self.ask(line.selectAll)
        self.type(line, str(path))
        self.key(dialog, Qt.Key.Key_Return)
        self.wait(lambda: not dialogs(), f"the dialog for {path} stays open")


def dialogs() -> list[QDialog]:
    """The dialogs that are open."""
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]


def main_window(hand: Hand) -> MainWindow:
    """The program's window, once it is there."""
    return hand.find(MainWindow, "window")


def tell(line: str) -> None:
    """Say a line to the test that started the program."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run_program(scene: Callable[[Hand], None]) -> int:
    """Run `timbre studio` in this process, with a thread that plays a scene in its window.

    Returns:
        The program's exit status; a scene that fails ends the process at once.
    """
    from timbre_app.cli import main

    hand = Hand()

    def play() -> None:
        try:
            scene(hand)
        except Exception:  # noqa: BLE001 - whatever it is, the test is to know
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(FAILED)

    threading.Thread(target=play, name="hand", daemon=True).start()
    return main(["studio"])
