"""What a page shows while it has nothing to show: a picture, a sentence, and the one button that leads on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from timbre_app.studio.theme import Icon, Space, icon
from timbre_app.studio.widgets.building import label
from timbre_app.studio.widgets.picture import Picture


class EmptyState(QWidget):
    """Stands in the middle of its room.

    Args of the constructor:
        picture: Name of an icon.
        heading: What is missing, or what the page is for.
        about: What to do, in a sentence.
        buttons: What leads on; the first is the one that matters.
        below: What else stands there, under the sentence.
    """

    def __init__(
        self, picture: str, heading: str, about: str, *buttons: QPushButton, below: QWidget | None = None
    ) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setSpacing(Space.M)
        column.addStretch(2)
        column.addWidget(Picture(icon(picture, "muted"), Icon.EMPTY), 0, Qt.AlignmentFlag.AlignHCenter)
        for text, role in ((heading, "heading"), (about, "muted")):
            line = label(text, role, wrap=True)
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(line)
        if below is not None:
            column.addWidget(below)
        column.addSpacing(Space.S)
        row = QHBoxLayout()
        row.setSpacing(Space.S)
        row.addStretch(1)
        for push_button in buttons:
            row.addWidget(push_button)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(3)
