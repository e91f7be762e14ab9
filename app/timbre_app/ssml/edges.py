"""Cuts off the quiet at both ends of a part where the document asks for a silence of its own.

```
what the server makes   ....Hello there.......   . is quiet
what is heard           <silence>Hello there<silence>
```
"""

from __future__ import annotations

import numpy as np

from timbre.contract import SAMPLE_RATE

QUIET = 130
"""Samples of at most this size, -48 dB of full scale, are quiet."""
_ONSET = round(0.004 * SAMPLE_RATE)
_FADE = round(0.006 * SAMPLE_RATE)
KEPT_S = (_ONSET + _FADE) / SAMPLE_RATE
"""How much quiet is left at both ends together, so that nothing clicks; the silence between is shorter by it."""
_BEHIND_WORD = round(0.04 * SAMPLE_RATE)
"""A voice whose takes had a noise is never quiet: its last word sounds for so long behind its end at most."""


class Edges:
    """Leaves out the quiet at the ends of speech that comes in chunks, each as soon as it is known to be wanted.

    Args:
        start: Whether to leave out the quiet at the beginning.
        end: Whether to leave out the quiet at the end.
    """

    def __init__(self, start: bool, end: bool) -> None:
        self._end = end
        self._held = np.zeros(0, np.int16)
        self._at = 0
        self.has_begun = not start
        self.lead_samples = 0

    def feed(self, pcm: np.ndarray, words_end_s: float) -> np.ndarray:
        """Take a chunk.

        Args:
            pcm: (n,) int16.
            words_end_s: When the last word ends that is known to be spoken, from the beginning of what came.
        Returns:
            What is certainly wanted, (m,) int16.
        """
        data = np.concatenate([self._held, pcm]) if len(self._held) else pcm
        loud = np.flatnonzero(np.abs(data.astype(np.int32)) > QUIET)
        if not self.has_begun and not len(loud):
            self._held = data
            return data[:0]
        first = 0
        if not self.has_begun:
            self.has_begun = True
            first = self.lead_samples = max(0, int(loud[0]) - _ONSET)
        until = len(data)
        if self._end:
            words_end = round(words_end_s * SAMPLE_RATE) + _BEHIND_WORD - self._at
            until = min(until, int(loud[-1]) + 1, max(words_end, 0)) if len(loud) else 0
        self._held, self._at = data[until:], self._at + until
        return data[min(first, until) : until]

    def finish(self) -> np.ndarray:
        """What is left and wanted, (m,) int16: all of a part that was never loud."""
        rest, self._held = self._held, self._held[:0]
        if not self.has_begun:
            self.has_begun = True
            return rest
        return _faded(rest[:_FADE]) if self._end else rest


def _faded(pcm: np.ndarray) -> np.ndarray:
    return (pcm * np.linspace(1, 0, len(pcm), endpoint=False)).astype(np.int16)
