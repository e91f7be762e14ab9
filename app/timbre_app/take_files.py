"""Takes that come from files: read, made mono, written as if they had been recorded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timbre_app.recordings import RecordingError, RecordingSession
from timbre_app.sound.wave_file import WaveWriter


def read_sound(path: Path) -> tuple[np.ndarray, int]:
    """Samples, (n,) int16, mono, and sample rate of any sound file.

    Raises:
        RecordingError: if it cannot be read.
    """
    import soundfile

    try:
        samples, sample_rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, RuntimeError) as error:
        raise RecordingError(
            f"{path.name} cannot be read: choose a WAV, FLAC, OGG or MP3 file that plays elsewhere."
        ) from error
    mono = np.nan_to_num(samples.mean(axis=1))
    return (np.clip(mono, -1.0, 1.0) * 32767).astype(np.int16), int(sample_rate)


def write_take(session: RecordingSession, prompt_id: str, source: Path) -> Path:
    """Make a sound file the take of a sentence; an older take gives way when the new one is complete.

    Raises:
        RecordingError: if the file cannot be read or the take not be saved.
    """
    samples, sample_rate = read_sound(source)
    return write_samples(session, prompt_id, samples, sample_rate)


def write_samples(
    session: RecordingSession, prompt_id: str, samples: np.ndarray | Sequence[int], sample_rate: int
) -> Path:
    """Make samples, (n,) int16, the take of a sentence.

    Raises:
        RecordingError: if the take cannot be saved.
    """
    try:
        with WaveWriter(session.begin_take(prompt_id), sample_rate) as writer:
            writer.write(np.asarray(samples, dtype=np.int16))
    except OSError as error:
        raise RecordingError(f"The take cannot be saved: {error.strerror or error}.") from error
    return session.complete_take(prompt_id)
