"""Run the causal networks chunk by chunk.

Both networks give their output a constant number of frames late. The first frames of a stream
belong to the time before it and are dropped; at its end padding pushes the last ones out:

```
fed        f0 f1 f2 f3 f4 ... fn  0  0
comes out   x  x m0 m1 m2 ...  .  . mn        delay of 2; x is dropped
```

So what comes out does not depend on how the input was cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from timbre.engines.base import LONGEST_CHUNK, Network
from timbre.speech.batching import Call

MEL_SILENCE = float(np.log(1e-5))


def _never() -> bool:
    return False


@dataclass(frozen=True)
class ChunkSchedule:
    """Frames of each chunk: small at first, so that speech begins at once, then larger, which costs less.

    There are few sizes when each doubles, so chunks of streams at different places can share a batch.

    Attributes:
        first: Frames of the first chunk, unless the largest chunk is smaller at that moment.
        growth: Factor by which each chunk is larger than the one before.
        largest: Most frames of a chunk while other listeners wait for speech.
        largest_alone: Most frames of a chunk while there is no other listener.
        is_alone: Says whether there is no other listener now.
    """

    first: int = 12
    growth: float = 2.0
    largest: int = 96
    largest_alone: int = 96
    is_alone: Callable[[], bool] = _never

    def __post_init__(self) -> None:
        if self.first < 1 or self.growth < 1 or max(self.largest, self.largest_alone) < self.first:
            raise ValueError("a schedule needs 1 <= first, a chunk as large as that, and growth >= 1")

    @classmethod
    def for_batches(
        cls, max_batch: int, longest: int = LONGEST_CHUNK, is_alone: Callable[[], bool] = _never
    ) -> ChunkSchedule:
        """The schedule for an engine with a `max_batch` and chunks of up to `longest` frames.

        Where streams run in batches, on a GPU, a chunk costs about the same whatever its length, and so does
        its way through the server: the second chunk is the largest already, and ends most requests.
        """
        if max_batch == 1:
            return cls()  # with longer chunks decoder and vocoder run side by side for less of the time
        growth = longest / cls.first
        return cls(growth=growth, largest=LONGEST_CHUNK, largest_alone=longest, is_alone=is_alone)

    def sizes(self) -> Iterator[int]:
        """Frames of one chunk after the other, without end."""
        size = float(self.first)
        while True:
            yield min(int(size), self.largest_alone if self.is_alone() else self.largest)
            size = min(size * self.growth, float(max(self.largest, self.largest_alone)))


@dataclass
class DelayLine:
    """One stream through a causal network.

    Attributes:
        network: The network; called with `source` and `state`, returns `result` and `next_state`.
        source: Name of its input; time is on `source_axis`.
        result: Name of its output; time is on `result_axis`, `samples_per_frame` steps a frame.
        delay: Frames by which the output comes late.
        state: (1, S) float32, zeros at first.
        pad: Value of the padding at the end.
        fixed: The network's other inputs.
        waits: Whether frames beyond a size that the network has prepared wait for the next call.
    """

    network: Network
    source: str
    source_axis: int
    result: str
    result_axis: int
    delay: int
    state: np.ndarray
    pad: float = 0.0
    samples_per_frame: int = 1
    fixed: Mapping[str, np.ndarray] = field(default_factory=dict)
    waits: bool = False
    _waiting: np.ndarray | None = field(init=False, default=None)
    _to_drop: int = field(init=False)
    _fed: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._to_drop = self.delay

    def push(self, frames: np.ndarray, last: bool) -> np.ndarray:
        """Feed the next frames; returns what is ready.

        Args:
            frames: (1, ...) with n frames on `source_axis`; n may be 0 if last.
            last: Whether the stream ends here.
        Returns:
            (1, ...) with as many frames as are ready, maybe none.
        """
        call = self.call(frames, last)
        return self.accept(call.network.run(call.inputs))

    def call(self, frames: np.ndarray, last: bool) -> Call:
        """The network call that feeds the next frames; `accept` takes its results. Arguments are those of `push`."""
        if self._waiting is not None:
            frames, self._waiting = self.network.join(self._waiting, frames, self.source_axis), None
        if last:
            frames = self.network.pad(frames, self.source_axis, self.delay, self.pad)
        elif self.waits:
            frames = self._whole(frames)
        self._fed = frames.shape[self.source_axis]
        inputs = {**self.fixed, self.source: frames, "state": self.state}
        return Call(self.network, inputs, self.source, self.source_axis, self.pad if last else None)

    def _whole(self, frames: np.ndarray) -> np.ndarray:
        """The first frames, as many as the network has prepared a size for; the others wait for the next call."""
        count = self.network.whole_frames(frames.shape[self.source_axis])
        if count == frames.shape[self.source_axis]:
            return frames
        before: tuple[slice, ...] = (slice(None),) * self.source_axis
        self._waiting = frames[(*before, slice(count, None))]
        return frames[(*before, slice(count))]

    def begin(self, frames: int, results: Mapping[str, np.ndarray]) -> np.ndarray:
        """Do as `accept` does, with results for the stream's first `frames` frames that were computed elsewhere."""
        self._fed = frames
        return self.accept(results)

    def accept(self, results: Mapping[str, np.ndarray]) -> np.ndarray:
        """Keep the state and return what is ready, as `push` does."""
        self.state = results["next_state"]
        dropped = min(self._to_drop, self._fed)
        self._to_drop -= dropped
        ready = [slice(None)] * results[self.result].ndim
        ready[self.result_axis] = slice(dropped * self.samples_per_frame, self._fed * self.samples_per_frame)
        return results[self.result][tuple(ready)]
