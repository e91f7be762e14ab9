"""A bar to choose the microphone and see its level."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from timbre_app.sound.meter import Level
from timbre_app.studio.record.level_meter import LevelMeterBar, Zone, zone_of
from timbre_app.studio.widgets.building import button, label
from timbre_app.studio.widgets.choice_box import ChoiceBox

NARROWEST_BOX = 110


class MicrophoneBar(QWidget):
    """A box of microphones, a meter, and the level in one word.

    Args of the constructor:
        compact: Whether the bar needs less room.
        meter_apart: Whether the page itself places the meter and the word.
    """

    chosen = Signal(str)
    look_again_requested = Signal()

    def __init__(
        self, compact: bool = False, meter_apart: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.box = ChoiceBox()
        self.box.setAccessibleName(self.tr("Microphone"))
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setPlaceholderText(self.tr("No microphone"))
        self.box.setMinimumContentsLength(10 if compact else 15)
        look_again = self.tr("Refresh")
        self.look_again_button = button(
            "" if compact else look_again, self.tr("Refresh the list of microphones"), "F5", icon="refresh-cw"
        )
        self.look_again_button.setAccessibleName(look_again)
        self.meter = LevelMeterBar()
        self.zone_label = label(role="muted")
        widest = max((self._zone_name(zone) for zone in Zone), key=len)
        self.zone_label.setMinimumWidth(self.zone_label.fontMetrics().horizontalAdvance(widest) + 12)
        self.zone_label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.box.setMinimumWidth(NARROWEST_BOX)  # names of devices may be long
        name = label(self.tr("Microphone"))
        name.setBuddy(self.box)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout()
        column.addLayout(row)
        row.addWidget(name)
        name.setHidden(compact)
        row.addWidget(self.box, 1)
        row.addWidget(self.look_again_button)
        if not meter_apart:
            level = QHBoxLayout()
            level.addWidget(self.meter, 1)
            level.addWidget(self.zone_label, 0, Qt.AlignmentFlag.AlignTop)
            column.addLayout(level)
        self.box.textActivated.connect(self.chosen)
        self.look_again_button.clicked.connect(self.look_again_requested)

    def set_microphones(self, names: Sequence[str], chosen: str | None) -> None:
        """Offer microphones."""
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItems(list(names))
        if chosen is not None:
            self.box.setCurrentText(chosen)
        self.box.blockSignals(False)
        self.set_choosable(True)

    def set_choosable(self, choosable: bool) -> None:
        """Set whether another microphone can be chosen now."""
        self.box.setEnabled(choosable and self.box.count() > 0)
        self.look_again_button.setEnabled(choosable)

    def set_level(self, level: Level) -> None:
        """Show the level."""
        self.meter.set_level(level)
        name = self._zone_name(zone_of(level))
        if name != self.zone_label.text():
            self.zone_label.setText(name)

    def _zone_name(self, zone: Zone) -> str:
        return {
            Zone.SILENT: self.tr("silence"),
            Zone.QUIET: self.tr("quiet"),
            Zone.GOOD: self.tr("good"),
            Zone.LOUD: self.tr("loud"),
            Zone.CLIPPED: self.tr("too loud"),
        }[zone]
