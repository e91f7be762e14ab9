"""When live speech was at work last, told among the models of a server: eight bytes of a file that all of them map."""

from __future__ import annotations

import mmap
import os
import struct
import time
from pathlib import Path

HOLD_S = 0.1
"""Background work rests for this time after live speech was seen: it may be on its way between two models."""
_TIME = struct.Struct("d")


class LiveMark:
    """The time of the last live speech, by the clock that all processes of a machine share.

    Args:
        path: The file; made when the mark is first used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._memory: mmap.mmap | None = None

    def note(self) -> None:
        """Say that live speech is at work now."""
        _TIME.pack_into(self._mapped(), 0, time.monotonic())

    @property
    def is_recent(self) -> bool:
        """Whether live speech was at work in the last HOLD_S."""
        (noted_s,) = _TIME.unpack_from(self._mapped(), 0)
        return 0 <= time.monotonic() - noted_s < HOLD_S

    def _mapped(self) -> mmap.mmap:
        if self._memory is None:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                if os.fstat(descriptor).st_size < _TIME.size:
                    os.ftruncate(descriptor, _TIME.size)
                self._memory = mmap.mmap(descriptor, _TIME.size)
            finally:
                os.close(descriptor)
        return self._memory
