"""How long requests took, and what that says of a synthesizer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timbre_bench.measures.statistics import percentile


@dataclass(frozen=True)
class Timing:
    """One request.

    Attributes:
        first_audio_ms: From the request to the first samples.
        total_ms: From the request to the last samples.
        audio_s: Length of what was spoken.
    """

    first_audio_ms: float
    total_ms: float
    audio_s: float


@dataclass(frozen=True)
class Summary:
    """Many requests of one synthesizer; `synthesis_ratio` is computing time over length of audio, in all."""

    first_audio_p50_ms: float
    first_audio_p99_ms: float
    synthesis_ratio: float

    def to_dict(self) -> dict[str, float]:
        """Plain values for JSON."""
        return {
            "first_audio_p50_ms": round(self.first_audio_p50_ms, 2),
            "first_audio_p99_ms": round(self.first_audio_p99_ms, 2),
            "synthesis_ratio": round(self.synthesis_ratio, 5),
        }


def summarize(timings: Sequence[Timing]) -> Summary:
    """Percentiles of the first audio and the ratio over all requests.

    Raises:
        ValueError: if there are no requests.
    """
    first = [timing.first_audio_ms for timing in timings]
    ratio = sum(timing.total_ms for timing in timings) / 1e3 / sum(timing.audio_s for timing in timings)
    return Summary(percentile(first, 50), percentile(first, 99), ratio)
