"""Shows one sentence at a time: to read it, hear its take, and see the findings about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.items import CheckLine, WordsRead
from timbre_app.studio.record.findings_view import FindingsView
from timbre_app.studio.record.key_button import with_key
from timbre_app.studio.record.microphone_bar import MicrophoneBar
from timbre_app.studio.record.prompt_card import PromptCard
from timbre_app.studio.record.quality_plot import QualityPlot
from timbre_app.studio.record.session_items import Activity, SentenceItem, SketchState
from timbre_app.studio.record.take_strip import StripItem, TakeStrip
from timbre_app.studio.record.takes_foot import TakesFoot
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.widgets.building import button, label
from timbre_app.studio.widgets.dropped import local_paths
from timbre_app.studio.widgets.keys import press_on_key
from timbre_app.studio.widgets.steady import keep_width


class RecordSessionPanel(QWidget):
    """Draws a sentence, its take and its findings; emits the requests of the person."""

    record_toggled = Signal()
    cancel_requested = Signal()
    play_toggled = Signal()
    redo_requested = Signal()
    previous_requested = Signal()
    next_requested = Signal()
    position_chosen = Signal(int)
    keep_requested = Signal()
    before_requested = Signal()
    clone_requested = Signal()
    sketch_toggled = Signal()
    leave_requested = Signal()
    room_requested = Signal()
    countdown_changed = Signal(bool)
    auto_stop_changed = Signal(bool)
    prompt_size_changed = Signal(int)
    file_requested = Signal()
    files_dropped = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Recording"))
        self.setAccessibleDescription(
            self.tr("Space starts and stops recording; the arrow keys lead to other sentences.")
        )
        self.setAcceptDrops(True)
        self._activity = Activity.IDLE
        self._sentence: SentenceItem | None = None
        self._can_record = self._can_clone = self._can_sketch = self._lacks_microphone = False
        self._note = ""
        self._make_parts()
        self._make_buttons()
        self._build()
        self._connect()
        self._enable()

    def set_voice(self, name: str, person: str) -> None:
        """Show the name of the voice, and of the person who reads."""
        own_voice, other_voice = self.tr("Voice: {0}"), self.tr("Voice: {0}, read by {1}")
        self._voice_label.setText(other_voice.format(name, person) if person else own_voice.format(name))

    def set_sentence(self, sentence: SentenceItem) -> None:
        """Show a sentence to read."""
        self._sentence = sentence
        self._prompt_card.set_sentence(sentence)
        self.next_button.setText(self.tr("Next") if sentence.has_take else self.tr("Skip"))
        self._enable()

    def set_countdown(self, seconds: int) -> None:
        """Show the seconds before a take begins large over the sentence; 0 hides them."""
        self.countdown.set_count(seconds)

    def set_strip(self, items: Sequence[StripItem], current: int) -> None:
        """Show the states of all takes."""
        self.strip.set_items(items, current)

    def set_options(self, counts_down: bool, stops_by_itself: bool, prompt_size_px: int) -> None:
        """Show the options that were chosen last."""
        self.countdown_box.setChecked(counts_down)
        self.auto_stop_box.setChecked(stops_by_itself)
        self._prompt_card.set_size(prompt_size_px)

    def set_progress(self, takes: int, bad: int, needed: int, advised: int) -> None:
        """Show how many takes count, and how many bad ones do not; cloning is offered from `needed` on."""
        self._foot.set_progress(takes, bad, needed, advised)
        self._can_clone = takes >= needed
        self._enable()

    def offer_sketch(self, offered: bool) -> None:
        """Set whether there is speech enough for a sketch of the voice."""
        if offered != self._can_sketch:
            self._can_sketch = offered
            self._enable()

    def set_sketch(self, state: SketchState) -> None:
        """Show whether a sketch is being made or speaks; the button then stops it."""
        self._foot.set_sketch(state)

    def set_sketch_note(self, text: str) -> None:
        """Show in a few words what the sketch is, or that it is being made; the number of takes comes back after it."""
        self._foot.set_note(text)

    def set_can_record(self, can_record: bool) -> None:
        """Set whether the microphone delivers sound."""
        if can_record != self._can_record:
            self._can_record = can_record
            self._enable()

    def set_lacks_microphone(self, lacking: bool) -> None:
        """Say whether no microphone can be opened, where the person would read how to record."""
        self._lacks_microphone = lacking
        self._draw_note()

    def set_activity(self, activity: Activity) -> None:
        """Show what is going on."""
        self._activity = activity
        at_work = activity in (Activity.RECORDING, Activity.COUNTDOWN)
        self.record_button.setText(self.tr("Stop") if at_work else self.tr("Record"))
        is_playing = activity is Activity.PLAYING
        self.play_button.setText(self.tr("Stop") if is_playing else self.tr("Play"))
        set_icon(self.play_button, "square" if is_playing else "play")
        set_icon(self.record_button, "square" if at_work else "mic")
        if activity is not Activity.COUNTDOWN:
            self.set_countdown(0)
        self._prompt_card.set_recording(activity is Activity.RECORDING)
        self._draw_note()
        self._enable()

    def set_duration(self, duration_s: float | None) -> None:
        """Show the length of the running take or of the take on screen."""
        self._prompt_card.set_duration(duration_s)

    def set_findings(self, lines: Sequence[CheckLine], words: WordsRead | None = None) -> None:
        """Show the findings about the take, and mark the words in the sentence."""
        self._findings.set_lines(lines)
        self._prompt_card.mark_words(words or WordsRead())

    def offer_to_keep(self, offered: bool) -> None:
        """Show the button that keeps the take against the advice, or hide it."""
        self.keep_button.setVisible(offered)

    def offer_before(self, offered: bool) -> None:
        """Show the button that brings back the take before, or hide it."""
        self.before_button.setVisible(offered)

    def set_note(self, text: str) -> None:
        """Show in one muted line what is being checked or what the person can do."""
        self._note = text
        self._draw_note()

    def _draw_note(self) -> None:
        sentence = self._sentence
        asks_to_read = sentence is not None and not sentence.has_take and self._activity is Activity.IDLE
        lacking = self.tr("No microphone: plug one in, or take a recording of the sentence “From a file…”.")
        self._findings.set_note(lacking if asks_to_read and self._lacks_microphone else self._note)

    @property
    def findings(self) -> list[str]:
        """The findings on screen."""
        return self._findings.texts

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Accept recordings of the sentence on screen."""
        if local_paths(event.mimeData()) and self._activity is Activity.IDLE:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Emit the dropped paths."""
        event.acceptProposedAction()
        self.files_dropped.emit(local_paths(event.mimeData()))

    def _enable(self) -> None:
        idle = self._activity is Activity.IDLE
        recording = self._activity in (Activity.RECORDING, Activity.COUNTDOWN)
        free = idle or self._activity is Activity.PLAYING
        has_take = self._sentence is not None and self._sentence.has_take
        self.record_button.setEnabled(recording or (free and self._can_record))
        self.cancel_button.setEnabled(recording or self._activity is Activity.ENDING)
        self.play_button.setEnabled(has_take and free)
        self.redo_button.setEnabled(has_take and free and self._can_record)
        for control in (self.previous_button, self.next_button, self.strip):
            control.setEnabled(free)
        for control in (self.room_button, self.file_button, self.leave_button, self.countdown_box):
            control.setEnabled(idle)
        self.clone_button.setEnabled(self._can_clone and free)
        self.sketch_button.setEnabled(self._can_sketch and free)
        self.microphone_bar.set_choosable(idle)

    def _make_parts(self) -> None:
        """Make the parts; their controls are the panel's own for whoever uses it."""
        self._voice_label = label(role="muted", wrap=True)
        self.strip = TakeStrip()
        self.quality = QualityPlot(self)
        self.microphone_bar = bar = MicrophoneBar(compact=True, meter_apart=True)
        self.microphone_box, self.meter, self.look_again_button = bar.box, bar.meter, bar.look_again_button
        self._prompt_card = prompt = PromptCard(bar)
        self.number_label, self.offer_label = prompt.number_label, prompt.offer_label
        self.prompt_label, self.countdown = prompt.prompt_label, prompt.countdown
        self.waveform, self.duration_label = prompt.waveform, prompt.duration_label
        self.countdown_box, self.auto_stop_box = prompt.countdown_box, prompt.auto_stop_box
        self.smaller_button, self.larger_button = prompt.smaller_button, prompt.larger_button
        self._findings = findings = FindingsView()
        self.note_label = findings.note_label
        self.keep_button, self.before_button = findings.keep_button, findings.before_button
        self._foot = foot = TakesFoot()
        self.takes_bar, self.takes_label = foot.takes_bar, foot.takes_label
        self.sketch_button, self.clone_button = foot.sketch_button, foot.clone_button

    def _make_buttons(self) -> None:
        tr = self.tr
        self.record_button = button(
            tr("Record"), tr("Start and stop recording"), "Space", role="record", icon="mic"
        )
        self.cancel_button = button(tr("Cancel"), tr("Throw away what is being recorded"), "Esc")
        self.play_button = button(tr("Play"), tr("Play the take"), "P", icon="play")
        redo = tr("Record again; the old take stays until the new one is done")
        self.redo_button = button(tr("Redo"), redo, "R", icon="rotate-ccw")
        self.previous_button = button(tr("Previous"), tr("Go to the previous sentence"), "Left")
        self.next_button = button(
            tr("Next"), tr("Go to the next sentence; this one can be read later"), "Right"
        )
        self.leave_button = button(
            tr("Another voice"), tr("Leave; the takes are kept"), "Ctrl+W", icon="arrow-left"
        )
        self.file_button = button(
            tr("From a file…"),
            tr("Take a recording of this sentence from a file"),
            "Ctrl+O",
            icon="folder-input",
        )
        self.room_button = button(
            tr("Check the room"), tr("Try the microphone, measure the noise"), "Ctrl+R", icon="volume-2"
        )
        keep_width(self.record_button, tr("Stop"))
        keep_width(self.play_button, tr("Stop"))
        keep_width(self.next_button, tr("Skip"))

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addLayout(self._build_head())
        column.addWidget(self._prompt_card, 1)
        column.addLayout(self._build_buttons())
        column.addWidget(self._findings)
        column.addWidget(self.strip)
        column.addWidget(self.quality)
        microphone = QHBoxLayout()
        microphone.addWidget(self.microphone_bar, 1)
        microphone.addWidget(self.room_button)
        column.addLayout(microphone)
        column.addWidget(self._foot)

    def _build_head(self) -> QHBoxLayout:
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Record"), "title"))
        head.addSpacing(Space.M)
        head.addWidget(self._voice_label, 1)
        head.addWidget(self.file_button)
        head.addWidget(self.leave_button)
        return head

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        bottom = Qt.AlignmentFlag.AlignBottom
        row.addWidget(with_key(self.previous_button, "Left"), 0, bottom)
        row.addStretch(1)
        for action_button, keys in (
            (self.play_button, "P"),
            (self.redo_button, "R"),
            (self.record_button, "Space"),
            (self.cancel_button, "Esc"),
        ):
            row.addWidget(with_key(action_button, keys), 0, bottom)
        row.addStretch(1)
        row.addWidget(with_key(self.next_button, "Right"), 0, bottom)
        return row

    def _connect(self) -> None:
        actions: tuple[tuple[str, QAbstractButton, SignalInstance], ...] = (
            ("Space", self.record_button, self.record_toggled),
            ("Esc", self.cancel_button, self.cancel_requested),
            ("P", self.play_button, self.play_toggled),
            ("R", self.redo_button, self.redo_requested),
            ("Left", self.previous_button, self.previous_requested),
            ("Right", self.next_button, self.next_requested),
            ("K", self.keep_button, self.keep_requested),
            ("Ctrl+Z", self.before_button, self.before_requested),
            ("S", self.sketch_button, self.sketch_toggled),
            ("Ctrl+M", self.clone_button, self.clone_requested),
            ("Ctrl+W", self.leave_button, self.leave_requested),
            ("Ctrl+R", self.room_button, self.room_requested),
            ("Ctrl+O", self.file_button, self.file_requested),
        )
        for keys, control, signal in actions:
            control.clicked.connect(signal)
            press_on_key(self, keys, control).setAutoRepeat(False)
        for keys, control in (
            ("F5", self.look_again_button),
            ("C", self.countdown_box),
            ("A", self.auto_stop_box),
            ("Ctrl+-", self.smaller_button),
            ("Ctrl++", self.larger_button),
        ):
            press_on_key(self, keys, control).setAutoRepeat(False)
        self.countdown_box.toggled.connect(self.countdown_changed)
        self.auto_stop_box.toggled.connect(self.auto_stop_changed)
        self.strip.chosen.connect(self.position_chosen)
        self._prompt_card.size_changed.connect(self.prompt_size_changed)
