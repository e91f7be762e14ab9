"""The loop of every peer's process. Standard library, numpy and soundfile only: it runs in the peers' environment."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
import soundfile

from timbre_bench.sentences import WARM_UP

Speak = Callable[[str], Iterator[np.ndarray]]
"""Takes a sentence; yields waveform chunks, (n,), as soon as each is there."""


def serve(speak: Speak, sample_rate: int, about: str) -> None:
    """Speak each line of standard input, and answer with the times that it took.

    Args:
        speak: The synthesizer, its text processing included.
        sample_rate: Rate of the chunks, Hz.
        about: Description for the report: package, voice, precision.
    """
    for text in WARM_UP:
        for _ in speak(text):
            pass
    _answer({"ready": True, "about": about})
    for line in sys.stdin:
        _answer(_measure(speak, sample_rate, **json.loads(line)))


def _measure(speak: Speak, sample_rate: int, text: str, out: str = "") -> dict[str, float]:
    start = time.perf_counter()
    first_audio_ms, chunks = float("nan"), []
    for chunk in speak(text):
        if not chunks:
            first_audio_ms = (time.perf_counter() - start) * 1e3
        chunks.append(chunk)
    total_ms = (time.perf_counter() - start) * 1e3
    if out:
        soundfile.write(out, np.concatenate(chunks), sample_rate, subtype="PCM_16")
    n_samples = sum(len(chunk) for chunk in chunks)
    return {"first_audio_ms": first_audio_ms, "total_ms": total_ms, "audio_s": n_samples / sample_rate}


def _answer(message: dict[str, object] | dict[str, float]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
