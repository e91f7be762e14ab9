"""What is heard of a dialogue: where each line's speech begins and ends in the stems, and whose voice it is.

Stems are read line by line, so that 90 minutes need no more memory than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import soundfile

from timbre_app.dialogue.loudness import speech_ends
from timbre_app.dialogue.performance import PlacedLine
from timbre_app.dialogue.plan import next_start

AROUND_S = 0.25
PIECE_S = 6.0
"""Length of the pieces of speech whose likeness is measured."""


@dataclass(frozen=True)
class Heard:
    """First and last second of a line's speech in its stem."""

    line: PlacedLine
    start_s: float
    end_s: float


def heard_lines(lines: Sequence[PlacedLine], stems: Mapping[str, Path]) -> list[Heard]:
    """Where each line is heard; near its ends only, so that another line of the same speaker does not count."""
    borders: dict[int, list[float]] = {
        line.index: [line.start_s - AROUND_S, line.end_s + AROUND_S] for line in lines
    }
    latest: dict[str, PlacedLine] = {}
    for line in lines:
        before = latest.get(line.line.speaker)
        if before is not None:
            middle_s = (before.end_s + line.start_s) / 2
            borders[before.index][1] = min(borders[before.index][1], middle_s)
            borders[line.index][0] = max(borders[line.index][0], middle_s)
        latest[line.line.speaker] = line
    heard: list[Heard] = []
    for line in lines:
        begin_s, end_s = borders[line.index]
        samples, rate = read(stems[line.line.speaker], begin_s, end_s)
        first, last = _ends(samples, rate)
        heard.append(Heard(line, max(0.0, begin_s) + first, max(0.0, begin_s) + last))
    return heard


def pause_errors_ms(heard: Sequence[Heard], pause_s: float) -> list[float]:
    """How far the pauses that are heard are from those of the script."""
    errors: list[float] = []
    end_s = heard[0].end_s
    for before, line in pairwise(heard):
        wanted_s = next_start(line.line.line, before.start_s, end_s, pause_s)
        errors.append(1000 * abs(line.start_s - wanted_s))
        end_s = max(end_s, line.end_s)
    return errors


def pieces(
    heard: Sequence[Heard], stem: Path, begin_s: float, end_s: float
) -> Iterator[tuple[np.ndarray, int]]:
    """The speech of one stem between two times, in pieces of about PIECE_S, and its rate."""
    parts: list[np.ndarray] = []
    length_s, rate = 0.0, 0
    for line in heard:
        if line.start_s >= begin_s and line.end_s <= end_s:
            samples, rate = read(stem, line.start_s, line.end_s)
            parts.append(samples)
            length_s += line.end_s - line.start_s
            if length_s >= PIECE_S:
                yield np.concatenate(parts), rate
                parts, length_s = [], 0.0
    if length_s >= PIECE_S / 2:
        yield np.concatenate(parts), rate


def read(path: Path, begin_s: float, end_s: float) -> tuple[np.ndarray, int]:
    """A part of a sound file, (n,) float32, and its rate."""
    with soundfile.SoundFile(path) as file:
        rate = file.samplerate
        begin = min(max(0, round(begin_s * rate)), file.frames)
        file.seek(begin)
        return file.read(max(0, round(end_s * rate) - begin), dtype="float32"), rate


def _ends(samples: np.ndarray, rate: int) -> tuple[float, float]:
    first, last = speech_ends(samples)
    return (first / rate, last / rate) if last else (0.0, len(samples) / rate)
