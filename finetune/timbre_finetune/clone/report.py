"""Measures how good a clone is, on the takes that it was not trained on."""

from __future__ import annotations

from typing import Any

import numpy as np

from timbre.archive import ENOUGH_TAKES
from timbre.base_voices import BaseVoices
from timbre.messages import Message
from timbre.speech.synthesizer import Synthesizer
from timbre.voice import Voice
from timbre_finetune.clone.nearest import read_centroids
from timbre_finetune.clone.start import Split, Start
from timbre_finetune.clone.takes_data import TakeExample
from timbre_finetune.clone.workshop import Workshop
from timbre_finetune.corpus.speaker_encoder import SpeakerEncoder

GOOD, FAIR = 0.7, 0.45
ADVICE = {
    "good": Message.of("It sounds like the person."),
    "fair": Message.of("It is close to the person: check the takes for noise, echo and wrong words."),
    "poor": Message.of(
        "It does not sound like the person yet: check the takes for noise, echo and wrong words."
    ),
}
ADVICE_ON_FEW = ADVICE | {
    "fair": Message.of("It is close to the person: ten takes in all would bring it closer."),
    "poor": Message.of(
        "It does not sound like the person yet: check the takes for noise, echo and wrong words; read ten in all."
    ),
}


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


def verdict_of(similarity: float) -> str:
    """The verdict on a voice of this similarity: good, fair or poor."""
    return "good" if similarity >= GOOD else "fair" if similarity >= FAIR else "poor"


def advice_on(verdict: str, take_count: int) -> Message:
    """The advice on a verdict about a voice that was made of `take_count` takes."""
    return (ADVICE_ON_FEW if take_count < ENOUGH_TAKES else ADVICE)[verdict]


def report_on(voice: Voice, start: Start, split: Split, workshop: Workshop) -> dict[str, Any]:
    """Speak the held-out sentences with the clone and the untuned nearest speaker, and compare.

    Returns:
        similarity and nearest_similarity (0 another speaker, 1 the person's own other takes), a verdict
        (good, fair, poor) and advice.
    """
    base, synthesizer = workshop.base, workshop.synthesizer(voice.language)
    others = read_centroids(base)
    recordings = [e.waveform for e in split.held_out]
    scale = SimilarityScale(workshop.encoder, start.person, recordings, others)
    untuned = BaseVoices(base).voice(start.nearest)
    similarity = scale.place(_speak(synthesizer, voice, split.held_out))
    verdict = verdict_of(similarity)
    return {
        "similarity": round(similarity, 3),
        "nearest_similarity": round(scale.place(_speak(synthesizer, untuned, split.held_out)), 3),
        "verdict": verdict,
        "advice": str(advice_on(verdict, len(split.train) + len(split.held_out))),
    }


def _speak(synthesizer: Synthesizer, voice: Voice, examples: list[TakeExample]) -> list[np.ndarray]:
    return [np.concatenate([chunk.waveform for chunk in synthesizer.speak(e.text, voice)]) for e in examples]
