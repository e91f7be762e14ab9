"""Writes a take to the disk."""

from __future__ import annotations

import queue
import threading

import numpy as np

from timbre_app.sound.wave_file import WaveWriter


class TakeWriter:
    """Takes blocks from the audio thread, which must not wait, and writes them on its own thread.

    Attributes:
        error: Why writing has stopped; the blocks written before are a valid file.
        overflows: Number of blocks before which the system has lost sound.
    """

    def __init__(self, writer: WaveWriter) -> None:
        self.writer = writer
        self.error: OSError | None = None
        self.overflows = 0
        self._blocks: queue.SimpleQueue[np.ndarray | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="timbre-take", daemon=True)
        self._thread.start()

    @property
    def sample_count(self) -> int:
        """Number of samples written so far."""
        return self.writer.sample_count

    def add(self, block: np.ndarray, overflowed: bool) -> None:
        """Queue a block, (n,) int16; called by the audio thread."""
        self.overflows += overflowed
        self._blocks.put(block)

    def finish(self) -> None:
        """Write the blocks in the queue and close the file."""
        self._blocks.put(None)
        self._thread.join()

    def _write(self) -> None:
        try:
            with self.writer:
                while (block := self._blocks.get()) is not None:
                    self.writer.write(block)
        except OSError as error:
            self.error = error
