"""The cast: a row for each speaker of the script, with a box to choose a voice from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from timbre_app.studio.dialogue.colours import speaker_colour
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.voice_label import voice_label
from timbre_app.studio.widgets.building import label, scrolled
from timbre_app.studio.widgets.choice_box import ChoiceBox


class Swatch(QWidget):
    """The colour of a speaker's track."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number
        self.setFixedSize(QSize(12, 12))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw a spot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour: QColor = speaker_colour(self._number, self.palette())
        painter.setBrush(colour)
        painter.setPen(colour)
        painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        painter.end()


class CastPanel(QWidget):
    """Draws the rows.

    Signals:
        voice_chosen: A speaker's name and the id of the voice that the person chose.
    """

    voice_chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, ChoiceBox] = {}
        self._contents: tuple[tuple[str, ...], tuple[VoiceItem, ...]] = (), ()
        self._hint = label(
            self.tr("The speakers of the script appear here, each with a voice."), "muted", wrap=True
        )
        self._rows = QWidget()
        self._grid = QGridLayout(self._rows)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(2, 1)
        self._area = scrolled(self._rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(label(self.tr("Cast"), "heading"))
        column.addWidget(self._hint)
        column.addWidget(self._area, 1)
        self._area.hide()
        column.addStretch(0)

    def set_cast(self, cast: Mapping[str, str], voices: Sequence[VoiceItem]) -> None:
        """Show the speakers with their voices' ids, in order, and the voices to choose from.

        Boxes that need not change stay, and with them the focus.
        """
        contents = tuple(cast), tuple(voices)
        if contents == self._contents:
            for speaker, voice_id in cast.items():
                self.boxes[speaker].setCurrentIndex(
                    self.boxes[speaker].findData(voice_id) if voice_id else -1
                )
            return
        self._contents = contents
        self._clear()
        for number, (speaker, voice_id) in enumerate(cast.items()):
            self._add(number, speaker, voice_id, voices)
        self._grid.setRowStretch(len(cast), 1)
        self._hint.setVisible(not cast)
        self._area.setVisible(bool(cast))

    def _add(self, number: int, speaker: str, voice_id: str, voices: Sequence[VoiceItem]) -> None:
        name = label(speaker)
        box = ChoiceBox()
        box.setMinimumWidth(110)
        box.setAccessibleName(self.tr("Voice of {0}").format(speaker))
        box.setToolTip(box.accessibleName())
        own = [voice for voice in voices if not voice.is_bundled]
        for at, voice in enumerate(voices):
            if at == len(own) and own:
                box.insertSeparator(box.count())
            text = self.tr("{0} (built in)").format(voice.name) if voice.is_bundled else voice_label(voice)
            box.addItem(text, voice.id)
        box.setPlaceholderText(self.tr("Choose a voice"))
        box.setCurrentIndex(box.findData(voice_id) if voice_id else -1)
        box.activated.connect(lambda _: self.voice_chosen.emit(speaker, box.currentData() or ""))
        name.setBuddy(box)
        self._grid.addWidget(Swatch(number), number, 0)
        self._grid.addWidget(name, number, 1)
        self._grid.addWidget(box, number, 2)
        self.boxes[speaker] = box

    def _clear(self) -> None:
        self.boxes.clear()
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row in range(self._grid.rowCount()):
            self._grid.setRowStretch(row, 0)
