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


def said(text: str) -> str:
    """A text of the table in the person's language."""
    return QCoreApplication.translate(CONTEXT, text) if text else ""


_ALL = (
    Setting(
        "general",
        "look/theme",
        "choice",
        "system",
        QT_TRANSLATE_NOOP("SettingsTable", "Theme"),
        QT_TRANSLATE_NOOP("SettingsTable", "Light letters on dark, dark on light, or as the desktop has it."),
        (
            ("system", QT_TRANSLATE_NOOP("SettingsTable", "As the desktop")),
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
        QT_TRANSLATE_NOOP("SettingsTable", "Makes all letters of the window smaller or larger."),
        tuple((size, f"{size} %") for size in (85, 100, 115, 130, 150, 175, 200)),
    ),
    Setting(
        "general",
        "look/language",
        "choice",
        "system",
        QT_TRANSLATE_NOOP("SettingsTable", "Language"),
        QT_TRANSLATE_NOOP("SettingsTable", "Of the window; voices speak the language of their takes."),
        (
            ("system", QT_TRANSLATE_NOOP("SettingsTable", "As the system")),
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
        QT_TRANSLATE_NOOP("SettingsTable", "A new voice starts from"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "Try another one with the same takes if a voice does not come close to the person.",
        ),
        (
            ("computed", QT_TRANSLATE_NOOP("SettingsTable", "What is computed from the takes")),
            ("hybrid", QT_TRANSLATE_NOOP("SettingsTable", "Both: the nearest known speaker and the takes")),
            ("nearest", QT_TRANSLATE_NOOP("SettingsTable", "The nearest known speaker")),
        ),
    ),
    Setting(
        "general",
        "export/folder",
        "folder",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Folder for exports"),
        QT_TRANSLATE_NOOP("SettingsTable", "Where the dialogs begin that save speech and voices."),
    ),
    Setting(
        "sound",
        "record/microphone",
        "device",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Microphone"),
        QT_TRANSLATE_NOOP("SettingsTable", "What takes are recorded with."),
    ),
    Setting(
        "sound",
        "play/loudspeaker",
        "device",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Loudspeaker"),
        QT_TRANSLATE_NOOP("SettingsTable", "What takes and speech are played with, from the next sound on."),
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
        QT_TRANSLATE_NOOP("SettingsTable", "End a take on silence"),
        QT_TRANSLATE_NOOP("SettingsTable", "Stops when you have read the sentence and fallen silent."),
    ),
    Setting(
        "server",
        "server/url",
        "text",
        "",
        QT_TRANSLATE_NOOP("SettingsTable", "Address of the speech server"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "Empty: Timbre starts one on this machine. Otherwise host:port of one that you trust, or "
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
            "SettingsTable", "What `timbre serve` printed there; it is kept in a file that only you can read."
        ),
    ),
    Setting(
        "server",
        "server/engine",
        "choice",
        "auto",
        QT_TRANSLATE_NOOP("SettingsTable", "Computes with"),
        QT_TRANSLATE_NOOP(
            "SettingsTable",
            "For the server on this machine. Choose the processor if the GPU is wanted elsewhere.",
        ),
        (
            ("auto", QT_TRANSLATE_NOOP("SettingsTable", "The GPU if there is one")),
            ("onnx", QT_TRANSLATE_NOOP("SettingsTable", "The processor (ONNX Runtime)")),
            ("rtx", QT_TRANSLATE_NOOP("SettingsTable", "The GPU (TensorRT for RTX)")),
            ("cudagraph", QT_TRANSLATE_NOOP("SettingsTable", "The GPU (CUDA graphs)")),
            ("torch", QT_TRANSLATE_NOOP("SettingsTable", "The GPU (PyTorch)")),
        ),
    ),
)
SETTINGS = {setting.key: setting for setting in _ALL}
