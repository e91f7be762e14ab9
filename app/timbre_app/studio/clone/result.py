"""Joins the result panel with a finished voice and the takes that it did not learn from."""

from __future__ import annotations

import random
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from timbre.archive import ENOUGH_TAKES
from timbre_app.studio.backstage import StudioComparing
from timbre_app.studio.clone.result_panel import PERSON, ResultPanel, Statement
from timbre_app.studio.errors import sentence
from timbre_app.studio.items import ResultItem, VoiceItem
from timbre_app.studio.language import translated
from timbre_app.studio.playback import Playback, Sound
from timbre_app.studio.tasks import Task, Tasks
from timbre_app.takes.recordings import is_session

if TYPE_CHECKING:
    from timbre_app.voices.comparing import Pair

GOOD_LIKENESS, FAIR_LIKENESS = 0.7, 0.45
SAME_CLARITY, FAIR_CLARITY = 0.03, 0.10
MUCH_NOISE = 0.3
MUCH_ECHO = 0.3
MOST_NAMED = 5
"""Number of takes that are named with the reason why they were left out."""


class ResultController(QObject):
    """Compares one voice at a time.

    Signals:
        speak_with: Id of the voice to speak with.
        more_takes: Folder of the takes that the person wants to add to.
        save: Id of the voice to save as a file.
    """

    speak_with = Signal(str)
    more_takes = Signal(Path)
    save = Signal(str)

    def __init__(
        self, panel: ResultPanel, tasks: Tasks, comparing: StudioComparing, playback: Playback
    ) -> None:
        super().__init__(panel)
        self._panel, self._tasks, self._comparing, self._playback = panel, tasks, comparing, playback
        self._voice: VoiceItem | None = None
        self._takes = Path()
        self._task: Task | None = None
        self._pairs: list[Pair] = []
        self._hidden: tuple[Pair, int] | None = None  # a pair, and which of A and B is the person
        self._heard_hidden: set[int] = set()
        self._answered = False
        self._right_guesses = self._guesses = 0
        self._random = random.Random()
        panel.play_requested.connect(self._play)
        panel.blind_play_requested.connect(self._play_hidden)
        panel.guessed.connect(self._guess)
        panel.next_blind_requested.connect(self._hide_next)
        panel.speak_requested.connect(lambda: self._voice and self.speak_with.emit(self._voice.id))
        panel.save_requested.connect(lambda: self._voice and self.save.emit(self._voice.id))
        panel.more_takes_requested.connect(self._leave)

    def show(self, voice: VoiceItem, takes: Path) -> None:
        """Let a voice speak the sentences that it did not learn from."""
        if self._task is not None:
            self._task.cancel()
        self._voice, self._takes, self._pairs, self._hidden = voice, takes, [], None
        self._right_guesses = self._guesses = 0
        self._panel.begin(voice.name, can_record_more=is_session(takes))
        self._task = self._tasks.run(
            lambda task: self._comparing.compare(voice.id, takes, task.report, lambda: task.cancelled),
            on_result=self._measured,
            on_error=lambda error: self._panel.show_failed(sentence(error)),
            on_progress=self._add,
        )

    def stop(self) -> None:
        """Stop playing, and stop comparing."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._playback.stop()

    def _leave(self) -> None:
        self._playback.stop()
        self.more_takes.emit(self._takes)

    def _add(self, pair: Pair) -> None:
        self._pairs.append(pair)
        self._panel.add_pair(pair.text)
        if self._hidden is None:
            self._hide_next()

    def _measured(self, result: ResultItem) -> None:
        self._task = None
        self._panel.show_complete()
        self._panel.set_likeness(self._likeness(result), result.similarity, result.nearest_similarity)
        if self._pairs:
            self._panel.set_clarity(self._clarity())
        self._panel.set_advice(self._advice(result))
        self._panel.set_used(self._used(result))

    # Listening

    def _play(self, at: int, who: str) -> None:
        pair = self._pairs[at]
        self._sound(pair.person if who == PERSON else pair.clone, pair.sample_rate)

    def _play_hidden(self, which: int) -> None:
        if self._hidden is not None:
            pair, person = self._hidden
            self._heard_hidden.add(which)
            if len(self._heard_hidden) == 2 and not self._answered:
                self._panel.let_guess()
            self._sound(pair.person if which == person else pair.clone, pair.sample_rate)

    def _sound(self, samples: np.ndarray, sample_rate: int) -> None:
        self._playback.play(
            lambda _: Sound.whole(sample_rate, samples),
            on_end=lambda: None,
            on_error=lambda error: self._panel.show_failed(sentence(error)),
        )

    def _hide_next(self) -> None:
        others = [pair for pair in self._pairs if self._hidden is None or pair is not self._hidden[0]]
        self._hidden = (self._random.choice(others or self._pairs), self._random.randrange(2))
        self._heard_hidden, self._answered = set(), False
        self._panel.hide_pair(True)

    def _guess(self, which: int) -> None:
        if self._hidden is None:
            return
        person, self._answered = self._hidden[1], True
        self._guesses += 1
        self._right_guesses += which == person
        self._panel.show_guess(which == person, person, self._right_guesses, self._guesses)

    # In words

    def _likeness(self, result: ResultItem) -> Statement:
        if result.similarity is None:
            return Statement(self.tr("The likeness was not measured."), "warning")
        percent = 100 * result.similarity
        figures = self.tr("{0:.0f} % of the way from somebody else's voice to yours")
        words, severity = (
            (self.tr("It sounds like you"), "ok")
            if result.similarity >= GOOD_LIKENESS
            else (self.tr("It is close to you"), "warning")
            if result.similarity >= FAIR_LIKENESS
            else (self.tr("It does not sound like you yet"), "error")
        )
        return self._statement(words, figures.format(percent), severity)

    def _clarity(self) -> Statement:
        person = mean(pair.person_error for pair in self._pairs)
        clone = mean(pair.clone_error for pair in self._pairs)
        figures = self.tr(
            "a speech recogniser gets {0:.1f} % of its letters wrong, and {1:.1f} % of yours"
        ).format(100 * clone, 100 * person)
        words, severity = (
            (self.tr("It is as clear as you"), "ok")
            if clone - person <= SAME_CLARITY
            else (self.tr("It is a little less clear than you"), "warning")
            if clone - person <= FAIR_CLARITY
            else (self.tr("It is hard to understand in places"), "error")
        )
        return self._statement(words, figures, severity)

    def _statement(self, words: str, figures: str, severity: str) -> Statement:
        return Statement(_whole_figures(self.tr("{0}: {1}.").format(words, figures)), severity)

    def _advice(self, result: ResultItem) -> str:
        sentences = []
        if result.noisy_share > MUCH_NOISE:
            sentences.append(self.tr("Many takes are noisy: record them again in a quieter room."))
        if result.echoing_share > MUCH_ECHO:
            sentences.append(
                self.tr("The room echoes in many takes: record them again where carpets and curtains are.")
            )
        more = ENOUGH_TAKES - result.take_count
        if more == 1:
            sentences.append(self.tr("One more take would bring it closer."))
        elif more > 1:
            sentences.append(self.tr("{0} more takes would bring it closer.").format(more))
        elif result.similarity is not None and result.similarity < GOOD_LIKENESS and not sentences:
            sentences.append(
                self.tr(
                    "There are enough takes; what counts now is how they sound. Record those again that are hurried, "
                    "misread or farther from the microphone than the others."
                )
            )
        if not sentences and result.left_out:
            return self.tr("There are enough takes; those that were left out can be recorded again.")
        return " ".join(sentences) or self.tr("Nothing needs to be done: the takes are good and enough.")

    def _used(self, result: ResultItem) -> str:
        """Which takes the voice learned from, and why not from the others."""
        if not result.left_out:
            return self.tr("All {0} takes were used.").format(result.take_count) if result.take_count else ""
        lines = [self.tr("{0} takes were used. Left out:").format(result.take_count)]
        for text, reason in result.left_out[:MOST_NAMED]:
            lines.append(self.tr("✗  “{0}” {1}").format(text, translated(reason)))
        if more := len(result.left_out) - MOST_NAMED:
            lines += [self.tr("and {0} more").format(more)] if more > 0 else []
        return "\n".join(lines)


def _whole_figures(text: str) -> str:
    """Keep each figure on one line with its percent sign."""
    return text.replace(" %", "\u00a0%")
