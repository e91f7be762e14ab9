"""Compares a new voice with the person: play both, guess which is which, read how alike and how clear the voice is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from timbre_app.studio.theme import Space
from timbre_app.studio.widgets.building import button, card, label, margins, restyle
from timbre_app.studio.widgets.keys import on_key
from timbre_app.studio.widgets.likeness_scale import LikenessScale

PERSON, CLONE = "person", "clone"


@dataclass(frozen=True)
class Statement:
    """A figure in words; severity is "ok", "warning" or "error"."""

    text: str
    severity: str


class ResultPanel(QWidget):
    """Draws the comparison; emits what the person wants to hear.

    Args of the constructor:
        back: Text of the button that leads back.

    Signals:
        play_requested: Place of a sentence, and PERSON or CLONE.
        blind_play_requested: 0 for the first of the two hidden sounds, 1 for the second.
        guessed: Number of the hidden sound that the person takes for their own.
    """

    play_requested = Signal(int, str)
    blind_play_requested = Signal(int)
    guessed = Signal(int)
    next_blind_requested = Signal()
    speak_requested = Signal()
    more_takes_requested = Signal()
    save_requested = Signal()
    back_requested = Signal()

    def __init__(self, back: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tr = self.tr
        self._title = label(tr("Beside you"), "title")
        self.scale = LikenessScale()
        self.marks_label = label(role="caption", wrap=True)
        self.likeness_label = label(wrap=True)
        self.clarity_label = label(wrap=True)
        self.advice_label = label(role="muted", wrap=True)
        self.used_label = label(role="muted", wrap=True)
        self._grid = QGridLayout()
        self.play_buttons: dict[tuple[int, str], QPushButton] = {}
        self.waiting_label = label(role="muted", wrap=True)
        self.waiting_bar = QProgressBar()
        self.waiting_bar.setRange(0, 0)  # it moves; how many sentences there are is known at the end
        self.waiting_bar.setTextVisible(False)
        self.waiting_bar.setAccessibleName(tr("The voice is being compared with you"))
        self.blind_label = label(wrap=True)
        self.score_label = label(role="muted")
        self.blind_buttons = [
            button(tr("Play {0}").format(name), tr("Hear one of the two"), icon="play") for name in ("A", "B")
        ]
        self.guess_buttons = [
            button(tr("{0} is me").format(name), tr("Choose this one as you")) for name in ("A", "B")
        ]
        self.next_button = button(
            tr("Next pair"), tr("Listen to another pair and choose again"), icon="arrow-right"
        )
        self.speak_button = button(
            tr("Speak with it"), tr("Try the new voice"), role="primary", icon="audio-lines"
        )
        self.more_button = button(tr("Record more"), tr("Go back to the sentences and add takes"), icon="mic")
        self.save_button = button(tr("Export…"), tr("Save the voice as a file"), icon="share")
        self.back_button = button(back, back, "Esc", icon="arrow-left")
        self._build()
        self._connect()
        on_key(self, "Esc", self.back_requested.emit)

    def begin(self, voice_name: str, can_record_more: bool) -> None:
        """Show a voice that has not been compared yet."""
        self.more_button.setVisible(can_record_more)
        self._title.setText(self.tr("{0} beside you").format(voice_name))
        while item := self._grid.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        self.play_buttons.clear()
        self.waiting_label.setText(self.tr("The voice says the sentences that it did not learn from…"))
        restyle(self.waiting_label, "severity", "")
        for waiting in (self.waiting_label, self.waiting_bar):
            waiting.show()
        for text_label in (
            self.likeness_label,
            self.marks_label,
            self.clarity_label,
            self.advice_label,
            self.used_label,
            self.score_label,
        ):
            text_label.clear()
        self.scale.set_places(None, None)
        self.hide_pair(False)

    def add_pair(self, text: str) -> None:
        """Offer one more sentence."""
        row = self._grid.rowCount()
        at = len(self.play_buttons) // 2
        sentence = label(text, wrap=True)
        self._grid.addWidget(sentence, row, 0)
        for column, (who, name) in enumerate(((PERSON, self.tr("You")), (CLONE, self.tr("The voice"))), 1):
            play_button = button(name, self.tr("Hear it"), icon="play")
            play_button.setAccessibleName(f"{name}: {text}")
            play_button.clicked.connect(lambda _=False, at=at, who=who: self.play_requested.emit(at, who))
            self._grid.addWidget(play_button, row, column)
            self.play_buttons[at, who] = play_button
        self._grid.setColumnStretch(0, 1)

    def show_complete(self) -> None:
        """Show that all sentences are there."""
        for waiting in (self.waiting_label, self.waiting_bar):
            waiting.hide()

    def show_failed(self, text: str) -> None:
        """Show why there are no more sentences."""
        self.waiting_bar.hide()
        self.waiting_label.setText(text)
        restyle(self.waiting_label, "severity", "error")

    def set_likeness(self, statement: Statement, voice: float | None, nearest: float | None) -> None:
        """Show how alike the voice is, and its place between the two ends."""
        self.scale.set_places(voice, nearest)
        self.marks_label.setText(self._marks(voice, nearest))
        self._state(self.likeness_label, statement)

    def _marks(self, voice: float | None, nearest: float | None) -> str:
        """What the marks of the scale stand for."""
        if voice is None:
            return ""
        marks = self.tr("▮ this voice: {0:.0f} %").format(100 * voice)
        if nearest is not None:
            known = self.tr("▲ the closest voice that Timbre knew before: {0:.0f} %")
            marks += "   " + known.format(100 * nearest)
        return marks.replace(" %", "\u00a0%")

    def set_clarity(self, statement: Statement) -> None:
        """Show how clear the voice is."""
        self._state(self.clarity_label, statement)

    def set_advice(self, text: str) -> None:
        """Show what would make the voice better."""
        self.advice_label.setText(text)

    def set_used(self, text: str) -> None:
        """Show which takes the voice learned from."""
        self.used_label.setText(text)

    def hide_pair(self, ready: bool) -> None:
        """Ask which of two hidden sounds is the person; nothing is asked while there is no pair."""
        for pair_button in self.blind_buttons:
            pair_button.setEnabled(ready)
        for guess_button in self.guess_buttons:
            guess_button.setEnabled(False)
        self.next_button.setEnabled(False)
        self.blind_label.setText(
            self.tr("Listen to both, A and B: one is you. Which?")
            if ready
            else self.tr("Waiting for the sentences…")
        )
        restyle(self.blind_label, "severity", "")

    def let_guess(self) -> None:
        """Let the person answer, once both were heard."""
        for guess_button in self.guess_buttons:
            guess_button.setEnabled(True)

    def show_guess(self, was_right: bool, person: int, right: int, total: int) -> None:
        """Show whether the guess was right."""
        name = "AB"[person]
        text = self.tr("✓  Right, you are {0}.") if was_right else self.tr("✗  No, you are {0}.")
        self.blind_label.setText(text.format(name))
        restyle(self.blind_label, "severity", "ok" if was_right else "warning")
        for guess_button in self.guess_buttons:
            guess_button.setEnabled(False)
        self.next_button.setEnabled(True)
        self.score_label.setText(self.tr("Right {0} of {1} times; guessing gives half").format(right, total))

    def _state(self, text_label: QLabel, statement: Statement) -> None:
        mark = {"ok": "✓", "warning": "!"}.get(statement.severity, "✗")
        text_label.setText(f"{mark}  {statement.text}")
        restyle(text_label, "severity", statement.severity)

    def _connect(self) -> None:
        for at, pair_button in enumerate(self.blind_buttons):
            pair_button.clicked.connect(lambda _=False, at=at: self.blind_play_requested.emit(at))
        for at, pair_button in enumerate(self.guess_buttons):
            pair_button.clicked.connect(lambda _=False, at=at: self.guessed.emit(at))
        self.next_button.clicked.connect(self.next_blind_requested)
        self.speak_button.clicked.connect(self.speak_requested)
        self.more_button.clicked.connect(self.more_takes_requested)
        self.save_button.clicked.connect(self.save_requested)
        self.back_button.clicked.connect(self.back_requested)
        self.setFocusProxy(self.speak_button)

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.M)
        column.addWidget(self._title)
        column.addWidget(self._build_figures())
        column.addWidget(self._build_pairs())
        column.addWidget(self._build_blind())
        column.addStretch(1)
        row = QHBoxLayout()
        row.addWidget(self.back_button)
        row.addWidget(self.more_button)
        row.addStretch(1)
        row.addWidget(self.save_button)
        row.addWidget(self.speak_button)
        column.addLayout(row)

    def _build_figures(self) -> QFrame:
        frame, inside = card()
        inside.setSpacing(Space.XS)
        for part in (
            self.likeness_label,
            self.scale,
            self.marks_label,
            self.clarity_label,
            self.advice_label,
            self.used_label,
        ):
            inside.addWidget(part)
        return frame

    def _build_pairs(self) -> QFrame:
        frame, inside = card()
        inside.addWidget(label(self.tr("The same sentences, by you and by the voice"), "heading"))
        inside.addWidget(self.waiting_label)
        inside.addWidget(self.waiting_bar)
        margins(self._grid, Space.NONE, Space.NONE)
        inside.addLayout(self._grid)
        return frame

    def _build_blind(self) -> QFrame:
        frame, inside = card()
        head = QHBoxLayout()
        head.addWidget(label(self.tr("Can you tell which is you?"), "heading"), 1)
        head.addWidget(self.score_label)
        inside.addLayout(head)
        row = QHBoxLayout()
        for pair_button in (*self.blind_buttons, *self.guess_buttons):
            row.addWidget(pair_button)
        row.addStretch(1)
        row.addWidget(self.next_button)
        inside.addWidget(self.blind_label)
        inside.addLayout(row)
        return frame
