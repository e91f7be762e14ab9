"""The takes that a voice is made of, in a table: how loud, how clean, which words were not read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.items import TakeRow
from timbre_app.studio.language import translated
from timbre_app.studio.widgets.building import button, label, plain_tip
from timbre_app.studio.widgets.fitting import fit


class TakesDialog(QDialog):
    """Draws one line for each take; the findings about the take are the tool tip of its line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("The takes of this voice"))
        fit(self, QSize(860, 520))
        headers = (
            self.tr("Sentence"),
            self.tr("Level"),
            self.tr("Above the noise"),
            self.tr("Clipped"),
            self.tr("Words missed"),
        )
        self.table = QTableWidget(0, len(headers))
        self.table.setHorizontalHeaderLabels(headers)
        self.table.setAccessibleName(self.tr("The takes of this voice"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.note_label = label(role="muted", wrap=True)
        self.close_button = button(self.tr("Close"), self.tr("Close the table"))
        self.close_button.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(self.note_label, 1)
        foot.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.addWidget(self.table)
        column.addLayout(foot)

    def show_looking(self) -> None:
        """Show that the takes are being measured."""
        self.table.setRowCount(0)
        self.note_label.setText(self.tr("Checking the takes…"))

    def show_rows(self, rows: Sequence[TakeRow]) -> None:
        """Draw the takes."""
        self.note_label.setText(
            self.tr(
                "Good takes have speech above -40 dBFS, 24 dB or more above the noise, and nothing clipped."
            )
        )
        self.table.setRowCount(len(rows))
        for number, row in enumerate(rows):
            mark = {"error": "✗  ", "warning": "!  "}.get(row.severity, "")
            missed = self.tr("not compared yet") if row.missed is None else ", ".join(row.missed)
            texts = (
                f"{mark}{row.text}",
                self.tr("{0:.0f} dBFS").format(row.level_db),
                self.tr("{0:.0f} dB").format(row.snr_db),
                self.tr("{0:.2g} %").format(row.clipped_percent),
                missed,
            )
            for column, text in enumerate(texts):
                self.table.setItem(number, column, self._item(text, row, column))

    def show_failed(self, message: str) -> None:
        """Show why there is no table."""
        self.note_label.setText(message)

    def _item(self, text: str, row: TakeRow, column: int) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        item.setToolTip(plain_tip("\n".join(translated(line) for line in row.findings) or row.text))
        if column in (1, 2, 3):
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return item
