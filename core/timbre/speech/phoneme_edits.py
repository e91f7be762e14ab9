"""A person's changes of single phonemes: their pitch and their length.

The numbers stand for the phonemes of a whole text in a row, as `PHONEME_IDS` has them:

```
PHONEME_IDS   ^ h ə l ˈ o ʊ . $   ^ b ˈ a ɪ . $
pitch         0 0 0 0 0 2 2 0 0   0 0 0 0 0 0 0     semitones above what the voice would do
duration      1 1 1 1 1 2 1 1 1   1 1 1 1 1 1 1     times as long as the voice would hold it
```
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from timbre.messages import InputError, Message

MAX_SEMITONES = 24.0
MIN_DURATION, MAX_DURATION = 0.1, 10.0


@dataclass(frozen=True)
class PhonemeEdits:
    """What to change of each phoneme; an empty array changes nothing.

    Attributes:
        pitch: (T_text,) float32, semitones to add.
        duration: (T_text,) float32, factors of the length.
        energy: (T_text,) float32, dB to add; only emphasis changes it, no request does.
    """

    pitch: np.ndarray
    duration: np.ndarray
    energy: np.ndarray = field(default_factory=lambda: np.zeros(0, np.float32))

    def __post_init__(self) -> None:
        for name, values, low, high in (
            (Message.of("pitch"), self.pitch, -MAX_SEMITONES, MAX_SEMITONES),
            (Message.of("length"), self.duration, MIN_DURATION, MAX_DURATION),
        ):
            if values.ndim != 1 or not bool(np.all((values >= low) & (values <= high))):
                raise InputError(
                    "the {what} of a phoneme is out of range: choose {low:g} to {high:g}",
                    what=name,
                    low=low,
                    high=high,
                )

    @staticmethod
    def of(
        pitch: Sequence[float] | np.ndarray = (), duration: Sequence[float] | np.ndarray = ()
    ) -> PhonemeEdits:
        """Edits from plain numbers."""
        if not (len(pitch) or len(duration)):
            return NO_EDITS
        return PhonemeEdits(np.asarray(pitch, np.float32), np.asarray(duration, np.float32))

    def check_length(self, phonemes: int) -> None:
        """Raise InputError unless there are as many numbers as phonemes, or none."""
        for values in (self.pitch, self.duration):
            if len(values) not in (0, phonemes):
                raise InputError(
                    "{changes} changes of pitch and timing do not fit {phonemes} phonemes: reset the sentence",
                    changes=len(values),
                    phonemes=phonemes,
                )

    def part(self, start: int, end: int) -> PhonemeEdits:
        """The edits of one sentence's phonemes."""
        if not (len(self.pitch) or len(self.duration)):
            return self
        return PhonemeEdits(self.pitch[start:end], self.duration[start:end], self.energy[start:end])

    def on_top_of(self, other: PhonemeEdits) -> PhonemeEdits:
        """Both changes together, within the limits of each."""
        if other is NO_EDITS:
            return self
        pitch, duration = (
            _joined(np.add, self.pitch, other.pitch),
            _joined(np.multiply, self.duration, other.duration),
        )
        return PhonemeEdits(
            np.clip(pitch, -MAX_SEMITONES, MAX_SEMITONES),
            np.clip(duration, MIN_DURATION, MAX_DURATION),
            _joined(np.add, self.energy, other.energy),
        )


def _joined(operation: np.ufunc, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Both arrays together; an empty one changes nothing."""
    return operation(first, second) if len(first) and len(second) else first if len(first) else second


NO_EDITS = PhonemeEdits(np.zeros(0, np.float32), np.zeros(0, np.float32))
