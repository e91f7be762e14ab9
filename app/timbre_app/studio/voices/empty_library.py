"""What the Voices page shows while there is no voice: the way to a first one, or to takes that wait."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from timbre_app.studio.items import WaitingItem
from timbre_app.studio.theme import set_icon
from timbre_app.studio.widgets.building import button, label, restyle
from timbre_app.studio.widgets.empty_state import EmptyState

MOST_WAITING = 3


class EmptyLibrary(QFrame):
    """A picture, a sentence, and the button that leads on.

    Signals:
        continue_requested: Folder of the recordings to go on with.
    """

    continue_requested = Signal(Path)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.record_button = button(
            self.tr("Record your voice"),
            self.tr("Record sentences and make a voice from them"),
            role="lead",
            icon="mic",
        )
        self.continue_button = button(
            self.tr("Go on"), self.tr("Record more sentences, or make the voice"), role="lead", icon="mic"
        )
        self.waiting_label = label(wrap=True)
        self.waiting_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        lead = EmptyState(
            "mic",
            self.tr("You have no voice of your own yet"),
            self.tr("Read about 20 sentences aloud, and Timbre makes a voice from them."),
            self.continue_button,
            self.record_button,
            below=self.waiting_label,
        )
        column = QVBoxLayout(self)
        column.addWidget(lead)
        self._folder: Path | None = None
        self.continue_button.clicked.connect(lambda: self.continue_requested.emit(self._folder))
        self.set_waiting(())

    @property
    def first_button(self) -> QPushButton:
        """The button that matters."""
        return self.record_button if self._folder is None else self.continue_button

    def set_waiting(self, waiting: Sequence[WaitingItem]) -> None:
        """Name the recordings that no voice was made from yet, and lead to the latest."""
        one_take, many_takes = (
            self.tr("1 take for {1} is waiting: no voice has been made from it yet."),
            self.tr("{0} takes for {1} are waiting: no voice has been made from them yet."),
        )
        lines = [
            (one_take if item.takes == 1 else many_takes).format(item.takes, item.voice_name)
            for item in waiting[:MOST_WAITING]
        ]
        self.waiting_label.setText("\n".join(lines))
        self._folder = waiting[0].folder if waiting else None
        for widget in (self.waiting_label, self.continue_button):
            widget.setVisible(bool(waiting))
        if waiting:
            text = self.tr("Go on with {0}").format(waiting[0].voice_name)
            self.continue_button.setText(text.replace("&", "&&"))
            self.continue_button.setAccessibleName(text)
        restyle(self.record_button, "role", "" if waiting else "lead")
        set_icon(self.record_button, "mic")
