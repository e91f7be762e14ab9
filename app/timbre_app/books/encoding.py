"""Writes audiobook files with FFmpeg: one chapter, or a whole book as M4B with chapters and a cover."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import av
import av.error
import numpy as np
from av.stream import Disposition

from timbre import files
from timbre.audio import SYNTHETIC_TAG
from timbre_app.books.loudness import audio_frame

MOST_COVER_BYTES = 16 << 20


@dataclass(frozen=True)
class AudioKind:
    """How FFmpeg writes a kind of file.

    Attributes:
        sample_rate: In Hz; 0 for that of the speech.
        bit_rate: Bits per second; 0 leaves it to the codec.
        options: FFmpeg's options of the container.
        gain_db: Gain before the encoder, for what the encoder takes away.
    """

    container: str
    codec: str
    sample_rate: int = 0
    bit_rate: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    codec_options: Mapping[str, str] = field(default_factory=dict)
    takes_cover: bool = False
    gain_db: float = 0.0


_FAST_AAC = {"aac_coder": "fast"}
KINDS = {
    "wav": AudioKind("wav", "pcm_s16le"),
    "flac": AudioKind("flac", "flac", takes_cover=True),
    "mp3": AudioKind(
        "mp3",
        "libmp3lame",
        44_100,
        192_000,
        {"write_xing": "0", "id3v2_version": "3"},
        {"compression_level": "7"},
        takes_cover=True,
        gain_db=0.24,
    ),
    "m4a": AudioKind("mp4", "aac", 44_100, 128_000, {"brand": "M4A "}, _FAST_AAC, takes_cover=True),
    "opus": AudioKind("ogg", "libopus", 48_000, 48_000, {}, {"compression_level": "5"}),
    "m4b": AudioKind("mp4", "aac", 44_100, 96_000, {"brand": "M4B "}, _FAST_AAC, takes_cover=True),
}
"""By suffix. Shops ask for MP3 of 44.1 kHz with a constant 192 kbit/s."""


@dataclass(frozen=True)
class ChapterMark:
    """A chapter inside a file.

    Attributes:
        start: First sample.
        end: Sample behind the last one.
    """

    title: str
    start: int
    end: int


class AudiobookWriter:
    """A context that writes a file; leaving it without an error puts the file in place.

    Args:
        path: The file; its suffix is a key of KINDS.
        sample_rate: Rate of the speech, Hz.
        metadata: Title, artist, album and so on, as FFmpeg names them.
        cover: A JPEG or PNG picture; a file that cannot have one, or a damaged picture, is written without.
        chapters: The chapters, which must be known before the sound is written.
    """

    def __init__(
        self,
        path: Path,
        sample_rate: int,
        metadata: Mapping[str, str],
        cover: bytes = b"",
        chapters: Sequence[ChapterMark] = (),
    ) -> None:
        self._path, self._rate, self._kind = path, sample_rate, KINDS[path.suffix.lower().lstrip(".")]
        self._metadata = {name: value for name, value in metadata.items() if value}
        self._cover, self._chapters = cover, chapters
        self._at = 0

    def __enter__(self) -> Self:
        """Open the file.

        Raises:
            OSError: if the folder is missing or cannot be written.
        """
        self._writing = files.writing(self._path)
        self._disk = _Disk(self._writing.__enter__())
        try:
            with self._disk.errors():
                self._open(self._disk)
        except BaseException as error:
            self._writing.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def write(self, pcm: np.ndarray) -> None:
        """Add samples, (n,) int16.

        Raises:
            OSError: if the disk is full or fails.
        """
        if not len(pcm):
            return
        if self._kind.gain_db:
            pcm = np.clip(pcm * 10 ** (self._kind.gain_db / 20), -32768, 32767).astype(np.int16)
        frame = audio_frame(pcm, self._rate)
        frame.pts, frame.time_base = self._at, Fraction(1, self._rate)
        self._at += len(pcm)
        with self._disk.errors():
            self._container.mux(self._stream.encode(frame))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with self._disk.errors():
                if kind is None:
                    self._container.mux(self._stream.encode(None))
                self._container.close()
        except BaseException as failure:
            self._writing.__exit__(type(failure), failure, failure.__traceback__)
            raise
        self._writing.__exit__(kind, error, trace)

    def _open(self, file: _Disk) -> None:
        kind = self._kind
        self._container: Any = av.open(file, "w", format=kind.container, options=dict(kind.options))
        self._stream: Any = self._container.add_stream(
            kind.codec, rate=kind.sample_rate or self._rate, layout="mono", options=dict(kind.codec_options)
        )
        if kind.bit_rate:
            self._stream.bit_rate = kind.bit_rate
        for target in (self._container.metadata, self._stream.metadata):  # Ogg has them in the stream
            target.update({**self._metadata, "comment": SYNTHETIC_TAG})
        if self._chapters:
            self._container.set_chapters([self._chapter(i, mark) for i, mark in enumerate(self._chapters)])
        picture = self._add_cover() if self._cover and kind.takes_cover else None
        self._container.start_encoding()
        if picture is not None:
            self._container.mux(picture)

    def _chapter(self, identity: int, mark: ChapterMark) -> dict[str, Any]:
        return {
            "id": identity,
            "start": mark.start,
            "end": mark.end,
            "time_base": Fraction(1, self._rate),
            "metadata": {"title": mark.title},
        }

    def _add_cover(self) -> Any:
        """Add the picture's stream; returns its packet."""
        if not is_picture(self._cover):
            return None
        source: Any
        with av.open(io.BytesIO(self._cover)) as source:
            stream = source.streams.video[0]
            target = self._container.add_stream_from_template(stream)
            target.disposition = Disposition.attached_pic
            packet = next(source.demux(stream))
            packet.stream, packet.pts, packet.dts = target, 0, 0
            return packet


class _Disk:
    """A file for FFmpeg that remembers the error of a write that failed; FFmpeg does not always pass it on."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._error: OSError | None = None
        self.seek, self.tell = file.seek, file.tell

    def write(self, data: bytes) -> int:
        """See io.BufferedIOBase."""
        try:
            return self._file.write(data)
        except OSError as error:
            self._error = error
            raise

    @contextlib.contextmanager
    def errors(self) -> Generator[None]:
        """Raise the disk's error in place of what FFmpeg makes of it."""
        try:
            yield
        except av.error.FFmpegError as error:
            if self._error is None:
                raise
            raise OSError(self._error.errno, self._error.strerror) from error


def is_picture(data: bytes) -> bool:
    """Whether data are a JPEG or PNG picture that FFmpeg can read."""
    if len(data) > MOST_COVER_BYTES or not data.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n")):
        return False
    try:
        source: Any
        with av.open(io.BytesIO(data)) as source:
            return any(True for _ in source.decode(video=0))
    except (av.error.FFmpegError, IndexError, ValueError):
        return False


def write_audio(writer: AudiobookWriter, sound: Iterable[np.ndarray]) -> None:
    """Write a whole sound through a writer that is open."""
    for pcm in sound:
        writer.write(pcm)
