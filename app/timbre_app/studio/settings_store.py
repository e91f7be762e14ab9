"""Values that the window remembers between two runs, each as a typed property."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from timbre import files
from timbre_app.output.export import FileKind
from timbre_app.output.speaking import Saving
from timbre_app.output.subtitles import SUFFIXES
from timbre_app.studio.settings_table import SETTINGS

USUAL_PROMPT_PX = 26


class StudioSettings:
    """Values in an ini file in the person's data folder."""

    def __init__(self, path: Path) -> None:
        with contextlib.suppress(OSError):  # an error shows when settings are written
            files.make_folder(path.parent)
            files.append(path).close()  # Qt keeps the mode of an existing file
        self._values = QSettings(str(path), QSettings.Format.IniFormat)

    def value(self, key: str) -> str | int | bool:
        """A setting of the table; its default if it was never set or cannot be understood."""
        return SETTINGS[key].parse(self._values.value(key))

    def set_value(self, key: str, value: str | int | bool) -> None:
        """Change a setting of the table."""
        self._values.setValue(key, SETTINGS[key].text(value))

    def sync(self) -> None:
        """Write what was changed to the disk now."""
        self._values.sync()

    @property
    def welcomed(self) -> bool:
        """Whether the first-run page was left."""
        return str(self._values.value("window/welcomed", "false")) == "true"

    @welcomed.setter
    def welcomed(self, welcomed: bool) -> None:
        self._values.setValue("window/welcomed", "true" if welcomed else "false")

    @property
    def export_folder(self) -> Path:
        """Folder of the last export; the home folder before the first export, or if the folder is gone."""
        folder = Path(str(self._values.value("export/folder", "")))
        return folder if str(folder) != "." and folder.is_dir() else Path.home()

    @export_folder.setter
    def export_folder(self, folder: Path) -> None:
        self._values.setValue("export/folder", str(folder))

    @property
    def export_suffix(self) -> str:
        """Kind of the last export, with its dot."""
        return str(self._values.value("export/suffix", ".wav"))

    @export_suffix.setter
    def export_suffix(self, suffix: str) -> None:
        self._values.setValue("export/suffix", suffix)

    @property
    def export_saving(self) -> Saving:
        """Choices of the last export."""
        try:
            values = json.loads(str(self._values.value("export/saving", "{}")))
            kind = FileKind(str(values.get("subtype", "")), int(values.get("rate", 0)))
            subtitles = tuple(suffix for suffix in values.get("subtitles", ()) if suffix in SUFFIXES)
            return Saving(kind, subtitles, bool(values.get("by_sentence")))
        except (ValueError, TypeError, AttributeError):
            return Saving()

    @export_saving.setter
    def export_saving(self, saving: Saving) -> None:
        values = {
            "subtype": saving.kind.subtype,
            "rate": saving.kind.sample_rate,
            "subtitles": list(saving.subtitles),
            "by_sentence": saving.by_sentence,
        }
        self._values.setValue("export/saving", json.dumps(values))

    def with_watermark(self, saving: Saving) -> Saving:
        """Choices of an export, with or without the watermark as the settings say."""
        is_on = bool(self.value("export/watermark"))
        return replace(saving, kind=replace(saving.kind, watermark=is_on))

    @property
    def server_elsewhere(self) -> str:
        """Address of the speech server that the person has named here or in the environment; empty for one's own."""
        from timbre_app.server.access import server_url  # imported here: the window opens without it

        return str(self.value("server/url")).strip() or server_url()

    @property
    def microphone(self) -> str | None:
        """Name of the microphone chosen last; None means the system's choice."""
        return str(self.value("record/microphone")) or None

    @microphone.setter
    def microphone(self, name: str | None) -> None:
        self.set_value("record/microphone", name or "")

    @property
    def counts_down(self) -> bool:
        """Whether three seconds are counted down before a take."""
        return bool(self.value("record/counts_down"))

    @counts_down.setter
    def counts_down(self, counts_down: bool) -> None:
        self.set_value("record/counts_down", counts_down)

    @property
    def stops_by_itself(self) -> bool:
        """Whether a take ends when the person has fallen silent."""
        return bool(self.value("record/stops_by_itself"))

    @stops_by_itself.setter
    def stops_by_itself(self, stops: bool) -> None:
        self.set_value("record/stops_by_itself", stops)

    @property
    def prompt_size_px(self) -> int:
        """Size of the letters of the sentence to read."""
        value = str(self._values.value("record/prompt_size_px", ""))
        return int(value) if value.isdecimal() else USUAL_PROMPT_PX

    @prompt_size_px.setter
    def prompt_size_px(self, size_px: int) -> None:
        self._values.setValue("record/prompt_size_px", size_px)

    @property
    def melody_follows_sound(self) -> bool:
        """Whether the close-up of a sentence shows the one that is heard, and not the one with the cursor."""
        return str(self._values.value("speak/melody_follows_sound", "false")) == "true"

    @melody_follows_sound.setter
    def melody_follows_sound(self, follows: bool) -> None:
        self._values.setValue("speak/melody_follows_sound", "true" if follows else "false")

    @property
    def import_folder(self) -> Path:
        """The folder from which something was imported last; at first the folder for exports."""
        folder = Path(str(self._values.value("window/import_folder", "")))
        return folder if folder != Path() and folder.is_dir() else self.export_folder

    @import_folder.setter
    def import_folder(self, folder: Path) -> None:
        self._values.setValue("window/import_folder", str(folder))

    @property
    def talk(self) -> str:
        """Options of the Talk page, see TalkOptions."""
        return str(self._values.value("talk/options", ""))

    @talk.setter
    def talk(self, options: str) -> None:
        self._values.setValue("talk/options", options)

    @property
    def geometry(self) -> QByteArray | None:
        """Place and size of the window."""
        value = self._values.value("window/geometry")
        return value if isinstance(value, QByteArray) else None

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._values.setValue("window/geometry", geometry)
