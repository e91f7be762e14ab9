"""What an importer yields."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


class CorpusError(ValueError):
    """A folder does not hold the corpus that was named."""


@dataclass(frozen=True)
class CorpusUtterance:
    """One recording of a corpus.

    Attributes:
        path: The sound file.
        speaker: The corpus's own label.
        text: What was read; empty where the corpus has no text.
        language: An espeak-ng language code.
        transcript: What a recogniser heard, None where nobody has asked one.
        error_rate: Character error rate of the transcript, None without one.
        synthetic: Whether a machine spoke it.
        weight: How often to draw it in training.
        collection: Name of the corpus, for its speakers' names.
    """

    path: Path
    speaker: str
    text: str
    language: str
    collection: str
    transcript: str | None = None
    error_rate: float | None = None
    synthetic: bool = False
    weight: float = 1.0
