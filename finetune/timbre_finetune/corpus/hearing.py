"""Texts for recordings that have none: what the recogniser hears in them, so that their speakers can be learned from.

They show the network what speaker embeddings sound like. The exported base model leaves these speakers out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import compress
from pathlib import Path

from timbre_finetune.corpus.importers import Utterance
from timbre_finetune.corpus.transcripts import (
    Transcriber,
    TranscriptCache,
    is_english,
    transcribe,
    whisper_transcriber,
)

SECONDS = (2.0, 20.0)
"""Shortest and longest recording that is heard."""
CHARACTERS_PER_S = (9.0, 24.0)
"""Fewest and most characters a second: a text that breaks off, or slow titles, would teach wrong alignments."""


def hear(
    utterances: Sequence[Utterance],
    root: Path,
    cache: TranscriptCache,
    make_transcriber: Callable[[], Transcriber] = whisper_transcriber,
) -> list[Utterance]:
    """Turn English utterances of the vocoder's into utterances to train on, where what is heard fits their length.

    Args:
        utterances: Utterances of one corpus, with their durations.
        root: Folder that their paths are relative to.
        cache: Earlier transcripts.
        make_transcriber: Makes the transcriber; called only if a recording has no transcript yet.
    """
    hearable = [is_hearable(u) for u in utterances]
    texts = transcribe(list(compress(utterances, hearable)), root, cache, make_transcriber)
    return [_with_text(u, next(texts)) if can else u for u, can in zip(utterances, hearable, strict=True)]


def is_hearable(utterance: Utterance) -> bool:
    """Whether an utterance has no text, and is one that the recogniser can give a text."""
    shortest, longest = SECONDS
    is_without_text = utterance.role == "vocoder" and not utterance.text
    return is_without_text and is_english(utterance) and shortest <= utterance.seconds <= longest


def _with_text(utterance: Utterance, text: str) -> Utterance:
    slowest, fastest = CHARACTERS_PER_S
    if not slowest <= len(text) / utterance.seconds <= fastest:
        return utterance
    return replace(utterance, text=text, role="train", heard=True)
