"""Network calls of many streams, run as one.

A stream's steps are a generator: it yields a `Call` and is sent the results, or yields something for
the listener. The code that drives the streams decides which calls run together:

```
stream a   Call(24 frames)  ┐
stream b   Call(24 frames)  ├─ network.run, batch of 3 ─▶ each its own row
stream c   Call(17, last)   ┘  padded to 24; nothing follows it, so its state does not matter
stream d   Call(96 frames)     another tick
```
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from timbre.engines.base import Network

T = TypeVar("T")
Results = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Call:
    """One run of a network that a stream waits for.

    Attributes:
        network: The network to run.
        inputs: Each (1, ...).
        source: Name of the input that has an axis of time; empty for a call that must run alone.
        axis: The axis of time in that input.
        pad: The value with which `source` may be made longer; None if it must keep its length.
    """

    network: Network
    inputs: Mapping[str, np.ndarray]
    source: str = ""
    axis: int = 1
    pad: float | None = None

    @property
    def frames(self) -> int:
        """Length of the call in frames; 0 for a call that runs alone."""
        return self.inputs[self.source].shape[self.axis] if self.source else 0

    @property
    def run_frames(self) -> int:
        """Frames that the network computes: more than the call has, if it may be padded and a larger size suits."""
        may_grow = self.source and self.pad is not None
        return self.network.round_frames(self.frames) if may_grow else self.frames

    def joins(self, other: Call) -> bool:
        """Whether it can run in the same batch as `other`. It is not padded to more than twice its length."""
        if not self.source or self.network is not other.network:
            return False
        if self.network.ragged:
            return True
        frames = other.run_frames
        return self.frames == frames or (self.pad is not None and self.frames < frames <= 2 * self.run_frames)

    def row(self, frames: int) -> Mapping[str, np.ndarray]:
        """The inputs, padded to the frames of the batch."""
        missing = frames - self.frames
        if not missing:
            return self.inputs
        if self.pad is None:
            raise ValueError(f"a call of {self.frames} frames cannot run in a batch of {frames}")
        longer = self.network.pad(self.inputs[self.source], self.axis, missing, self.pad)
        return {**self.inputs, self.source: longer}


def run_together(calls: Sequence[Call]) -> Sequence[Results]:
    """Run calls in one batch; all of them join the first one.

    Returns:
        The results of each call, (1, ...); those of a padded call are longer than the call.
    """
    network, frames = calls[0].network, calls[0].run_frames
    if network.ragged:
        return network.run_rows([call.inputs for call in calls])
    if len(calls) == 1:
        return [network.run(calls[0].row(frames))]
    return network.run_rows([call.row(frames) for call in calls])


def drive(steps: Generator[Call | T, Results | None, None]) -> Iterator[T]:
    """Run one stream's steps alone; yields what is for the listener."""
    results: Results | None = None
    while True:
        try:
            step = steps.send(results)
        except StopIteration:
            return
        results = None
        if isinstance(step, Call):
            results = run_together([step])[0]
        else:
            yield step
