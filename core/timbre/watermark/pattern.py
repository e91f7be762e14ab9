"""Which bands the watermark raises and lowers, and when.

```
         slot 0   1   2  ...  63   then again from slot 0
band 1     +    -   -         +    7000 Hz
band 0     -    +   +         -     250 Hz
```

Two neighbouring bands are a pair: one is raised and the other lowered, so the level of the whole stays. Which of the
two is raised is drawn from a hash of a fixed key.
"""

from __future__ import annotations

import hashlib

import numpy as np

KEY = b"synthetic speech made with Timbre, pattern 1"
LOWEST_HZ, HIGHEST_HZ = 250.0, 7_000.0
PAIRS = 24
BANDS = 2 * PAIRS
SLOTS = 64
SLOT_S = 0.06
STRENGTH_DB = 1.0
"""How much a band is raised or lowered."""


def signs() -> np.ndarray:
    """1 where the lower band of a pair is raised, -1 where the upper one is, (SLOTS, PAIRS)."""
    digest = hashlib.shake_256(KEY).digest(SLOTS * PAIRS // 8)
    bits = np.unpackbits(np.frombuffer(digest, np.uint8)).reshape(SLOTS, PAIRS)
    return 2.0 * bits - 1.0


def band_gains_db() -> np.ndarray:
    """Gain of each band in each slot in dB, (SLOTS, BANDS)."""
    pairs = signs()
    return STRENGTH_DB * np.stack([pairs, -pairs], axis=2).reshape(SLOTS, BANDS)


def bands_of(frequencies_hz: np.ndarray) -> np.ndarray:
    """The band that each frequency lies in, (n,) int64; -1 outside of all bands."""
    width_hz = (HIGHEST_HZ - LOWEST_HZ) / BANDS
    bands = np.floor((frequencies_hz - LOWEST_HZ) / width_hz).astype(np.int64)
    return np.where((bands >= 0) & (bands < BANDS), bands, -1)
