"""Loudness of finished files, and what brings speech to the level that audiobooks have.

    samples ─▶ FFmpeg's ebur128       integrated loudness, true peak (at 192 kHz)
    samples ─▶ gain ─▶ limiter.py     only where peaks would be too high

Sound goes through in pieces, so an hour takes no more memory than a second.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import av
import av.error
import numpy as np
from av.filter import Graph

from timbre_app.books.limiter import exceeds, limited
from timbre_app.books.metering import SILENT_LUFS

TARGET_LUFS = -18.0
TRUE_PEAK_DB = -3.0
LIMIT_DB = TRUE_PEAK_DB - 0.6
"""The limiter's ceiling: the encoder may add half a dB."""
LIMIT = 10 ** (LIMIT_DB / 20)
TOLERANCE_LU = 0.1
MOST_GAIN_DB = 40.0
PIECE_SAMPLES = 1 << 14
_FULL_SCALE = 32_768.0
_METER_RATE = ("aresample", "48000")
"""The filter of R 128 is defined at 48 kHz; at other rates it is off by some tenths."""


@dataclass(frozen=True)
class Loudness:
    """How loud a sound is.

    Attributes:
        integrated_lufs: By EBU R 128.
        true_peak_db: dB relative to full scale.
        samples: Length.
    """

    integrated_lufs: float
    true_peak_db: float
    samples: int


class FilterChain:
    """A chain of FFmpeg's filters for mono speech.

    Args:
        sample_rate: Rate of what goes in, Hz.
        filters: Names and arguments.
    """

    def __init__(self, sample_rate: int, filters: Sequence[tuple[str, str]]) -> None:
        self._rate = sample_rate
        self._at = 0
        self._graph = Graph()
        last = self._source = self._graph.add(
            "abuffer",
            f"sample_rate={sample_rate}:sample_fmt=s16:channel_layout=mono:time_base=1/{sample_rate}",
        )
        for name, arguments in (*filters, ("aformat", "sample_fmts=s16|dbl:channel_layouts=mono")):
            following = self._graph.add(name, arguments)
            last.link_to(following)
            last = following
        self._sink = self._graph.add("abuffersink")
        last.link_to(self._sink)
        self._graph.configure()

    def run(self, sound: Iterable[np.ndarray]) -> Iterator[Any]:
        """FFmpeg's frames that come out, while the sound goes in."""
        for samples in sound:
            for start in range(0, len(samples), PIECE_SAMPLES):
                self._source.push(self._frame(samples[start : start + PIECE_SAMPLES]))
                yield from self._pull()
        self._source.push(None)
        yield from self._pull()

    def _frame(self, samples: np.ndarray) -> av.AudioFrame:
        frame = audio_frame(samples, self._rate)
        frame.pts = self._at
        frame.time_base = Fraction(1, self._rate)
        self._at += len(samples)
        return frame

    def _pull(self) -> Iterator[Any]:
        while True:
            try:
                yield self._sink.pull()
            except (av.error.BlockingIOError, av.error.EOFError):
                return


def audio_frame(samples: np.ndarray, sample_rate: int) -> av.AudioFrame:
    """FFmpeg's form of samples, (n,) int16."""
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples)[None], format="s16", layout="mono")
    frame.sample_rate = sample_rate
    return frame


def measure(sound: Iterable[np.ndarray], sample_rate: int) -> Loudness:
    """Measure a sound, arrays (n,) int16."""
    meter = [_METER_RATE, ("ebur128", "metadata=1:peak=true")]
    integrated, peak = SILENT_LUFS, 0.0
    counted = _Counted(sound)
    for frame in FilterChain(sample_rate, meter).run(counted):
        integrated = float(frame.metadata.get("lavfi.r128.I", integrated))
        peak = float(frame.metadata.get("lavfi.r128.true_peak", peak))
    return Loudness(max(integrated, SILENT_LUFS), decibels(peak), counted.samples)


class _Counted:
    """A sound whose samples are counted on the way."""

    def __init__(self, sound: Iterable[np.ndarray]) -> None:
        self._sound = sound
        self.samples = 0

    def __iter__(self) -> Iterator[np.ndarray]:
        for pcm in self._sound:
            self.samples += len(pcm)
            yield pcm


def decibels(amplitude: float) -> float:
    """An amplitude in dB relative to 1."""
    return 20 * math.log10(amplitude) if amplitude > 0 else -math.inf


@dataclass(frozen=True)
class Levelling:
    """What brings a sound to its level.

    Attributes:
        gain_db: Gain before the limiter.
        is_limited: Whether there is a limiter.
        samples: Length of the sound, which stays the same.
    """

    gain_db: float
    is_limited: bool
    samples: int

    def apply(self, sound: Iterable[np.ndarray]) -> Iterator[np.ndarray]:
        """The sound at its level, arrays (n,) int16."""
        gain, limit = np.float32(10 ** (self.gain_db / 20)), LIMIT * _FULL_SCALE
        louder = (pcm * gain for pcm in sound)
        for samples in limited(louder, limit) if self.is_limited else louder:
            yield np.clip(np.rint(samples), -_FULL_SCALE, _FULL_SCALE - 1).astype(np.int16)

    def lifts_peaks(self, sound: Iterable[np.ndarray]) -> bool:
        """Whether the gain lifts peaks of a sound, arrays (n,) int16, above the limit."""
        gain = np.float32(10 ** (self.gain_db / 20))
        return exceeds((pcm * gain for pcm in sound), LIMIT * _FULL_SCALE)
