"""Folders of takes that sound like speech, made on the spot."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from tests.helpers.speech_like import SAMPLE_RATE, speech_like

SENTENCE = "The quick brown fox jumps over the lazy dog."


def write_takes(
    folder: Path, count: int = 4, seconds: float = 4.0, sample_rate: int = SAMPLE_RATE, channels: int = 1
) -> Path:
    """Write takes in LJSpeech's layout; returns the folder."""
    (folder / "wavs").mkdir(parents=True, exist_ok=True)
    lines = []
    for number in range(count):
        waveform = speech_like(seconds, sample_rate=sample_rate, seed=number)
        write_take(folder / "wavs" / f"{number:02}.wav", waveform, sample_rate, channels)
        lines.append(f"{number:02}|{SENTENCE}\n")
    (folder / "metadata.csv").write_text("".join(lines), encoding="utf-8")
    return folder


def write_take(path: Path, waveform: np.ndarray, sample_rate: int = SAMPLE_RATE, channels: int = 1) -> None:
    """Write one take; channels hold the same sound."""
    soundfile.write(path, np.repeat(waveform[:, None], channels, axis=1), sample_rate)
