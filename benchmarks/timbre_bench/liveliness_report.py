"""The part of docs/quality.md on how alive a clone reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from timbre_bench.measures.liveliness import BANDS_HZ, Liveliness
from timbre_bench.measures.statistics import Interval, bootstrap_mean

INTRODUCTION = """## Liveliness

How the clone reads the held-out sentences beside the person's own recordings of them; means over sentences with 95 %
bootstrap confidence intervals, the person's figure after the stroke. Definitions: `timbre_bench.measures.liveliness`.

- F0 range: 10th to 90th percentile, semitones; F0 deviation: standard deviation, semitones.
- contour: correlation of both F0 contours after dynamic time warping.
- length: of the clone's reading over the person's; pauses: share of frames 38 dB below the loudest.
- Kokoro clones nobody: it reads the same sentences in voices of its own, as a reference (`--kokoro` measures it anew).
"""
BANDS_INTRODUCTION = """Power of bands relative to that of 0.1 to 4 kHz, the clone's minus the person's, dB; no figure
where the person has next to nothing:
"""


@dataclass(frozen=True)
class Delivered:
    """How one person's clone reads.

    Attributes:
        readings: A reading of each held-out sentence.
        bands_db: See timbre_bench.measures.liveliness.band_differences.
        melody: The voice's factor of the melody.
        pace: The voice's factor of the pace.
        pauses: The voice's factor of the pauses.
    """

    readings: Sequence[Liveliness]
    bands_db: Sequence[float | None]
    melody: float
    pace: float
    pauses: float


def section(people: Mapping[str, Delivered], kokoro: Sequence[Liveliness] = ()) -> str:
    """The section in Markdown: people's clones, and Kokoro's readings of all their sentences if there are any."""
    everyone = [reading for person in people.values() for reading in person.readings]
    lines = [
        INTRODUCTION,
        "| speaker | F0 range | F0 deviation | contour | length | pauses | melody, pace, pauses in the voice |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {name} | {_cells(person.readings)} | {person.melody:.2f}, {person.pace:.2f}, {person.pauses:.2f} |"
            for name, person in people.items()
        ),
        f"| all | {_cells(everyone)} | |",
        *([f"| Kokoro, all | {_cells(kokoro)} | |"] if kokoro else []),
        "",
        BANDS_INTRODUCTION,
        "| speaker | " + " | ".join(f"{low} to {high} Hz" for low, high in BANDS_HZ) + " |",
        "|---" * (len(BANDS_HZ) + 1) + "|",
    ]
    for name, person in people.items():
        cells = ("–" if level is None else f"{level:+.1f}" for level in person.bands_db)
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def means(person: Delivered) -> dict[str, float]:
    """Plain values for JSON."""
    names = Liveliness.__dataclass_fields__
    return {
        name: float(np.nanmean([getattr(reading, name) for reading in person.readings])) for name in names
    }


def _cells(readings: Sequence[Liveliness]) -> str:
    def interval(name: str) -> Interval:
        return bootstrap_mean([getattr(reading, name) for reading in readings])

    def beside(name: str, digits: int) -> str:
        person = np.nanmean([getattr(reading, f"person_{name}") for reading in readings])
        return f"{_format(interval(name), digits)} / {person:.{digits}f}"

    return " | ".join(
        [
            beside("f0_range", 1),
            beside("f0_deviation", 1),
            _format(interval("f0_correlation"), 2),
            _format(interval("length"), 2),
            beside("pauses", 3),
        ]
    )


def _format(value: Interval, digits: int) -> str:
    return f"{value.mean:.{digits}f} ({value.low:.{digits}f} to {value.high:.{digits}f})"
