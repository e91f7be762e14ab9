"""Writes speech into sound files while it is made, with the watermark; at the end there is a whole file or none.

target.wav           appears after the last chunk has been written
.target.wav-*.part   the file until then; removed after any error
"""

from __future__ import annotations

import os
import signal
import struct
import threading
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import IO, Any, BinaryIO, Protocol, Self, cast

import numpy as np
import soundfile

from timbre import files
from timbre.audio import SYNTHETIC_TAG, AudioError
from timbre_app.output import watermarking
from timbre_app.output.id3 import id3_tag
from timbre_app.output.watermarking import PcmMarker
from timbre_app.sound.pcm import to_float

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
SOFTWARE = "Timbre"
_UNKNOWN_SIZE = 0xFFFF_FFFF


class PcmWriter(Protocol):
    """Something that speech can be written to, chunk by chunk."""

    def write(self, pcm: np.ndarray) -> None:
        """Add a chunk, (n,) int16."""
        ...


@dataclass(frozen=True)
class FileKind:
    """How a sound file is written.

    Attributes:
        subtype: A key of SUBTYPES; empty for the usual one of the file's suffix.
        sample_rate: Rate in Hz; 0 for the rate of the speech, or the nearest that the format can have.
        watermark: Whether the speech carries the watermark; without it the file's metadata say so.
    """

    subtype: str = ""
    sample_rate: int = 0
    watermark: bool = True

    def check(self, path: Path) -> None:
        """Raise AudioError if the file `path` cannot be of this kind."""
        check_suffix(path)
        container, _ = FORMATS[path.suffix.lower()]
        if self.subtype and self.subtype not in SUBTYPES:
            raise AudioError(
                "There is no encoding {encoding!r}: choose {known}.",
                encoding=self.subtype,
                known=", ".join(SUBTYPES),
            )
        subtype = self.encoding(path)
        if not soundfile.check_format(container, subtype):
            raise AudioError(
                "A {ending} file cannot hold {encoding}: choose another of the two.",
                ending=path.suffix,
                encoding=self.subtype,
            )
        rate = self.sample_rate
        if rate and not LOWEST_RATE <= rate <= HIGHEST_RATE:
            raise AudioError("The sample rate {rate} is out of range: choose 8000 to 192000 Hz.", rate=rate)
        rates = {"OPUS": OPUS_RATES, "MPEG_LAYER_III": MP3_RATES}.get(subtype)
        if rate and rates and rate not in rates:
            raise AudioError(
                "{ending} cannot have {rate} Hz: choose {rates} or {last_rate}.",
                ending=path.suffix,
                rate=rate,
                rates=", ".join(map(str, rates[:-1])),
                last_rate=rates[-1],
            )

    def encoding(self, path: Path) -> str:
        """The name that libsndfile has for the encoding."""
        return SUBTYPES[self.subtype] if self.subtype else FORMATS[path.suffix.lower()][1]

    def rate(self, path: Path, speech_rate: int) -> int:
        """The rate of the file, for speech at `speech_rate`."""
        if self.sample_rate:
            return self.sample_rate
        needs_opus_rate = self.encoding(path) == "OPUS" and speech_rate not in OPUS_RATES
        return 48_000 if needs_opus_rate else speech_rate


def check_suffix(path: Path) -> None:
    """Raise AudioError if no format that can be written has the name's suffix."""
    if path.suffix.lower() not in FORMATS:
        raise AudioError(
            "Cannot write {file}: choose a name that ends in .wav, .flac, .ogg, .opus or .mp3.",
            file=path.name,
        )


class SoundFileWriter:
    """A context that writes a sound file; leaving it without an error puts the file in place.

    Args:
        path: The file; its suffix chooses WAV, FLAC, OGG, Opus or MP3.
        sample_rate: Rate of the speech, Hz.
        title: Title in the file's metadata, which also say that this is synthetic speech.
        kind: Encoding and rate of the file.
    Raises:
        AudioError: if such a file cannot be written.
    """

    def __init__(self, path: Path, sample_rate: int, title: str = "", kind: FileKind | None = None) -> None:
        kind = kind or FileKind()
        kind.check(path)
        self._path = path
        self._container = FORMATS[path.suffix.lower()][0]
        self._subtype = kind.encoding(path)
        self._sample_rate = kind.rate(path, sample_rate)
        self._title = title.encode(errors="replace").decode()  # half a character cannot be written
        self._tag = watermarking.tag(kind.watermark)
        self._marker = PcmMarker(sample_rate, kind.watermark)
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
        files.sweep_beside(self._path)
        with ExitStack() as stack:
            has_id3 = self._container == "MP3"
            tag = id3_tag(self._title, self._tag, SOFTWARE) if has_id3 else b""
            self._disk = _HonestFile(stack.enter_context(files.writing(self._path, buffering=0)), tag)
            with _interrupts_held():
                self._sound = soundfile.SoundFile(
                    cast("BinaryIO", self._disk),  # soundfile calls write, read, seek, tell and flush alone
                    "w",
                    self._sample_rate,
                    1,
                    subtype=self._subtype,
                    format=self._container,
                )
                stack.push(self._finish)
                if not has_id3:
                    self._sound.comment = self._tag
                    self._sound.software = SOFTWARE
                    if self._title:
                        self._sound.title = self._title
            self._stack = stack.pop_all()
        return self

    def write(self, pcm: np.ndarray) -> None:
        """Add a chunk, (n,) int16.

        Raises:
            OSError: if the disk is full or fails.
        """
        self._put(self._resampled(self._marker.mark(pcm), last=False))

    def _resampled(self, pcm: np.ndarray, last: bool) -> np.ndarray:
        """Convert samples to the file's rate: as int16 if nothing changes, else as float32."""
        if self._resampler is None:
            return to_float(pcm) if self._subtype == "FLOAT" else pcm
        return np.clip(self._resampler.resample_chunk(to_float(pcm), last=last), -1, 1)

    def _put(self, samples: np.ndarray) -> None:
        try:
            with _interrupts_held():
                self._sound.write(samples)
        except (soundfile.LibsndfileError, AssertionError):
            self._raise_disk_error()
            raise
        self._raise_disk_error()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def _finish(
        self, kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Write the end of the file, before it is put in place; after an error, only close it."""
        try:
            if kind is None:
                self._put(self._resampled(self._marker.finish(), last=True))
            with _interrupts_held():
                self._sound.close()
        except soundfile.LibsndfileError:
            if kind is None:
                self._raise_disk_error()
                raise
        if kind is None:
            self._raise_disk_error()

    def _raise_disk_error(self) -> None:
        if self._disk.error is not None:
            error = self._disk.error
            raise OSError(error.errno, error.strerror, str(self._path)) from error


@contextmanager
def _interrupts_held() -> Generator[None]:
    """Delay Ctrl-C until libsndfile returns: inside libsndfile's callbacks Python would only print it."""
    if threading.current_thread() is not threading.main_thread():  # other threads get no signals
        yield
        return
    signals: list[tuple[int, FrameType | None]] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: signals.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if signals and callable(handler):
            handler(*signals[0])


class _HonestFile:
    """A file for libsndfile that remembers the error of a write that failed; libsndfile does not pass it on.

    It begins with a head that libsndfile does not see.
    """

    def __init__(self, file: IO[bytes], head: bytes = b"") -> None:
        self._file = file
        self.error: OSError | None = None
        self._head = 0
        if head:
            self.write(head)
            self._head = len(head)

    def write(self, data: bytes) -> int:
        """Write all of the data, or remember the error and return 0."""
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
        """See io.RawIOBase. Some formats read what they have written."""
        return self._file.read(size)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """See io.RawIOBase."""
        return self._file.seek(offset + (self._head if whence == os.SEEK_SET else 0), whence) - self._head

    def tell(self) -> int:
        """See io.RawIOBase."""
        return self._file.tell() - self._head

    def flush(self) -> None:
        """See io.RawIOBase."""


class MarkedWriter:
    """A context that marks what is written to another writer; leaving it without an error writes the rest."""

    def __init__(self, writer: PcmWriter, sample_rate: int, is_on: bool = True) -> None:
        self._writer = writer
        self._marker = PcmMarker(sample_rate, is_on)

    def write(self, pcm: np.ndarray) -> None:
        """See PcmWriter."""
        self._pass_on(self._marker.mark(pcm))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._pass_on(self._marker.finish())

    def _pass_on(self, pcm: np.ndarray) -> None:
        if len(pcm):
            self._writer.write(pcm)


class WavStream:
    """Writes WAV to a pipe as it is, without adding the watermark.

    The header says that the length is unknown, because a pipe cannot be rewound.

    RIFF ........ WAVE | fmt  16 ... | LIST .. INFO ICMT <tag> | data ........ samples
    """

    def __init__(self, out: BinaryIO, sample_rate: int, comment: str = SYNTHETIC_TAG) -> None:
        self._out = out
        tag = comment.encode() + b"\0"
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
        """Add a chunk, (n,) int16, and send it at once."""
        self._out.write(np.ascontiguousarray(pcm, "<i2").tobytes())
        self._out.flush()
