"""A dialog with everything about talking that a person sets once."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGridLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.widgets.building import add_captioned
from timbre_app.talk.options import LETTERS_PX, TalkOptions


class TalkOptionsDialog(QDialog):
    """Changes count at once.

    Signals:
        changed: The options as they are set now.
    """

    changed = Signal(TalkOptions)

    def __init__(self, options: TalkOptions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Talk options"))
        self._options = options
        tr = self.tr
        self.letters_box = QComboBox()
        for px in LETTERS_PX:
            self.letters_box.addItem(f"{px}", px)
        self.contrast_box = QCheckBox(tr("High contrast"))
        self.on_top_box = QCheckBox(tr("Keep the window above all others"))
        self.words_box = QCheckBox(tr("Speak each word as soon as it is typed"))
        self.stops_box = QCheckBox(tr("Typing interrupts what is being said"))
        self.switches_box = QComboBox()
        for count, name in enumerate((tr("Keyboard"), tr("One switch"), tr("Two switches"))):
            self.switches_box.addItem(name, count)
        self.dwell_box = _seconds(0.3, 10.0, tr(" s"))
        self.first_box = _seconds(0.0, 10.0, tr(" s"))
        self.ignore_box = _seconds(0.0, 3.0, tr(" s"))
        self.rounds_box = QSpinBox()
        self.rounds_box.setRange(1, 10)
        self._show(options)
        self._build()
        for box in (self.letters_box, self.switches_box):
            box.currentIndexChanged.connect(self._tell)
        for box in (self.contrast_box, self.on_top_box, self.words_box, self.stops_box):
            box.toggled.connect(self._tell)
        for box in (self.dwell_box, self.first_box, self.ignore_box, self.rounds_box):
            box.valueChanged.connect(self._tell)

    def _show(self, options: TalkOptions) -> None:
        self.letters_box.setCurrentIndex(max(0, self.letters_box.findData(options.letters_px)))
        self.contrast_box.setChecked(options.high_contrast)
        self.on_top_box.setChecked(options.on_top)
        self.words_box.setChecked(options.speaks_words)
        self.stops_box.setChecked(options.typing_stops)
        self.switches_box.setCurrentIndex(options.switches)
        self.dwell_box.setValue(options.dwell_s)
        self.first_box.setValue(options.first_extra_s)
        self.ignore_box.setValue(options.ignore_s)
        self.rounds_box.setValue(options.rounds)
        self._enable()

    def _enable(self) -> None:
        switches = self.switches_box.currentData()
        for box in (self.dwell_box, self.first_box, self.rounds_box):
            box.setEnabled(switches == 1)
        self.ignore_box.setEnabled(switches > 0)

    def _tell(self) -> None:
        self._enable()
        self._options = dataclasses.replace(
            self._options,
            letters_px=self.letters_box.currentData(),
            high_contrast=self.contrast_box.isChecked(),
            on_top=self.on_top_box.isChecked(),
            speaks_words=self.words_box.isChecked(),
            typing_stops=self.stops_box.isChecked(),
            switches=self.switches_box.currentData(),
            dwell_s=round(self.dwell_box.value(), 2),
            first_extra_s=round(self.first_box.value(), 2),
            ignore_s=round(self.ignore_box.value(), 2),
            rounds=self.rounds_box.value(),
        )
        self.changed.emit(self._options)

    def _build(self) -> None:
        tr = self.tr
        form = QGridLayout()
        fields = (
            (tr("Size of the &letters"), self.letters_box),
            (tr("Write with a &keyboard or switches"), self.switches_box),
            (tr("Time at each &place"), self.dwell_box),
            (tr("Extra time at the &first place"), self.first_box),
            (tr("&Rounds before the scan stops"), self.rounds_box),
            (tr("&Ignore the switch after a press for"), self.ignore_box),
        )
        for row, (caption, field) in enumerate(fields):
            field.setAccessibleName(caption.replace("&", ""))
            add_captioned(form, row, caption, field)
        column = QVBoxLayout(self)
        for box in (self.contrast_box, self.on_top_box, self.words_box, self.stops_box):
            box.setAccessibleName(box.text())
            column.addWidget(box)
        column.addLayout(form)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


def _seconds(least: float, most: float, suffix: str) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(least, most)
    box.setSingleStep(0.1)
    box.setDecimals(1)
    box.setSuffix(suffix)
    return box
