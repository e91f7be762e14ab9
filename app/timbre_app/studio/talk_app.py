"""Opens the window of `timbre talk`; imports only what it needs."""

from __future__ import annotations

import functools
import os
import signal
import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from timbre import paths
from timbre_app.studio.backstage import StudioServer, StudioSpeech, StudioVoices
from timbre_app.studio.language import use_language
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.talk_window import TalkBackstage, TalkStudio
from timbre_app.studio.theme import apply_theme, mark, system_theme

SWITCH_INTERVAL_S = 0.001  # see timbre_app.studio.app


def run_talk() -> int:
    """Open the window and run it until it is closed; returns the process's exit status."""
    if not _has_display():
        sys.stderr.write("There is no display to open a window on: try `timbre say`.\n")
        return 1
    app = make_application()
    studio = TalkStudio(real_backstage())
    with_interrupts = QTimer()
    with_interrupts.timeout.connect(lambda: None)  # lets Python see Ctrl-C while Qt waits
    with_interrupts.start(200)
    signal.signal(signal.SIGINT, lambda *_: studio.window.close())
    signal.signal(signal.SIGTERM, lambda *_: studio.window.close())
    studio.start()
    if os.environ.get(
        "TIMBRE_TALK_OPENED"
    ):  # benchmarks/talk.py measures the time until the window can be used
        QTimer.singleShot(0, lambda: sys.stderr.write(f"opened {time.time():.3f}\n"))
    return app.exec()


def make_application() -> QApplication:
    """Make the Qt application in the language and theme of the settings."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(["timbre"])
    app.setApplicationName("Timbre")
    app.setApplicationDisplayName("Timbre")
    app.setDesktopFileName("timbre")
    app.setWindowIcon(mark())
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    settings = StudioSettings(paths.home() / "studio.ini")
    use_language(app, str(settings.value("look/language")))
    apply_theme(app, system_theme(app))
    return app


def real_backstage() -> TalkBackstage:
    """Make the real library, server and loudspeaker."""
    settings = StudioSettings(paths.home() / "studio.ini")

    def wish(key: str) -> str:
        return str(settings.value(key))

    def make_output() -> object:
        from timbre_app.sound.devices import Player

        return Player(device_name=wish("play/loudspeaker") or None)

    def loudspeakers() -> list[str]:
        from timbre_app.sound.devices import list_devices

        return [device.name for device in list_devices("output")]

    server = StudioServer(
        *(functools.partial(wish, f"server/{name}") for name in ("url", "engine", "key", "pipeline"))
    )
    return TalkBackstage(
        voices=StudioVoices(with_sample=True),
        speech=StudioSpeech(server),
        server=server,
        make_output=make_output,  # type: ignore[arg-type]
        loudspeakers=loudspeakers,
        settings_file=paths.home() / "studio.ini",
        folder=paths.home() / "talk",
    )


def _has_display() -> bool:
    if not sys.platform.startswith("linux") or "QT_QPA_PLATFORM" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
