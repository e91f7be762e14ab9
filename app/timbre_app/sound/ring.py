"""A bounded queue of samples, from the thread that makes speech to the thread that plays it."""

from __future__ import annotations

import threading

import numpy as np


class SampleRing:
    """A ring buffer of int16 samples, for one writer, which may wait for room, and one reader, which never waits.

    read ──▶ [ . . s s s s s s . . ] ◀── write
                 └─ filled ─┘
    """

    def __init__(self, capacity: int) -> None:
        if capacity <= 0:
            raise ValueError(f"a ring needs room for at least one sample, not {capacity}")
        self._samples = np.zeros(capacity, dtype=np.int16)
        self._start = 0
        self._filled = 0
        self._closed = False
        self._changed = threading.Condition()

    @property
    def filled(self) -> int:
        """Number of samples that wait to be read."""
        return self._filled

    @property
    def capacity(self) -> int:
        """Number of samples that the ring can hold."""
        return len(self._samples)

    def write(self, samples: np.ndarray) -> bool:
        """Append samples, (n,) int16; waits for room. Returns False if the ring was closed meanwhile."""
        written = 0
        with self._changed:
            while written < len(samples):
                while self._filled == self.capacity and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return False
                written += self._append(samples[written:])
        return True

    def read_into(self, out: np.ndarray) -> int:
        """Move up to len(out) samples into `out`, (n,) int16; returns how many. The rest of `out` does not change."""
        with self._changed:
            count = min(len(out), self._filled)
            first = min(count, self.capacity - self._start)
            out[:first] = self._samples[self._start : self._start + first]
            out[first:count] = self._samples[: count - first]
            self._start = (self._start + count) % self.capacity
            self._filled -= count
            if count:
                self._changed.notify_all()
            return count

    def close(self) -> None:
        """Drop all samples, and release a waiting writer."""
        with self._changed:
            self._closed = True
            self._filled = 0
            self._changed.notify_all()

    def _append(self, samples: np.ndarray) -> int:
        count = min(len(samples), self.capacity - self._filled)
        at = (self._start + self._filled) % self.capacity
        first = min(count, self.capacity - at)
        self._samples[at : at + first] = samples[:first]
        self._samples[: count - first] = samples[first:count]
        self._filled += count
        return count
