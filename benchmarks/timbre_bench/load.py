"""Many listeners at once: closed loop and open-loop Poisson, as each of them hears it.

```
request ── first audio ── chunk ── chunk ─── … ── last chunk
   |<-- first_ms -->|<gap>|                          |
                    played from here on; a chunk that comes after its time is an underrun
```

In a closed loop each listener asks again when the last answer ended; in an open loop requests come when
they come, with exponential gaps, and their time runs from when they were due. `timbre_bench.clients` runs both in
several processes; here is what one process does.
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
"""Speaks a text; gives the seconds of speech in each chunk when it arrives."""


@dataclass(frozen=True)
class Heard:
    """One request, in seconds from the moment at which it was due.

    Attributes:
        arrivals: When each chunk came, and the seconds of speech in it.
        error: What went wrong, if something did.
    """

    arrivals: tuple[tuple[float, float], ...] = ()
    error: str = ""

    @property
    def first_ms(self) -> float:
        """Until the first audio."""
        return self.arrivals[0][0] * 1e3

    @property
    def total_ms(self) -> float:
        """Until the last chunk."""
        return self.arrivals[-1][0] * 1e3

    @property
    def audio_s(self) -> float:
        """Speech received."""
        return sum(seconds for _, seconds in self.arrivals)

    @property
    def gaps_ms(self) -> list[float]:
        """Between chunks."""
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
    """Percentiles of something."""

    values: tuple[float, ...]

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Of values, which may be none."""
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
        object.__setattr__(self, "answered", [one for one in self.heard if one.arrivals and not one.error])

    @property
    def first(self) -> Spread:
        """First audio, ms."""
        return Spread.of([one.first_ms for one in self.answered])

    @property
    def gaps(self) -> Spread:
        """Between chunks, ms."""
        return Spread.of([gap for one in self.answered for gap in one.gaps_ms])

    @property
    def underruns(self) -> int:
        """Of all listeners."""
        return sum(one.underruns for one in self.answered)

    def to_dict(self) -> dict[str, object]:
        """Plain values for JSON."""
        audio_s = sum(one.audio_s for one in self.answered)
        return {
            "load": self.load,
            "requests": len(self.heard),
            "errors": len(self.heard) - len(self.answered),
            "requests_per_s": round(len(self.answered) / self.wall_s, 3),
            "speech_per_s": round(audio_s / self.wall_s, 3),
            "first_audio_ms": self.first.to_dict(),
            "gap_ms": self.gaps.to_dict(),
            "total_ms": Spread.of([one.total_ms for one in self.answered]).to_dict(),
            "underruns": self.underruns,
        }


def listen(speak: Chunks, text: str, due: float) -> Heard:
    """Speak a text to one listener whose request was due at `due` (time.perf_counter)."""
    arrivals: list[tuple[float, float]] = []
    try:
        for seconds in speak(text):
            if seconds:
                arrivals.append((time.perf_counter() - due, seconds))
    except Exception as error:  # noqa: BLE001  a listener's trouble is a result
        return Heard(tuple(arrivals), f"{type(error).__name__}: {error}")
    return Heard(tuple(arrivals), "" if arrivals else "no audio")


def closed_loop(speak: Chunks, sentences: Sequence[str], streams: int, requests: int) -> LoadResult:
    """Listeners who ask again as soon as they have heard all, `requests` in all."""
    started = time.perf_counter()
    heard = ask_in_turn(speak, sentences, streams, range(requests))
    return LoadResult(f"closed, {streams} at once", heard, time.perf_counter() - started)


def ask_in_turn(speak: Chunks, sentences: Sequence[str], streams: int, numbers: Sequence[int]) -> list[Heard]:
    """So many listeners, each of whom asks for the next number's sentence when it has heard all of the last."""
    left, lock = iter(numbers), threading.Lock()
    heard: list[Heard] = []

    def listener() -> None:
        while True:
            with lock:
                number = next(left, None)
            if number is None:
                return
            one = listen(speak, sentences[number % len(sentences)], time.perf_counter())
            with lock:
                heard.append(one)

    with ThreadPoolExecutor(streams) as pool:
        for done in [pool.submit(listener) for _ in range(streams)]:
            done.result()
    return heard


def arrival_times(rate: float, requests: int, seed: int) -> list[float]:
    """When each request is due, in seconds: a Poisson process."""
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
    """Ask for each number's sentence so many seconds after `started` (time.perf_counter), each for a listener."""
    with ThreadPoolExecutor(min(max(len(due), 1), MAX_LISTENERS)) as pool:
        futures = []
        for number, at in due:
            time.sleep(max(0.0, started + at - time.perf_counter()))
            futures.append(pool.submit(listen, speak, sentences[number % len(sentences)], started + at))
        return [future.result() for future in futures]


def format_loads(results: Sequence[LoadResult]) -> str:
    """A Markdown table, one row a trial."""
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
