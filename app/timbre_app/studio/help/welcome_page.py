"""The page for somebody who opens Timbre for the first time."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from timbre_app.studio.widgets.building import button, card, label
from timbre_app.studio.widgets.page import Page


class WelcomePage(Page):
    """Shows the three steps to a voice and three ways to begin; emits the way that the person takes."""

    record_requested = Signal()
    import_requested = Signal()
    skip_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.record_button = button(
            self.tr("Make my voice"), self.tr("Begin to record sentences"), role="primary"
        )
        self.import_button = button(
            self.tr("I have a voice file…"), self.tr("Import a voice that was made elsewhere")
        )
        self.skip_button = button(self.tr("Look around first"), self.tr("Go to the voices"))
        self.first_control = self.record_button
        self._build()
        self.record_button.clicked.connect(self.record_requested)
        self.import_button.clicked.connect(self.import_requested)
        self.skip_button.clicked.connect(self.skip_requested)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addStretch(1)
        title = label(self.tr("Welcome to Timbre"), "title")
        about = label(
            self.tr("Give Timbre your voice, and it reads any text aloud with it."), "muted", wrap=True
        )
        for line in (title, about):
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(line)
        steps = QHBoxLayout()
        steps.setSpacing(14)
        for step in (
            self._step(
                "1", self.tr("Record"), self.tr("Read about 20 sentences aloud. It takes five minutes.")
            ),
            self._step(
                "2",
                self.tr("Wait a little"),
                self.tr("Timbre learns your voice: half a minute with a good GPU, some minutes without."),
            ),
            self._step(
                "3", self.tr("Speak"), self.tr("Write a text, hear it at once, and save it as a file.")
            ),
        ):
            steps.addWidget(step, 1)
        column.addLayout(steps)
        private = label(
            self.tr("All of it happens on this machine: no account, and nothing is sent anywhere."),
            wrap=True,
        )
        private.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(private)
        row = QHBoxLayout()
        row.addStretch(1)
        for choice in (self.record_button, self.import_button, self.skip_button):
            row.addWidget(choice)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(2)

    def _step(self, number: str, name: str, about: str) -> QFrame:
        frame, column = card()
        column.addWidget(label(number, "step"))
        column.addWidget(label(name, "heading"))
        text = label(about, "muted", wrap=True)
        text.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(text, 1)
        return frame
