"""A window on stand-ins, and pictures of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

from tests.app.studio.fakes import FakeCloning, FakeDialogs, FakeOutput, FakeVoices, make_backstage
from tests.helpers.small_png import save_small
from timbre_app.studio.wiring import Studio

SIZE_AT_200 = (880, 640)
"""A small window, in which all must still fit, and smaller files."""
COLOURS = dict.fromkeys(
    ("sentence", "voices-outdated", "dialogue", "dialogue-playing", "dialogue-error"), (48,)
)
"""Colours of a picture whose file would be too large with the usual number."""


def settle(until: Callable[[], bool] = lambda: False, timeout_ms: int = 400) -> None:
    """Let the window work until a condition holds or time is up."""
    loop, looking, limit = QEventLoop(), QTimer(), QTimer()
    looking.timeout.connect(lambda: loop.quit() if until() else None)
    looking.start(10)
    limit.timeout.connect(loop.quit)
    limit.start(timeout_ms)
    loop.exec()


class Camera:
    """Opens a window on fakes and takes its picture."""

    def __init__(self, folder: Path, theme: str, scale: int, data: Path) -> None:
        self.folder, self.theme, self.scale, self.data = folder, theme, scale, data
        voices = FakeVoices("Maria", "Anton", "Grandmother Elisabeth", "Narrator", "Ben (quiet room)")
        voices.set_notes("maria", ("warm", "audiobook"), "Recorded in the kitchen, curtains closed.")
        self.voices = voices
        self.cloning = FakeCloning()
        backstage = make_backstage(data, welcomed=False, voices=voices, cloning=self.cloning)
        self.studio = Studio(backstage, make_dialogs=FakeDialogs)
        self.studio.settings.set_value("look/theme", theme)
        self.studio.options.appearance.apply()
        self.window = self.studio.window
        if scale > 1:
            self.window.resize(*SIZE_AT_200)
        self.studio.start()
        settle(timeout_ms=300)

    def shot(self, name: str, of: QWidget | None = None) -> None:
        """Keep a picture of the window, or of a dialog."""
        settle(timeout_ms=150)
        at_scale = "" if self.scale == 1 else f"@{self.scale}x"
        file = self.folder / f"{name}-{self.theme}{at_scale}.png"
        save_small((of or self.window).grab(), file, *COLOURS.get(name, ()))

    def close(self) -> None:
        """Close the window."""
        self.window.close()
        FakeOutput.made.clear()
