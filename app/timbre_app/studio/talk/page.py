"""The Talk page: type and press Enter; phrases, recent sentences, a chime, a board for switches."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSlider, QVBoxLayout, QWidget

from timbre_app.studio.items import VoiceItem
from timbre_app.studio.talk.function_keys import FunctionKeys
from timbre_app.studio.talk.look import look
from timbre_app.studio.talk.phrase_button import PhraseButton
from timbre_app.studio.talk.phrase_panel import PhrasePanel
from timbre_app.studio.talk.scan_board import ScanBoard
from timbre_app.studio.talk.talk_edit import TalkEdit
from timbre_app.studio.theme import Space, set_icon_contrast
from timbre_app.studio.voice_label import voice_label
from timbre_app.studio.widgets.building import beside, button, captioned, label
from timbre_app.studio.widgets.choice_box import ChoiceBox
from timbre_app.studio.widgets.keys import on_key
from timbre_app.studio.widgets.page import Page, ShownStack
from timbre_app.talk.options import LOUDEST_PERCENT
from timbre_app.talk.phrases import KEYS
from timbre_app.talk.search import SUGGESTED

VOLUME_STEP = 10


class TalkPage(Page):
    """Draws the conversation; emits what the person wants.

    Signals:
        speak_requested: Say what is typed.
        again_requested: Say the last sentence again.
        chime_requested: Ask others to wait.
        suggestion_taken: Number of a suggestion.
        key_pressed: Number of a function key.
        letters_requested: 1 for larger letters, -1 for smaller ones.
    """

    speak_requested, stop_requested, again_requested = Signal(), Signal(), Signal()
    chime_requested, options_requested, help_requested = Signal(), Signal(), Signal()
    suggestion_taken, key_pressed, letters_requested = Signal(int), Signal(int), Signal(int)
    voice_chosen = Signal(str)
    volume_changed = Signal(int)
    on_top_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.voice_box = ChoiceBox()
        self.voice_box.setAccessibleName(tr("Voice"))
        self.voice_box.setMinimumWidth(150)
        self.edit = TalkEdit()
        self.edit.setProperty("role", "talk")
        self.edit.setAccessibleName(tr("What you want to say"))
        self.edit.setPlaceholderText(tr("Type, then press Enter."))
        self.spoken_label = label(role="spoken", wrap=True)
        self.spoken_label.setTextFormat(Qt.TextFormat.PlainText)
        self.speak_button = button(tr("Speak"), tr("Say it"), "Return", role="primary", icon="audio-lines")
        self.stop_button = button(tr("Stop"), tr("Stop speaking"), "Esc", icon="square")
        self.again_button = button(
            tr("Again"), tr("Say the last sentence again"), "Ctrl+R", icon="rotate-ccw"
        )
        self.chime_button = button(
            tr("Chime"), tr("Play a sound that asks others to wait"), "Ctrl+G", icon="bell"
        )
        self.options_button = button(
            tr("Options…"), tr("Text size, words, switches"), "Ctrl+O", icon="sliders-horizontal"
        )
        self.on_top_button = button(
            tr("On top"), tr("Keep the window above all others"), "Ctrl+T", icon="pin"
        )
        self.on_top_button.setCheckable(True)
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.volume.setRange(0, LOUDEST_PERCENT)
        self.volume.setPageStep(VOLUME_STEP)
        self.volume.setAccessibleName(tr("Volume of the speech"))
        self.volume.setMinimumWidth(64)
        self.volume_label = label()
        self.suggestion_buttons = [PhraseButton() for _ in range(SUGGESTED)]
        self.keys = FunctionKeys()
        self.phrases = PhrasePanel()
        self.board = ScanBoard()
        self._build()
        self._connect()
        self.first_control = self.edit
        self.set_suggestions([])
        self.set_speaking("")

    @property
    def text(self) -> str:
        """What is typed."""
        return self.edit.toPlainText()

    @property
    def is_scanning(self) -> bool:
        """Whether the board for switches is shown."""
        return self._stack.currentWidget() is self.board

    def set_voices(self, voices: Sequence[VoiceItem], chosen_id: str) -> str:
        """Offer voices; returns the id of the chosen one, or an empty text without voices."""
        with QSignalBlocker(self.voice_box):
            self.voice_box.clear()
            for voice in voices:
                self.voice_box.addItem(voice_label(voice), voice.id)
            self.voice_box.setCurrentIndex(max(0, self.voice_box.findData(chosen_id)) if voices else -1)
        request = self.tr("There is no voice to talk with yet: record or import one first.")
        if not voices:
            self.spoken_label.setText(request)
            return ""
        if self.spoken_label.text() == request:
            self.spoken_label.clear()
        return str(self.voice_box.currentData())

    def set_speaking(self, text: str) -> None:
        """Show what is being said, or that nothing is."""
        self.stop_button.setEnabled(bool(text))
        self.spoken_label.setText(self.tr("Saying: {0}").format(text) if text else "")
        self.spoken_label.setVisible(True)

    def set_suggestions(self, texts: Sequence[str]) -> None:
        """Offer ends of what is being typed."""
        for at, suggestion_button in enumerate(self.suggestion_buttons):
            text = texts[at] if at < len(texts) else ""
            suggestion_button.set_phrase(
                f"{at + 1}" if text else "", text, f"{text or self.tr('A suggestion')} (Alt+{at + 1})"
            )
            suggestion_button.setEnabled(bool(text))
            suggestion_button.setVisible(bool(text))

    def set_volume(self, percent: int) -> None:
        """Show the volume."""
        with QSignalBlocker(self.volume):
            self.volume.setValue(percent)
        self.volume_label.setText(self.tr("{0} %").format(percent))
        self.volume.setAccessibleDescription(self.volume_label.text())

    def set_on_top(self, on_top: bool) -> None:
        """Show whether the window stays above others."""
        with QSignalBlocker(self.on_top_button):
            self.on_top_button.setChecked(on_top)

    def set_look(self, letters_px: int, high_contrast: bool) -> None:
        """Set the size of the letters and the colours."""
        style = look(letters_px, high_contrast)
        if style != self.styleSheet():
            self.setStyleSheet(style)
        for page_button in self.findChildren(QPushButton):
            set_icon_contrast(page_button, high_contrast)
        margin = 10 if high_contrast else 0  # the page has a ground of its own then
        self._column.setContentsMargins(margin, margin, margin, margin)
        self.edit.setFixedHeight(round(letters_px * 1.35) * 2 + 22)

    def set_scanning(self, on: bool) -> None:
        """Show the board for switches in place of the phrases, or the phrases."""
        was_scanning = self.is_scanning
        self._stack.setCurrentWidget(self.board if on else self._keyboard_part)
        self._suggestions.setVisible(not on)
        self.first_control = self.board if on else self.edit
        if on != was_scanning and self.isVisible():
            self.first_control.setFocus()

    def _connect(self) -> None:
        self.edit.speak_requested.connect(self.speak_requested)
        self.speak_button.clicked.connect(self.speak_requested)
        self.stop_button.clicked.connect(self.stop_requested)
        self.again_button.clicked.connect(self.again_requested)
        self.chime_button.clicked.connect(self.chime_requested)
        self.options_button.clicked.connect(self.options_requested)
        self.on_top_button.toggled.connect(self.on_top_toggled)
        self.voice_box.currentIndexChanged.connect(
            lambda _: self.voice_chosen.emit(str(self.voice_box.currentData() or ""))
        )
        self.volume.valueChanged.connect(self.volume_changed)
        self.keys.pressed.connect(self.key_pressed)
        for at, suggestion_button in enumerate(self.suggestion_buttons):
            suggestion_button.clicked.connect(lambda _=False, at=at: self.suggestion_taken.emit(at))
            on_key(self, f"Alt+{at + 1}", suggestion_button.click)
        for key in KEYS:
            on_key(self, f"F{key}", lambda key=key: self.key_pressed.emit(key))
        for keys, act in (
            ("Esc", self.stop_requested.emit),
            ("Ctrl+R", self.again_requested.emit),
            ("Ctrl+G", self.chime_requested.emit),
            ("Ctrl+O", self.options_requested.emit),
            ("Ctrl+T", self.on_top_button.toggle),
            ("Ctrl+F", self._search),
            ("Ctrl+L", self.edit.setFocus),
            ("Ctrl+S", self.phrases.add_requested.emit),
            ("Ctrl+E", self.phrases.edit_button.click),
            ("Alt+Up", self.phrases.up_button.click),
            ("Alt+Down", self.phrases.down_button.click),
            ("Ctrl++", lambda: self.letters_requested.emit(1)),
            ("Ctrl+=", lambda: self.letters_requested.emit(1)),
            ("Ctrl+-", lambda: self.letters_requested.emit(-1)),
            ("Ctrl+PgUp", lambda: self.volume.setValue(self.volume.value() + VOLUME_STEP)),
            ("Ctrl+PgDown", lambda: self.volume.setValue(self.volume.value() - VOLUME_STEP)),
            ("Shift+F1", self.help_requested.emit),
        ):
            on_key(self, keys, act)

    def _search(self) -> None:
        self.phrases.search_edit.setFocus()
        self.phrases.search_edit.selectAll()

    def _build(self) -> None:
        column = self._column = QVBoxLayout(self)
        column.setSpacing(Space.S)
        title, voice = label(self.tr("Talk"), "title"), captioned(self.tr("&Voice"), self.voice_box)
        column.addLayout(beside(title, None, *voice, self.options_button))
        column.addWidget(self.edit)
        self._suggestions = QWidget()
        suggestions = QHBoxLayout(self._suggestions)
        suggestions.setContentsMargins(0, 0, 0, 0)
        suggestions.setSpacing(Space.S)
        for suggestion_button in self.suggestion_buttons:
            policy = suggestion_button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # nothing below moves when suggestions come and go
            suggestion_button.setSizePolicy(policy)
            suggestions.addWidget(suggestion_button, 1)
        column.addWidget(self._suggestions)
        actions = (self.speak_button, self.stop_button, self.again_button, self.chime_button)
        column.addLayout(beside(*actions, None, self.on_top_button))
        volume = captioned(self.tr("Vo&lume"), self.volume)
        spoken = beside(self.spoken_label, *volume, self.volume_label)
        spoken.setStretch(0, 1)
        column.addLayout(spoken)
        self._keyboard_part = QWidget()
        below = QVBoxLayout(self._keyboard_part)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(Space.S)
        below.addWidget(self.keys)
        below.addWidget(self.phrases, 1)
        self._stack = ShownStack()
        self._stack.addWidget(self._keyboard_part)
        self._stack.addWidget(self.board)
        column.addWidget(self._stack, 1)
