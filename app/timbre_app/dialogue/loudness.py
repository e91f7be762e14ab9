"""How loud speech is: makes voices equally loud, and finds where the speech of a line begins and ends."""

from __future__ import annotations

import numpy as np

from timbre.audio import SPEECH_LEVEL_DB, active_level_db
from timbre.contract import SAMPLE_RATE
from timbre_app.sound.pcm import to_float

SAMPLE_TEXT = "The old man came in early, read the paper, and went out again."
"""What a voice says to have its loudness measured."""
SILENCE_DB, SPEECH_DB = SPEECH_LEVEL_DB - 30, SPEECH_LEVEL_DB - 24
"""Sound above SILENCE_DB is speech if it hangs together with something above SPEECH_DB; a faint click alone is not."""
WINDOW_SAMPLES, STEP_SAMPLES = 110, 22
"""The level is that of 5 ms, looked at each millisecond."""
LONGEST_HOLE_SAMPLES = 660
"""Sounds hang together if no more than 30 ms of silence lie between them."""
MOST_GAIN_DB = 20.0


def gain_for(speech: np.ndarray) -> float:
    """The factor that brings a voice to the loudness of all voices.

    Args:
        speech: What the voice says, (n,) int16.
    """
    if not len(speech):
        return 1.0
    level_db = active_level_db(to_float(speech), SAMPLE_RATE)
    gain_db = float(np.clip(SPEECH_LEVEL_DB - level_db, -MOST_GAIN_DB, MOST_GAIN_DB))
    return 10 ** (gain_db / 20)


class SpeechEnds:
    """Finds the first and the last sample of speech while samples arrive.

    Attributes:
        first: First sample of speech; None before there is any.
        last: The sample behind the last speech so far.
        count: Number of samples so far.
    """

    def __init__(self) -> None:
        self.first: int | None = None
        self.last = 0
        self.count = 0
        self._rest = np.zeros(0, np.float32)
        self._run_first, self._run_last = 0, -LONGEST_HOLE_SAMPLES - 1
        self._run_is_speech = False

    def add(self, samples: np.ndarray) -> None:
        """Look at the next samples, (n,) float32 of full scale 1."""
        at = self.count - len(self._rest) + WINDOW_SAMPLES // 2
        self.count += len(samples)
        levels = self._levels_db(samples)
        places = np.flatnonzero(levels > SILENCE_DB)
        if not len(places):
            return
        holes = np.flatnonzero(np.diff(places) * STEP_SAMPLES > LONGEST_HOLE_SAMPLES) + 1
        for run in np.split(places, holes):
            ends = at + int(run[0]) * STEP_SAMPLES, at + int(run[-1]) * STEP_SAMPLES
            self._take(*ends, bool((levels[run] > SPEECH_DB).any()))

    def _take(self, run_first: int, run_last: int, is_speech: bool) -> None:
        """Take over a run of sound, which may go on with the one before."""
        if run_first - self._run_last > LONGEST_HOLE_SAMPLES:
            self._run_first, self._run_is_speech = run_first, False
        self._run_last = run_last
        self._run_is_speech = self._run_is_speech or is_speech
        if self._run_is_speech:
            self.first = self._run_first if self.first is None else self.first
            self.last = run_last

    def _levels_db(self, samples: np.ndarray) -> np.ndarray:
        """The level at each step, (k,); samples that are too few for a step wait."""
        joined = np.concatenate([self._rest, samples])
        count = max(0, (len(joined) - WINDOW_SAMPLES) // STEP_SAMPLES + 1)
        self._rest = joined[count * STEP_SAMPLES :]
        energy = np.concatenate([[0.0], np.cumsum(np.square(joined, dtype=np.float64))])
        starts = np.arange(count) * STEP_SAMPLES
        power = (energy[starts + WINDOW_SAMPLES] - energy[starts]) / WINDOW_SAMPLES
        return 10 * np.log10(np.maximum(power, 1e-12))


def speech_ends(samples: np.ndarray) -> tuple[int, int]:
    """First and last sample of the speech in samples, (n,) float32 of full scale 1; (0, 0) if there is none."""
    ends = SpeechEnds()
    ends.add(samples)
    return ends.first or 0, ends.last
