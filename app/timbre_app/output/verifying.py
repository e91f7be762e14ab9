"""Looks for the watermark, and for the tag, in a sound file of any kind and length."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.error import FFmpegError

from timbre.audio import SYNTHETIC_TAG, AudioError
from timbre.watermark.detecting import DETECTOR_RATE, Detector, Finding

_FORMATS = "wav,w64,aiff,mp3,flac,ogg,matroska,webm,mov,mp4,m4a,aac"
"""FFmpeg's names of the formats. Others are refused, because some of them read further files or addresses."""
_BLOCK_S = 1.0


@dataclass(frozen=True)
class Verification:
    """What a file tells about itself.

    Attributes:
        finding: The result of the search for the watermark.
        tag: What its metadata say about synthetic speech; empty if nothing.
    """

    finding: Finding
    tag: str


def verify(path: Path) -> Verification:
    """Search a file.

    Raises:
        AudioError: if it is no sound file that can be read.
        OSError: if it cannot be opened.
    """
    with path.open("rb") as file:
        try:
            if not file.peek(1):  # PyAV would print a traceback
                raise ValueError("the file is empty")
            with av.open(file, "r", options={"format_whitelist": _FORMATS}) as container:
                if not container.streams.audio:
                    raise AudioError("{file} has no sound: choose a recording.", file=path.name)
                return Verification(_searched(container), _tag(container))
        except (FFmpegError, ValueError) as error:
            if isinstance(error, AudioError):
                raise
            raise AudioError(
                "{file} cannot be read as sound: convert it to WAV, FLAC, MP3, Ogg or M4A.", file=path.name
            ) from error


def _searched(container: Any) -> Finding:
    detector = Detector()
    resampler = av.AudioResampler(format="flt", layout="mono", rate=DETECTOR_RATE)
    waiting: list[np.ndarray] = []
    length = 0
    for frame in container.decode(audio=0):
        for resampled in resampler.resample(frame):
            waiting.append(np.nan_to_num(resampled.to_ndarray()[0]))
            length += len(waiting[-1])
        if length > _BLOCK_S * DETECTOR_RATE:
            detector.feed(np.concatenate(waiting))
            waiting, length = [], 0
    waiting += [resampled.to_ndarray()[0] for resampled in resampler.resample(None)]
    if waiting:
        detector.feed(np.concatenate(waiting))
    return detector.finish()


def _tag(container: Any) -> str:
    """What the metadata say about synthetic speech; Ogg has them in the stream, other formats in the container."""
    metadata = [*container.metadata.values(), *container.streams.audio[0].metadata.values()]
    return next((text for text in metadata if text.startswith(SYNTHETIC_TAG)), "")
