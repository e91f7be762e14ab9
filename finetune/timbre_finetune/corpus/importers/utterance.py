"""One recording of a corpus, as importers describe it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["train", "vocoder", "user"]


class CorpusError(ValueError):
    """A folder is not the corpus that it should be; the message is one sentence."""


@dataclass(frozen=True)
class Utterance:
    """One recording of a corpus.

    Attributes:
        path: The sound file, relative to the corpus folder, with forward slashes.
        corpus: Name of the corpus.
        speaker: Label within the corpus.
        text: What the speaker says; empty if unknown.
        role: "train", "vocoder" (a waveform target only) or "user" (never enters any training).
        language: espeak-ng's code, such as "en-us" or "cmn".
        seconds: Duration; 0 if it has not been looked up.
        synthetic: Whether a machine spoke it.
        error_rate: Character error rate of a recogniser against the text; None if not measured.
        is_capitals: Whether the text is in capitals, without punctuation.
        transcript: What a recogniser heard, where the corpus tells it.
        heard: Whether the text is what a recogniser heard.
    """

    path: str
    corpus: str
    speaker: str
    text: str
    role: Role = "train"
    language: str = "en-us"
    seconds: float = 0.0
    synthetic: bool = False
    error_rate: float | None = None
    is_capitals: bool = False
    transcript: str = ""
    heard: bool = False

    @property
    def speaker_name(self) -> str:
        """Name that is unique among all corpora, "corpus:speaker"."""
        return f"{self.corpus}:{self.speaker}"
