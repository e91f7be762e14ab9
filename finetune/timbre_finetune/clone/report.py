"""Measures how good a clone is, on the takes that it was not trained on."""

from __future__ import annotations

from typing import Any

from timbre.archive import ENOUGH_TAKES
from timbre.base_voices import BaseVoices
from timbre.messages import Message
from timbre.voice import Voice
from timbre_finetune.clone.likeness import Likeness
from timbre_finetune.clone.start import Start

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


def verdict_of(similarity: float) -> str:
    """The verdict on a voice of this similarity: good, fair or poor."""
    return "good" if similarity >= GOOD else "fair" if similarity >= FAIR else "poor"


def advice_on(verdict: str, take_count: int) -> Message:
    """The advice on a verdict about a voice that was made of `take_count` takes."""
    return (ADVICE_ON_FEW if take_count < ENOUGH_TAKES else ADVICE)[verdict]


def report_on(voice: Voice, step: int, likeness: Likeness, start: Start, take_count: int) -> dict[str, Any]:
    """Compare the clone and the untuned nearest speaker with the person.

    Args:
        voice: The clone.
        step: The step of training at which the voice was best.
        likeness: Has measured the voices of this clone on the way.
        start: Where the clone started.
        take_count: The number of takes that the voice was made of.

    Returns:
        similarity and nearest_similarity (0 another speaker, 1 the person's own other takes), a verdict
        (good, fair, poor) and advice; brightness_hz and words_a_minute of timbre.speech.traits.
    """
    untuned = BaseVoices(likeness.base).voice(start.nearest)
    similarity = likeness.of(step, voice)
    verdict = verdict_of(similarity)
    return {
        "similarity": similarity,
        "nearest_similarity": likeness.measure(untuned),
        "verdict": verdict,
        "advice": str(advice_on(verdict, take_count)),
        **likeness.traits(voice)._asdict(),
    }
