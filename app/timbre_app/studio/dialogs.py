"""Questions that the window asks in dialogs; tests replace them by answers."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox, QPushButton, QWidget

from timbre.archive import SOUND_SUFFIXES
from timbre.voice import SUFFIX
from timbre_app.dialogue.opening import SUFFIXES as SCRIPT_SUFFIXES
from timbre_app.output.speaking import Saving
from timbre_app.studio.export_dialog import ExportDialog
from timbre_app.studio.file_dialog import FileDialog
from timbre_app.studio.theme import Icon, icon
from timbre_app.studio.widgets.building import restyle


class Dialogs(QObject):
    """Asks the person; each method returns None (or False) when the person declines."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._files = FileDialog(window)

    def new_name(self, name: str) -> str | None:
        """Ask for another name of a voice."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(self.tr("Rename the voice"))
        dialog.setLabelText(self.tr("New name:"))
        dialog.setTextValue(name)
        dialog.setOkButtonText(self.tr("Rename"))
        for button in dialog.findChildren(QPushButton):
            if button.text() == dialog.okButtonText():
                restyle(button, "role", "primary")
        accepted = dialog.exec()
        dialog.deleteLater()
        return dialog.textValue().strip() or None if accepted else None

    def confirm_clear_history(self) -> bool:
        """Ask whether to forget everything that was spoken."""
        return self._confirm(
            self.tr("Clear the whole history?"),
            self.tr("The texts and their sound are removed from this computer. This cannot be undone."),
            self.tr("Clear"),
        )

    def confirm_replace(self, name: str) -> bool:
        """Ask whether a new voice replaces the one of the same name."""
        return self._confirm(
            self.tr("There is already a voice named “{0}”. Replace it?").format(name),
            self.tr("The old voice stays until the new one is ready."),
            self.tr("Replace it"),
        )

    def confirm_close_on_clone(self, name: str) -> bool:
        """Ask whether to close the window while a voice is being made."""
        return self._confirm(
            self.tr("The voice {0} is still being made. Close Timbre?").format(name),
            self.tr(
                "Nothing learned so far is lost: open the recordings and choose “Make the voice” to continue."
            ),
            self.tr("Close"),
            self.tr("Keep it open"),
        )

    def confirm_close_on_import(self) -> bool:
        """Ask whether to close the window before recordings were taken over."""
        return self._confirm(
            self.tr("The recordings have not been imported yet. Close Timbre?"),
            self.tr("What you typed on this page will be lost; the files themselves are not changed."),
            self.tr("Close"),
            self.tr("Keep it open"),
        )

    def _confirm(self, question: str, detail: str, yes: str, no: str = "") -> bool:
        box = QMessageBox(self._window)
        sign = icon("triangle-alert", "warning")
        box.setIconPixmap(sign.pixmap(QSize(Icon.MARK, Icon.MARK), self._window.devicePixelRatioF()))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(question)
        box.setInformativeText(detail)
        agree = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
        restyle(agree, "role", "danger")
        keep = box.addButton(no or self.tr("Keep it"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.exec()
        box.deleteLater()
        return box.clickedButton() is agree

    def voice_to_import(self, folder: Path) -> Path | None:
        """Ask for a voice file to import."""
        return self._files.file(self.tr("Import a voice"), folder, self._voice_filter())

    def folder(self, title: str, folder: Path) -> Path | None:
        """Ask for a folder to write to."""
        return self._files.folder(title, folder)

    def recordings_folder(self, folder: Path) -> list[Path] | None:
        """Ask for a folder of recordings to import."""
        path = self._files.folder(self.tr("Import a folder"), folder)
        return [path] if path else None

    def recordings_files(self, folder: Path) -> list[Path] | None:
        """Ask for recordings to import."""
        kinds = " ".join(f"*{suffix}" for suffix in SOUND_SUFFIXES)
        return self._files.files(
            self.tr("Import recordings"), folder, self.tr("Recordings ({0})").format(kinds)
        )

    def voice_export_path(self, folder: Path, name: str) -> Path | None:
        """Ask where to save a voice file."""
        start = folder / f"{_file_name(name)}{SUFFIX}"
        return self._new_path(self.tr("Export the voice"), start, self._voice_filter(), SUFFIX)

    def export_plan(self, folder: Path, name: str, suffix: str, saving: Saving) -> tuple[Path, Saving] | None:
        """Ask where to save speech, and how."""
        answer = self._how_to_export(suffix, saving)
        if answer is None:
            return None
        suffix, saving = answer
        start = folder / f"{_file_name(name)}{suffix}"
        kinds = f"{suffix[1:].upper()} (*{suffix})"
        path = self._new_path(self.tr("Export the speech"), start, kinds, suffix)
        return None if path is None else (path, saving)

    def dialogue_plan(
        self, folder: Path, name: str, suffix: str, saving: Saving
    ) -> tuple[Path, Saving] | None:
        """Ask where to save a dialogue, and how; a saving by sentence stands for stems."""
        answer = self._how_to_export(suffix, saving, for_dialogue=True)
        if answer is None:
            return None
        suffix, saving = answer
        kinds = f"{suffix[1:].upper()} (*{suffix})"
        path = self._new_path(
            self.tr("Export the dialogue"), folder / f"{_file_name(name)}{suffix}", kinds, suffix
        )
        return None if path is None else (path, saving)

    def script_to_open(self, folder: Path) -> Path | None:
        """Ask for the file of a script."""
        kinds = " ".join(f"*{suffix}" for suffix in SCRIPT_SUFFIXES)
        return self._files.file(self.tr("Open a script"), folder, self.tr("Scripts ({0})").format(kinds))

    def book_to_open(self, folder: Path) -> Path | None:
        """Ask for a book."""
        kinds = self.tr("Books ({0})").format("*.epub *.docx *.md *.markdown *.html *.htm *.xhtml *.txt")
        return self._files.file(self.tr("Open a book"), folder, kinds)

    def batch_to_read(self, folder: Path) -> Path | None:
        """Ask for a file of texts to speak."""
        kinds = self.tr("Texts (*.txt *.csv *.tsv)")
        return self._files.file(
            self.tr("Texts to speak: one per line, or a table with a column “text”"), folder, kinds
        )

    def batch_plan(
        self, folder: Path, count: int, suffix: str, saving: Saving
    ) -> tuple[Path, str, Saving] | None:
        """Ask for the folder of a batch, the suffix of its files, and how to write them."""
        answer = self._how_to_export(suffix, saving, for_batch=True)
        if answer is None:
            return None
        title = self.tr("Folder for {0} sound files").format(count)
        path = self._files.folder(title, folder)
        return (path, *answer) if path else None

    def _how_to_export(
        self, suffix: str, saving: Saving, for_batch: bool = False, for_dialogue: bool = False
    ) -> tuple[str, Saving] | None:
        dialog = ExportDialog(suffix, saving, self._window, for_batch, for_dialogue)
        accepted = dialog.exec()
        dialog.deleteLater()
        return (dialog.suffix, dialog.saving) if accepted else None

    def _voice_filter(self) -> str:
        return self.tr("Timbre voices (*{0})").format(SUFFIX)

    def _new_path(self, title: str, start: Path, kinds: str, suffix: str) -> Path | None:
        answer = self._files.new_file(title, start, kinds)
        if answer is None:
            return None
        path, kind = answer
        if path.suffix:
            return path
        suffix_of_kind = kind[kind.rfind("*") + 1 :].rstrip(")") if "*" in kind else suffix
        return path.with_suffix(suffix_of_kind)


def _file_name(name: str) -> str:
    plain = "".join(letter if letter.isalnum() or letter in " -_'’" else " " for letter in name)
    return " ".join(plain.split()).strip(" -_") or "speech"
