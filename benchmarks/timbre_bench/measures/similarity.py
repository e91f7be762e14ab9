"""Likeness to a person: resemblyzer's speaker embedding on a scale that the person's own recordings set."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import soxr

ENCODER_RATE = 16_000


@cache
def _encoder() -> object:
    from resemblyzer import VoiceEncoder

    return VoiceEncoder("cpu", verbose=False)


def embed(waveform: np.ndarray, sample_rate: int) -> np.ndarray:
    """The speaker embedding of one utterance.

    Args:
        waveform: Mono samples, (n,) float32.
        sample_rate: Sample rate of the waveform, Hz.

    Returns:
        A vector of length 1, (256,) float32.
    """
    from resemblyzer import preprocess_wav

    resampled = soxr.resample(waveform, sample_rate, ENCODER_RATE)
    return _encoder().embed_utterance(preprocess_wav(resampled, source_sr=ENCODER_RATE))  # type: ignore[attr-defined]


@dataclass(frozen=True)
class LikenessScale:
    """Cosine similarity to one person, scaled so that other people score 0 and the person scores 1.

    Attributes:
        reference: Embeddings of the person's takes, (n, 256).
        zero: Mean cosine of other people's utterances to the takes.
        one: Mean cosine of the takes to each other, each pair once, never a take to itself.
    """

    reference: np.ndarray
    zero: float
    one: float

    @classmethod
    def between(cls, takes: np.ndarray, others: np.ndarray) -> LikenessScale:
        """The scale of a person.

        Args:
            takes: Embeddings of the person's takes, (n, 256), n >= 2.
            others: Embeddings of other people's utterances, (m, 256), m >= 1.

        Raises:
            ValueError: if there is too little to set the scale, or others are as near as the person is.
        """
        if len(takes) < 2 or len(others) < 1:
            raise ValueError("a likeness scale needs two takes and one utterance of another person")
        pairs = np.triu_indices(len(takes), k=1)
        one = float((takes @ takes.T)[pairs].mean())
        zero = float((others @ takes.T).mean())
        if one - zero < 1e-3:
            raise ValueError("the takes are no more like each other than like other people")
        return cls(takes, zero, one)

    def score(self, embedding: np.ndarray) -> float:
        """Normalised similarity of one utterance: 0 another person, 1 the person's own takes."""
        cosine = float((self.reference @ embedding).mean())
        return (cosine - self.zero) / (self.one - self.zero)
