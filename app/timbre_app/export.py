"""Speech into sound files, as it is made; at the end there is a whole file or none.

target.wav      appears when the last chunk is written
.target.wav-*   what is written until then; removed on any error
"""

from __future__ import annotations

import os
import struct
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, BinaryIO, Protocol, Self

import numpy as np
import soundfile

from timbre.audio import SYNTHETIC_TAG, AudioError

FORMATS = {
    ".wav": ("WAV", "PCM_16"),
    ".flac": ("FLAC", "PCM_16"),
    ".ogg": ("OGG", "VORBIS"),
    ".mp3": ("MP3", "MPEG_LAYER_III"),
}
_UNKNOWN_SIZE = 0xFFFF_FFFF


class PcmWriter(Protocol):
    """Takes speech chunk by chunk."""

    def write(self, pcm: np.ndarray) -> None:
        """Add (n,) int16."""
        ...


def check_suffix(path: Path) -> None:
    """Raise AudioError if the name's suffix stands for no format that can be written."""
    if path.suffix.lower() not in FORMATS:
        raise AudioError(f"Cannot write {path.name}: choose a name that ends in .wav, .flac, .ogg or .mp3.")


class SoundFileWriter:
    """A sound file in the making, as a context: leaving it normally puts the file in place.

    Args:
        path: WAV, FLAC, OGG or MP3 by its suffix.
        sample_rate: In Hz.
        title: For the file's metadata, beside the note that this is synthetic speech.
    """

    def __init__(self, path: Path, sample_rate: int, title: str = "") -> None:
        check_suffix(path)
        self._path = path
        self._kind = FORMATS[path.suffix.lower()]
        self._sample_rate = sample_rate
        self._title = title

    def __enter__(self) -> Self:
        """Open the file.

        Raises:
            OSError: if the folder is missing or cannot be written.
        """
        if self._path.is_dir():
            raise IsADirectoryError(21, "Is a directory", str(self._path))
        try:
            handle, name = tempfile.mkstemp(prefix=f".{self._path.name[:40]}-", dir=self._path.parent)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from error
        self._fresh = Path(name)
        self._raw = os.fdopen(handle, "w+b", buffering=0)
        self._disk = _HonestFile(self._raw)
        container, subtype = self._kind
        self._sound = soundfile.SoundFile(
            self._disk, "w", self._sample_rate, 1, subtype=subtype, format=container
        )
        self._sound.comment = SYNTHETIC_TAG
        self._sound.software = "Timbre"
        if self._title:
            self._sound.title = self._title
        return self

    def write(self, pcm: np.ndarray) -> None:
        """Add a chunk, (n,) int16.

        Raises:
            OSError: if the disk is full or fails.
        """
        try:
            self._sound.write(pcm)
        except (soundfile.LibsndfileError, AssertionError):
            self._raise_disk_error()
            raise
        self._raise_disk_error()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            try:
                self._sound.close()
            except soundfile.LibsndfileError:
                if kind is None:
                    self._raise_disk_error()
                    raise
            if kind is None:
                self._raise_disk_error()
                os.fsync(self._raw.fileno())
                self._put_in_place()
        finally:
            self._raw.close()
            self._fresh.unlink(missing_ok=True)

    def _put_in_place(self) -> None:
        mask = os.umask(0o077)
        os.umask(mask)
        self._fresh.chmod(0o666 & ~mask)
        self._fresh.replace(self._path)

    def _raise_disk_error(self) -> None:
        if self._disk.error is not None:
            error = self._disk.error
            raise OSError(error.errno, error.strerror, str(self._path)) from error


class _HonestFile:
    """A file for libsndfile that remembers why a write failed: the library itself forgets it."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.error: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write all of it, or remember the error and say that nothing was written."""
        if self.error is not None:
            return 0
        try:
            view = memoryview(data)
            while view:
                view = view[self._file.write(view) :]
        except OSError as error:
            self.error = error
            return 0
        return len(data)

    def read(self, size: int = -1) -> bytes:
        """See io.RawIOBase; some formats read back what they wrote."""
        return self._file.read(size)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """See io.RawIOBase."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """See io.RawIOBase."""
        return self._file.tell()

    def flush(self) -> None:
        """See io.RawIOBase."""


class WavStream:
    """WAV to a pipe: the header says that the length is unknown, as no pipe can be rewound.

    RIFF ........ WAVE | fmt  16 ... | LIST .. INFO ICMT <tag> | data ........ samples
    """

    def __init__(self, out: BinaryIO, sample_rate: int) -> None:
        self._out = out
        tag = SYNTHETIC_TAG.encode() + b"\0"
        tag += b"\0" * (len(tag) % 2)
        info = b"INFO" + struct.pack("<4sI", b"ICMT", len(tag)) + tag
        out.write(
            struct.pack("<4sI4s", b"RIFF", _UNKNOWN_SIZE, b"WAVE")
            + struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, sample_rate, 2 * sample_rate, 2, 16)
            + struct.pack("<4sI", b"LIST", len(info))
            + info
            + struct.pack("<4sI", b"data", _UNKNOWN_SIZE)
        )

    def write(self, pcm: np.ndarray) -> None:
        """Add a chunk, (n,) int16, and send it on at once."""
        self._out.write(np.ascontiguousarray(pcm, "<i2").tobytes())
        self._out.flush()
