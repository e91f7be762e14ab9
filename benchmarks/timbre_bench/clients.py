"""Listeners in several processes, because one Python process follows only a few hundred short requests a second.

```
measuring program ── which requests, when ──▶ client 0 ── its requests ──▶ server 0, server 1, ...
                                              client 1 ── in turn      ──▶ server 0, server 1, ...
                  ◀── what was heard ──────── ...
```

The clients get the requests of a load in turn, so that all together come as they would from one client.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self

from timbre_bench.load import Chunks, Heard, LoadResult, arrival_times, ask_in_turn, ask_when_due
from timbre_bench.sentences import WARM_UP
from timbre_bench.speaker import SpeakerError

START_S = 0.2
"""Time from handing out the requests to the first moment at which one may be due."""
WARM_UP_REQUESTS = 4
"""Requests of each stream before anything is measured."""

Opener = Callable[[], AbstractContextManager[Chunks]]
"""Opens a speaker in the client's process; must be picklable."""


class Clients:
    """Client processes that carry out loads together.

    Args:
        count: The number of processes.
        opener: Opens the speaker of each process.

    Raises:
        SpeakerError: if a client cannot speak.
    """

    def __init__(self, count: int, opener: Opener) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes: list[multiprocessing.process.BaseProcess] = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, opener), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        try:
            for pipe in self._pipes:
                _receive(pipe)
        except SpeakerError:
            self.close()
            raise

    def warm_up(self, streams: int, sentences: Sequence[str]) -> None:
        """Ask for the sentences, one at a time and then all at once, because engines do some work at first use."""
        for at_once in (1, streams):
            self.closed_loop((*WARM_UP, *sentences), at_once, WARM_UP_REQUESTS * at_once)

    def closed_loop(self, sentences: Sequence[str], streams: int, requests: int) -> LoadResult:
        """Let listeners ask again as soon as they have heard everything, for `requests` in all."""
        active = min(len(self._pipes), streams)
        jobs = [
            (sentences, streams // active + (client < streams % active), range(client, requests, active))
            for client in range(active)
        ]
        began = time.perf_counter()
        heard = self._run(ask_in_turn, jobs)
        return LoadResult(f"closed, {streams} at once", heard, time.perf_counter() - began)

    def open_loop(self, sentences: Sequence[str], rate: float, requests: int, seed: int = 1) -> LoadResult:
        """Make `rate` requests a second, whether or not the earlier ones were answered."""
        due = list(enumerate(arrival_times(rate, requests, seed)))
        count = len(self._pipes)
        # The clock is the machine's, so all processes agree about when a request is due.
        started = time.perf_counter() + START_S
        heard = self._run(ask_when_due, [(sentences, due[client::count], started) for client in range(count)])
        return LoadResult(f"Poisson, {rate:g}/s", heard, time.perf_counter() - started)

    def close(self) -> None:
        """End the processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join()

    def _run(self, function: Callable[..., list[Heard]], jobs: Sequence[tuple[Any, ...]]) -> list[Heard]:
        """Give each job to a client; returns what all of them heard."""
        pipes = self._pipes[: len(jobs)]
        for pipe, job in zip(pipes, jobs, strict=True):
            pipe.send((function, job))
        return [heard for pipe in pipes for heard in _receive(pipe)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _receive(pipe: Connection) -> Any:
    try:
        answer = pipe.recv()
    except EOFError:
        raise SpeakerError("A client's process has ended.") from None
    if isinstance(answer, SpeakerError):
        raise answer
    return answer


def _serve(pipe: Connection, opener: Opener) -> None:
    """Run a client's process: report that it is ready, then do jobs until the pipe is closed."""
    try:
        with opener() as speak:
            pipe.send(None)
            while True:
                function, arguments = pipe.recv()
                pipe.send(function(speak, *arguments))
    except EOFError:
        return
    except SpeakerError as error:
        pipe.send(error)
