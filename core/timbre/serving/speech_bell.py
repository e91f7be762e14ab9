"""A pipe through which the models that speak wake the `cancel` model, which sleeps while nobody speaks."""

from __future__ import annotations

import contextlib
import os
import select
import time
from pathlib import Path

RING_S = 0.25
"""Time between two rings while somebody speaks."""
RECENT_S = 1.0
"""Time after a ring during which somebody is taken to speak."""


class SpeechBell:
    """Rung by many processes, heard by one.

    Args:
        path: The pipe.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ringing = self._hearing = -1
        self._rung_s = self._heard_s = float("-inf")

    def ring(self) -> None:
        """Say that somebody speaks; costs a system call in RING_S, and is harmless when nobody hears."""
        now = time.monotonic()
        if now - self._rung_s < RING_S:
            return
        self._rung_s = now
        with contextlib.suppress(OSError):  # no process hears yet
            if self._ringing < 0:
                self._ringing = os.open(self._path, os.O_WRONLY | os.O_NONBLOCK)
            os.write(self._ringing, b"\0")

    def hear(self) -> None:
        """Become the process that hears the bell."""
        with contextlib.suppress(FileExistsError):
            os.mkfifo(self._path, 0o600)
        self._hearing = os.open(self._path, os.O_RDWR | os.O_NONBLOCK)

    def wait(self, timeout_s: float | None = None) -> None:
        """Sleep until somebody speaks, or `wake`."""
        select.select([self._hearing], [], [], timeout_s)

    def wake(self) -> None:
        """End a `wait` of this process."""
        os.write(self._hearing, b"\0")

    @property
    def is_recent(self) -> bool:
        """Whether somebody spoke in the last moments."""
        with contextlib.suppress(BlockingIOError):
            os.read(self._hearing, 1 << 16)
            self._heard_s = time.monotonic()
        return time.monotonic() - self._heard_s < RECENT_S

    def close(self) -> None:
        """Stop hearing."""
        if self._hearing >= 0:
            os.close(self._hearing)
            self._hearing = -1
