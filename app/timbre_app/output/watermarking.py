"""Puts the watermark into speech that becomes a file, in the samples that a client gets from the server."""

from __future__ import annotations

import numpy as np

from timbre.audio import SYNTHETIC_TAG
from timbre.watermark.marking import Marker
from timbre_app.sound.pcm import FULL_SCALE

UNMARKED_TAG = f"{SYNTHETIC_TAG}, without watermark"


def tag(is_marked: bool) -> str:
    """What a file's metadata say about the speech."""
    return SYNTHETIC_TAG if is_marked else UNMARKED_TAG


class PcmMarker:
    """Marks chunks (n,) int16; what comes out is as long in the end, and a few hundredths of a second late.

    Args:
        sample_rate: In Hz.
        is_on: Whether to mark at all; without, chunks come back as they are.
    """

    def __init__(self, sample_rate: int, is_on: bool = True) -> None:
        self._marker = Marker(sample_rate) if is_on else None

    def mark(self, pcm: np.ndarray) -> np.ndarray:
        """Add a chunk; returns the samples that are finished, (m,) int16."""
        return pcm if self._marker is None else _as_pcm(self._marker.mark(pcm / FULL_SCALE))

    def finish(self) -> np.ndarray:
        """The rest, (m,) int16."""
        return np.zeros(0, np.int16) if self._marker is None else _as_pcm(self._marker.finish())


def _as_pcm(samples: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(samples * FULL_SCALE), -FULL_SCALE, FULL_SCALE - 1).astype(np.int16)
