"""Other readings of a sentence, which differ from the usual one in the length, pitch and energy of each phoneme.

```
seed, phonemes ─ noise ─ timbre.models.prosody ─ differences ─ added to what the encoder predicts and is told
```

The network runs in ONNX Runtime in fp32 on the CPU, whatever the engine of the acoustic model, and only for readings
that were asked for. So the same seed gives the same reading on any machine, and the usual reading waits for nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from timbre.base import BaseModel
from timbre.voice import PROSODY_VOICE

VALUES = 3
"""Number of values of a phoneme, as in timbre.models.prosody.VALUES, which cannot be imported without torch."""
SPREAD = 0.7
"""How far another reading is away from the mean of all readings: 0 is the mean, 1 a reading as people give them."""
NETWORK = "fastpitch_variation"


class Variation(NamedTuple):
    """How a reading differs from the usual one, (T_text,) float32 each.

    Attributes:
        log_durations: Difference of log(1 + frames).
        log_hz: Difference of log F0.
        energy: Difference of the log amplitude, normalised.
    """

    log_durations: np.ndarray
    log_hz: np.ndarray
    energy: np.ndarray


def reading_noise(ids: np.ndarray, seed: int) -> np.ndarray:
    """The noise that leads to a reading of a sentence, wherever the sentence stands in a text.

    Args:
        ids: Phoneme ids, (T_text,) int64.
        seed: Seed of the reading.
    Returns:
        Normally distributed, (1, T_text, VALUES) float32.
    """
    generator = np.random.Generator(np.random.PCG64([seed, zlib.crc32(ids.astype("<i8").tobytes())]))
    return generator.standard_normal((1, len(ids), VALUES), np.float32)


class Readings:
    """Draws readings.

    Args:
        base: The base model.
    """

    def __init__(self, base: BaseModel) -> None:
        from timbre.engines.onnx_engine import OnnxEngine

        self._network = OnnxEngine(threads=1, int8=False).load(base, NETWORK)

    def vary(
        self, ids: np.ndarray, voice: Mapping[str, np.ndarray], seed: int, liveliness: float
    ) -> Variation:
        """Draw a reading.

        Args:
            ids: Phoneme ids, (T_text,) int64.
            voice: From AcousticModel.voice_inputs.
            seed: Seed of the reading.
            liveliness: Factor of the differences; the spread stays at most 1 (see SPREAD).
        """
        differences = self._network.run(
            {
                "phonemes": ids[None].astype(np.int64),
                "lens": np.asarray([len(ids)], np.int64),
                PROSODY_VOICE: voice[PROSODY_VOICE],
                "noise": reading_noise(ids, seed),
            }
        )
        spread = np.float32(min(1.0, SPREAD * liveliness))
        log_hz_std = voice["pitch_stats"][0, 1]
        return Variation(
            spread * differences["log_durations"][0],
            spread * log_hz_std * differences["pitch"][0],
            spread * differences["energy"][0],
        )
