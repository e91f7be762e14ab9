"""The list of voices, and what can be done with one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDate, QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QVBoxLayout, QWidget

from timbre_app.studio.ports import VoiceItem
from timbre_app.studio.widgets.building import button, card, label

ID_ROLE = Qt.ItemDataRole.UserRole


def date_text(iso_time: str) -> str:
    """The day of an ISO 8601 time as the person writes it, or an empty string."""
    day = QDate.fromString(iso_time[:10], Qt.DateFormat.ISODate)
    return QLocale().toString(day, "MMMM d, yyyy") if day.isValid() else ""


def language_name(code: str) -> str:
    """A language's own name for a code such as en-us; the code itself if it is unknown."""
    locale = QLocale(code.replace("-", "_"))
    return code if locale.language() == QLocale.Language.C else locale.nativeLanguageName()


class VoicesPage(QWidget):
    """Draws voices; emits what the person asks for, with the voice's id."""

    play_requested = Signal(str)
    stop_requested = Signal()
    speak_requested = Signal(str)
    rename_requested = Signal(str)
    delete_requested = Signal(str)
    export_requested = Signal(str)
    import_requested = Signal()
    record_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: dict[str, VoiceItem] = {}
        self._playing = False
        self.voice_list = QListWidget()
        self.voice_list.setAccessibleName(self.tr("Voices"))
        self.name_label = label(role="heading", wrap=True)
        self.about_label = label(role="muted", wrap=True)
        self.verdict_label = label(wrap=True)
        self.play_button = button(
            self.tr("Play sample"), self.tr("Speak one sentence in this voice"), "Ctrl+P"
        )
        self.speak_button = button(
            self.tr("Speak with it"), self.tr("Go to Speak with this voice"), "Ctrl+Return", role="primary"
        )
        self.rename_button = button(self.tr("Rename…"), self.tr("Give the voice another name"), "F2")
        self.export_button = button(self.tr("Export…"), self.tr("Save the voice as a file"), "Ctrl+E")
        self.delete_button = button(self.tr("Delete…"), self.tr("Remove the voice from this machine"), "Del")
        self.import_button = button(self.tr("Import…"), self.tr("Add a voice from a file"), "Ctrl+I")
        self.record_button = button(
            self.tr("Record a new voice"),
            self.tr("Record sentences and make a voice of them"),
            role="primary",
        )
        self._stack = QStackedWidget()
        self._build()
        self._connect()
        self.setFocusProxy(self.voice_list)
        self.set_voices([])

    @property
    def current_id(self) -> str | None:
        """Id of the chosen voice."""
        item = self.voice_list.currentItem()
        return item.data(ID_ROLE) if item else None

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Show these voices; the chosen one stays chosen if it is still there."""
        chosen = self.current_id
        self._items = {voice.id: voice for voice in voices}
        self.voice_list.clear()
        for voice in voices:
            item = QListWidgetItem(voice.name)
            item.setData(ID_ROLE, voice.id)
            self.voice_list.addItem(item)
        self.select(chosen if chosen in self._items else next(iter(self._items), None))
        self._stack.setCurrentIndex(1 if voices else 0)
        self._draw_chosen()

    def select(self, voice_id: str | None) -> None:
        """Choose a voice."""
        for row in range(self.voice_list.count()):
            if self.voice_list.item(row).data(ID_ROLE) == voice_id:
                self.voice_list.setCurrentRow(row)

    def set_playing(self, playing: bool) -> None:
        """Turn the play button into a stop button and back."""
        self._playing = playing
        self.play_button.setText(self.tr("Stop") if playing else self.tr("Play sample"))

    def _draw_chosen(self) -> None:
        voice = self._items.get(self.current_id or "")
        self.name_label.setText(voice.name if voice else "")
        about = (
            [
                language_name(voice.language),
                date_text(voice.created),
                self.tr("came with Timbre") if voice.is_bundled else "",
            ]
            if voice
            else []
        )
        self.about_label.setText(" · ".join(part for part in about if part))
        self.verdict_label.setText(voice.verdict if voice else "")
        for one in (self.play_button, self.speak_button, self.export_button):
            one.setEnabled(voice is not None)
        for one in (self.rename_button, self.delete_button):
            one.setEnabled(voice is not None and not voice.is_bundled)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Voices"), "title"), 1)
        head.addWidget(self.import_button)
        head.addWidget(self.record_button)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        self._stack.addWidget(self._build_empty())
        self._stack.addWidget(self._build_filled())

    def _build_empty(self) -> QWidget:
        empty, column = card()
        column.addStretch(1)
        for text, role in (
            (self.tr("There is no voice here yet."), "heading"),
            (
                self.tr("Record about 20 sentences, and Timbre makes a voice of them on this machine."),
                "muted",
            ),
        ):
            line = label(text, role, wrap=True)
            line.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(line)
        column.addStretch(1)
        return empty

    def _build_filled(self) -> QWidget:
        filled = QWidget()
        row = QHBoxLayout(filled)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        row.addWidget(self.voice_list, 2)
        detail, column = card()
        for widget in (self.name_label, self.about_label, self.verdict_label):
            column.addWidget(widget)
        column.addSpacing(6)
        for pair in (
            (self.speak_button, self.play_button),
            (self.rename_button, self.export_button, self.delete_button),
        ):
            line = QHBoxLayout()
            for one in pair:
                line.addWidget(one, 1)
            column.addLayout(line)
        column.addStretch(1)
        row.addWidget(detail, 3)
        return filled

    def _connect(self) -> None:
        self.voice_list.currentItemChanged.connect(lambda *_: self._draw_chosen())
        self.voice_list.itemActivated.connect(lambda _: self._ask(self.speak_requested))
        self.import_button.clicked.connect(self.import_requested)
        self.record_button.clicked.connect(self.record_requested)
        self.play_button.clicked.connect(self._play_or_stop)
        for one, signal in (
            (self.speak_button, self.speak_requested),
            (self.rename_button, self.rename_requested),
            (self.delete_button, self.delete_requested),
            (self.export_button, self.export_requested),
        ):
            one.clicked.connect(lambda _=False, signal=signal: self._ask(signal))
        for keys, one in (
            ("Ctrl+P", self.play_button),
            ("Ctrl+Return", self.speak_button),
            ("F2", self.rename_button),
            ("Ctrl+E", self.export_button),
            ("Del", self.delete_button),
            ("Ctrl+I", self.import_button),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(one.click)

    def _ask(self, signal: object) -> None:
        if self.current_id is not None:
            signal.emit(self.current_id)  # type: ignore[attr-defined] - a bound signal

    def _play_or_stop(self) -> None:
        if self._playing:
            self.stop_requested.emit()
        else:
            self._ask(self.play_requested)
