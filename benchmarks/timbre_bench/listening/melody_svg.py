"""The melody of a reading as a small SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from timbre_bench.measures.liveliness import HOP_LENGTH, SAMPLE_RATE

WIDTH, HEIGHT, MARGIN = 360, 110, 8
FRAME_S = HOP_LENGTH / SAMPLE_RATE


@dataclass(frozen=True)
class Scale:
    """The axes that all readings of a sentence share, so that pictures can be compared.

    Attributes:
        low_hz: F0 at the bottom.
        high_hz: F0 at the top.
        seconds: Time at the right edge.
    """

    low_hz: float
    high_hz: float
    seconds: float

    @staticmethod
    def of(melodies: Sequence[np.ndarray]) -> Scale:
        """The scale that holds melodies: F0 of each frame in Hz, 0 where unvoiced, (T,) each."""
        voiced = np.concatenate([melody[melody > 0] for melody in melodies])
        low, high = np.percentile(voiced, [1, 99]) if voiced.size else (100.0, 200.0)
        seconds = max(len(melody) for melody in melodies) * FRAME_S
        return Scale(float(low) / 1.05, float(high) * 1.05, seconds)

    def place(self, frames: np.ndarray, hz: np.ndarray) -> np.ndarray:
        """Where frames lie in the picture, (n, 2); F0 is on a scale of semitones."""
        x = MARGIN + (WIDTH - 2 * MARGIN) * frames * FRAME_S / self.seconds
        share = np.log(np.clip(hz, self.low_hz, self.high_hz) / self.low_hz) / np.log(
            self.high_hz / self.low_hz
        )
        return np.stack([x, HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share], 1)


def draw(melody: np.ndarray, scale: Scale, title: str) -> str:
    """Draw F0 in Hz, 0 where unvoiced, (T,), as SVG: a line for each voiced stretch, dashes at 100, 200 and 400 Hz."""
    frames = np.flatnonzero(melody > 0)
    stretches = np.split(frames, np.flatnonzero(np.diff(frames) > 1) + 1)
    lines = [_polyline(scale.place(stretch, melody[stretch])) for stretch in stretches if len(stretch) > 1]
    marks = [_mark(scale, hz) for hz in (100, 200, 400) if scale.low_hz < hz < scale.high_hz]
    return (
        f'<svg role="img" viewBox="0 0 {WIDTH} {HEIGHT}"><title>{escape(title)}</title>'
        f"{''.join(marks)}{''.join(lines)}</svg>"
    )


def _polyline(points: np.ndarray) -> str:
    return f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def _mark(scale: Scale, hz: float) -> str:
    height = scale.place(np.array([0]), np.array([hz]))[0, 1]
    line = f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{height:.1f}" y2="{height:.1f}"/>'
    return f'{line}<text x="{MARGIN}" y="{height - 2:.1f}">{hz} Hz</text>'
