"""Figures about a running server, read from its Prometheus metrics."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from timbre.contract import FUSED_MODEL
from timbre_app.server import unix_http

_LINE = re.compile(r"^(?P<name>\w+)(?:\{(?P<labels>.*)\})? (?P<value>\S+)$")
_LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
TIMEOUT_S = 2.0

Samples = Mapping[str, list[tuple[Mapping[str, str], float]]]


@dataclass(frozen=True)
class ServerFigures:
    """A server's figures since its start.

    Attributes:
        engines: Engine in use, by model.
        streams: Number of utterances being spoken now.
        queue: Number of chunks that wait now.
        requests: Number of utterances that have ended, by outcome.
        audio_s: Seconds of speech computed.
        real_time_factor: Computing time divided by length of speech; None before the first speech.
        first_audio_p50_ms: Median time to first audio inside the server, from the buckets of a histogram; None before
            the first speech.
        first_audio_p99_ms: The 99th percentile of the same.
        mean_batch: Mean number of streams whose chunks ran together; None before the first speech.
        late_chunks: Number of chunks that came after the listener had run out of speech.
        clones: Number of clones being trained now.
        clone_progress: Progress of the clone that is farthest, 0 to 1.
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
        """The figures for people, one line per subject."""
        engines = sorted(set(self.engines.values()))
        requests = ", ".join(f"{count} {outcome}" for outcome, count in sorted(self.requests.items()))
        way = ", all steps in one process" if FUSED_MODEL.name in self.engines else ""
        lines = [
            f"Engine: {', '.join(engines) or 'unknown'}{way}",
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
        """The figures as plain values, for JSON."""
        return dataclasses.asdict(self)


def read_metrics(metrics: Path) -> str:
    """Read a server's metrics, in Prometheus' text format.

    Args:
        metrics: The server's socket for metrics.
    Raises:
        OSError: if the metrics cannot be read.
    """
    status, answer = unix_http.request(metrics, "/metrics", timeout_s=TIMEOUT_S)
    if status != 200:
        raise ConnectionError(f"the server refused its metrics ({status})")
    return answer.decode()


def read_figures(metrics: Path) -> ServerFigures | None:
    """Read a server's figures; None if its metrics cannot be read."""
    try:
        return figures_of(parse(read_metrics(metrics)))
    except (OSError, ValueError):
        return None


def parse(text: str) -> Samples:
    """Parse Prometheus' text format into samples with labels, by name."""
    samples: dict[str, list[tuple[Mapping[str, str], float]]] = {}
    for line in text.splitlines():
        match = None if line.startswith("#") else _LINE.match(line.strip())
        if match:
            labels = dict(_LABEL.findall(match["labels"] or ""))
            samples.setdefault(match["name"], []).append((labels, float(match["value"])))
    return samples


def figures_of(samples: Samples) -> ServerFigures:
    """Take Timbre's own figures out of a server's samples."""
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
    """Compute a quantile as Prometheus' histogram_quantile does: values are spread evenly inside a bucket."""
    buckets = sorted((float(labels["le"]), count) for labels, count in samples.get(f"{name}_bucket", ()))
    if not buckets or not buckets[-1][1]:
        return None
    rank, below, lower = share * buckets[-1][1], 0.0, 0.0
    for upper, count in buckets:
        if count >= rank and count > below:
            if upper == float("inf"):
                return lower * 1e3
            return (lower + (upper - lower) * (rank - below) / (count - below)) * 1e3
        below, lower = count, upper
    return None
