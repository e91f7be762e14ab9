"""Shows one voice: the buttons that act on it, tags and notes, its report and its takes."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.dates import day_of
from timbre_app.studio.items import VoiceDetail, VoiceItem, VoiceReport
from timbre_app.studio.language import translated
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.voice_label import voice_label
from timbre_app.studio.voices.traits_plot import TraitsPlot
from timbre_app.studio.widgets.building import button, card, label, plain_tip, restyle
from timbre_app.studio.widgets.button_rows import ButtonRows
from timbre_app.studio.widgets.likeness_scale import LikenessScale

PATH_ROLE = Qt.ItemDataRole.UserRole
SAVE_AFTER_MS = 700
NOTES_LINES = 3
COMMAS = re.compile("[,，、]")


def own_name(code: str) -> str:
    """A language's own name for a code such as en-us; the code itself if it is unknown."""
    locale = QLocale(code.replace("-", "_"))
    return code if locale.language() == QLocale.Language.C else locale.nativeLanguageName()


def _lay_out() -> None:
    """Give the cards that were just shown their room now.

    Qt lays them out twice: at once into the old height, and soon into the height that they need. A picture between the
    two, as when the window has just been opened, would show them squeezed, their buttons on top of each other.
    """
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)


class NotesEdit(QPlainTextEdit):
    """A field of plain text; Tab leaves it."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setProperty("role", "notes")

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Emit that the person has left the field."""
        super().focusOutEvent(event)
        self.left.emit()


class VoiceDetailPanel(QScrollArea):
    """Draws one voice.

    Signals:
        notes_changed: Id, tuple of tags, notes; a moment after the last key.
        take_play_requested: Path of the take to play.
        folder_requested: Path of the folder to open.
    """

    notes_changed = Signal(str, tuple, str)
    take_play_requested = Signal(Path)
    folder_requested = Signal(Path)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voice: VoiceItem | None = None
        self._unsaved = False
        self._folder: Path | None = None
        self._make_labels()
        self._make_buttons()
        self._make_notes()
        self._make_takes()
        self._save_soon = QTimer(self)
        self._save_soon.setSingleShot(True)
        self._save_soon.setInterval(SAVE_AFTER_MS)
        self._build()
        self._connect()

    def show_voice(self, voice: VoiceItem | None) -> None:
        """Draw a voice; notes that the person is typing about the same voice stay."""
        same = voice is not None and self._voice is not None and voice.id == self._voice.id
        if not same:
            self.flush()
            self.show_detail(VoiceDetail())
        self._voice = voice
        self.name_label.setText(voice_label(voice) if voice else "")
        self.about_label.setText(self._about(voice) if voice else "")
        self.about_label.setVisible(bool(self.about_label.text()))
        self._draw_verdict(voice)
        if voice and not (same and self._unsaved):
            self._fill_notes(voice)
        again = voice is not None and voice.can_be_made_again
        self.again_button.setVisible(again)
        self.again_button.setEnabled(again)  # a disabled button ignores its key
        usable = voice is not None and not voice.problem
        own = usable and voice is not None and not voice.is_bundled
        for widget, can_be_used in (
            (self.play_button, usable),
            (self.speak_button, usable),
            (self.export_button, own),
            (self.duplicate_button, own),
            (self.rename_button, own),
            (self.delete_button, voice is not None),
        ):
            widget.setEnabled(can_be_used)
        self._notes_card.setVisible(own)
        self._head_card.setVisible(voice is not None)
        _lay_out()

    def show_detail(self, detail: VoiceDetail) -> None:
        """Draw the report and the takes."""
        self._draw_report(detail.report)
        self.traits.set_traits(detail.traits)
        self._traits_card.setVisible(bool(detail.traits))
        self._folder = detail.takes_folder
        self.take_list.clear()
        for take in detail.takes:
            item = QListWidgetItem(self.tr("{0}  ({1:.1f} s)").format(take.text, take.duration_s))
            item.setData(PATH_ROLE, take.path)
            item.setToolTip(plain_tip(take.text))
            self.take_list.addItem(item)
        self.take_list.setCurrentRow(0)
        rows = min(8, max(2, len(detail.takes)))
        self.take_list.setFixedHeight(rows * (self.fontMetrics().height() + 18) + 16)
        self._takes_card.setVisible(bool(detail.takes))
        usable = self._voice is not None and not self._voice.problem
        self.compare_button.setEnabled(usable and bool(detail.takes))
        _lay_out()

    def set_take_playing(self, playing: bool) -> None:
        """Turn the take's play button into a stop button and back."""
        self.play_take_button.setText(self.tr("Stop") if playing else self.tr("Play take"))
        set_icon(self.play_take_button, "square" if playing else "play")

    def flush(self) -> None:
        """Emit the tags and notes that were typed and not emitted yet."""
        self._save_soon.stop()
        if self._unsaved and self._voice is not None:
            self._unsaved = False
            tags = tuple(tag.strip() for tag in COMMAS.split(self.tags_edit.text()) if tag.strip())
            self.notes_changed.emit(self._voice.id, tags, self.notes_edit.toPlainText())

    def _about(self, voice: VoiceItem) -> str:
        parts = (
            self._language_name(voice.language) if voice.language else "",
            day_of(voice.created),
            self.tr("made up by a computer; it comes with Timbre") if voice.is_bundled else "",
        )
        return " · ".join(part for part in parts if part)

    def _language_name(self, code: str) -> str:
        names = {"en-us": self.tr("American English"), "en-gb": self.tr("British English")}
        return names.get(code) or own_name(code)

    def _draw_verdict(self, voice: VoiceItem | None) -> None:
        problem = translated(voice.problem) if voice else ""
        text = self.tr("⚠ {0}").format(problem) if problem else (translated(voice.verdict) if voice else "")
        self.verdict_label.setText(text)
        self.verdict_label.setVisible(bool(text))
        restyle(self.verdict_label, "severity", "error" if problem else "")

    def _fill_notes(self, voice: VoiceItem) -> None:
        for edit, text, old_text in (
            (self.tags_edit, ", ".join(voice.tags), self.tags_edit.text()),
            (self.notes_edit, voice.notes, self.notes_edit.toPlainText()),
        ):
            if text != old_text:
                edit.blockSignals(True)
                edit.setText(text) if isinstance(edit, QLineEdit) else edit.setPlainText(text)
                edit.blockSignals(False)

    def _draw_report(self, report: VoiceReport) -> None:
        self.scale.set_places(report.similarity, report.nearest_similarity)
        while item := self._figures.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        lines = self._report_lines(report)
        for row, (name, value) in enumerate(lines):
            self._figures.addWidget(label(name, "muted", wrap=True), row, 0)
            self._figures.addWidget(label(value, wrap=True), row, 1)
        self._report_card.setVisible(bool(lines))

    def _report_lines(self, report: VoiceReport) -> list[tuple[str, str]]:
        lines: list[tuple[str, str]] = []
        if report.similarity is not None:
            lines.append((self.tr("▮ Likeness"), self.tr("{0:.0f} %").format(100 * report.similarity)))
        if report.nearest_similarity is not None:
            percent = 100 * report.nearest_similarity
            place = self.tr("{0:.0f} %").format(percent)
            if report.nearest_speaker:
                place += f" ({report.nearest_speaker})"
            lines.append((self.tr("▲ Closest known speaker"), place))
        if report.take_count is not None:
            about = self.tr("{0} takes, {1:.0f} s of speech")
            lines.append((self.tr("Made from"), about.format(report.take_count, report.speech_s or 0)))
        if report.start == "computed":
            lines.append((self.tr("Started from"), self.tr("computed from the takes")))
        elif report.start == "hybrid":
            both = self.tr("{0}, the closest known speaker, together with the takes")
            lines.append((self.tr("Started from"), both.format(report.nearest_speaker)))
        elif report.start == "nearest":
            nearest = self.tr("the closest known speaker, {0}").format(report.nearest_speaker)
            lines.append((self.tr("Started from"), nearest))
        if report.seconds is not None:
            lines.append((self.tr("Made in"), self.tr("{0:.0f} s").format(report.seconds)))
        if report.consent:
            lines.append((self.tr("Consent"), self.tr("“{0}”").format(report.consent)))
        return lines

    def _make_labels(self) -> None:
        self.name_label = label(role="heading", wrap=True)
        self.about_label = label(role="muted", wrap=True)
        self.verdict_label = label(wrap=True)

    def _make_buttons(self) -> None:
        self.again_button = button(
            self.tr("Make it again"),
            self.tr("Make the voice again from its takes; this one stays until it is ready"),
            "Ctrl+R",
            role="primary",
            icon="refresh-cw",
        )
        self.play_button = button(
            self.tr("Play sample"), self.tr("Speak one sentence in this voice"), "Ctrl+P", icon="play"
        )
        self.speak_button = button(
            self.tr("Speak with it"),
            self.tr("Open the Speak page with this voice"),
            "Ctrl+Return",
            role="primary",
            icon="audio-lines",
        )
        self.compare_button = button(
            self.tr("Compare"),
            self.tr("Hear it next to takes that it did not learn from, if they are on this machine"),
            "Ctrl+B",
            icon="headphones",
        )
        self.rename_button = button(
            self.tr("Rename…"), self.tr("Give the voice another name"), "F2", icon="pencil"
        )
        self.duplicate_button = button(
            self.tr("Duplicate"), self.tr("Copy the voice under another name"), "Ctrl+D", icon="copy"
        )
        self.export_button = button(
            self.tr("Export…"),
            self.tr("Save the voice with its tags and notes as one file"),
            "Ctrl+E",
            icon="share",
        )
        self.delete_button = button(
            self.tr("Delete"),
            self.tr("Delete the voice; you can restore it for 30 days"),
            "Del",
            role="danger",
            icon="trash-2",
        )

    def _make_notes(self) -> None:
        self.tags_edit = QLineEdit()
        self.tags_edit.setPlaceholderText(self.tr("For example: warm, audiobook"))
        self.tags_edit.setAccessibleName(self.tr("Tags, with commas between them"))
        self.notes_edit = NotesEdit()
        self.notes_edit.setPlaceholderText(self.tr("Anything to remember about this voice"))
        self.notes_edit.setAccessibleName(self.tr("Notes"))
        self.notes_edit.setFixedHeight((NOTES_LINES + 1) * self.fontMetrics().height() + 16)

    def _make_takes(self) -> None:
        self.take_list = QListWidget()
        self.take_list.setAccessibleName(self.tr("Takes of this voice"))
        self.take_list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.take_list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.play_take_button = button(self.tr("Play take"), self.tr("Play the chosen take"), icon="play")
        self.open_folder_button = button(
            self.tr("Open folder"), self.tr("Show the recordings in the file manager"), icon="folder-open"
        )
        self.scale = LikenessScale()
        self.traits = TraitsPlot()

    def _build(self) -> None:
        inside = QWidget()
        inside.setProperty("role", "page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, Space.S, 0)
        column.setSpacing(Space.M)
        for frame in (
            self._build_head(),
            self._build_traits(),
            self._build_notes(),
            self._build_report(),
            self._build_takes(),
        ):
            column.addWidget(frame)
        column.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _build_head(self) -> QFrame:
        self._head_card, column = card()
        for widget in (self.name_label, self.about_label, self.verdict_label):
            column.addWidget(widget)
        column.addWidget(self.again_button)
        for row in (
            (self.speak_button, self.play_button, self.compare_button),
            (self.rename_button, self.duplicate_button, self.export_button, self.delete_button),
        ):
            column.addWidget(ButtonRows(*row))
        return self._head_card

    def _build_notes(self) -> QFrame:
        self._notes_card, column = card()
        for name, edit in ((self.tr("&Tags"), self.tags_edit), (self.tr("N&otes"), self.notes_edit)):
            caption = label(name, "muted")
            caption.setBuddy(edit)
            column.addWidget(caption)
            column.addWidget(edit)
        return self._notes_card

    def _build_report(self) -> QFrame:
        self._report_card, column = card()
        column.addWidget(label(self.tr("Report"), "heading"))
        column.addWidget(self.scale)
        self._figures = QGridLayout()
        self._figures.setHorizontalSpacing(Space.L)
        self._figures.setColumnStretch(0, 2)
        self._figures.setColumnStretch(1, 3)
        column.addLayout(self._figures)
        return self._report_card

    def _build_traits(self) -> QFrame:
        self._traits_card, column = card()
        column.addWidget(label(self.tr("How it sounds"), "heading"))
        column.addWidget(self.traits)
        return self._traits_card

    def _build_takes(self) -> QFrame:
        self._takes_card, column = card()
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Takes"), "heading"), 1)
        head.addWidget(ButtonRows(self.play_take_button, self.open_folder_button))
        column.addLayout(head)
        column.addWidget(self.take_list)
        return self._takes_card

    def _connect(self) -> None:
        self.tags_edit.textEdited.connect(self._touched)
        self.notes_edit.textChanged.connect(self._touched)
        self.tags_edit.editingFinished.connect(self.flush)
        self.notes_edit.left.connect(self.flush)
        self._save_soon.timeout.connect(self.flush)
        self.play_take_button.clicked.connect(self._play_take)
        self.take_list.itemActivated.connect(lambda _: self._play_take())
        self.open_folder_button.clicked.connect(lambda: self.folder_requested.emit(self._folder))

    def _touched(self) -> None:
        self._unsaved = True
        self._save_soon.start()

    def _play_take(self) -> None:
        item = self.take_list.currentItem()
        if item is not None:
            self.take_play_requested.emit(item.data(PATH_ROLE))
