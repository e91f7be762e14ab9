"""How far an export is, and a button that stops it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, label, margins

_PERMILLE = 1000


class ExportStrip(QWidget):
    """Is hidden while nothing is exported.

    Signals:
        stop_requested: The person wants no export any more.
    """

    stop_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text_label = label(role="muted", wrap=True)
        self.progress_bar = QProgressBar()
        self.progress_bar.setRange(0, _PERMILLE)
        self.progress_bar.setTextVisible(False)
        self.progress_bar.setAccessibleName(self.tr("Progress of the export"))
        self.stop_button = button(
            self.tr("Stop export"),
            self.tr("Stop the export; the lines spoken so far are kept, and Jobs can continue it"),
            icon="square",
        )
        self.stop_button.clicked.connect(self.stop_requested)
        self._build()
        self.hide()

    def show_progress(self, text: str, share: float) -> None:
        """Show in words how far the export is, and as a share, 0 to 1."""
        self.text_label.setText(text)
        self.progress_bar.setValue(round(share * _PERMILLE))
        self.show()

    def _build(self) -> None:
        row = QHBoxLayout(self)
        margins(row, Space.NONE, Space.NONE)
        row.setSpacing(Space.M)
        column = QVBoxLayout()
        column.setSpacing(Space.XS)
        column.addWidget(self.text_label)
        column.addWidget(self.progress_bar)
        row.addLayout(column, 1)
        row.addWidget(self.stop_button)
