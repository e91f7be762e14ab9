"""Shows one sentence at a time: to read it, hear its take, and see the findings about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.items import CheckLine, WordsRead
from timbre_app.studio.language import told
from timbre_app.studio.record.countdown import Countdown
from timbre_app.studio.record.key_button import with_key
from timbre_app.studio.record.microphone_bar import MicrophoneBar
from timbre_app.studio.record.prompt_text import SIZES_PX, USUAL_SIZE_PX, PromptText
from timbre_app.studio.record.quality_plot import QualityPlot
from timbre_app.studio.record.session_items import Activity, SentenceItem, SketchState
from timbre_app.studio.record.take_strip import StripItem, TakeStrip
from timbre_app.studio.record.waveform import WaveformView
from timbre_app.studio.theme import Space, set_icon
from timbre_app.studio.widgets.building import button, card, label, margins, restyle, scrolled
from timbre_app.studio.widgets.dropped import local_paths
from timbre_app.studio.widgets.steady import keep_width

FINDINGS_SHOWN = 4
FINDINGS_HEIGHT = 62
HIGHEST_WAVEFORM = 120


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
        self._can_record = self._can_clone = self._can_sketch = False
        self._takes_text = self._sketch_note = ""
        self._size_px = USUAL_SIZE_PX
        self._make_controls()
        self._make_options()
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
        self.prompt_label.set_prompt(sentence.text)
        self.number_label.setText(self._number(sentence))
        self.offer_label.setText(self._offer(sentence))
        self.next_button.setText(self.tr("Next") if sentence.has_take else self.tr("Skip"))
        self._enable()

    def _number(self, sentence: SentenceItem) -> str:
        if sentence.is_consent:
            return self.tr("Your consent, read aloud")
        if sentence.number <= sentence.needed:
            return self.tr("Sentence {0} of {1}").format(sentence.number, sentence.needed)
        return self.tr("Sentence {0}").format(sentence.number)

    def _offer(self, sentence: SentenceItem) -> str:
        """What follows, in a few words."""
        if sentence.is_consent:
            return self.tr("then {0} sentences").format(sentence.needed)
        if sentence.number > sentence.needed:
            return self.tr("more than the {0} that are needed").format(sentence.needed)
        more = sentence.total - sentence.needed
        return self.tr("{0} more if you like").format(more) if more > 0 else ""

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
        self._size_px = min(SIZES_PX, key=lambda size: abs(size - prompt_size_px))
        self.prompt_label.set_size(self._size_px)

    def set_progress(self, takes: int, bad: int, needed: int, advised: int) -> None:
        """Show how many takes count, and how many bad ones do not; cloning is offered from `needed` on."""
        self.takes_bar.setRange(0, advised)
        self.takes_bar.setValue(min(takes, advised))
        if takes < needed:
            one_take, many_takes = (
                self.tr("1 take: {1} more until you can make the voice"),
                self.tr("{0} takes: {1} more until you can make the voice"),
            )
            text = (one_take if takes == 1 else many_takes).format(takes, needed - takes)
        elif takes < advised:
            text = self.tr("{0} takes: enough, if all of them are good").format(takes)
        else:
            text = self.tr("{0} takes: ready").format(takes)
        if bad:
            text += " · " + self.tr("{0} with ✗ do not count").format(bad)
        self._takes_text = text
        self.set_sketch_note(self._sketch_note)
        self.takes_bar.setAccessibleName(text)
        self._can_clone = takes >= needed
        self._enable()

    def offer_sketch(self, offered: bool) -> None:
        """Set whether there is speech enough for a sketch of the voice."""
        if offered != self._can_sketch:
            self._can_sketch = offered
            self._enable()

    def set_sketch(self, state: SketchState) -> None:
        """Show whether a sketch is being made or speaks; the button then stops it."""
        text = self.tr("Hear a sketch") if state is SketchState.IDLE else self.tr("Stop the sketch")
        self.sketch_button.setText(text)
        self.sketch_button.setAccessibleName(text)

    def set_sketch_note(self, text: str) -> None:
        """Show in a few words what the sketch is, or that it is being made; the number of takes comes back after it."""
        self._sketch_note = text
        self.takes_label.setText(text or self._takes_text)

    def set_can_record(self, can_record: bool) -> None:
        """Set whether the microphone delivers sound."""
        if can_record != self._can_record:
            self._can_record = can_record
            self._enable()

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
        restyle(self._prompt_card, "recording", "yes" if activity is Activity.RECORDING else "no")
        self._enable()

    def set_duration(self, duration_s: float | None) -> None:
        """Show the length of the running take or of the take on screen."""
        self.duration_label.setText("" if duration_s is None else self.tr("{0:.1f} s").format(duration_s))

    def set_findings(self, lines: Sequence[CheckLine], words: WordsRead | None = None) -> None:
        """Show the findings about the take, and mark the words in the sentence."""
        for at, finding_label in enumerate(self._finding_labels):
            line = lines[at] if at < len(lines) else None
            finding_label.setVisible(line is not None)
            if line is not None:
                mark = {"ok": "✓", "warning": "!"}.get(line.severity, "✗")
                finding_label.setText(f"{mark}  {told(line.message)}")
                restyle(finding_label, "severity", line.severity)
        if self._sentence is not None:
            words_read = words or WordsRead()
            self.prompt_label.set_prompt(self._sentence.text, words_read.missed, words_read.added)

    def offer_to_keep(self, offered: bool) -> None:
        """Show the button that keeps the take against the advice, or hide it."""
        self.keep_button.setVisible(offered)

    def offer_before(self, offered: bool) -> None:
        """Show the button that brings back the take before, or hide it."""
        self.before_button.setVisible(offered)

    def set_note(self, text: str) -> None:
        """Show in one muted line what is being checked or what the person can do."""
        self.note_label.setText(text)
        self.note_label.setVisible(bool(text))

    @property
    def findings(self) -> list[str]:
        """The findings on screen."""
        return [
            finding_label.text() for finding_label in self._finding_labels if not finding_label.isHidden()
        ]

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

    def _make_controls(self) -> None:
        tr = self.tr
        self._voice_label = label(role="muted", wrap=True)
        self.number_label = label(role="heading")
        self.offer_label = label(role="muted")
        self.prompt_label = PromptText()
        self.countdown = Countdown(self.prompt_label)
        self.strip = TakeStrip()
        self.quality = QualityPlot(self)
        self.microphone_bar = MicrophoneBar(compact=True, meter_apart=True)
        self.microphone_box, self.meter = self.microphone_bar.box, self.microphone_bar.meter
        self.look_again_button = self.microphone_bar.look_again_button
        self.waveform = WaveformView()
        self.waveform.setAccessibleName(tr("Waveform of the take"))
        self.duration_label = label(role="muted")
        self.note_label = label(role="muted", wrap=True)
        self._finding_labels = [label(wrap=True) for _ in range(FINDINGS_SHOWN)]
        self.takes_bar = QProgressBar()
        self.takes_bar.setTextVisible(False)
        self.takes_label = label(role="muted", wrap=True)
        self.record_button = button(
            tr("Record"), tr("Start and stop recording"), "Space", role="record", icon="mic"
        )
        self.cancel_button = button(tr("Cancel"), tr("Throw away what is being recorded"), "Esc")
        self.play_button = button(tr("Play"), tr("Play the take"), "P", icon="play")
        self.redo_button = button(
            tr("Redo"),
            tr("Record again; the old take stays until the new one is done"),
            "R",
            icon="rotate-ccw",
        )
        self.previous_button = button(tr("Previous"), tr("Go to the previous sentence"), "Left")
        self.next_button = button(
            tr("Next"), tr("Go to the next sentence; this one can be read later"), "Right"
        )
        self.keep_button = button(
            tr("Keep it anyway (K)"), tr("Use this take although the check advises against it"), "K"
        )
        self.keep_button.hide()
        self.before_button = button(
            tr("Use the earlier take (Ctrl+Z)"), tr("Restore the take that this one replaced"), "Ctrl+Z"
        )
        self.before_button.hide()
        self.clone_button = button(
            tr("Make the voice"), tr("Make a voice from the takes"), "Ctrl+M", role="primary"
        )
        self.sketch_button = button(
            tr("Hear a sketch"),
            tr("A first idea of the voice after a few seconds of speech; it has learned nothing yet"),
            "S",
        )
        self.leave_button = button(tr("Another voice"), tr("Leave; the takes are kept"), "Ctrl+W")
        keep_width(self.record_button, tr("Stop"))
        keep_width(self.play_button, tr("Stop"))
        keep_width(self.next_button, tr("Skip"))
        keep_width(self.sketch_button, tr("Stop the sketch"))

    def _make_options(self) -> None:
        tr = self.tr
        self.countdown_box = QCheckBox(tr("Count down (C)"))
        self.countdown_box.setToolTip(tr("Count three seconds before a take begins"))
        self.auto_stop_box = QCheckBox(tr("Stop when I stop speaking (A)"))
        self.auto_stop_box.setToolTip(tr("A take ends by itself after the sentence"))
        self.smaller_button = button("A−", tr("Smaller letters"), "Ctrl+-", role="small")
        self.larger_button = button("A+", tr("Larger letters"), "Ctrl++", role="small")
        self.smaller_button.setAccessibleName(tr("Smaller letters"))
        self.larger_button.setAccessibleName(tr("Larger letters"))
        self.file_button = button(
            tr("From a file…"), tr("Take a recording of this sentence from a file"), "Ctrl+O"
        )
        self.room_button = button(tr("Check the room"), tr("Try the microphone, measure the noise"), "Ctrl+R")

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        column.addLayout(self._build_head())
        column.addWidget(self._build_prompt(), 1)
        column.addLayout(self._build_buttons())
        column.addWidget(self._build_findings())
        column.addWidget(self.strip)
        column.addWidget(self.quality)
        microphone = QHBoxLayout()
        microphone.addWidget(self.microphone_bar, 1)
        microphone.addWidget(self.room_button)
        column.addLayout(microphone)
        foot = QHBoxLayout()
        progress = QVBoxLayout()
        progress.addWidget(self.takes_label)
        progress.addWidget(self.takes_bar)
        foot.addLayout(progress, 1)
        foot.addSpacing(Space.M)
        foot.addWidget(self.sketch_button)
        foot.addWidget(self.clone_button)
        column.addLayout(foot)

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

    def _build_prompt(self) -> QFrame:
        """The sentence, its take's sound under its words, and the level under both."""
        self._prompt_card, inside = card()
        margins(inside, Space.L, Space.M)
        head = QHBoxLayout()
        head.addWidget(self.number_label)
        head.addWidget(self.offer_label, 1)
        head.addWidget(self.duration_label)
        inside.addLayout(head)
        inside.addWidget(self.prompt_label, 3)
        self.waveform.setMaximumHeight(HIGHEST_WAVEFORM)
        inside.addWidget(self.waveform, 1)
        level = QHBoxLayout()
        level.addWidget(self.meter, 1)
        level.addWidget(self.microphone_bar.zone_label, 0, Qt.AlignmentFlag.AlignTop)
        inside.addLayout(level)
        inside.addLayout(self._build_options())
        return self._prompt_card

    def _build_options(self) -> QHBoxLayout:
        options = QHBoxLayout()
        options.setSpacing(Space.L)
        options.addWidget(self.countdown_box)
        options.addWidget(self.auto_stop_box)
        options.addStretch(1)
        options.addWidget(self.smaller_button)
        options.addWidget(self.larger_button)
        return options

    def _build_findings(self) -> QScrollArea:
        """The findings, in a place of one height, so that the buttons above do not move when they come."""
        inside = QWidget()
        row = QHBoxLayout(inside)
        margins(row, Space.XS, Space.NONE)
        findings = QVBoxLayout()
        findings.setSpacing(Space.XXS)
        findings.addWidget(self.note_label)
        for finding_label in self._finding_labels:
            finding_label.hide()
            findings.addWidget(finding_label)
        findings.addStretch(1)
        row.addLayout(findings, 1)
        buttons = QVBoxLayout()
        buttons.setSpacing(Space.XS)
        buttons.addWidget(self.keep_button)
        buttons.addWidget(self.before_button)
        buttons.addStretch(1)
        row.addLayout(buttons)
        area = scrolled(inside)
        area.setFixedHeight(FINDINGS_HEIGHT)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return area

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
            self._shortcut(keys, control)
        for keys, control in (
            ("F5", self.look_again_button),
            ("C", self.countdown_box),
            ("A", self.auto_stop_box),
            ("Ctrl+-", self.smaller_button),
            ("Ctrl++", self.larger_button),
        ):
            self._shortcut(keys, control)
        self.countdown_box.toggled.connect(self.countdown_changed)
        self.auto_stop_box.toggled.connect(self.auto_stop_changed)
        self.strip.chosen.connect(self.position_chosen)
        self.smaller_button.clicked.connect(lambda: self._resize_prompt(-1))
        self.larger_button.clicked.connect(lambda: self._resize_prompt(1))

    def _shortcut(self, keys: str, control: QAbstractButton) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(lambda: control.click() if control.isVisible() else None)

    def _resize_prompt(self, step: int) -> None:
        at = SIZES_PX.index(self._size_px) + step
        self._size_px = SIZES_PX[min(max(at, 0), len(SIZES_PX) - 1)]
        self.prompt_label.set_size(self._size_px)
        self.prompt_size_changed.emit(self._size_px)
