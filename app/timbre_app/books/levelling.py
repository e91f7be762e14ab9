"""Brings a chapter to its loudness. Each step is done once, and its result is kept in a temporary file (a spool).

    sound ─▶ Spool (chapter) ─▶ gain and limiter ─▶ Spool (result) ─▶ encoder
               └▶ metering.py                        └▶ metering.py, until it is right

A spool lies on the disk, so memory does not grow with the chapter; the system removes it when the program ends, however
it ends.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from timbre_app.books.loudness import (
    LIMIT_DB,
    MOST_GAIN_DB,
    TARGET_LUFS,
    TOLERANCE_LU,
    Levelling,
    decibels,
)
from timbre_app.books.metering import SILENT_LUFS, loudness_of

PIECE_SAMPLES = 1 << 16
EXCERPT_PIECES = 6
"""The first guess of the gain comes from every sixth piece of 3 s."""
SHORTEST_EXCERPT_S = 60.0
_ROUNDS = 3
_FULL_SCALE = 32_768


class Spool:
    """A sound on the disk, int16; a context.

    Args:
        folder: On the disk to use.
        on_piece: Called for each piece that is read; what it raises ends the reading.
    """

    def __init__(self, folder: Path, on_piece: Callable[[], None] = lambda: None) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 (`__exit__` closes it)
        self._on_piece = on_piece
        self._peak = 0
        self.samples = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    @property
    def peak_db(self) -> float:
        """The largest sample in dB relative to full scale."""
        return decibels(self._peak / _FULL_SCALE)

    def fill(self, sound: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
        """Pass a sound on, arrays (n,) int16, and keep it in place of what was kept.

        Raises:
            OSError: if the disk is full.
        """
        self._file.seek(0)
        self._file.truncate()
        self._peak = self.samples = 0
        for pcm in sound:
            if len(pcm):
                self._file.write(np.ascontiguousarray(pcm).data)
                self._peak = max(self._peak, int(pcm.max()), -int(pcm.min()))
                self.samples += len(pcm)
            yield pcm

    def read(self, every: int = 1) -> Iterator[np.ndarray]:
        """The sound in arrays (n,) int16; with `every`, only the first of so many pieces."""
        for start in range(0, self.samples, every * PIECE_SAMPLES):
            self._on_piece()
            self._file.seek(2 * start)
            yield np.frombuffer(self._file.read(2 * PIECE_SAMPLES), np.int16)


class LevelledSound:
    """A sound at its loudness without peaks above TRUE_PEAK_DB; a context.

    Args:
        sound: Arrays (n,) int16; read once.
        sample_rate: Its rate, Hz.
        folder: On the disk that keeps it, 2 times 2 bytes a sample.
        target_lufs: The loudness that is wanted.
        on_piece: Called for each piece of 3 s that is worked on; what it raises ends the work.
    """

    def __init__(
        self,
        sound: Iterable[np.ndarray],
        sample_rate: int,
        folder: Path,
        target_lufs: float = TARGET_LUFS,
        on_piece: Callable[[], None] = lambda: None,
    ) -> None:
        self._sound, self._rate, self._target = sound, sample_rate, target_lufs
        self._source, self._result = Spool(folder, on_piece), Spool(folder, on_piece)
        self._is_spooled = False

    def __enter__(self) -> Self:
        """Find the level.

        Raises:
            OSError: if the disk is full.
        """
        try:
            self.level = self._found()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._source.__exit__(kind, error, trace)
        self._result.__exit__(kind, error, trace)

    def read(self) -> Iterator[np.ndarray]:
        """The sound at its level, arrays (n,) int16."""
        return self._result.read() if self._is_spooled else self.level.apply(self._source.read())

    def _found(self) -> Levelling:
        before = loudness_of(self._source.fill(self._sound), self._rate)
        samples = self._source.samples
        if before <= SILENT_LUFS:
            return Levelling(0.0, False, samples)
        gain_db = min(MOST_GAIN_DB, self._target - before)
        if not self._is_over(gain_db):
            return Levelling(gain_db, False, samples)
        level = Levelling(min(MOST_GAIN_DB, gain_db + self._limiter_loss_db(gain_db)), True, samples)
        for _ in range(_ROUNDS):
            after = loudness_of(self._result.fill(level.apply(self._source.read())), self._rate)
            if abs(self._target - after) <= TOLERANCE_LU:
                self._is_spooled = True
                break
            gain_db = min(MOST_GAIN_DB, level.gain_db + self._target - after)
            level = Levelling(gain_db, True, samples)
        return level

    def _is_over(self, gain_db: float) -> bool:
        """Whether a gain lifts peaks above the limit."""
        if self._source.peak_db + gain_db > LIMIT_DB:
            return True
        return Levelling(gain_db, False, self._source.samples).lifts_peaks(self._source.read())

    def _limiter_loss_db(self, gain_db: float) -> float:
        """Loudness that the limiter takes away, from an excerpt; 0 for a short sound."""
        samples = sum(len(pcm) for pcm in self._source.read(EXCERPT_PIECES))
        if samples < SHORTEST_EXCERPT_S * self._rate:
            return 0.0
        before = loudness_of(self._source.read(EXCERPT_PIECES), self._rate)
        limited = Levelling(gain_db, True, samples).apply(self._source.read(EXCERPT_PIECES))
        return before + gain_db - loudness_of(limited, self._rate)
