"""Many listeners at once, in a closed loop or an open one (Poisson), and what each of them hears.

```
request ── first audio ── chunk ── chunk ─── … ── last chunk
   |<-- first_ms -->|<gap>|                          |
                    played from here on; a chunk that comes after its time is an underrun
```

In a closed loop each listener asks again when the last answer has ended. In an open loop the gaps between requests
are random (exponential), and the time of a request begins when it was due. `timbre_bench.clients` runs both in
several processes; this module is for one process.
"""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise

from timbre_bench.measures.statistics import percentile

RANKS = (50, 90, 95, 99)
MAX_LISTENERS = 512

Chunks = Callable[[str], Iterator[float]]
"""Speaks a text; yields the seconds of speech in each chunk when it arrives."""


@dataclass(frozen=True)
class Heard:
    """What a listener heard of one request; times are from the moment at which the request was due.

    Attributes:
        arrivals: Time of each chunk in seconds, and the seconds of speech in it.
        error: The error, or empty.
    """

    arrivals: tuple[tuple[float, float], ...] = ()
    error: str = ""

    @property
    def first_ms(self) -> float:
        """Time until the first audio."""
        return self.arrivals[0][0] * 1e3

    @property
    def total_ms(self) -> float:
        """Time until the last chunk."""
        return self.arrivals[-1][0] * 1e3

    @property
    def audio_s(self) -> float:
        """Seconds of speech that were received."""
        return sum(seconds for _, seconds in self.arrivals)

    @property
    def gaps_ms(self) -> list[float]:
        """Times between chunks."""
        return [(later[0] - earlier[0]) * 1e3 for earlier, later in pairwise(self.arrivals)]

    @property
    def underruns(self) -> int:
        """How often playback, begun with the first chunk, ran out of speech."""
        played_until, count = self.arrivals[0][0], 0
        for at, seconds in self.arrivals:
            if at > played_until:
                count += 1
                played_until = at
            played_until += seconds
        return count


@dataclass(frozen=True)
class Spread:
    """The percentiles of some values."""

    values: tuple[float, ...]

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The percentiles of values; NaN if there are no values."""
        return cls(tuple(percentile(values, rank) if len(values) else math.nan for rank in RANKS))

    def to_dict(self) -> dict[str, float]:
        """Plain values for JSON."""
        return {f"p{rank}": round(value, 2) for rank, value in zip(RANKS, self.values, strict=True)}


@dataclass(frozen=True)
class LoadResult:
    """What the listeners of one kind of load heard in one trial."""

    load: str
    heard: Sequence[Heard]
    wall_s: float
    answered: Sequence[Heard] = field(init=False)

    def __post_init__(self) -> None:
        answered = [request for request in self.heard if request.arrivals and not request.error]
        object.__setattr__(self, "answered", answered)

    @property
    def first(self) -> Spread:
        """Times until the first audio, ms."""
        return Spread.of([request.first_ms for request in self.answered])

    @property
    def gaps(self) -> Spread:
        """Times between chunks, ms."""
        return Spread.of([gap for request in self.answered for gap in request.gaps_ms])

    @property
    def underruns(self) -> int:
        """Number of underruns of all listeners."""
        return sum(request.underruns for request in self.answered)

    def to_dict(self) -> dict[str, object]:
        """Plain values for JSON."""
        audio_s = sum(request.audio_s for request in self.answered)
        return {
            "load": self.load,
            "requests": len(self.heard),
            "errors": len(self.heard) - len(self.answered),
            "requests_per_s": round(len(self.answered) / self.wall_s, 3),
            "speech_per_s": round(audio_s / self.wall_s, 3),
            "first_audio_ms": self.first.to_dict(),
            "gap_ms": self.gaps.to_dict(),
            "total_ms": Spread.of([request.total_ms for request in self.answered]).to_dict(),
            "underruns": self.underruns,
        }


def listen(speak: Chunks, text: str, due: float) -> Heard:
    """Speak a text to one listener whose request was due at `due` (time.perf_counter)."""
    arrivals: list[tuple[float, float]] = []
    try:
        for seconds in speak(text):
            if seconds:
                arrivals.append((time.perf_counter() - due, seconds))
    except Exception as error:  # noqa: BLE001  an error of a listener is a result
        return Heard(tuple(arrivals), f"{type(error).__name__}: {error}")
    return Heard(tuple(arrivals), "" if arrivals else "no audio")


def closed_loop(speak: Chunks, sentences: Sequence[str], streams: int, requests: int) -> LoadResult:
    """Let listeners ask again as soon as they have heard everything, for `requests` in all."""
    began = time.perf_counter()
    heard = ask_in_turn(speak, sentences, streams, range(requests))
    return LoadResult(f"closed, {streams} at once", heard, time.perf_counter() - began)


def ask_in_turn(speak: Chunks, sentences: Sequence[str], streams: int, numbers: Sequence[int]) -> list[Heard]:
    """Let listeners ask for the sentences of numbers; each asks for the next one when it has heard the last."""
    remaining, lock = iter(numbers), threading.Lock()
    heard: list[Heard] = []

    def listener() -> None:
        while True:
            with lock:
                number = next(remaining, None)
            if number is None:
                return
            request = listen(speak, sentences[number % len(sentences)], time.perf_counter())
            with lock:
                heard.append(request)

    with ThreadPoolExecutor(streams) as pool:
        for future in [pool.submit(listener) for _ in range(streams)]:
            future.result()
    return heard


def arrival_times(rate: float, requests: int, seed: int) -> list[float]:
    """Draw the times at which requests are due, in seconds, from a Poisson process."""
    generator = random.Random(seed)
    times: list[float] = []
    at = 0.0
    for _ in range(requests):
        at += generator.expovariate(rate)
        times.append(at)
    return times


def ask_when_due(
    speak: Chunks, sentences: Sequence[str], due: Sequence[tuple[int, float]], started: float
) -> list[Heard]:
    """Ask for the sentence of each number when it is due, in seconds after `started` (time.perf_counter)."""
    with ThreadPoolExecutor(min(max(len(due), 1), MAX_LISTENERS)) as pool:
        futures = []
        for number, at in due:
            time.sleep(max(0.0, started + at - time.perf_counter()))
            futures.append(pool.submit(listen, speak, sentences[number % len(sentences)], started + at))
        return [future.result() for future in futures]


def format_loads(results: Sequence[LoadResult]) -> str:
    """A Markdown table with a row for each trial."""
    head = ["load", "requests/s", *(f"first p{rank}" for rank in RANKS), "gap p99", "underruns", "errors"]
    rows = [head, ["---"] * len(head)]
    for result in results:
        rate = len(result.answered) / result.wall_s
        rows.append(
            [
                result.load,
                f"{rate:.2f}",
                *(f"{value:.1f} ms" for value in result.first.values),
                f"{result.gaps.values[-1]:.0f} ms",
                str(result.underruns),
                str(len(result.heard) - len(result.answered)),
            ]
        )
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)
