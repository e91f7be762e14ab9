"""Encodes speech while it is made, in the formats of OpenAI's API.

wav, mp3, opus, flac and aac say in their metadata that they are synthetic speech; pcm has none.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import av
import numpy as np
import soxr

from timbre.audio import SYNTHETIC_TAG
from timbre.contract import SAMPLE_RATE
from timbre_app.output.export import WavStream

PCM_RATE = 24_000
"""OpenAI's clients play pcm at this rate, because it has no header that could name another."""
OPUS_RATE = 24_000


class Encoder(Protocol):
    """Encodes one text's speech."""

    def encode(self, pcm: np.ndarray) -> bytes:
        """Encode a chunk, (n,) int16 at SAMPLE_RATE; may return fewer bytes, or none, until later."""
        ...

    def finish(self) -> bytes:
        """Return the remaining bytes."""
        ...


class _Sink:
    """A file that cannot be rewound; it keeps what was written until somebody takes it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        data = b"".join(self._parts)
        self._parts.clear()
        return data


class PcmEncoder:
    """Encodes as samples of 16 bit at PCM_RATE without a header."""

    def __init__(self) -> None:
        self._resampler = soxr.ResampleStream(SAMPLE_RATE, PCM_RATE, 1, dtype="int16")

    def encode(self, pcm: np.ndarray) -> bytes:
        """See Encoder."""
        return self._resampler.resample_chunk(pcm).astype("<i2").tobytes()

    def finish(self) -> bytes:
        """See Encoder."""
        return self._resampler.resample_chunk(np.zeros(0, np.int16), last=True).astype("<i2").tobytes()


class WavEncoder:
    """Encodes as WAV whose header says that the length is unknown."""

    def __init__(self) -> None:
        self._buffer = io.BytesIO()
        self._wav = WavStream(self._buffer, SAMPLE_RATE)

    def encode(self, pcm: np.ndarray) -> bytes:
        """See Encoder."""
        self._wav.write(pcm)
        data = self._buffer.getvalue()
        self._buffer.seek(0)
        self._buffer.truncate()
        return data

    def finish(self) -> bytes:
        """See Encoder."""
        return b""


@dataclass(frozen=True)
class Codec:
    """How a compressed format is made.

    Attributes:
        container: FFmpeg's name of the container.
        name: FFmpeg's name of the codec.
        sample_rate: In Hz.
        bit_rate: Bits per second; 0 leaves it to the codec.
        options: The container's options.
    """

    container: str
    name: str
    sample_rate: int = SAMPLE_RATE
    bit_rate: int = 0
    options: Mapping[str, str] = field(default_factory=dict)


class CompressedEncoder:
    """Encodes with FFmpeg; each packet is passed on as soon as it is full."""

    def __init__(self, codec: Codec) -> None:
        self._sink = _Sink()
        options = {"flush_packets": "1", **codec.options}
        self._container: Any = av.open(self._sink, "w", format=codec.container, options=options)
        self._stream: Any = self._container.add_stream(codec.name, rate=codec.sample_rate, layout="mono")
        if codec.bit_rate:
            self._stream.bit_rate = codec.bit_rate
        for metadata in self._container.metadata, self._stream.metadata:  # Ogg has them in the stream
            metadata["comment"] = SYNTHETIC_TAG
        self._container.start_encoding()  # takes milliseconds, in which the server makes the first chunk

    def encode(self, pcm: np.ndarray) -> bytes:
        """See Encoder."""
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(pcm)[None], format="s16", layout="mono")
        frame.sample_rate = SAMPLE_RATE
        self._container.mux(self._stream.encode(frame))
        return self._sink.take()

    def finish(self) -> bytes:
        """See Encoder."""
        self._container.mux(self._stream.encode(None))
        self._container.close()
        return self._sink.take()


@dataclass(frozen=True)
class Format:
    """A format of OpenAI's API.

    Attributes:
        media_type: For the header Content-Type.
        encoder: Makes an encoder for one text.
    """

    media_type: str
    encoder: Callable[[], Encoder]


_MP3 = Codec("mp3", "libmp3lame", bit_rate=64_000, options={"write_xing": "0"})
_OPUS = Codec(
    "ogg", "libopus", OPUS_RATE, bit_rate=48_000, options={"page_duration": "20000"}
)  # microseconds
_FLAC = Codec("flac", "flac")
_AAC = Codec("adts", "aac", bit_rate=64_000, options={"write_id3v2": "1"})
FORMATS: Mapping[str, Format] = {
    "mp3": Format("audio/mpeg", lambda: CompressedEncoder(_MP3)),
    "opus": Format("audio/ogg", lambda: CompressedEncoder(_OPUS)),
    "aac": Format("audio/aac", lambda: CompressedEncoder(_AAC)),
    "flac": Format("audio/flac", lambda: CompressedEncoder(_FLAC)),
    "wav": Format("audio/wav", WavEncoder),
    "pcm": Format("audio/pcm", PcmEncoder),
}
