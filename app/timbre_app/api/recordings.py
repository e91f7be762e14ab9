"""Decodes recordings that clients send, in the formats that OpenAI's API takes."""

from __future__ import annotations

from typing import Any, BinaryIO

import av
import numpy as np
from av.error import FFmpegError

from timbre.audio import AudioError
from timbre.contract import TRANSCRIBE_SAMPLE_RATE
from timbre.serving.limits import MAX_RECORDING_S

_FORMATS = "wav,mp3,flac,ogg,matroska,webm,mov,mp4,m4a,aac"
"""FFmpeg's names of the formats. Others are refused, because some of them read further files or addresses."""


def decode(file: BinaryIO) -> np.ndarray:
    """Decode a recording as the recogniser takes it.

    Args:
        file: The recording: wav, mp3, flac, ogg, webm, mp4, m4a or aac.
    Returns:
        (n,) float32 at TRANSCRIBE_SAMPLE_RATE, channels averaged.
    Raises:
        AudioError: if it is no recording, has no sound, or is too long.
    """
    try:
        parts = _decoded(file)
    except (FFmpegError, ValueError) as error:
        raise AudioError(
            "The recording cannot be read: send it as wav, mp3, flac, ogg, webm, mp4 or m4a."
        ) from error
    if not parts:
        raise AudioError("{name} holds no sound: record it again", name="the recording")
    return np.concatenate(parts)


def _decoded(file: BinaryIO) -> list[np.ndarray]:
    parts: list[np.ndarray] = []
    samples = 0
    with av.open(file, "r", options={"format_whitelist": _FORMATS}) as container:
        resampler: Any = av.AudioResampler(format="flt", layout="mono", rate=TRANSCRIBE_SAMPLE_RATE)
        if not container.streams.audio:
            return []
        for frame in (*container.decode(audio=0), None):  # None ends the resampler
            for resampled in resampler.resample(frame):
                parts.append(resampled.to_ndarray()[0])
                samples += len(parts[-1])
            if samples > MAX_RECORDING_S * TRANSCRIBE_SAMPLE_RATE:
                raise AudioError(
                    "The recording is longer than {minutes:.0f} minutes: send it in parts.",
                    minutes=MAX_RECORDING_S / 60,
                )
    return parts
