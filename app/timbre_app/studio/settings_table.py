"""Every setting that a person can change: one table with type, default and description.

The Settings page is drawn from it, `StudioSettings` reads and checks values by it, and the handbook lists it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication

from timbre_app.studio.marking import QT_TRANSLATE_NOOP
from timbre_app.voices.order import STARTS

CONTEXT = "SettingsTable"
Kind = Literal["choice", "switch", "text", "secret", "folder", "device"]
Group = Literal["general", "sound", "server"]


@dataclass(frozen=True)
class Setting:
    """One setting.

    Attributes:
        key: Name in the ini file, section/name.
        kind: Kind of its control: a choice, a switch, a line of text, a line of secret text, a folder, a sound device.
        default: The default value, which has the type of all values.
        title: A few words.
        about: One or two sentences that say what the setting does.
        choices: Values and their names, for a choice.
        at_start: Whether a change takes effect only when Timbre is opened the next time.
    """

    group: Group
    key: str
    kind: Kind
    default: str | int | bool
    title: str
    about: str
    choices: tuple[tuple[str | int, str], ...] = ()
    at_start: bool = False

    def __post_init__(self) -> None:
        if self.kind == "choice" and self.default not in self.values:
            raise ValueError(f"The default of {self.key} is none of its choices.")

    @property
    def values(self) -> tuple[str | int, ...]:
        """Values of the choices."""
        return tuple(value for value, _ in self.choices)

    def parse(self, raw: Any) -> str | int | bool:
        """Read a value of the ini file; returns the default for a value that does not fit, as after an edit by hand."""
        if raw is None:
            return self.default
        if self.kind == "switch":
            return str(raw).lower() == "true"
        if self.kind == "choice":
            return next((value for value in self.values if str(value) == str(raw)), self.default)
        return str(raw)

    def text(self, value: str | int | bool) -> str:
        """A value in the form that the ini file keeps."""
        return str(value).lower() if isinstance(value, bool) else str(value)


def translated_text(text: str) -> str:
    """A text of the table in the person's language."""
    return QCoreApplication.translate(CONTEXT, text) if text else ""


_ALL = (
    Setting(
        "general",
        "look/theme",
        "choice",
        "system",
        QT_TRANSLATE_NOOP("SettingsTable", "Theme"),
        QT_TRANSLATE_NOOP("SettingsTable", "Light, dark, or the same as the desktop."),
        (
            ("system", QT_TRANSLATE_NOOP("SettingsTable", "Same as the desktop")),
            ("light", QT_TRANSLATE_NOOP("SettingsTable", "Light")),
            ("dark", QT_TRANSLATE_NOOP("SettingsTable", "Dark")),
        ),
    ),
    Setting(
        "general",
        "look/text_percent",
        "choice",
        100,
        QT_TRANSLATE_NOOP("SettingsTable", "Text size"),
        QT_TRANSLATE_NOOP("SettingsTable", "Makes all text in the window smaller or larger."),
        tuple((size, f"{size} %") for size in (85, 100, 115, 130, 150, 175, 200)),
    ),
    Setting(
        "general",
        "look/language",
        "choice",
        "system",
        QT_TRANSLATE_NOOP("SettingsTable", "Language"),
        QT_TRANSLATE_NOOP(
            "SettingsTable", "The language of the window; voices speak the language they were recorded in."
        ),
        (
            ("system", QT_TRANSLATE_NOOP("SettingsTable", "Same as the system")),
            ("en", "English"),
            ("zh_CN", "简体中文"),
        ),
        at_start=True,
    ),
    Setting(
        "general",
        "clone/start",
        "choice",
        STARTS[0],
        QT_TRANSLATE_NOOP("SettingsTable", "Starting point of a new voice"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "If a voice does not sound enough like the person, try another one with the same takes.",
        ),
        (
            ("computed", QT_TRANSLATE_NOOP("SettingsTable", "Computed from the takes")),
            ("hybrid", QT_TRANSLATE_NOOP("SettingsTable", "Both: the closest known speaker and the takes")),
            ("nearest", QT_TRANSLATE_NOOP("SettingsTable", "The closest known speaker")),
        ),
    ),
    Setting(
        "general",
        "export/folder",
        "folder",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Folder for exports"),
        QT_TRANSLATE_NOOP("SettingsTable", "Where the dialogs for saving speech and voices start."),
    ),
    Setting(
        "general",
        "export/watermark",
        "switch",
        True,
        QT_TRANSLATE_NOOP("SettingsTable", "Mark exported speech"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "An inaudible mark that lets Timbre recognise its own speech; a file without it says so in its metadata.",
        ),
    ),
    Setting(
        "sound",
        "record/microphone",
        "device",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Microphone"),
        QT_TRANSLATE_NOOP("SettingsTable", "Used to record takes."),
    ),
    Setting(
        "sound",
        "play/loudspeaker",
        "device",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Loudspeaker"),
        QT_TRANSLATE_NOOP("SettingsTable", "Used to play takes and speech, from the next sound on."),
    ),
    Setting(
        "sound",
        "record/counts_down",
        "switch",
        False,
        QT_TRANSLATE_NOOP("SettingsTable", "Count down before a take"),
        QT_TRANSLATE_NOOP("SettingsTable", "Three seconds to get ready."),
    ),
    Setting(
        "sound",
        "record/stops_by_itself",
        "switch",
        True,
        QT_TRANSLATE_NOOP("SettingsTable", "Stop recording on silence"),
        QT_TRANSLATE_NOOP(
            "SettingsTable", "A take ends by itself when you have read the sentence and stopped speaking."
        ),
    ),
    Setting(
        "server",
        "server/url",
        "text",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Address of the speech server"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "Leave empty to use this machine. Otherwise enter the host:port of a server that you trust, or "
            "grpcs://host:port if it encrypts; your takes and texts are sent to it.",
        ),
    ),
    Setting(
        "server",
        "server/key",
        "secret",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Key of that server"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "The key that `timbre serve` printed there; it is kept in a file that only you can read.",
        ),
    ),
    Setting(
        "server",
        "server/engine",
        "choice",
        "auto",
        QT_TRANSLATE_NOOP("SettingsTable", "Runs on"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "For the server on this machine. Choose the processor if something else needs the GPU.",
        ),
        (
            ("auto", QT_TRANSLATE_NOOP("SettingsTable", "The GPU, if there is one")),
            ("onnx", QT_TRANSLATE_NOOP("SettingsTable", "The processor (ONNX Runtime)")),
            ("rtx", QT_TRANSLATE_NOOP("SettingsTable", "The GPU (TensorRT for RTX)")),
            ("cudagraph", QT_TRANSLATE_NOOP("SettingsTable", "The GPU (CUDA graphs)")),
            ("torch", QT_TRANSLATE_NOOP("SettingsTable", "The GPU (PyTorch)")),
        ),
    ),
    Setting(
        "server",
        "server/pipeline",
        "choice",
        "auto",
        QT_TRANSLATE_NOOP("SettingsTable", "Speech is made in"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "For the server on this machine. One process is quicker on a GPU; three share the processor's cores.",
        ),
        (
            ("auto", QT_TRANSLATE_NOOP("SettingsTable", "One process with a GPU, else three")),
            ("ensemble", QT_TRANSLATE_NOOP("SettingsTable", "Three processes")),
            ("fused", QT_TRANSLATE_NOOP("SettingsTable", "One process")),
        ),
    ),
)
SETTINGS = {setting.key: setting for setting in _ALL}
