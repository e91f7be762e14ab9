"""The Speak page: text, voice and controls, the speech, and buttons to change, save and find it again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from timbre_app.reading.sentence import HowToSpeak
from timbre_app.studio.items import VoiceItem
from timbre_app.studio.speak.control_slider import ControlSlider
from timbre_app.studio.speak.script_edit import ScriptEdit
from timbre_app.studio.speak.sentence_panel import SentencePanel
from timbre_app.studio.speak.track_view import TrackView
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.voice_label import voice_label
from timbre_app.studio.widgets.building import beside, button, card, label, restyle
from timbre_app.studio.widgets.choice_box import ChoiceBox
from timbre_app.studio.widgets.clock import clock
from timbre_app.studio.widgets.keys import on_key
from timbre_app.studio.widgets.page import Page
from timbre_app.studio.widgets.steady import keep_width

IDLE, PLAYING, PAUSED = "idle", "playing", "paused"
TEXT_BESIDE_MELODY = 70
"""Height of the text while the melody is shown, in pixels; the melody has the rest."""


class SpeakPage(Page):
    """Draws the text and its speech; emits the requests of the person.

    Signals:
        speak_requested: Speak from the beginning.
        speak_from_requested: Speak from the sentence with the cursor.
        again_requested: Speak only the sentence with the cursor, with the present controls.
        other_requested: Read the sentence with the cursor in another way.
        before_requested: Read the sentence with the cursor as it was read before.
        pause_toggled: Pause, or go on.
        loop_toggled: Repeat, or not.
        detail_toggled: Show the sentence's pitch and timing, or not.
        record_requested: Record a voice, because there is none to speak with.
    """

    speak_requested = Signal()
    speak_from_requested = Signal()
    again_requested = Signal()
    other_requested = Signal()
    before_requested = Signal()
    pause_toggled = Signal()
    stop_requested = Signal()
    loop_toggled = Signal(bool)
    detail_toggled = Signal(bool)
    export_requested = Signal()
    batch_requested = Signal()
    history_requested = Signal()
    dictionary_requested = Signal()
    undo_requested = Signal()
    redo_requested = Signal()
    record_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.voice_box = ChoiceBox()
        self.voice_box.setAccessibleName(self.tr("Voice"))
        self.voice_box.setMinimumWidth(200)
        self.text_edit = ScriptEdit()
        self.text_edit.setAccessibleName(self.tr("Text to speak"))
        self.text_edit.setPlaceholderText(self.tr("Type or paste what the voice should say."))
        self.pace = ControlSlider(self.tr("Pace"), 0.5, 2.0, 1.0, 0.05, "×")
        self.pitch = ControlSlider(self.tr("Pitch"), -8.0, 8.0, 0.0, 0.5, self.tr(" st"), signed=True)
        self.energy = ControlSlider(self.tr("Energy"), -12.0, 12.0, 0.0, 1.0, self.tr(" dB"), signed=True)
        self.liveliness = ControlSlider(self.tr("Liveliness"), 0.0, 2.0, 1.0, 0.1, "×")
        self.track_view = TrackView()
        self.track_view.set_empty_text(self.tr("The speech appears here while it is made."))
        self.status_label = label(role="muted", wrap=True)
        self.length_label = label(role="muted")
        self.sentence_panel = SentencePanel()
        self.sentence_panel.hide()
        self._make_buttons()
        self._mode = IDLE
        self._has_sound = False
        self._has_other_reading = False
        self._build()
        self._connect()
        self.first_control = self.text_edit
        self._enable()

    @property
    def text(self) -> str:
        """The text as typed."""
        return self.text_edit.toPlainText()

    @property
    def voice_id(self) -> str | None:
        """Id of the chosen voice."""
        return self.voice_box.currentData()

    @property
    def voice_name(self) -> str:
        """Name of the chosen voice, as the box shows it."""
        return self.voice_box.currentText()

    @property
    def options(self) -> HowToSpeak:
        """Values of the sliders."""
        return HowToSpeak(self.pace.value, self.pitch.value, self.energy.value, self.liveliness.value)

    @property
    def sliders(self) -> tuple[ControlSlider, ...]:
        """The sliders, from left to right."""
        return self.pace, self.pitch, self.energy, self.liveliness

    @property
    def mode(self) -> str:
        """Whether speech is idle, playing or paused."""
        return self._mode

    def set_voices(self, voices: Sequence[VoiceItem]) -> None:
        """Offer voices; the chosen voice stays chosen if it is still there, and was not the sample voice alone."""
        chosen_id = self.voice_id
        own_ids = [voice.id for voice in voices if not voice.is_bundled]
        if self.voice_box.count() == 1 and chosen_id not in own_ids and own_ids:
            chosen_id = own_ids[0]
        self.voice_box.clear()
        for voice in voices:
            self.voice_box.addItem(voice_label(voice), voice.id)
        self.select_voice(chosen_id)
        for widget in (self._voice_label, self.voice_box):
            widget.setVisible(bool(voices))
        self.record_button.setVisible(not voices)
        self.set_status("" if voices else self.no_voice)
        self._enable()

    @property
    def no_voice(self) -> str:
        """Sentence that says what to do first without a voice."""
        return self.tr("Record or import a voice first.")

    def select_voice(self, voice_id: str | None) -> None:
        """Choose a voice."""
        at = self.voice_box.findData(voice_id)
        if at >= 0:
            self.voice_box.setCurrentIndex(at)

    def set_options(self, options: HowToSpeak) -> None:
        """Move the sliders."""
        self.pace.set_value(options.pace)
        self.pitch.set_value(options.pitch)
        self.energy.set_value(options.energy)
        self.liveliness.set_value(options.liveliness)

    def set_other_reading(self, is_other: bool) -> None:
        """Say whether the sentence with the cursor is read in another than the usual way."""
        self._has_other_reading = is_other
        self._enable()

    def set_mode(self, mode: str) -> None:
        """Show whether speech is idle, playing or paused."""
        self._mode = mode
        self.text_edit.setReadOnly(mode == PLAYING)
        text, tip = self._speak_words()[mode]
        self.speak_button.setText(text)
        self.speak_button.setAccessibleName(text)
        self.speak_button.setToolTip(tip)
        set_icon(self.speak_button, "pause" if mode == PLAYING else "play")
        self._enable()
        if mode == IDLE:
            self.text_edit.set_heard(None, None)

    def set_status(self, text: str, severity: str = "") -> None:
        """Show a line below the text."""
        self.status_label.setText(text)
        restyle(self.status_label, "severity", severity)

    def set_time(self, position_s: float, duration_s: float) -> None:
        """Show the position of the loudspeaker in the sound."""
        self._has_sound = duration_s > 0
        self.track_view.set_time_text(f"{clock(position_s)} / {clock(duration_s)}" if self._has_sound else "")

    def set_length(self, characters: int, duration_s: float, is_known: bool) -> None:
        """Show how long the text is, and how long its speech is or will be."""
        if not characters:
            self.length_label.clear()
            return
        letters = self.tr("1 character") if characters == 1 else self.tr("{0} characters")
        length = self.tr("{0} of speech") if is_known else self.tr("about {0} of speech")
        count = QLocale().toString(characters)
        self.length_label.setText(f"{letters.format(count)} · {length.format(clock(duration_s))}")

    def highlight(self, span: tuple[int, int] | None) -> None:
        """Mark characters [start, end) of the text, or none."""
        self.text_edit.set_heard(None, span)

    def set_undo(self, undo: str | None, redo: str | None) -> None:
        """Show what would be undone and redone, if anything."""
        self.undo_button.setEnabled(undo is not None)
        self.undo_button.setToolTip(self.tr("Undo: {0}").format(undo) if undo else self.tr("Undo"))
        self.redo_button.setEnabled(redo is not None)
        self.redo_button.setToolTip(self.tr("Redo: {0}").format(redo) if redo else self.tr("Redo"))

    def show_melody(self, shown: bool) -> None:
        """Show the close-up of a sentence, as high as the window allows, or hide it."""
        self.sentence_panel.setVisible(shown)
        if shown:
            self._splitter.setSizes([TEXT_BESIDE_MELODY, max(1, self._splitter.height())])

    def refresh(self) -> None:
        """Enable what can be done now."""
        self._enable()

    def _enable(self) -> None:
        quiet = self._mode in (IDLE, PAUSED)
        ready = bool(self.text.strip()) and self.voice_id is not None
        self.speak_button.setEnabled(ready or not quiet)
        self.export_button.setEnabled(ready and quiet)
        for once_more in (self.again_button, self.other_button):
            once_more.setEnabled(ready)
        self.before_button.setEnabled(ready and self._has_other_reading)
        self.stop_button.setEnabled(self._mode != IDLE)
        self.loop_button.setEnabled(self._has_sound)
        self.batch_button.setEnabled(quiet and self.voice_id is not None)
        self.history_button.setEnabled(quiet)
        self.dictionary_button.setEnabled(quiet)

    def _make_buttons(self) -> None:
        self._make_buttons_of_speech()
        self._make_buttons_of_readings()
        self._make_buttons_of_windows()

    def _make_buttons_of_speech(self) -> None:
        tr = self.tr
        self.speak_button = button(
            tr("Speak"), tr("Speak the text"), "Ctrl+Return", role="primary", icon="play"
        )
        keep_width(self.speak_button, *(text for text, _ in self._speak_words().values()))
        self.stop_button = button(tr("Stop"), tr("Stop speaking"), "Esc", icon="square")
        self.loop_button = button(
            tr("Repeat"), tr("Repeat what is chosen, or everything"), "Ctrl+L", icon="repeat"
        )
        self.loop_button.setCheckable(True)
        self.record_button = button(
            tr("Make a voice"), tr("Record a voice to speak with"), role="primary", icon="mic"
        )
        self.record_button.hide()
        self.record_button.clicked.connect(self.record_requested)

    def _make_buttons_of_readings(self) -> None:
        tr = self.tr
        self.again_button = button(
            tr("Say again"),
            tr("Speak this sentence again with the current settings"),
            "Ctrl+R",
            icon="rotate-ccw",
        )
        self.other_button = button(
            tr("Another reading"), tr("Read this sentence in another way"), "Ctrl+Shift+R", icon="shuffle"
        )
        self.before_button = button(
            tr("Previous reading"),
            tr("Go back to how this sentence was read before"),
            "Ctrl+Alt+R",
            icon="arrow-left",
        )
        self.detail_button = button(
            tr("Melody"), tr("Change the pitch and length of single sounds"), "Ctrl+T", icon="audio-waveform"
        )
        self.detail_button.setCheckable(True)
        self.undo_button = button("", tr("Undo"), icon="undo-2")
        self.undo_button.setAccessibleName(tr("Undo"))
        self.redo_button = button("", tr("Redo"), icon="redo-2")
        self.redo_button.setAccessibleName(tr("Redo"))

    def _make_buttons_of_windows(self) -> None:
        tr = self.tr
        self.history_button = button(tr("History…"), tr("What was spoken before"), "Ctrl+H", icon="history")
        self.dictionary_button = button(
            tr("Pronunciation…"),
            tr("Teach Timbre how to pronounce the selected word"),
            "Ctrl+D",
            icon="book-a",
        )
        self.export_button = button(
            tr("Export…"),
            tr("Save the speech as a sound file, with subtitles if you like"),
            "Ctrl+E",
            icon="share",
        )
        self.batch_button = button(
            tr("Batch…"),
            tr("Speak many texts from a file into many sound files"),
            "Ctrl+Shift+B",
            icon="list-plus",
        )

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addLayout(self._build_head())
        splitter = self._splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        self.text_edit.setMinimumHeight(TEXT_BESIDE_MELODY)
        splitter.addWidget(self.text_edit)
        splitter.addWidget(self.sentence_panel)
        splitter.setStretchFactor(0, 0)
        splitter.setStretchFactor(1, 1)
        column.addWidget(splitter, 1)
        column.addWidget(self.track_view)
        column.addLayout(
            beside(self.speak_button, self.stop_button, None, self.length_label, self.loop_button)
        )
        column.addLayout(
            beside(self.again_button, self.other_button, self.before_button, None, self.detail_button)
        )
        frame, inside = card()
        inside.setContentsMargins(Space.L, Space.S, Space.L, Space.S)
        sliders = QHBoxLayout()
        sliders.setSpacing(Space.XL)
        for slider in self.sliders:
            sliders.addWidget(slider)
        inside.addLayout(sliders)
        column.addWidget(frame)
        column.addLayout(
            beside(self.history_button, self.dictionary_button, self.batch_button, None, self.export_button)
        )
        column.addLayout(self._build_status())

    def _build_status(self) -> QHBoxLayout:
        """The line about the speech, which takes its room while it is empty too: no button moves."""
        line = QHBoxLayout()
        line.addWidget(self.status_label, 1)
        line.addWidget(label(" "))
        return line

    def _build_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Speak"), "title"), 1)
        self._voice_label = label(self.tr("&Voice"))
        self._voice_label.setBuddy(self.voice_box)
        for widget in (self.undo_button, self.redo_button):
            head.addWidget(widget)
        head.addSpacing(Space.M)
        for widget in (self._voice_label, self.voice_box, self.record_button):
            head.addWidget(widget)
        return head

    def _connect(self) -> None:
        self.text_edit.textChanged.connect(self._enable)
        self.voice_box.currentIndexChanged.connect(lambda _: self._enable())
        self.loop_button.toggled.connect(self.loop_toggled)
        self.detail_button.toggled.connect(self.detail_toggled)
        for keys, action_button, signal in (
            ("Ctrl+Space", self.speak_button, None),
            ("Esc", self.stop_button, self.stop_requested),
            ("Ctrl+R", self.again_button, self.again_requested),
            ("Ctrl+Shift+R", self.other_button, self.other_requested),
            ("Ctrl+Alt+R", self.before_button, self.before_requested),
            ("Ctrl+E", self.export_button, self.export_requested),
            ("Ctrl+H", self.history_button, self.history_requested),
            ("Ctrl+D", self.dictionary_button, self.dictionary_requested),
            ("Ctrl+L", self.loop_button, None),
            ("Ctrl+T", self.detail_button, None),
            ("Ctrl+Shift+B", self.batch_button, self.batch_requested),
            ("Ctrl+Z", self.undo_button, self.undo_requested),
            ("Ctrl+Shift+Z", self.redo_button, self.redo_requested),
        ):
            if signal is not None:
                action_button.clicked.connect(signal)
            on_key(self, keys, action_button.click)
        self.speak_button.clicked.connect(self._speak_clicked)
        on_key(self, "Ctrl+Return", self._speak_key)
        on_key(self, "Ctrl+Shift+Return", self.speak_from_requested.emit)

    def _speak_words(self) -> dict[str, tuple[str, str]]:
        """Text and tip of the button that speaks, by mode."""
        return {
            IDLE: (self.tr("Speak"), self.tr("Speak the text (Ctrl+Return)")),
            PLAYING: (self.tr("Pause"), self.tr("Pause (Ctrl+Space)")),
            PAUSED: (self.tr("Go on"), self.tr("Go on (Ctrl+Space); Ctrl+Return begins again")),
        }

    def _speak_clicked(self) -> None:
        if self._mode == IDLE:
            self.speak_requested.emit()
        else:
            self.pause_toggled.emit()

    def _speak_key(self) -> None:
        """Speak from the beginning, unless the text is being spoken."""
        if self._mode == IDLE:
            self.speak_button.click()
        elif self._mode == PAUSED and self.text.strip() and self.voice_id is not None:
            self.speak_requested.emit()
