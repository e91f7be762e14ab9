"""Asks how to write the speech: format, encoding, rate, one file or many, subtitles."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from timbre_app.output.export import MP3_RATES, OPUS_RATES, FileKind
from timbre_app.output.speaking import Saving
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import add_captioned, label

RATES = (0, 16_000, 22_050, 24_000, 44_100, 48_000)


@dataclass(frozen=True)
class _Format:
    name: str
    suffix: str
    subtypes: tuple[str, ...] = ("",)
    rates: tuple[int, ...] = RATES


FORMATS = (
    _Format("WAV", ".wav", ("16", "24", "float")),
    _Format("FLAC", ".flac", ("16", "24")),
    _Format("OGG Vorbis", ".ogg"),
    _Format("OGG Opus", ".opus", rates=tuple(rate for rate in RATES if not rate or rate in OPUS_RATES)),
    _Format("MP3", ".mp3", rates=tuple(rate for rate in RATES if not rate or rate in MP3_RATES)),
)


class ExportDialog(QDialog):
    """Asks for all choices of an export, except the path of the file or the folder of a batch."""

    def __init__(
        self,
        suffix: str,
        saving: Saving,
        parent: QWidget | None = None,
        for_batch: bool = False,
        for_dialogue: bool = False,
    ) -> None:
        super().__init__(parent)
        self._for_batch = for_batch
        self.setWindowTitle(self.tr("Export the speech"))
        self.format_box = self._box(self.tr("Format"))
        for sound_format in FORMATS:
            self.format_box.addItem(sound_format.name, sound_format)
        self.depth_box = self._box(self.tr("Encoding"))
        self.rate_box = self._box(self.tr("Sample rate"))
        self.one_button = QRadioButton(self.tr("&One file"))
        self.many_button = QRadioButton(
            self.tr("One file, and one for each &speaker")
            if for_dialogue
            else self.tr("One file for each &sentence")
        )
        group = QButtonGroup(self)
        group.addButton(self.one_button)
        group.addButton(self.many_button)
        self.srt_box = QCheckBox(self.tr("S&RT"))
        self.vtt_box = QCheckBox(self.tr("Web&VTT"))
        for choice in (self.one_button, self.many_button, self.srt_box, self.vtt_box):
            choice.setAccessibleName(choice.text().replace("&", ""))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        text = self.tr("Choose the folder…") if for_batch else self.tr("Choose the file…")
        choose = self.buttons.addButton(text, QDialogButtonBox.ButtonRole.AcceptRole)
        choose.setProperty("role", "primary")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._build()
        choose.setDefault(
            True
        )  # in its dialog by now; before, Return would press the first button, which is Cancel
        self.format_box.currentIndexChanged.connect(lambda _: self._offer())
        self._show(suffix, saving)

    @property
    def suffix(self) -> str:
        """Suffix of the sound file, with its dot."""
        return self.format_box.currentData().suffix

    @property
    def saving(self) -> Saving:
        """The choices of the person."""
        subtitles = ((".srt", self.srt_box), (".vtt", self.vtt_box))
        return Saving(
            FileKind(self.depth_box.currentData() or "", self.rate_box.currentData() or 0),
            tuple(suffix for suffix, box in subtitles if box.isChecked()),
            self.many_button.isChecked() and not self._for_batch,
        )

    def _show(self, suffix: str, saving: Saving) -> None:
        suffixes = [sound_format.suffix for sound_format in FORMATS]
        self.format_box.setCurrentIndex(suffixes.index(suffix) if suffix in suffixes else 0)
        self._offer()
        for box, value in ((self.depth_box, saving.kind.subtype), (self.rate_box, saving.kind.sample_rate)):
            box.setCurrentIndex(max(0, box.findData(value)))
        self.many_button.setChecked(saving.by_sentence)
        self.one_button.setChecked(not saving.by_sentence)
        self.srt_box.setChecked(".srt" in saving.subtitles)
        self.vtt_box.setChecked(".vtt" in saving.subtitles)

    def _offer(self) -> None:
        sound_format = self.format_box.currentData()
        names = {"": self.tr("Standard"), "float": self.tr("32-bit float")}
        self.depth_box.clear()
        for subtype in sound_format.subtypes:
            self.depth_box.addItem(names.get(subtype, self.tr("{0} bit").format(subtype)), subtype)
        self.depth_box.setEnabled(len(sound_format.subtypes) > 1)
        old_rate = self.rate_box.currentData()
        self.rate_box.clear()
        for rate in sound_format.rates:
            text = self.tr("{0:.5g} kHz").format(rate / 1000) if rate else self.tr("Original")
            self.rate_box.addItem(text, rate)
        self.rate_box.setCurrentIndex(max(0, self.rate_box.findData(old_rate)))

    def _box(self, name: str) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setMinimumWidth(200)
        return box

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.XL, Space.XL, Space.L)
        column.setSpacing(Space.L)
        column.addLayout(self._build_form())
        column.addWidget(
            label(self.tr("Each file says in its metadata that it is synthetic speech."), "muted", wrap=True)
        )
        column.addWidget(self.buttons)

    def _build_form(self) -> QGridLayout:
        form = QGridLayout()
        form.setHorizontalSpacing(Space.XL)
        form.setVerticalSpacing(Space.S)
        form.setColumnStretch(1, 1)
        for at, (name, box) in enumerate(
            (
                (self.tr("&Format"), self.format_box),
                (self.tr("&Encoding"), self.depth_box),
                (self.tr("Sample &rate"), self.rate_box),
            )
        ):
            add_captioned(form, at, name, box)
        choices: list[tuple[str, tuple[QAbstractButton, ...]]] = [
            (self.tr("Subtitles"), (self.srt_box, self.vtt_box))
        ]
        if not self._for_batch:
            choices.insert(0, (self.tr("Files"), (self.one_button, self.many_button)))
        for at, (name, parts) in enumerate(choices, form.rowCount()):
            row = QHBoxLayout()
            row.setSpacing(Space.L)
            for part in parts:
                row.addWidget(part)
            row.addStretch(1)
            form.addWidget(label(name), at, 0)
            form.addLayout(row, at, 1)
        return form
