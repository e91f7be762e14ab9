"""Asks for files of phrases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from timbre_app.studio.file_dialog import FileDialog


class PhraseFiles(QObject):
    """Asks for a file of phrases to read or to write; the dialog is made when it is first needed."""

    def __init__(self, window: QWidget, folder: Callable[[], Path]) -> None:
        super().__init__(window)
        self._window, self._folder = window, folder
        self._dialog: FileDialog | None = None

    def ask(self, to_write: bool) -> Path | None:
        """Ask for a file; None if the person gives up."""
        self._dialog = self._dialog or FileDialog(self._window)
        if not to_write:
            kinds = self.tr("Phrases (*.csv *.txt)")
            return self._dialog.file(self.tr("Import phrases"), self._folder(), kinds)
        start = self._folder() / self.tr("phrases.csv")
        answer = self._dialog.new_file(self.tr("Export phrases"), start, self.tr("Tables (*.csv)"))
        if answer is None:
            return None
        return answer[0] if answer[0].suffix else answer[0].with_suffix(".csv")
