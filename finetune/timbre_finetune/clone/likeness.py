"""Measures how much a voice sounds like its person: its likeness, which reports call similarity.

A voice is measured while it learns, and at the end.

The voice speaks the sentences of the held-out takes, and the speaker encoder compares this speech with the takes. The
measurements on the way and the one in the report are the same, so the last one on the way is also the report's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property

import numpy as np

from timbre.speech.traits import Traits
from timbre.speech.traits import measure as measure_traits
from timbre.voice import Voice
from timbre_finetune.clone.start import Split, Start
from timbre_finetune.clone.workshop import Workshop
from timbre_finetune.corpus.embeddings import read_centroids
from timbre_finetune.corpus.speaker_encoder import SpeakerEncoder

MOST_SHARE = 0.05
"""The largest share of a clone's time that measurements on the way may take."""


def normalised_similarity(cosine: float, other: float, own: float) -> float:
    """Place of a cosine on the scale from another speaker (0) to the person's own other takes (1)."""
    return (cosine - other) / max(own - other, 1e-3)


class SimilarityScale:
    """A scale for cosines to a person, from other people (0) to the person (1)."""

    def __init__(
        self, encoder: SpeakerEncoder, person: np.ndarray, own: list[np.ndarray], others: np.ndarray
    ) -> None:
        """Set the scale.

        Args:
            encoder: Makes embeddings.
            person: Embedding of the person, (256,).
            own: Waveforms of the person at 22,050 Hz that are not part of the embedding.
            others: Embeddings of other speakers, (n, 256).
        """
        self._encoder, self._person = encoder, person
        self._own = float(np.mean([encoder.embed(wave, 22_050) @ person for wave in own]))
        self._other = float(np.mean(others @ person))

    def place(self, waveforms: list[np.ndarray]) -> float:
        """Mean normalised similarity of waveforms at 22,050 Hz."""
        cosine = float(np.mean([self._encoder.embed(wave, 22_050) @ self._person for wave in waveforms]))
        return normalised_similarity(cosine, self._other, self._own)


class Likeness:
    """Measures the voices of one clone.

    Attributes:
        base: The base model.
        value: The latest measurement on the way, 0 another speaker, 1 the person's own other takes; None before it.
        step: The step of training whose voice was measured; None before the first measurement.
    """

    def __init__(
        self,
        workshop: Workshop,
        start: Start,
        split: Split,
        language: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._workshop, self._person, self._takes = workshop, start.person, split.held_out
        self._language, self._clock = language, clock
        self.base = workshop.base
        self._began, self._spent_s, self._last_s = clock(), 0.0, 0.0
        self.value: float | None = None
        self.step: int | None = None

    def is_due(self, step: int) -> bool:
        """Whether the voice of a step is to be measured: it was not measured yet, and there is time for it."""
        if step in (0, self.step):
            return False
        may_take_s = MOST_SHARE * (self._clock() - self._began)
        return self.step is None or self._spent_s + self._last_s <= may_take_s

    def follow(self, step: int, voice: Voice) -> None:
        """Measure the voice of a step while the clone goes on, and keep the result."""
        self._prepare()
        began = self._clock()
        self.value, self.step = self.measure(voice), step
        self._last_s = self._clock() - began
        self._spent_s += self._last_s

    def of(self, step: int, voice: Voice) -> float:
        """The likeness of the voice of a step; it is measured now unless `follow` has measured it."""
        return self.value if self.value is not None and step == self.step else self.measure(voice)

    def measure(self, voice: Voice) -> float:
        """Let any voice speak the held-out sentences, and compare it with the takes; rounded to three digits."""
        synthesizer = self._workshop.synthesizer(self._language)
        spoken = [
            np.concatenate([chunk.waveform for chunk in synthesizer.speak(take.text, voice)])
            for take in self._takes
        ]
        return round(self._scale.place(spoken), 3)

    def traits(self, voice: Voice) -> Traits:
        """How bright the voice is, and how fast it reads."""
        return measure_traits(self._workshop.synthesizer(self._language).acoustic, voice)

    def _prepare(self) -> None:
        """Load what the report needs as well; this is not counted, because it costs the clone nothing more."""
        self._workshop.synthesizer(self._language)
        _ = self._scale

    @cached_property
    def _scale(self) -> SimilarityScale:
        recordings = [take.waveform for take in self._takes]
        others = read_centroids(self.base)
        return SimilarityScale(self._workshop.encoder, self._person, recordings, others)
