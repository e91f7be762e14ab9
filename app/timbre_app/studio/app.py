"""Opens the window."""

from __future__ import annotations

import argparse
import functools
import gc
import io
import logging
import logging.handlers
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from timbre import files, paths
from timbre.priority import ask_for_slices
from timbre_app.studio import probe
from timbre_app.studio.clone import loss_plot
from timbre_app.studio.program import Program
from timbre_app.studio.services import Backstage
from timbre_app.studio.settings_store import StudioSettings
from timbre_app.studio.theme import apply_theme, mark, system_theme

LOG_BYTES = 1_000_000
SWITCH_INTERVAL_S = 0.001
"""Time that a worker thread may compute in Python before the window's thread gets its turn. A repaint waits for its
turn several times: beside a busy worker it takes 3.5 ms; with Python's own 5 ms it took 10, and often more than 16."""


def run_studio(argv: Sequence[str] = ()) -> int:
    """Open the studio and run it until it is closed.

    Args:
        argv: Arguments after the command's name.
    Returns:
        The process's exit status.
    """
    parser = argparse.ArgumentParser(prog="timbre studio", description="Open the Timbre window.")
    parser.add_argument("-v", "--verbose", action="store_true", help="write the log to the terminal as well")
    parser.add_argument("files", nargs="*", type=Path, help="voice files to import")
    options = parser.parse_args(argv)
    if not has_display():
        sys.stderr.write("There is no display to open a window on: try `timbre demo`.\n")
        return 1
    _log_to_file(options.verbose)
    ask_for_slices()  # the system wakes this thread, and Qt's threads that it starts, before those that compute
    app = make_application(probe.ProbedApplication if probe.wanted() else QApplication)
    loss_plot.prepare()
    program = Program(app, real_backstage())
    program.studio.voices.import_files([file.absolute() for file in options.files])
    with_interrupts = QTimer()
    with_interrupts.timeout.connect(lambda: None)  # lets Python see Ctrl-C while Qt waits
    with_interrupts.start(200)
    signal.signal(signal.SIGINT, lambda *_: program.studio.close())
    signal.signal(signal.SIGTERM, lambda *_: program.studio.close())
    gc.freeze()  # a collection stops the window; it need not visit these objects, which all stay
    status = app.exec()
    if isinstance(app, probe.ProbedApplication):
        sys.stderr.write(f"{app.report()}\n")
    return status


def has_display() -> bool:
    """Whether a window can be opened."""
    if not sys.platform.startswith("linux") or "QT_QPA_PLATFORM" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def make_application(kind: type[QApplication] = QApplication) -> QApplication:
    """Make the Qt application, unless there is one, and give it its name and theme."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = kind(["timbre"])
    app.setApplicationName("Timbre")
    app.setApplicationDisplayName("Timbre")
    app.setDesktopFileName("timbre")
    app.setWindowIcon(mark())
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    apply_theme(app, system_theme(app))  # until the settings are read
    return app


def real_backstage() -> Backstage:
    """Make the real library, server, microphone and loudspeaker."""
    from timbre_app.jobs.office import JobOffice
    from timbre_app.reading.dictionary import dictionary_path
    from timbre_app.sound.devices import Player, list_devices
    from timbre_app.sound.recorder import Recorder
    from timbre_app.studio import backstage
    from timbre_app.studio.record.microphone import Microphones
    from timbre_app.takes.prompts import PromptList

    settings = StudioSettings(paths.home() / "studio.ini")

    def wish(key: str) -> str:
        return str(settings.value(key))

    wishes = [functools.partial(wish, f"server/{name}") for name in ("url", "engine", "key", "pipeline")]
    server = backstage.StudioServer(*wishes)
    return Backstage(
        voices=backstage.StudioVoices(with_sample=True),
        speech=backstage.StudioSpeech(server),
        dialogue=backstage.StudioDialogue(server, paths.home() / "speech" / "clips"),
        cloning=backstage.StudioCloning(server, functools.partial(wish, "clone/start")),
        comparing=backstage.StudioComparing(server),
        importing=backstage.StudioImporting(server),
        checks=backstage.StudioChecks(server),
        server=server,
        jobs=JobOffice(environment=functools.partial(server_environment, wish)),
        recorder=Recorder(),
        microphones=Microphones(),
        make_output=lambda: Player(device_name=wish("play/loudspeaker") or None),
        loudspeakers=lambda: [device.name for device in list_devices("output")],
        stored={
            "voices": paths.voices_dir(),
            "takes": paths.takes_dir(),
            "speech": paths.home() / "speech",
            "jobs": paths.home() / "jobs",
            "books": paths.home() / "books",
            "words": dictionary_path(),
            "talk": paths.home() / "talk",
            "settings": paths.home() / "studio.ini",
            "logs": paths.logs_dir(),
            "work": paths.work_dir(),
            "cache": paths.cache_dir(),
        },
        load_prompts=lambda: PromptList.load(paths.assets_dir() / "prompts"),
        takes_root=paths.takes_dir(),
        settings_file=paths.home() / "studio.ini",
        speech_root=paths.home() / "speech",
        talk_root=paths.home() / "talk",
    )


def server_environment(wish: Callable[[str], str]) -> dict[str, str]:
    """What tells the runner of jobs which speech server the person has chosen.

    As in the window, the address of the settings goes before that of the environment, with its key; engine and pipeline
    of the environment go before those of the settings.
    """
    address, key = wish("server/url").strip(), wish("server/key")
    chosen = {"TIMBRE_SERVER_URL": address, "TIMBRE_SERVER_KEY": key} if address else {}
    wishes = {
        "TIMBRE_ENGINE": wish("server/engine"),
        "TIMBRE_FUSED": {"ensemble": "0", "fused": "1"}.get(wish("server/pipeline"), ""),
    }
    wishes = {name: value for name, value in wishes.items() if not os.environ.get(name)}
    return {name: value for name, value in (chosen | wishes).items() if value}


class ClosedLog(logging.handlers.RotatingFileHandler):
    """A log file that only its owner may read. A full disk costs lines of it and nothing else."""

    def _open(self) -> io.TextIOWrapper:
        return io.TextIOWrapper(
            files.append(Path(self.baseFilename)), encoding="utf-8", errors="backslashreplace"
        )

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  logging's name; it would print a traceback
        """Leave the line out."""


def _log_to_file(verbose: bool) -> None:
    handlers: list[logging.Handler] = [logging.StreamHandler()] if verbose else []
    try:
        file = files.make_folder(paths.logs_dir()) / "studio.log"
        handlers.append(ClosedLog(file, maxBytes=LOG_BYTES, backupCount=1))
    except OSError as error:
        sys.stderr.write(f"No log is written: {error.strerror or error}\n")
    form = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=logging.INFO, format=form, handlers=handlers or [logging.NullHandler()])
