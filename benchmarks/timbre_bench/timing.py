"""The times of requests, and the figures of a synthesizer that follow from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from timbre_bench.measures.statistics import percentile


@dataclass(frozen=True)
class Timing:
    """The times of one request.

    Attributes:
        first_audio_ms: Time from the request to the first samples.
        total_ms: Time from the request to the last samples.
        audio_s: Length of the speech.
        stages_ms: Time of each stage before the first samples, by the stage's name; empty if it is not known.
        chunks: Time from the request to each chunk in milliseconds, and the seconds of speech in the chunk; empty if
            they are not known.
    """

    first_audio_ms: float
    total_ms: float
    audio_s: float
    stages_ms: Mapping[str, float] = field(default_factory=dict)
    chunks: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True)
class Summary:
    """The figures of many requests to one synthesizer.

    `synthesis_ratio` is computing time over length of audio, in all; a whole request ends with its last samples.
    """

    first_audio_p50_ms: float
    first_audio_p99_ms: float
    synthesis_ratio: float
    whole_p50_ms: float

    def to_dict(self) -> dict[str, float]:
        """Plain values for JSON."""
        return {
            "first_audio_p50_ms": round(self.first_audio_p50_ms, 2),
            "first_audio_p99_ms": round(self.first_audio_p99_ms, 2),
            "synthesis_ratio": round(self.synthesis_ratio, 5),
            "whole_p50_ms": round(self.whole_p50_ms, 2),
        }


def summarize(timings: Sequence[Timing]) -> Summary:
    """Compute the percentiles of the first audio, and the ratio over all requests.

    Raises:
        ValueError: if there are no requests.
    """
    first = [timing.first_audio_ms for timing in timings]
    ratio = sum(timing.total_ms for timing in timings) / 1e3 / sum(timing.audio_s for timing in timings)
    whole = percentile([timing.total_ms for timing in timings], 50)
    return Summary(percentile(first, 50), percentile(first, 99), ratio, whole)


def stage_medians(timings: Sequence[Timing]) -> dict[str, float]:
    """Compute the median milliseconds of each stage, and of the time between them; empty if no stages are known."""
    known = [timing for timing in timings if timing.stages_ms]
    if not known:
        return {}
    medians = {name: percentile([t.stages_ms[name] for t in known], 50) for name in known[0].stages_ms}
    between = [timing.first_audio_ms - sum(timing.stages_ms.values()) for timing in known]
    return medians | {"between them": percentile(between, 50)}


def chunk_medians(timings: Sequence[Timing]) -> dict[int, list[tuple[float, float]]]:
    """Compute when each chunk comes and how long its speech is, by the number of chunks of an utterance.

    Returns:
        For each number of chunks that occurs, the medians of arrival in milliseconds and of seconds of speech, chunk by
        chunk; empty if no chunks are known.
    """
    counts = sorted({len(timing.chunks) for timing in timings if timing.chunks})
    by_count = {
        count: [timing.chunks for timing in timings if len(timing.chunks) == count] for count in counts
    }
    return {
        count: [_chunk_median(column) for column in zip(*rows, strict=True)]
        for count, rows in by_count.items()
    }


def _chunk_median(chunks: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return percentile([at_ms for at_ms, _ in chunks], 50), percentile([seconds for _, seconds in chunks], 50)
