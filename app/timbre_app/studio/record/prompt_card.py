"""The sentence to read, its take's sound under its words, the level under both, and the options of a take."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QVBoxLayout

from timbre_app.studio.items import WordsRead
from timbre_app.studio.record.countdown import Countdown
from timbre_app.studio.record.microphone_bar import MicrophoneBar
from timbre_app.studio.record.prompt_text import SIZES_PX, USUAL_SIZE_PX, PromptText
from timbre_app.studio.record.session_items import SentenceItem
from timbre_app.studio.record.waveform import WaveformView
from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, label, margins, restyle

HIGHEST_WAVEFORM = 120


class PromptCard(QFrame):
    """Draws a sentence.

    Args of the constructor:
        microphone_bar: Has the level meter, which lies in the card.

    Signals:
        size_changed: Size of the letters, px.
    """

    size_changed = Signal(int)

    def __init__(self, microphone_bar: MicrophoneBar) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._sentence: SentenceItem | None = None
        self._size_px = USUAL_SIZE_PX
        self.number_label = label(role="heading")
        self.offer_label = label(role="muted")
        self.duration_label = label(role="muted")
        self.prompt_label = PromptText()
        self.countdown = Countdown(self.prompt_label)
        self.waveform = WaveformView()
        self.waveform.setAccessibleName(self.tr("Waveform of the take"))
        self._make_options()
        self._build(microphone_bar)

    def set_sentence(self, sentence: SentenceItem) -> None:
        """Show a sentence."""
        self._sentence = sentence
        self.prompt_label.set_prompt(sentence.text)
        self.number_label.setText(self._number(sentence))
        self.offer_label.setText(self._offer(sentence))

    def mark_words(self, words: WordsRead) -> None:
        """Mark the words that were missed, and name those that were added."""
        if self._sentence is not None:
            self.prompt_label.set_prompt(self._sentence.text, words.missed, words.added)

    def set_size(self, size_px: int) -> None:
        """Set the size of the letters, as near as there is one."""
        self._size_px = min(SIZES_PX, key=lambda size: abs(size - size_px))
        self.prompt_label.set_size(self._size_px)

    def set_duration(self, duration_s: float | None) -> None:
        """Show the length of the running take or of the take on screen."""
        self.duration_label.setText("" if duration_s is None else self.tr("{0:.1f} s").format(duration_s))

    def set_recording(self, recording: bool) -> None:
        """Show in the card's frame whether a take is being recorded."""
        restyle(self, "recording", "yes" if recording else "no")

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
        self.smaller_button.clicked.connect(lambda: self._resize(-1))
        self.larger_button.clicked.connect(lambda: self._resize(1))

    def _resize(self, step: int) -> None:
        at = SIZES_PX.index(self._size_px) + step
        self.set_size(SIZES_PX[min(max(at, 0), len(SIZES_PX) - 1)])
        self.size_changed.emit(self._size_px)

    def _build(self, microphone_bar: MicrophoneBar) -> None:
        column = QVBoxLayout(self)
        margins(column, Space.L, Space.M)
        column.setSpacing(Space.S)
        head = QHBoxLayout()
        head.addWidget(self.number_label)
        head.addWidget(self.offer_label, 1)
        head.addWidget(self.duration_label)
        column.addLayout(head)
        column.addWidget(self.prompt_label, 3)
        self.waveform.setMaximumHeight(HIGHEST_WAVEFORM)
        column.addWidget(self.waveform, 1)
        level = QHBoxLayout()
        level.addWidget(microphone_bar.meter, 1)
        level.addWidget(microphone_bar.zone_label, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(level)
        column.addLayout(self._build_options())

    def _build_options(self) -> QHBoxLayout:
        options = QHBoxLayout()
        options.setSpacing(Space.L)
        options.addWidget(self.countdown_box)
        options.addWidget(self.auto_stop_box)
        options.addStretch(1)
        options.addWidget(self.smaller_button)
        options.addWidget(self.larger_button)
        return options
