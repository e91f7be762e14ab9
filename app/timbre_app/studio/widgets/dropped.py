"""Files that are dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData

from timbre.archive import SOUND_SUFFIXES


def local_paths(data: QMimeData) -> list[Path]:
    """Sound files and folders of this machine in dragged data."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in SOUND_SUFFIXES or path.is_dir()]
