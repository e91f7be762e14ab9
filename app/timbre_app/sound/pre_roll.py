"""The last moments before a take begins, so that a word spoken while the key goes down is not cut off."""

from __future__ import annotations

from collections import deque

import numpy as np

PRE_ROLL_S = 0.5


class PreRoll:
    """Holds the latest blocks, at most `seconds` long. Only the audio thread uses it.

    … ─▶ [block][block][block] ─▶ forgotten, or the beginning of a take
    """

    def __init__(self, sample_rate: int, seconds: float = PRE_ROLL_S) -> None:
        self._most = round(seconds * sample_rate)
        self._held = 0
        self._blocks: deque[np.ndarray] = deque()

    def add(self, block: np.ndarray) -> None:
        """Hold a block, (n,) int16, and forget those that are too old."""
        self._blocks.append(block)
        self._held += len(block)
        while self._held - len(self._blocks[0]) >= self._most:
            self._held -= len(self._blocks.popleft())

    def take(self) -> list[np.ndarray]:
        """Take out all blocks, oldest first."""
        blocks = list(self._blocks)
        self._blocks.clear()
        self._held = 0
        return blocks
