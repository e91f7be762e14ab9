"""Shows files and folders in the desktop's file manager."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from timbre_app.studio.main_window import MainWindow


class FolderOpener(QObject):
    """Opens paths, or says why not."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        for page in (window.settings_page, window.voices_page.detail):
            page.folder_requested.connect(self.show)

    def show(self, path: Path) -> None:
        """Open a path, or the nearest folder above it where there is nothing yet."""
        there = next((one for one in (path, *path.parents) if one.exists()), path)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(there))):
            said = self.tr("No program was found that shows this folder: {0}")
            self._window.show_message(said.format(path), "warning")
