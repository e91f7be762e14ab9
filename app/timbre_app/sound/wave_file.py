"""A WAV file that is valid on disk after every block, so that a crash loses at most the block in flight.

Layout: 44 bytes of header (RIFF, fmt, data), then int16 little-endian samples. Both sizes in the header are
rewritten with each block; `repair` sets them from the file's length.
"""

from __future__ import annotations

import os
import struct
import time
from pathlib import Path
from types import TracebackType

import numpy as np

from timbre import files
from timbre.messages import InputError

HEADER_BYTES = 44
SAMPLE_BYTES = 2
SYNC_EVERY_S = 1.0


def _header(sample_rate: int, data_bytes: int) -> bytes:
    byte_rate = sample_rate * SAMPLE_BYTES
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", HEADER_BYTES - 8 + data_bytes, b"WAVE"),
        *(b"fmt ", 16, 1, 1, sample_rate, byte_rate, SAMPLE_BYTES, 8 * SAMPLE_BYTES),
        *(b"data", data_bytes),
    )


class WaveWriter:
    """Writes mono int16 blocks to a new file; the system has each block when `write` returns."""

    def __init__(self, path: Path, sample_rate: int) -> None:
        self.path = path
        self.sample_rate = sample_rate
        self._data_bytes = 0
        self._file = files.create(path, buffering=0)
        self._file.write(_header(sample_rate, 0))
        self._synced_at = time.monotonic()
        self._is_name_synced = False

    @property
    def sample_count(self) -> int:
        """Number of samples written so far."""
        return self._data_bytes // SAMPLE_BYTES

    def write(self, block: np.ndarray) -> None:
        """Append one block, (n,) int16.

        Raises:
            OSError: if the disk is full or gone; the blocks written before stay valid.
        """
        data = memoryview(np.ascontiguousarray(block, dtype="<i2").tobytes())
        while data:
            data = data[self._file.write(data) :]
        self._data_bytes += block.size * SAMPLE_BYTES
        self._file.seek(0)
        self._file.write(_header(self.sample_rate, self._data_bytes))
        self._file.seek(0, os.SEEK_END)
        if time.monotonic() - self._synced_at > SYNC_EVERY_S:
            self.sync()

    def sync(self) -> None:
        """Have the system put all blocks written so far onto the disk, and the file's name."""
        os.fsync(self._file.fileno())
        if not self._is_name_synced:
            files.sync_folder(self.path.parent)
            self._is_name_synced = True
        self._synced_at = time.monotonic()

    def close(self) -> None:
        """Put the file onto the disk and close it."""
        if not self._file.closed:
            try:
                self.sync()
            finally:
                self._file.close()

    def __enter__(self) -> WaveWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def repair(path: Path) -> int:
    """Set the sizes in the header of an interrupted recording from the file's length.

    Returns:
        Number of samples in the file; 0 if there is no usable header.
    """
    with open(path, "r+b") as file:
        header = file.read(HEADER_BYTES)
        if len(header) < HEADER_BYTES or header[:4] != b"RIFF" or header[36:40] != b"data":
            return 0
        sample_rate = struct.unpack_from("<I", header, 24)[0]
        data_bytes = (file.seek(0, os.SEEK_END) - HEADER_BYTES) // SAMPLE_BYTES * SAMPLE_BYTES
        file.truncate(HEADER_BYTES + data_bytes)
        file.seek(0)
        file.write(_header(sample_rate, data_bytes))
        file.flush()
        os.fsync(file.fileno())
    return data_bytes // SAMPLE_BYTES


def read(path: Path) -> tuple[np.ndarray, int]:
    """Read the samples, (n,) int16, and the sample rate of a file that WaveWriter wrote.

    Raises:
        InputError: if the file is another kind of file.
    """
    data = path.read_bytes()
    if len(data) < HEADER_BYTES or data[:4] != b"RIFF" or data[36:40] != b"data":
        raise InputError("{file} is not a take that Timbre recorded.", file=path.name)
    whole = (len(data) - HEADER_BYTES) // SAMPLE_BYTES * SAMPLE_BYTES
    samples = np.frombuffer(data, dtype="<i2", offset=HEADER_BYTES, count=whole // SAMPLE_BYTES)
    return samples.astype(np.int16), struct.unpack_from("<I", data, 24)[0]
