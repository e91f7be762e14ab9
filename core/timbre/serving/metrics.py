"""What the server's models count, for Prometheus.

Counting costs a dictionary entry. What was counted goes to Triton from a thread of its own, once a
second: a call into the server takes as long as a small chunk's work, so no chunk waits for one.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

PUBLISH_S = 1.0

_LATENCY_S = (0.002, 0.004, 0.006, 0.008, 0.012, 0.018, 0.025, 0.038, 0.05, 0.075, 0.1, 0.2, 0.5, 1.0, 5.0)
_RATIO = (0.002, 0.005, 0.01, 0.02, 0.035, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
_COUNTS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)


@dataclass(frozen=True)
class Family:
    """A family of metrics.

    Attributes:
        kind: "counter", "gauge" or "histogram".
        help: What it says, for whoever reads `/metrics`.
        buckets: Upper ends of a histogram's buckets.
    """

    kind: str
    help: str
    buckets: tuple[float, ...] = ()


FAMILIES: Mapping[str, Family] = {
    "timbre_first_audio_seconds": Family(
        "histogram", "From the request's text to its first PCM, inside the server", _LATENCY_S
    ),
    "timbre_real_time_factor": Family(
        "histogram", "Computing time of an utterance over its length, by stage", _RATIO
    ),
    "timbre_batch_size": Family("histogram", "Streams whose chunks ran together, by stage", _COUNTS),
    "timbre_streams_in_flight": Family("gauge", "Utterances being spoken, by stage"),
    "timbre_queue_length": Family("gauge", "Chunks that wait for their turn, by stage"),
    "timbre_audio_seconds_total": Family("counter", "Speech made, in seconds"),
    "timbre_busy_seconds_total": Family("counter", "Time that the networks ran, by stage"),
    "timbre_late_chunks_total": Family("counter", "Chunks made after a listener had run out of speech"),
    "timbre_requests_total": Family("counter", "Utterances ended, by outcome"),
    "timbre_engine_info": Family("gauge", "1 for the engine in use, by stage"),
    "timbre_clone_progress": Family(
        "gauge", "How far the foremost clone at work is, 0 to 1; 0 when there is none"
    ),
    "timbre_clones_in_progress": Family("gauge", "Clones at work"),
    "timbre_clones_total": Family("counter", "Clones ended, by outcome"),
}

Labels = tuple[tuple[str, str], ...]
_Key = tuple[str, Labels]


class Published(Protocol):
    """One metric of a server: as `pb_utils.Metric`."""

    def increment(self, value: float) -> None:
        """Add to a counter."""
        ...

    def set(self, value: float) -> None:
        """Set a gauge."""
        ...

    def observe(self, value: float) -> None:
        """Count a value into a histogram."""
        ...


class Publisher(Protocol):
    """Makes a server's metrics."""

    def metric(self, name: str, family: Family, labels: Mapping[str, str]) -> Published:
        """The metric of that name and those labels, made when it is new."""
        ...


class TritonPublisher:
    """Metrics of Triton's Python backend.

    Args:
        pb_utils: The module `triton_python_backend_utils`, which only a model can import.
    """

    def __init__(self, pb_utils: Any) -> None:
        self._kind = pb_utils.MetricFamily
        self._families: dict[str, Any] = {}  # a family must outlive its metrics

    def metric(self, name: str, family: Family, labels: Mapping[str, str]) -> Published:
        """See Publisher."""
        if name not in self._families:
            kind = getattr(self._kind, family.kind.upper())
            self._families[name] = self._kind(name=name, description=family.help, kind=kind)
        found = self._families[name]
        if family.buckets:
            return found.Metric(labels=dict(labels), buckets=list(family.buckets))
        return found.Metric(labels=dict(labels))


class Metrics:
    """Counts in this process, and publishes what it counted.

    Args:
        publisher: Where to; without one the counts stay here.
    """

    def __init__(self, publisher: Publisher | None = None, period_s: float = PUBLISH_S) -> None:
        self._publisher = publisher
        self._period_s = period_s
        self._lock = threading.Lock()
        self._counts: defaultdict[_Key, float] = defaultdict(float)
        self._levels: dict[_Key, float] = {}
        self._values: defaultdict[_Key, list[float]] = defaultdict(list)
        self._published: dict[_Key, Published] = {}
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True) if publisher else None
        if self._thread:
            self._thread.start()

    def add(self, name: str, value: float = 1.0, **labels: str) -> None:
        """Add to a counter."""
        key = _key(name, "counter", labels)
        with self._lock:
            self._counts[key] += value

    def set(self, name: str, value: float, **labels: str) -> None:
        """Set a gauge."""
        with self._lock:
            self._levels[_key(name, "gauge", labels)] = value

    def observe(self, name: str, value: float, **labels: str) -> None:
        """Count a value into a histogram."""
        key = _key(name, "histogram", labels)
        if self._publisher is not None:  # else nobody empties the list
            with self._lock:
                self._values[key].append(value)

    def publish(self) -> None:
        """Hand over what was counted since the last time."""
        if self._publisher is None:
            return
        with self._lock:
            counts, self._counts = self._counts, defaultdict(float)
            values, self._values = self._values, defaultdict(list)
            levels, self._levels = self._levels, {}
        for key, count in counts.items():
            self._metric(key).increment(count)
        for key, level in levels.items():
            self._metric(key).set(level)
        for key, seen in values.items():
            metric = self._metric(key)
            for value in seen:
                metric.observe(value)

    def close(self) -> None:
        """Publish the rest and end the thread."""
        self._ending.set()
        if self._thread:
            self._thread.join()

    def _run(self) -> None:
        while not self._ending.wait(self._period_s):
            self.publish()
        self.publish()

    def _metric(self, key: _Key) -> Published:
        assert self._publisher is not None
        if key not in self._published:
            name, labels = key
            self._published[key] = self._publisher.metric(name, FAMILIES[name], dict(labels))
        return self._published[key]


def _key(name: str, kind: str, labels: Mapping[str, str]) -> _Key:
    if FAMILIES[name].kind != kind:
        raise ValueError(f"{name} is a {FAMILIES[name].kind}, not a {kind}")
    return name, tuple(sorted(labels.items()))
