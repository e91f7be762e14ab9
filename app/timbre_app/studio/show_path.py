"""Shows a file or folder in the desktop's file manager."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def show_path(path: Path) -> bool:
    """Open a path, or the nearest folder above it where there is nothing yet.

    Returns:
        Whether the desktop has a program for it.
    """
    there = next((one for one in (path, *path.parents) if one.exists()), path)
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(there)))
