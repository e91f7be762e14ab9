"""Sound on its way from a reading to the loudspeaker, and where in the reading the loudspeaker is."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from timbre_app.reading.reading import Piece
from timbre_app.reading.timeline import Place
from timbre_app.studio.ports import SpokenChunk

AHEAD_S = 1.5
"""How much is handed to the loudspeaker before it is heard."""
_WAIT_S = 0.02


class _Handed(NamedTuple):
    before: int
    place: Place


class HeardPlaces:
    """One playing: a worker hands pieces over, the window asks where it is.

    Args:
        sample_rate: Of the pieces.
        position_s: How much the loudspeaker has played.
    """

    def __init__(self, sample_rate: int, position_s: Callable[[], float]) -> None:
        self._sample_rate = sample_rate
        self._position_s = position_s
        self._handed: deque[_Handed] = deque()
        self._began = time.monotonic()
        self.first_after_s: float | None = None

    def paced(self, pieces: Iterator[Piece], should_stop: Callable[[], bool]) -> Iterator[SpokenChunk]:
        """Hand over little more than is heard, so that a seek or a change is not waited for."""
        handed = 0
        for piece in pieces:
            while handed / self._sample_rate - self._position_s() > AHEAD_S:
                if should_stop():
                    return
                time.sleep(_WAIT_S)
            if not handed:
                self.first_after_s = time.monotonic() - self._began
            self._handed.append(_Handed(handed, piece.place))
            handed += len(piece.pcm)
            yield SpokenChunk(piece.pcm)

    def now(self) -> Place | None:
        """The place that is heard; None before the first sound."""
        played = round(self._position_s() * self._sample_rate)
        while len(self._handed) > 1 and self._handed[1].before <= played:
            self._handed.popleft()
        if not self._handed:
            return None
        before, (index, offset) = self._handed[0]
        return Place(index, offset + max(0, played - before))
