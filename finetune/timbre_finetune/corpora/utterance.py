"""What an importer says of one recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["train", "vocoder", "user"]


class CorpusError(ValueError):
    """A folder is not the corpus that it was said to be; the message is one sentence."""


@dataclass(frozen=True)
class Utterance:
    """One recording of a corpus.

    Attributes:
        path: Of the sound file, relative to the corpus folder, with forward slashes.
        corpus: Name of the corpus.
        speaker: Label within the corpus.
        text: What is said; empty when unknown.
        role: "train", "vocoder" (a waveform target only) or "user" (never enters any training).
        language: espeak-ng's code, such as "en-us" or "cmn".
        seconds: Duration; 0 when it has not been looked up.
        synthetic: Whether a machine spoke it.
        error_rate: Character error of a recogniser against the text; None when not measured.
        is_capitals: Whether the text came in capitals without punctuation.
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

    @property
    def speaker_name(self) -> str:
        """Name that is unique among all corpora, "corpus:speaker"."""
        return f"{self.corpus}:{self.speaker}"
