"""Draws a reading on the Speak page: each sentence's state in the text, and the sound as it grows."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from timbre_app.reading.estimate import LETTERS_PER_S, expected_s, letters
from timbre_app.reading.reading import Reading
from timbre_app.reading.timeline import Place, State
from timbre_app.studio.speak.page import SpeakPage
from timbre_app.studio.speak.script_edit import SentenceMark
from timbre_app.studio.speak.track_view import LEAST_WORD, TrackWord
from timbre_app.studio.speak.word_reading import word_reading


class ReadingPicture(QObject):
    """Remembers what is drawn, so that only changes are drawn again.

    Attributes:
        languages: Language of each voice, by id.
    """

    def __init__(self, page: SpeakPage, reading: Reading) -> None:
        super().__init__(page)
        self._page, self._reading = page, reading
        self.languages: dict[str, str] = {}
        self._marks: list[SentenceMark] = []
        self._starts = np.zeros(1, np.int64)

    def draw_marks(self) -> None:
        """Draw every sentence's state."""
        self._marks = [self._mark(index) for index in range(len(self._reading.sentences))]
        self._page.text_edit.set_marks(self._marks)

    def draw_mark(self, index: int) -> None:
        """Draw one sentence's state, if it has changed."""
        if index < len(self._marks):
            mark = self._mark(index)
            if mark != self._marks[index]:
                self._marks[index] = mark
                self._page.text_edit.set_marks(self._marks)

    def draw_sound(self, place: Place) -> None:
        """Draw the whole sound, and its length."""
        reading, view = self._reading, self._page.track_view
        self._starts = reading.starts()
        rate, duration_s = reading.sample_rate, self._duration_s
        begins = tuple(float(s) / rate for s in np.unique(self._starts[:-1])) if duration_s else ()
        view.set_sound(reading.outline(view.columns), duration_s, begins)
        view.set_words(self._words(view.columns) if duration_s else ())
        self._draw_length()
        if not duration_s:
            view.set_position(None)
        elif view.position_s is not None:
            view.set_position(self._seconds(place))
        self._page.set_time(self._seconds(place) if duration_s else 0.0, duration_s)
        self._page.refresh()

    def _words(self, columns: int) -> list[TrackWord]:
        """Words of the sound with their times; of a sound whose words would not fit, the sentences instead."""
        rate = self._reading.sample_rate
        spoken = [
            (sentence, float(start) / rate)
            for sentence, start in zip(self._reading.sentences, self._starts, strict=False)
            if sentence.clip is not None
        ]
        if sum(len(sentence.clip.words) for sentence, _ in spoken if sentence.clip) * LEAST_WORD > columns:
            return [
                TrackWord(sentence.text, start_s, start_s + sentence.clip.duration_s)
                for sentence, start_s in spoken
                if sentence.clip
            ]
        return [
            TrackWord(word.text, start_s + word.start_s, start_s + word.end_s)
            for sentence, start_s in spoken
            if sentence.clip
            for word in sentence.clip.words
        ]

    def _draw_length(self) -> None:
        reading = self._reading
        is_known = all(reading.is_current(index) for index in range(len(reading.sentences)))
        seconds = self._duration_s if is_known else expected_s(reading)
        self._page.set_length(len(self._page.text), seconds, is_known)

    def draw_typed_length(self, typed: str, taken: str) -> None:
        """Show the length of a text that is being typed.

        Args:
            typed: The text.
            taken: The text that the reading has.
        """
        reading = self._reading
        more_s = (letters(typed) - letters(taken)) / LETTERS_PER_S / reading.how.pace
        self._page.set_length(len(typed), max(0.0, expected_s(reading) + more_s), is_known=False)

    def show_position(self, place: Place) -> None:
        """Mark the place that is heard."""
        seconds = self._seconds(place)
        self._page.track_view.set_position(seconds)
        self._page.set_time(seconds, self._duration_s)

    def tip(self, index: int) -> str:
        """A sentence's state in words, made only when it is asked for, because a book has thousands of sentences."""
        if index >= min(len(self._marks), len(self._reading.sentences)):
            return ""
        sentence, state = self._reading.sentences[index], State(self._marks[index].state)
        words = {
            State.NEW: self.tr("not spoken yet"),
            State.MAKING: self.tr("being made"),
            State.MADE: self.tr("spoken"),
            State.CHANGED: self.tr("changed since it was spoken"),
            State.FAILED: self.tr("could not be spoken"),
        }
        parts = [self.tr("Sentence {0}: {1}").format(index + 1, words[state])]
        if state is State.MADE and sentence.clip is not None:
            parts.append(self.tr("{0:.1f} s").format(sentence.clip.duration_s))
        if sentence.how is not None:
            how = sentence.how
            parts.append(
                self.tr(
                    "own settings (pace {0:g}, pitch {1:+g} st, energy {2:+g} dB, liveliness {3:g})"
                ).format(how.pace, how.pitch, how.energy, how.liveliness)
            )
            if how.seed:
                parts.append(self.tr("reading {0}").format(how.seed + 1))
        if not sentence.edits.is_neutral:
            parts.append(self.tr("pitch or timing edited"))
        return ", ".join(parts)

    def word_tip(self, index: int, char: int) -> str:
        """How a word of a sentence is read, "" where nothing is to be said about it.

        Args:
            index: The sentence.
            char: A place in the whole text.
        """
        if index >= len(self._reading.sentences):
            return ""
        sentence = self._reading.sentences[index]
        language = self.languages.get(self._reading.voice_id) or "en-us"
        word = word_reading(sentence, char - sentence.start, language)
        if word is None or (word.said.casefold() == word.written.casefold() and not word.ipa):
            return ""
        tip = self.tr("“{0}” is read “{1}”").format(word.written, word.said)
        return f"{tip} [{word.ipa}]" if word.ipa else tip

    def _mark(self, index: int) -> SentenceMark:
        sentence = self._reading.sentences[index]
        state = self._reading.state(index)
        if state is State.CHANGED and sentence.made_of is None and sentence.clip is None:
            state = State.NEW
        return SentenceMark(sentence.start, sentence.end, state.value)

    def _seconds(self, place: Place) -> float:
        index = min(place.sentence, len(self._starts) - 1)
        sample = min(int(self._starts[index]) + place.offset, int(self._starts[-1]))
        return sample / self._reading.sample_rate

    @property
    def _duration_s(self) -> float:
        return float(self._starts[-1]) / self._reading.sample_rate
