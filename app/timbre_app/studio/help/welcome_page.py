"""The page for somebody who opens Timbre for the first time."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from timbre_app.studio.theme import Icon, Space, mark
from timbre_app.studio.widgets.building import button, card, label, margins
from timbre_app.studio.widgets.page import Page
from timbre_app.studio.widgets.picture import Picture

WIDEST_PX = 960
"""Width of the three cards beyond which their lines would be too long to read and their middle empty."""


class WelcomePage(Page):
    """Shows the three steps to a voice and the ways to begin; emits the way that the person takes."""

    record_requested = Signal()
    import_requested = Signal()
    sample_requested = Signal()
    skip_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.record_button = button(
            self.tr("Make my voice"), self.tr("Start recording sentences"), role="lead", icon="mic"
        )
        self.sample_button = button(
            self.tr("Hear the sample voice"),
            self.tr("Type a text and hear it at once, in a voice that comes with Timbre"),
            icon="play",
        )
        self.import_button = button(
            self.tr("I have a voice file…"),
            self.tr("Import a voice that was made elsewhere"),
            icon="folder-input",
        )
        self.skip_button = button(
            self.tr("Look around first"), self.tr("Go to the voices"), icon="arrow-right"
        )
        self.private_label = label(role="muted", wrap=True)
        self.private_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.set_server("")
        self.first_control = self.record_button
        self._build()
        self.record_button.clicked.connect(self.record_requested)
        self.import_button.clicked.connect(self.import_requested)
        self.sample_button.clicked.connect(self.sample_requested)
        self.skip_button.clicked.connect(self.skip_requested)

    def set_server(self, address: str) -> None:
        """Say where texts and takes go; an empty address is the server on this machine."""
        here = self.tr("Everything stays on this machine: no account, nothing is sent anywhere.")
        elsewhere = self.tr(
            "No account. Texts and takes are sent to the speech server {0}, and nowhere else."
        )
        self.private_label.setText(elsewhere.format(address) if address else here)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.L)
        column.addStretch(2)
        column.addWidget(Picture(mark(), Icon.WELCOME), 0, Qt.AlignmentFlag.AlignHCenter)
        title = label(self.tr("Welcome to Timbre"), "title")
        about = label(
            self.tr("Lend Timbre your voice, and it reads any text aloud the way you would."),
            "muted",
            wrap=True,
        )
        for line in (title, about):
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(line)
        column.addSpacing(Space.S)
        column.addWidget(self.record_button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(Space.S)
        column.addLayout(self._build_steps())
        column.addLayout(self._build_choices())
        column.addSpacing(Space.S)
        column.addWidget(self.private_label)
        column.addStretch(3)

    def _build_steps(self) -> QHBoxLayout:
        cards = QWidget()
        cards.setMaximumWidth(WIDEST_PX)
        steps = QHBoxLayout(cards)
        margins(steps, Space.NONE, Space.NONE)
        steps.setSpacing(Space.M)
        for step in (
            self._step(
                "1", self.tr("Record"), self.tr("Read about 20 sentences aloud. It takes five minutes.")
            ),
            self._step(
                "2",
                self.tr("Wait a moment"),
                self.tr(
                    "Timbre learns your voice: half a minute with a good graphics card, a few minutes without."
                ),
            ),
            self._step(
                "3", self.tr("Speak"), self.tr("Type anything, hear it at once, and save it as a sound file.")
            ),
        ):
            steps.addWidget(step, 1)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(cards, WIDEST_PX)  # the cards take all the room until they are at their widest
        middle.addStretch(1)
        return middle

    def _build_choices(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        for choice in (self.sample_button, self.import_button, self.skip_button):
            row.addWidget(choice)
        row.addStretch(1)
        return row

    def _step(self, number: str, name: str, about: str) -> QFrame:
        frame, column = card()
        column.addWidget(label(number, "step"))
        column.addWidget(label(name, "heading"))
        text = label(about, "muted", wrap=True)
        text.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(text, 1)
        return frame
