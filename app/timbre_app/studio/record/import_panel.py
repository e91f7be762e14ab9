"""Lists recordings that exist already with their texts; the person hears, corrects and takes them over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.language import translated
from timbre_app.studio.theme import Space, severity_colour
from timbre_app.studio.widgets.building import button, card, label, plain_tip, restyle
from timbre_app.studio.widgets.dropped import local_paths
from timbre_app.studio.widgets.keys import on_key
from timbre_app.takes.importing import BrokenFile, FoundTake

NAME, LENGTH, TEXT = range(3)


class ImportPanel(QWidget):
    """Draws the recordings that were found; emits the requests of the person.

    Signals:
        paths_dropped: Folders and files to look into.
        play_requested: Row of a recording.
        take_over_requested: The person wants the ticked recordings, with their texts.
    """

    folder_requested = Signal()
    files_requested = Signal()
    paths_dropped = Signal(list)
    play_requested = Signal(int)
    recognise_requested = Signal()
    take_over_requested = Signal()
    back_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self.setAcceptDrops(True)
        self._take_count = 0
        self._title = label(tr("Import recordings"), "title")
        self.table = QTableWidget(0, 3)
        self.table.setHorizontalHeaderLabels([tr("Recording"), tr("Length"), tr("What is said in it")])
        self.table.setAccessibleName(tr("Recordings and their texts"))
        self.folder_button = button(
            tr("Folder…"), tr("Add all recordings in a folder"), "Ctrl+O", icon="folder-open"
        )
        self.files_button = button(
            tr("Files…"), tr("Choose recordings; long ones are cut at their pauses"), icon="folder-input"
        )
        self.play_button = button(tr("Play"), tr("Hear the chosen recording"), "Ctrl+P", icon="play")
        self.recognise_button = button(
            tr("Recognise texts"),
            tr("Write down what is said in recordings without a text"),
            icon="file-text",
        )
        self.back_button = button(tr("Back"), tr("Go back without importing"), "Esc", icon="arrow-left")
        self.take_over_button = button(
            tr("Use these recordings"),
            tr("Import the ticked recordings"),
            "Ctrl+Return",
            role="primary",
            icon="check",
        )
        self.state_label = label(role="muted", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Recognising the texts"))
        self._build()
        self._connect()
        self.set_found([])

    @property
    def texts(self) -> list[tuple[int, str]]:
        """Row and text of each recording that is ticked."""
        return [
            (row, self._cell(row, TEXT).text().strip())
            for row in range(self._take_count)
            if self._cell(row, NAME).checkState() is Qt.CheckState.Checked
        ]

    @property
    def chosen_row(self) -> int:
        """The row with the cursor; -1 if there is none."""
        return self.table.currentRow()

    def begin(self, voice_name: str) -> None:
        """Begin to import for a voice, without recordings."""
        self._title.setText(self.tr("Import recordings for {0}").format(voice_name))
        self.set_found([])

    def set_found(self, takes: Sequence[FoundTake]) -> None:
        """Show recordings in place of the present ones."""
        self.table.setRowCount(0)
        self._take_count = 0
        self.add_found(takes)

    def add_found(self, takes: Sequence[FoundTake]) -> None:
        """Show more recordings below the present ones, which keep their corrected texts; broken files go."""
        first = self._take_count
        self._take_count += len(takes)
        self.table.blockSignals(True)
        self.table.setRowCount(first)
        self.table.setRowCount(first + len(takes))
        for row, take in enumerate(takes, first):
            name = QTableWidgetItem(take.name)
            name.setFlags(name.flags() & ~Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable)
            name.setCheckState(Qt.CheckState.Checked)
            name.setToolTip(plain_tip(str(take.path)))
            length = QTableWidgetItem(self.tr("{0:.1f} s").format(take.duration_s))
            length.setFlags(length.flags() & ~Qt.ItemFlag.ItemIsEditable)
            for column, item in enumerate((name, length, QTableWidgetItem(take.text))):
                self.table.setItem(row, column, item)
        self.table.blockSignals(False)
        if takes:
            self.table.setCurrentCell(first, TEXT)
        self.set_progress(None)
        self._count()

    def show_broken(self, broken: Sequence[BrokenFile]) -> None:
        """Show files that give no recording below the recordings, each with its reason."""
        self.table.blockSignals(True)
        self.table.setRowCount(self._take_count + len(broken))
        for row, file in enumerate(broken, self._take_count):
            reason = translated(file.reason)
            for column, text in enumerate((file.name, "—", reason)):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                item.setToolTip(plain_tip(f"{file.path}\n{reason}"))
                if column == TEXT:
                    item.setForeground(severity_colour(self.palette(), "error"))
                self.table.setItem(row, column, item)
        self.table.blockSignals(False)
        self._count()

    def set_text(self, row: int, text: str) -> None:
        """Write the recognised text, unless the person has typed one meanwhile."""
        item = self.table.item(row, TEXT)
        if item is not None and not item.text().strip():
            item.setText(text)

    def set_progress(self, share: float | None) -> None:
        """Show the share of the texts that are recognised, 0 to 1, or nothing."""
        self.bar.setVisible(share is not None)
        self.bar.setValue(round(1000 * (share or 0.0)))

    def say(self, text: str, severity: str = "") -> None:
        """Say in one line what goes on or what went wrong."""
        self.state_label.setText(text)
        restyle(self.state_label, "severity", severity)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Accept sound files and folders."""
        if local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Emit the dropped paths."""
        event.acceptProposedAction()
        paths: list[Path] = local_paths(event.mimeData())
        self.paths_dropped.emit(paths)

    def set_taking_over(self, taking_over: bool) -> None:
        """Show whether the recordings are being taken over; meanwhile the button is disabled."""
        self._count()
        if taking_over:
            self.take_over_button.setEnabled(False)
            self.say(self.tr("Importing the recordings…"))

    def _cell(self, row: int, column: int) -> QTableWidgetItem:
        item = self.table.item(row, column)
        assert item is not None
        return item

    def _count(self) -> None:
        texts = self.texts
        missing = sum(not text for _, text in texts)
        has_recordings = self._take_count > 0
        broken = self.table.rowCount() - self._take_count
        self.take_over_button.setEnabled(bool(texts) and not missing)
        self.recognise_button.setEnabled(missing > 0)
        self.play_button.setEnabled(has_recordings)
        if broken and not has_recordings:
            self.say(self.tr("No recording was found: each line says why."), "error")
        elif not has_recordings:
            self.say(
                self.tr(
                    "Choose a folder or files, or drop them here. Long recordings are cut at their pauses."
                )
            )
        elif missing:
            request = self.tr(
                "{0} recordings, {1} still without a text: type it, have it recognised, or untick them."
            )
            self.say(request.format(len(texts), missing), "warning")
        else:
            ready = self.tr("{0} recordings with their texts: check that each text is what you hear.")
            without = self.tr("Left out: {0}; the last lines say why.") if broken else ""
            self.say(f"{ready.format(len(texts))} {without.format(broken)}".strip())

    def _connect(self) -> None:
        for action_button, keys, signal in (
            (self.folder_button, "Ctrl+O", self.folder_requested),
            (self.files_button, "", self.files_requested),
            (self.recognise_button, "", self.recognise_requested),
            (self.take_over_button, "Ctrl+Return", self.take_over_requested),
            (self.back_button, "Esc", self.back_requested),
            (self.play_button, "Ctrl+P", None),
        ):
            if signal is not None:
                action_button.clicked.connect(signal)
            if keys:
                on_key(self, keys, action_button.click)
        self.play_button.clicked.connect(lambda: self.play_requested.emit(self.chosen_row))
        self.table.cellDoubleClicked.connect(
            lambda row, column: self.play_requested.emit(row) if column != TEXT else None
        )
        self.table.itemChanged.connect(lambda _: self._count())

    def _build(self) -> None:
        self.bar.setRange(0, 1000)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(LENGTH, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 20)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.setFocusProxy(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addWidget(self._title)
        frame, inside = card()
        row = QHBoxLayout()
        for action_button in (self.folder_button, self.files_button):
            row.addWidget(action_button)
        row.addStretch(1)
        for action_button in (self.play_button, self.recognise_button):
            row.addWidget(action_button)
        inside.addLayout(row)
        inside.addWidget(self.table, 1)
        inside.addWidget(self.bar)
        inside.addWidget(self.state_label)
        column.addWidget(frame, 1)
        row = QHBoxLayout()
        row.addWidget(self.back_button)
        row.addStretch(1)
        row.addWidget(self.take_over_button)
        column.addLayout(row)
