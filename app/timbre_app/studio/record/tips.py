"""What makes recordings good, in three lines, for somebody who has none yet."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from timbre_app.studio.theme import Icon, Space, icon
from timbre_app.studio.widgets.building import label, margins
from timbre_app.studio.widgets.picture import Picture


class RecordingTips(QFrame):
    """A card with a tip in each row; it holds no control."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self.setProperty("role", "card")
        column = QVBoxLayout(self)
        margins(column, Space.L, Space.L)
        column.setSpacing(Space.M)
        column.addWidget(label(tr("Three things make a good voice"), "heading"))
        rows = QGridLayout()
        rows.setHorizontalSpacing(Space.M)
        rows.setVerticalSpacing(Space.M)
        rows.setColumnStretch(1, 1)
        for row, (picture, name, about) in enumerate(
            (
                (
                    "volume-2",
                    tr("A quiet room"),
                    tr("Close the window, switch off the fan; curtains and a carpet swallow the echo."),
                ),
                (
                    "mic",
                    tr("A hand's width to the microphone"),
                    tr("Stay at that distance; the next page shows whether you are loud enough."),
                ),
                (
                    "message-circle",
                    tr("Your everyday voice"),
                    tr(
                        "Read as you would tell it to a friend. Repeat what went wrong, and rest when you like."
                    ),
                ),
            )
        ):
            rows.addWidget(Picture(icon(picture, "accent"), Icon.PAGE), row, 0, Qt.AlignmentFlag.AlignTop)
            words = QVBoxLayout()
            words.setSpacing(Space.XXS)
            words.addWidget(label(name))
            words.addWidget(label(about, "muted", wrap=True))
            rows.addLayout(words, row, 1)
        column.addLayout(rows)
