"""Speech into sound files, as it is made; at the end there is a whole file or none.

target.wav      appears when the last chunk is written
.target.wav-*   what is written until then; removed on any error
"""

from __future__ import annotations

import os
import struct
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, BinaryIO, Protocol, Self

import numpy as np
import soundfile

from timbre.audio import SYNTHETIC_TAG, AudioError

FORMATS = {
    ".wav": ("WAV", "PCM_16"),
    ".flac": ("FLAC", "PCM_16"),
    ".ogg": ("OGG", "VORBIS"),
    ".opus": ("OGG", "OPUS"),
    ".mp3": ("MP3", "MPEG_LAYER_III"),
}
"""Container and usual encoding by suffix."""
SUBTYPES = {
    "16": "PCM_16",
    "24": "PCM_24",
    "float": "FLOAT",
    "vorbis": "VORBIS",
    "opus": "OPUS",
    "mp3": "MPEG_LAYER_III",
}
"""Names that a person may use for the encodings."""
OPUS_RATES = (8_000, 12_000, 16_000, 24_000, 48_000)
MP3_RATES = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
LOWEST_RATE, HIGHEST_RATE = 8_000, 192_000
FULL_SCALE = 32_768.0
_UNKNOWN_SIZE = 0xFFFF_FFFF


class PcmWriter(Protocol):
    """Takes speech chunk by chunk."""

    def write(self, pcm: np.ndarray) -> None:
        """Add (n,) int16."""
        ...


@dataclass(frozen=True)
class FileKind:
    """How a sound file is written.

    Attributes:
        subtype: A key of SUBTYPES; empty for what is usual in a file of that suffix.
        sample_rate: In Hz; 0 for the speech's own, or the nearest that the format knows.
    """

    subtype: str = ""
    sample_rate: int = 0

    def check(self, path: Path) -> None:
        """Raise AudioError unless such a file can be written under that name."""
        check_suffix(path)
        container, _ = FORMATS[path.suffix.lower()]
        if self.subtype and self.subtype not in SUBTYPES:
            raise AudioError(f"There is no encoding {self.subtype!r}: choose {', '.join(SUBTYPES)}.")
        subtype = self.encoding(path)
        if not soundfile.check_format(container, subtype):
            raise AudioError(f"A {path.suffix} file cannot hold {self.subtype}: choose another of the two.")
        rate = self.sample_rate
        if rate and not LOWEST_RATE <= rate <= HIGHEST_RATE:
            raise AudioError(f"The sample rate {rate} is out of range: choose 8000 to 192000 Hz.")
        rates = {"OPUS": OPUS_RATES, "MPEG_LAYER_III": MP3_RATES}.get(subtype)
        if rate and rates and rate not in rates:
            raise AudioError(
                f"{path.suffix} cannot have {rate} Hz: choose {', '.join(map(str, rates[:-1]))} or {rates[-1]}."
            )

    def encoding(self, path: Path) -> str:
        """The library's name for the encoding."""
        return SUBTYPES[self.subtype] if self.subtype else FORMATS[path.suffix.lower()][1]

    def rate(self, path: Path, own: int) -> int:
        """The rate to write, for speech at rate `own`."""
        if self.sample_rate:
            return self.sample_rate
        return 48_000 if self.encoding(path) == "OPUS" and own not in OPUS_RATES else own


def check_suffix(path: Path) -> None:
    """Raise AudioError if the name's suffix stands for no format that can be written."""
    if path.suffix.lower() not in FORMATS:
        raise AudioError(
            f"Cannot write {path.name}: choose a name that ends in .wav, .flac, .ogg, .opus or .mp3."
        )


class SoundFileWriter:
    """A sound file in the making, as a context: leaving it normally puts the file in place.

    Args:
        path: WAV, FLAC, OGG, Opus or MP3 by its suffix.
        sample_rate: Of the speech, in Hz.
        title: For the file's metadata, beside the note that this is synthetic speech.
        kind: Encoding and rate of the file.
    Raises:
        AudioError: if there is no such file.
    """

    def __init__(self, path: Path, sample_rate: int, title: str = "", kind: FileKind | None = None) -> None:
        kind = kind or FileKind()
        kind.check(path)
        self._path = path
        self._container = FORMATS[path.suffix.lower()][0]
        self._subtype = kind.encoding(path)
        self._sample_rate = kind.rate(path, sample_rate)
        self._title = title
        self._resampler: Any = None
        if self._sample_rate != sample_rate:
            import soxr

            self._resampler = soxr.ResampleStream(sample_rate, self._sample_rate, 1, dtype="float32")

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
        self._sound = soundfile.SoundFile(
            self._disk, "w", self._sample_rate, 1, subtype=self._subtype, format=self._container
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
        self._put(self._resampled(pcm, last=False))

    def _resampled(self, pcm: np.ndarray, last: bool) -> np.ndarray:
        """Samples at the file's rate: the int16 as it came, or float32 where it must be."""
        if self._resampler is None:
            return pcm.astype(np.float32) / FULL_SCALE if self._subtype == "FLOAT" else pcm
        return np.clip(self._resampler.resample_chunk(pcm.astype(np.float32) / FULL_SCALE, last=last), -1, 1)

    def _put(self, samples: np.ndarray) -> None:
        try:
            self._sound.write(samples)
        except (soundfile.LibsndfileError, AssertionError):
            self._raise_disk_error()
            raise
        self._raise_disk_error()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            try:
                if kind is None and self._resampler is not None:
                    self._put(self._resampled(np.zeros(0, np.int16), last=True))
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
