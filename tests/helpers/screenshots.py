"""Draws every page of the window, light and dark, into a folder: `python -m tests.helpers.screenshots docs/screenshots`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from tests.app.studio.fakes import FakeDialogs, FakeOutput, make_backstage
from timbre_app.recordings import NewVoice
from timbre_app.studio.app import make_application
from timbre_app.studio.theme import DARK, LIGHT, apply_theme
from timbre_app.studio.wiring import Studio


def settle(until: Callable[[], bool] = lambda: False, timeout_ms: int = 400) -> None:
    """Let the window work until a condition holds or time is up."""
    loop = QEventLoop()
    timer = QTimer()
    timer.timeout.connect(lambda: loop.quit() if until() else None)
    timer.start(10)
    QTimer.singleShot(timeout_ms, loop.quit)
    loop.exec()


def draw(folder: Path) -> list[Path]:
    """Draw all pages; returns the files."""
    app = make_application()
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for theme in (LIGHT, DARK):
        apply_theme(app, theme)
        with tempfile.TemporaryDirectory() as data:
            drawn += _draw_pages(app, Path(data), folder, theme.name)
    return drawn


def _draw_pages(app: QApplication, data: Path, folder: Path, theme: str) -> list[Path]:
    studio = Studio(make_backstage(data), make_dialogs=FakeDialogs)
    window, page = studio.window, studio.window.record_page
    drawn: list[Path] = []

    def shot(name: str) -> None:
        settle(timeout_ms=150)
        path = folder / f"{name}-{theme}.png"
        window.grab().save(str(path))
        drawn.append(path)

    studio.start()
    settle()
    shot("voices")
    window.show_page(window.RECORD)
    settle()
    shot("record-start")
    page.start_panel.begin_requested.emit(NewVoice("Maria"))
    settle(lambda: page.session_panel.record_button.isEnabled())
    shot("record-room")
    page.room_panel.continue_requested.emit()
    shot("record-consent")
    for _ in range(12):
        page.session_panel.record_toggled.emit()
        settle(lambda: studio.record._recorder.recording, 200)
        if _ == 11:
            shot("recording")
        page.session_panel.record_toggled.emit()
        settle(lambda: len(page.session_panel.findings) > 1, 2000)
        if _ < 11:
            page.session_panel.next_requested.emit()
            settle(lambda: page.session_panel.findings == [], 500)
    shot("record-take")
    page.session_panel.clone_requested.emit()
    settle(lambda: page.clone_panel.figure("step") != "–", 2000)
    shot("clone")
    page.clone_panel.cancel_requested.emit()
    settle()
    window.show_page(window.SPEAK)
    text = (
        "The weather will be fine tomorrow. Bring a coat all the same, because evenings by the lake are cool."
    )
    window.speak_page.text_edit.setPlainText(text)
    shot("speak")
    window.speak_page.speak_requested.emit()
    settle()
    shot("speaking")
    window.speak_page.stop_requested.emit()
    window.show_message("The microphone went away: plug it in again, then choose Look again.")
    shot("message")
    studio._backstage.voices.items = []
    window.show_page(window.VOICES)
    studio.voices.refresh()
    settle()
    shot("voices-empty")
    window.close()
    FakeOutput.made.clear()
    return drawn


if __name__ == "__main__":
    draw(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screenshots"))
