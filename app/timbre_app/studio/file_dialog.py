"""Asks for files and folders, in one dialog that is made before the window is seen.

Qt's own takes 10 ms to make, or many times that where something watches: too long for a click. Nor does it complete
what is typed: for that it listed every folder on the way, on the GUI thread, /tmp with 3,000 entries in 60 ms.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QLineEdit, QSplitter, QWidget

Accept, Mode, Option = QFileDialog.AcceptMode, QFileDialog.FileMode, QFileDialog.Option
Label = QFileDialog.DialogLabel
PLACES_WIDTH = 150
"""Room for the names of places beside the list of files."""


class FileDialog(QObject):
    """Each answer is None when the person declines. Kinds are such as "Sounds (*.wav *.flac)"."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._dialog = QFileDialog(window)
        self._dialog.setLabelText(Label.LookIn, self.tr("&Look in:"))  # two that Qt has in no Chinese
        self._dialog.setLabelText(Label.FileType, self.tr("Files of &type:"))
        for parts in self._dialog.findChildren(QSplitter):
            parts.setSizes([PLACES_WIDTH, self._dialog.width() - PLACES_WIDTH])
        for line in self._dialog.findChildren(QLineEdit):  # the desktop's own dialog has none
            line.setCompleter(None)

    def file(self, title: str, folder: Path, kinds: str) -> Path | None:
        """A file that exists."""
        chosen = self._ask(title, folder, Mode.ExistingFile, kinds)
        return chosen[0] if chosen else None

    def files(self, title: str, folder: Path, kinds: str) -> list[Path] | None:
        """Files that exist."""
        return self._ask(title, folder, Mode.ExistingFiles, kinds)

    def folder(self, title: str, folder: Path) -> Path | None:
        """A folder that exists."""
        chosen = self._ask(title, folder, Mode.Directory)
        return chosen[0] if chosen else None

    def new_file(self, title: str, start: Path, kinds: str) -> tuple[Path, str] | None:
        """Where to write a file, and its kind; asks again before one gives way."""
        chosen = self._ask(title, start.parent, Mode.AnyFile, kinds, start.name)
        return (chosen[0], self._dialog.selectedNameFilter()) if chosen else None

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
        if not dialog.exec():
            return None
        return [Path(path) for path in dialog.selectedFiles()] or None
