"""What stand-ins say, and how it sounds."""

from __future__ import annotations

import numpy as np

RATE = 22050


SENTENCES = (
    "The referee ignored us both and blew his whistle twice.",
    "Fresh bread and a bowl of soup are all I want tonight.",
    "She measured the garden, then drew a plan of it.",
)


def tone(seconds: float, rate: int = 48000) -> np.ndarray:
    """A tone that swells and fades, (n,) int16."""
    time = np.arange(round(seconds * rate)) / rate
    return (9000 * np.sin(2 * np.pi * 220 * time) * np.sin(2 * np.pi * 1.5 * time)).astype(np.int16)


def steady(seconds: float, rate: int = RATE) -> np.ndarray:
    """A tone as loud as speech, (n,) int16."""
    return (3000 * np.sin(2 * np.pi * 220 * np.arange(round(seconds * rate)) / rate)).astype(np.int16)
