"""A close-up of the sentence with the cursor: its mel, and the pitch and length of each phoneme."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from timbre_app.studio.speak.prosody_view import ProsodyView
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, label

SIGHT_PIXELS = 80
"""Width that is kept in sight on both sides of the place heard or chosen."""


class SentencePanel(QFrame):
    """Shows the view, and a line of words about the chosen phoneme.

    Signals:
        reset_requested: Take back all changes of the sentence.
        follow_toggled: Show the sentence that is heard, or the one with the cursor.
    """

    reset_requested = Signal()
    follow_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.view = ProsodyView()
        self.view.set_empty_text(
            self.tr("Speak the sentence with the cursor first; its melody and timing then appear here.")
        )
        self.chosen_label = label(role="muted", wrap=True)
        self.reset_button = button(
            self.tr("Reset the sentence"), self.tr("Undo all changes to this sentence"), icon="rotate-ccw"
        )
        self.reset_button.clicked.connect(self.reset_requested)
        self.follow_box = QCheckBox(self.tr("Follow the sound"))
        self.follow_box.setToolTip(
            self.tr("Show the sentence that is being spoken instead of the one with the cursor")
        )
        self.follow_box.toggled.connect(self.follow_toggled)
        self.view.selected.connect(lambda _: self.describe())
        self.view.edited.connect(lambda _: self.describe())
        column = QVBoxLayout(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        column.setContentsMargins(Space.S, Space.S, Space.S, Space.S)
        column.setSpacing(Space.XS)
        self.scroll_area = QScrollArea()
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area.setMinimumHeight(150)
        self.scroll_area.setWidget(self.view)
        for ground in (self.view, self.scroll_area.viewport()):
            ground.setAutoFillBackground(False)  # the card is the ground
        self.view.wanted_x.connect(lambda x: self.scroll_area.ensureVisible(x, 0, SIGHT_PIXELS, 0))
        column.addWidget(self.scroll_area, 1)
        words = QHBoxLayout()
        words.addWidget(self.chosen_label, 1)
        words.addWidget(label(" "))  # the line keeps its height while it is empty
        column.addLayout(words)
        row = QHBoxLayout()
        row.addWidget(self.follow_box)
        row.addStretch(1)
        row.addWidget(self.reset_button)
        column.addLayout(row)
        self.describe()

    def describe(self) -> None:
        """Show in words which phoneme is chosen and how it is changed."""
        items = self.view.items
        self.reset_button.setEnabled(any(item.is_edited for item in items))
        if self.view.at >= 0:
            self.chosen_label.setText(self.view.accessibleDescription())
        elif items:
            self.chosen_label.setText(self.tr("Drag a dot up or down for pitch, a line sideways for length."))
        else:
            self.chosen_label.setText("")
