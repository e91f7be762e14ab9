"""What a running server says of itself: its Prometheus metrics, read and put into a few lines."""

from __future__ import annotations

import dataclasses
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field

_LINE = re.compile(r"^(?P<name>\w+)(?:\{(?P<labels>.*)\})? (?P<value>\S+)$")
_LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
TIMEOUT_S = 2.0

Samples = Mapping[str, list[tuple[Mapping[str, str], float]]]


@dataclass(frozen=True)
class ServerFigures:
    """Since the server's start.

    Attributes:
        engines: Engine in use, by model.
        streams: Utterances being spoken now.
        queue: Chunks that wait now.
        requests: Utterances ended, by outcome.
        audio_s: Speech made.
        real_time_factor: Computing time over length of speech; None before the first speech.
        first_audio_p50_ms: Inside the server, from the buckets of a histogram; None before the first speech.
        first_audio_p99_ms: As p50.
        mean_batch: Streams whose chunks ran together, on average; None before the first speech.
        late_chunks: Chunks made after a listener had run out of speech.
        clones: Clones at work now.
        clone_progress: 0 to 1.
    """

    engines: Mapping[str, str] = field(default_factory=dict)
    streams: int = 0
    queue: int = 0
    requests: Mapping[str, int] = field(default_factory=dict)
    audio_s: float = 0.0
    real_time_factor: float | None = None
    first_audio_p50_ms: float | None = None
    first_audio_p99_ms: float | None = None
    mean_batch: float | None = None
    late_chunks: int = 0
    clones: int = 0
    clone_progress: float = 0.0

    def lines(self) -> list[str]:
        """One line a subject, for people."""
        engines = sorted(set(self.engines.values()))
        requests = ", ".join(f"{count} {outcome}" for outcome, count in sorted(self.requests.items()))
        lines = [
            f"Engine: {', '.join(engines) or 'unknown'}",
            f"Now: {self.streams} streams, {self.queue} chunks waiting",
            f"Requests: {requests or 'none yet'}; {self.audio_s:.1f} s of speech",
        ]
        if self.first_audio_p50_ms is not None and self.first_audio_p99_ms is not None:
            first = f"p50 {self.first_audio_p50_ms:.0f} ms, p99 {self.first_audio_p99_ms:.0f} ms"
            lines.append(f"First audio, inside the server: {first}")
        if self.real_time_factor is not None:
            batch = f"; {self.mean_batch:.1f} streams a batch" if self.mean_batch is not None else ""
            late = f"; {self.late_chunks} chunks late" if self.late_chunks else ""
            lines.append(f"Real-time factor: {self.real_time_factor:.3f}{batch}{late}")
        if self.clones:
            lines.append(f"Clones at work: {self.clones} ({self.clone_progress:.0%})")
        return lines

    def to_dict(self) -> dict[str, object]:
        """Plain values for JSON."""
        return dataclasses.asdict(self)


def read_figures(metrics_url: str) -> ServerFigures | None:
    """A server's figures; None when its metrics cannot be read."""
    try:
        with urllib.request.urlopen(metrics_url, timeout=TIMEOUT_S) as answer:
            return figures_of(parse(answer.read().decode()))
    except (urllib.error.URLError, OSError, ValueError):
        return None


def parse(text: str) -> Samples:
    """Prometheus' text format: the samples of each name, each with its labels."""
    samples: dict[str, list[tuple[Mapping[str, str], float]]] = {}
    for line in text.splitlines():
        match = None if line.startswith("#") else _LINE.match(line.strip())
        if match:
            labels = dict(_LABEL.findall(match["labels"] or ""))
            samples.setdefault(match["name"], []).append((labels, float(match["value"])))
    return samples


def figures_of(samples: Samples) -> ServerFigures:
    """Timbre's own figures among a server's samples."""
    audio_s, busy_s = _sum(samples, "timbre_audio_seconds_total"), _sum(samples, "timbre_busy_seconds_total")
    batches = _sum(samples, "timbre_batch_size_count")
    return ServerFigures(
        engines={
            labels["stage"]: labels["engine"]
            for labels, value in samples.get("timbre_engine_info", ())
            if value
        },
        streams=int(_largest(samples, "timbre_streams_in_flight")),
        queue=int(_sum(samples, "timbre_queue_length")),
        requests={
            labels["outcome"]: int(value) for labels, value in samples.get("timbre_requests_total", ())
        },
        audio_s=audio_s,
        real_time_factor=busy_s / audio_s if audio_s else None,
        first_audio_p50_ms=_quantile_ms(samples, "timbre_first_audio_seconds", 0.5),
        first_audio_p99_ms=_quantile_ms(samples, "timbre_first_audio_seconds", 0.99),
        mean_batch=_sum(samples, "timbre_batch_size_sum") / batches if batches else None,
        late_chunks=int(_sum(samples, "timbre_late_chunks_total")),
        clones=int(_sum(samples, "timbre_clones_in_progress")),
        clone_progress=_largest(samples, "timbre_clone_progress"),
    )


def _sum(samples: Samples, name: str) -> float:
    return sum(value for _, value in samples.get(name, ()))


def _largest(samples: Samples, name: str) -> float:
    return max((value for _, value in samples.get(name, ())), default=0.0)


def _quantile_ms(samples: Samples, name: str, share: float) -> float | None:
    """As Prometheus' histogram_quantile: evenly spread inside a bucket."""
    buckets = sorted((float(labels["le"]), count) for labels, count in samples.get(f"{name}_bucket", ()))
    if not buckets or not buckets[-1][1]:
        return None
    wanted, below, lower = share * buckets[-1][1], 0.0, 0.0
    for upper, count in buckets:
        if count >= wanted and count > below:
            if upper == float("inf"):
                return lower * 1e3
            return (lower + (upper - lower) * (wanted - below) / (count - below)) * 1e3
        below, lower = count, upper
    return None
