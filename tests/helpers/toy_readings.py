"""Made-up readings of one sentence, whose spread is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from timbre_finetune.train.prosody.readings import Readings

SENTENCE = "ˈaba ɪs."
PITCH_STD = 0.25


def toy_readings(count: int = 64, speakers: int = 2, seed: int = 0) -> Readings:
    """Readings whose log F0 goes up or down by chance, about 5.0, and whose space is short or long."""
    from timbre.text.symbols import SYMBOL_TO_ID, WORD_BOUNDARY, symbol_ids
    from timbre_finetune.train.prosody.readings import REFERENCES, Readings

    rng = np.random.default_rng(seed)
    ids = np.array(symbol_ids(SENTENCE), np.uint8)
    size = len(ids)
    slope = rng.choice([-1.0, 1.0], count)[:, None] * np.linspace(-1, 1, size)
    log_f0 = 5.0 + PITCH_STD * slope
    durations = np.full((count, size), 5)
    durations[:, ids == SYMBOL_TO_ID[WORD_BOUNDARY]] = rng.choice([3, 30], (count, 1))
    vectors = rng.normal(size=(speakers, 1, 256)).repeat(REFERENCES, 1)
    return Readings(
        np.array([f"toys:{i}" for i in range(speakers)]),
        (vectors / np.linalg.norm(vectors, axis=2, keepdims=True)).astype(np.float16),
        np.array([[5.0, PITCH_STD]] * speakers, np.float32),
        np.zeros(speakers, bool),
        np.arange(count, dtype=np.int64) % speakers,
        np.ones(count, np.float32),
        np.arange(count + 1, dtype=np.int64) * size,
        np.tile(ids, count),
        durations.ravel().astype(np.uint8),
        log_f0.ravel().astype(np.float16),
        rng.normal(1.0, 0.3, count * size).astype(np.float16),
    )
