"""Recordings: read, resample, level, trim, write."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import soundfile as sf
import soxr

from timbre import files
from timbre.contract import TRANSCRIBE_SAMPLE_RATE
from timbre.messages import InputError

FRAME_S = 0.02
SMOOTHING_FRAMES = 5
SPEECH_BELOW_PEAK_DB = 38.0
ABOVE_NOISE_DB = 5.0
PEAK_LIMIT = 0.95
MOST_SAMPLES = 2 * 2 * 3600 * 48_000
"""Most samples of a file, all channels together: two hours in stereo.

A damaged file may claim any number, and memory for all of them is allocated at once.
"""
LOUDEST_SAMPLE = 1e6
"""Largest sample that is accepted. It leaves room for float files whose samples are as large as integers."""
LEAST_SAMPLE_RATE = 1000
"""Lowest sample rate in Hz: a file that claims less is damaged, and the checks of a take need more."""
SPEECH_LEVEL_DB = -24.0
"""Active level to which all speech is brought before a network sees it, in dBFS."""
WRITE_BLOCK = 1 << 16
SYNTHETIC_TAG = "synthetic speech made with Timbre"


class AudioError(InputError):
    """A file is no recording, or cannot be used."""


def load(source: Path | bytes, sample_rate: int = 22_050) -> np.ndarray:
    """Read a recording in any format that libsndfile knows.

    Args:
        source: A file, or the bytes of one.
        sample_rate: Rate to return, in Hz.
    Returns:
        (n,) float32, channels averaged.
    Raises:
        AudioError: if it is no recording or holds no samples.
    """
    name = source.name if isinstance(source, Path) else "the recording"
    if isinstance(source, Path) and not source.is_file():
        raise AudioError("there is no file {source}", source=source)
    try:
        samples, rate = read_samples(source)
    except (sf.LibsndfileError, RuntimeError) as error:
        raise AudioError(
            "{name} is not a sound file that can be read: record it again or convert it to WAV", name=name
        ) from error
    if rate < LEAST_SAMPLE_RATE:
        raise AudioError(
            "{name} says that it has {rate} samples per second, which is too few for speech: record it again",
            name=name,
            rate=rate,
        )
    if not len(samples):
        raise AudioError("{name} holds no sound: record it again", name=name)
    mono = samples.mean(1)
    if not (np.abs(mono) < LOUDEST_SAMPLE).all():  # also refuses what is no number
        raise AudioError("{name} is damaged: record it again", name=name)
    return resample(mono, rate, sample_rate)


def read_samples(source: Path | bytes) -> tuple[np.ndarray, int]:
    """Read a sound file as it is.

    Args:
        source: A file, or the bytes of one.
    Returns:
        (n, channels) float32, and the sample rate in Hz.
    Raises:
        AudioError: if it has, or says that it has, more than MOST_SAMPLES.
        RuntimeError: if libsndfile cannot read it.
    """
    with sf.SoundFile(io.BytesIO(source) if isinstance(source, bytes) else source) as file:
        if file.frames * file.channels > MOST_SAMPLES:
            raise AudioError(
                "{name} is too long to be read, or damaged: cut it into parts of an hour",
                name=source.name if isinstance(source, Path) else "the recording",
            )
        return file.read(dtype="float32", always_2d=True), file.samplerate


def resample(waveform: np.ndarray, from_rate: int, to_rate: int) -> np.ndarray:
    """Resample (n,) float32 between rates in Hz (soxr, high quality)."""
    if from_rate == to_rate:
        return waveform.astype(np.float32, copy=False)
    return soxr.resample(waveform.astype(np.float32), from_rate, to_rate)


def for_recognition(waveform: np.ndarray, sample_rate: int) -> np.ndarray:
    """A recording (n,) as the recogniser takes it: (m,) float32 at TRANSCRIBE_SAMPLE_RATE."""
    return resample(waveform, sample_rate, TRANSCRIBE_SAMPLE_RATE)


def frame_levels_db(waveform: np.ndarray, sample_rate: int) -> np.ndarray:
    """Level of each 20-ms frame in dBFS, (n_frames,); at least one frame."""
    size = max(1, int(FRAME_S * sample_rate))
    count = max(1, len(waveform) // size)
    frames = np.resize(waveform, size) if len(waveform) < size else waveform[: count * size]
    power = np.square(frames.reshape(count, size).astype(np.float64)).mean(1)
    return 10 * np.log10(power + 1e-12)


def active_level_db(waveform: np.ndarray, sample_rate: int) -> float:
    """Level in dBFS of the frames that hold speech: those at most 20 dB below the loud ones."""
    levels = frame_levels_db(waveform, sample_rate)
    active = levels[levels > np.percentile(levels, 95) - 20]
    return float(10 * np.log10(np.mean(10 ** (active / 10))))


def normalize_loudness(
    waveform: np.ndarray, sample_rate: int, target_db: float = SPEECH_LEVEL_DB
) -> np.ndarray:
    """Bring the active level to target_db dBFS, unless that would clip; silence is left alone."""
    level = active_level_db(waveform, sample_rate)
    if level < -90:
        return waveform
    peak = float(np.abs(waveform).max())
    gain = min(10 ** ((target_db - level) / 20), PEAK_LIMIT / peak)
    return (waveform * gain).astype(np.float32)


def trim_silence(waveform: np.ndarray, sample_rate: int, margin_s: float = 0.1) -> tuple[int, int]:
    """Where speech begins and ends, in samples, with a margin on both sides.

    Speech is what rises clearly above the noise floor: the threshold is 38 dB below the loud frames,
    raised to stay above the floor. The curve is smoothed with repeated edges, so that an edge never
    looks louder than it is.
    """
    levels = frame_levels_db(waveform, sample_rate)
    padded = np.pad(levels, SMOOTHING_FRAMES // 2, mode="edge")
    smooth = np.convolve(padded, np.ones(SMOOTHING_FRAMES) / SMOOTHING_FRAMES, mode="valid")
    loud, floor = np.percentile(levels, 95), np.percentile(levels, 3)
    threshold = max(loud - SPEECH_BELOW_PEAK_DB, min(floor + ABOVE_NOISE_DB, loud - 15))
    speech = np.flatnonzero(smooth > threshold)
    if not len(speech):
        return 0, len(waveform)
    size, margin = int(FRAME_S * sample_rate), int(margin_s * sample_rate)
    return max(0, speech[0] * size - margin), min(len(waveform), (speech[-1] + 1) * size + margin)


def prepare_take(waveform: np.ndarray, sample_rate: int) -> np.ndarray:
    """Trim and level a recording (n,): the same for training speech and for a person's takes."""
    start, end = trim_silence(waveform, sample_rate)
    return normalize_loudness(waveform[start:end], sample_rate)


def write(path: Path, waveform: np.ndarray, sample_rate: int, *, synthetic: bool = False) -> None:
    """Write a sound file, whole or not at all.

    Args:
        path: WAV, FLAC, OGG or MP3 by its suffix.
        waveform: (n,) float32 or int16.
        sample_rate: In Hz.
        synthetic: Whether to say in the file's metadata that this is synthetic speech.
    Raises:
        AudioError: if the suffix names no known format.
        OSError: if the file cannot be written.
    """
    container = path.suffix.lstrip(".").upper()
    if container not in {"WAV", "FLAC", "OGG", "MP3"}:
        raise AudioError(
            "cannot write {file}: choose a name that ends in .wav, .flac, .ogg or .mp3", file=path.name
        )
    buffer = io.BytesIO()
    subtype = "PCM_16" if container in {"WAV", "FLAC"} else None
    with sf.SoundFile(buffer, "w", sample_rate, 1, subtype=subtype, format=container) as file:
        if synthetic:
            file.comment = SYNTHETIC_TAG
        for start in range(0, len(waveform), WRITE_BLOCK):  # libsndfile's Vorbis encoder overflows the stack
            file.write(waveform[start : start + WRITE_BLOCK])
    with files.writing(path) as out:
        out.write(buffer.getbuffer())
