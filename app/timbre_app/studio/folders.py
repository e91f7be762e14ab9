"""Shows files and folders in the desktop's file manager."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from timbre_app.studio.notices import Notices


class FolderOpener(QObject):
    """Opens paths, or says why not."""

    def __init__(self, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices

    def show(self, path: Path) -> None:
        """Open a path, or the nearest folder above it if the path does not exist yet."""
        existing_path = next((candidate for candidate in (path, *path.parents) if candidate.exists()), path)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(existing_path))):
            text = self.tr("No file manager was found to show this folder: {0}")
            self._notices.show(text.format(path), "warning")
