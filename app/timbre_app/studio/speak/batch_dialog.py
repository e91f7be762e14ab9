"""Says what a batch is before a file is asked for."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, label
from timbre_app.studio.widgets.fitting import fit

WIDTH = 560
LINES_EXAMPLE = "Good morning.\nThe library opens at nine."
TABLE_EXAMPLE = "text,file,voice,pace\nGood morning.,greeting,,1.0\nThe library opens at nine.,hours,Ada,0.9"


class BatchDialog(QDialog):
    """Shows the two kinds of files that a batch reads.

    Signals:
        chosen: The person wants to choose a file.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self.setWindowTitle(tr("Many texts at once"))
        self.choose_button = button(
            tr("Choose a file…"), tr("Choose the file with the texts"), role="primary"
        )
        self.cancel_button = button(tr("Cancel"), tr("Close without choosing a file"))
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.L, Space.L, Space.L, Space.L)
        column.setSpacing(Space.S)
        lead = tr("A batch turns each text of a file into its own sound file, in the background.")
        column.addWidget(label(lead, wrap=True))
        for heading, about, example in (
            (tr("A text file (.txt)"), tr("Each line is a text."), LINES_EXAMPLE),
            (
                tr("A table (.csv, .tsv)"),
                tr(
                    "The column “text” is required; “file”, “voice”, “pace”, “pitch” and “energy” are optional."
                ),
                TABLE_EXAMPLE,
            ),
        ):
            column.addSpacing(Space.XS)
            column.addWidget(label(heading, "heading"))
            column.addWidget(label(about, "muted", wrap=True))
            column.addWidget(label(example, "path", wrap=True))
        column.addSpacing(Space.XS)
        column.addWidget(
            label(
                tr("What a row leaves empty comes from this page: its voice and its sliders."),
                "muted",
                wrap=True,
            )
        )
        column.addStretch(1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.choose_button)
        column.addLayout(row)
        self.choose_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        self.choose_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.accepted.connect(self.chosen)
        fit(self, QSize(WIDTH, column.totalHeightForWidth(WIDTH)))
