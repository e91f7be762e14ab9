"""Registers Timbre with a Linux desktop: an entry in its menu, and the kind of file that Timbre opens.

<data home>/applications/timbre.desktop
<data home>/mime/packages/timbre-voice.xml
<data home>/icons/hicolor/scalable/apps/timbre.svg
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from timbre import files
from timbre.messages import TimbreError

TEMPLATES = Path(__file__).parent
MIME_TYPE = "application/x-timbre-voice"
PLACES = {
    "timbre.desktop": "applications/timbre.desktop",
    "timbre-voice.xml": "mime/packages/timbre-voice.xml",
    "timbre.svg": "icons/hicolor/scalable/apps/timbre.svg",
}
REFRESH = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
REFRESH_TIMEOUT_S = 30


class DesktopError(TimbreError):
    """Timbre cannot be registered with the desktop; the message is one sentence for the person."""


def data_home() -> Path:
    """The folder in which this person's desktop looks for programs."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def register() -> list[Path]:
    """Write the files of the entry and of the kind of file for this person; returns their paths.

    Raises:
        DesktopError: if this is not a Linux desktop, or the files cannot be written.
    """
    if not sys.platform.startswith("linux"):
        raise DesktopError("Voice files can be opened by double click on Linux only; use Import here.")
    written: list[Path] = []
    try:
        for name, place in PLACES.items():
            target = data_home() / place
            files.make_folder(target.parent)
            files.write(target, _content(name))
            written.append(target)
    except OSError as error:
        raise DesktopError(
            "The desktop's folder cannot be written: {reason}.", reason=error.strerror or error
        ) from error
    _refresh()
    return written


def _content(name: str) -> str:
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    program = Path(sys.executable).with_name("timbre")
    return text.replace("{program}", _quoted(str(program))).replace("{mime_type}", MIME_TYPE)


def _quoted(argument: str) -> str:
    """Quote an argument for an Exec line: first by the rules for arguments, then by the rules for values.

    Source: Desktop Entry Specification 1.5, "The Exec key" and "Possible value types".
    """
    as_argument = re.sub(r'(["`$\\])', r"\\\1", argument)
    return as_argument.replace("\\", "\\\\").replace("%", "%%")


def _refresh() -> None:
    """Have the desktop read its files again; without these programs it does so at the next login."""
    for program, folder in REFRESH:
        if shutil.which(program):
            subprocess.run(
                [program, str(data_home() / folder)],
                timeout=REFRESH_TIMEOUT_S,
                check=False,
                capture_output=True,
            )
