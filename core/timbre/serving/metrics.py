"""What the server's models count, for Prometheus.

Counting costs a dictionary entry. What was counted goes to Triton from a thread of its own, once a
second: a call into the server takes as long as the work for a small chunk, so no chunk is to wait for it. A
histogram's values are sorted into buckets here, because Triton's own histograms take a call for each value. It is
published as Prometheus writes one, as three families of counters:

```
NAME_bucket{le="0.01"}   values of at most 0.01, and so on up to le="+Inf"
NAME_count, NAME_sum     how many values there were, and what they add up to
```
"""

from __future__ import annotations

import ctypes
import functools
import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
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
        help: Its description in `/metrics`.
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
    """One metric of a server, with the methods of `pb_utils.Metric`."""

    def increment(self, value: float) -> None:
        """Add to a counter."""
        ...

    def set(self, value: float) -> None:
        """Set a gauge."""
        ...


class Publisher(Protocol):
    """Makes a server's metrics."""

    def metric(self, name: str, family: Family, labels: Mapping[str, str]) -> Published:
        """The metric of that name and those labels, made when it is new."""
        ...


class TritonPublisher:
    """Metrics of Triton's Python backend.

    They live as long as their process. A family and its metrics tell the server when they are deleted. At the end of a
    model's process Python deletes them after the memory that the process shares with the server is gone, and the
    process would die of SIGSEGV. Deleted earlier, a model's counts would vanish when it is unloaded.

    Args:
        pb_utils: The module `triton_python_backend_utils`, which only a model can import.
    """

    def __init__(self, pb_utils: Any) -> None:
        self._kind = pb_utils.MetricFamily
        self._families: dict[str, Any] = {}

    def metric(self, name: str, family: Family, labels: Mapping[str, str]) -> Published:
        """See Publisher."""
        if name not in self._families:
            kind = getattr(self._kind, family.kind.upper())
            self._families[name] = _immortal(self._kind(name=name, description=family.help, kind=kind))
        return _immortal(self._families[name].Metric(labels=dict(labels)))


@dataclass
class _Histogram:
    """Values since they were published last; `counts` of each bucket alone, the last one without an upper end."""

    counts: list[int]
    total: float = field(default=0.0)


class Metrics:
    """Counts in this process, and publishes what it counted.

    Args:
        publisher: Where the counts go; without one they stay here.
        period_s: Time between two publications.
    """

    def __init__(self, publisher: Publisher | None = None, period_s: float = PUBLISH_S) -> None:
        self._publisher = publisher
        self._period_s = period_s
        self._lock = threading.Lock()
        self._counts: defaultdict[_Key, float] = defaultdict(float)
        self._levels: dict[_Key, float] = {}
        self._watched: dict[_Key, Callable[[], float]] = {}
        self._shown: dict[_Key, float] = {}
        self._histograms: dict[_Key, _Histogram] = {}
        self._published: dict[_Key, Published] = {}
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True) if publisher else None
        if self._thread:
            self._thread.start()

    def add(self, name: str, value: float = 1.0, **labels: str) -> None:
        """Add to a counter."""
        key = _key(name, "counter", tuple(labels.items()))
        with self._lock:
            self._counts[key] += value

    def set(self, name: str, value: float, **labels: str) -> None:
        """Set a gauge."""
        key = _key(name, "gauge", tuple(labels.items()))
        with self._lock:
            self._levels[key] = value

    def watch(self, name: str, level: Callable[[], float], **labels: str) -> None:
        """Publish a gauge whose value `level` gives; it is called from this object's thread, just before."""
        key = _key(name, "gauge", tuple(labels.items()))
        with self._lock:
            self._watched[key] = level

    def observe(self, name: str, value: float, **labels: str) -> None:
        """Count a value into a histogram."""
        key = _key(name, "histogram", tuple(labels.items()))
        buckets = FAMILIES[name].buckets
        with self._lock:
            histogram = self._histograms.get(key)
            if histogram is None:
                histogram = self._histograms[key] = _Histogram([0] * (len(buckets) + 1))
            histogram.counts[bisect_left(buckets, value)] += 1
            histogram.total += value

    def publish(self) -> None:
        """Hand over what was counted since the last time."""
        if self._publisher is None:
            return
        with self._lock:
            counts, self._counts = self._counts, defaultdict(float)
            histograms, self._histograms = self._histograms, {}
            levels, self._levels = self._levels | self._changed(), {}
        for (name, labels), count in counts.items():
            self._metric(name, labels).increment(count)
        for (name, labels), level in levels.items():
            self._metric(name, labels).set(level)
        for (name, labels), histogram in histograms.items():
            self._publish_histogram(name, labels, histogram)

    def _changed(self) -> dict[_Key, float]:
        """The watched gauges that have changed since they were published last."""
        levels = {key: level() for key, level in self._watched.items()}
        changed = {key: level for key, level in levels.items() if level != self._shown.get(key)}
        self._shown = levels
        return changed

    def _publish_histogram(self, name: str, labels: Labels, histogram: _Histogram) -> None:
        ends = [f"{end:g}" for end in FAMILIES[name].buckets] + ["+Inf"]
        for end, count in zip(ends, accumulate(histogram.counts), strict=True):
            self._metric(f"{name}_bucket", (*labels, ("le", end))).increment(count)
        self._metric(f"{name}_count", labels).increment(sum(histogram.counts))
        self._metric(f"{name}_sum", labels).increment(histogram.total)

    def close(self) -> None:
        """Publish the rest and end the thread."""
        self._ending.set()
        if self._thread:
            self._thread.join()

    def _run(self) -> None:
        while not self._ending.wait(self._period_s):
            self.publish()
        self.publish()

    def _metric(self, name: str, labels: Labels) -> Published:
        assert self._publisher is not None
        key = (name, labels)
        if key not in self._published:
            self._published[key] = self._publisher.metric(name, family_of(name), dict(labels))
        return self._published[key]


def _immortal(thing: Any) -> Any:
    """Keep an object alive for ever, even when Python ends; returns it."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))
    return thing


def family_of(name: str) -> Family:
    """The family that is published under a name; those of a histogram are counters."""
    if name in FAMILIES:
        return FAMILIES[name]
    return Family("counter", FAMILIES[name.rpartition("_")[0]].help)


@functools.cache
def _key(name: str, kind: str, labels: Labels) -> _Key:
    if FAMILIES[name].kind != kind:
        raise ValueError(f"{name} is a {FAMILIES[name].kind}, not a {kind}")
    return name, tuple(sorted(labels))
