"""Asks for files and folders, in one dialog that is made before the window is shown.

Qt needs 10 ms to make a file dialog, and many times that while a program watches the events: too long for a click. The
dialog does not complete what the person types: Qt listed each folder of the path on the GUI thread for that, which took
60 ms for /tmp with 3,000 entries.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QCompleter, QFileDialog, QLineEdit, QSplitter, QWidget

Accept, Mode, Option = QFileDialog.AcceptMode, QFileDialog.FileMode, QFileDialog.Option
Label = QFileDialog.DialogLabel
PLACES_WIDTH = 150
"""Room for the names of places beside the list of files."""


class FileDialog(QObject):
    """Asks for paths; each method returns None when the person declines. `kinds` looks like "Sounds (*.wav *.flac)"."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._dialog = QFileDialog(window)
        # Qt has no Chinese for these two labels.
        self._dialog.setLabelText(Label.LookIn, self.tr("&Look in:"))
        self._dialog.setLabelText(Label.FileType, self.tr("Files of &type:"))
        for splitter in self._dialog.findChildren(QSplitter):
            splitter.setSizes([PLACES_WIDTH, self._dialog.width() - PLACES_WIDTH])
        for line in self._dialog.findChildren(QLineEdit):  # the desktop's own dialog has no such field
            line.setCompleter(cast("QCompleter", None))  # Qt accepts None; its stub does not say so

    def file(self, title: str, folder: Path, kinds: str) -> Path | None:
        """Ask for a file that exists."""
        paths = self._ask(title, folder, Mode.ExistingFile, kinds)
        return paths[0] if paths else None

    def files(self, title: str, folder: Path, kinds: str) -> list[Path] | None:
        """Ask for files that exist."""
        return self._ask(title, folder, Mode.ExistingFiles, kinds)

    def folder(self, title: str, folder: Path) -> Path | None:
        """Ask for a folder that exists."""
        paths = self._ask(title, folder, Mode.Directory)
        return paths[0] if paths else None

    def new_file(self, title: str, start: Path, kinds: str) -> tuple[Path, str] | None:
        """Ask where to write a file; returns its path and kind. Qt asks again before a file is replaced."""
        paths = self._ask(title, start.parent, Mode.AnyFile, kinds, start.name)
        return (paths[0], self._dialog.selectedNameFilter()) if paths else None

    def _ask(
        self, title: str, folder: Path, mode: QFileDialog.FileMode, kinds: str = "", name: str = ""
    ) -> list[Path] | None:
        dialog = self._dialog
        dialog.setWindowTitle(title)
        dialog.setAcceptMode(Accept.AcceptSave if mode == Mode.AnyFile else Accept.AcceptOpen)
        dialog.setFileMode(mode)
        dialog.setOption(Option.ShowDirsOnly, mode == Mode.Directory)
        dialog.setNameFilters([kinds] if kinds else [])
        dialog.setDirectory(str(folder))
        dialog.selectFile(name)
        for line in dialog.findChildren(QLineEdit, "fileNameEdit"):
            line.setText(name)  # else the name that was chosen last is still there
        if not dialog.exec():
            return None
        return [Path(path) for path in dialog.selectedFiles()] or None
