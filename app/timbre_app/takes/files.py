"""Makes takes from sound files: reads them, mixes them to mono, writes them as if they had been recorded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timbre_app.sound.pcm import from_float
from timbre_app.sound.wave_file import WaveWriter
from timbre_app.takes.recordings import RecordingError, RecordingSession


def read_sound(path: Path) -> tuple[np.ndarray, int]:
    """Read any sound file; returns mono samples, (n,) int16, and the sample rate.

    Raises:
        RecordingError: if it cannot be read.
    """
    from timbre.audio import AudioError, read_samples

    try:
        samples, sample_rate = read_samples(path)
    except AudioError as error:
        raise RecordingError(error.message) from error
    except (OSError, RuntimeError) as error:
        raise RecordingError(
            "{file} cannot be read: choose a WAV, FLAC, OGG or MP3 file that plays elsewhere.", file=path.name
        ) from error
    mono = np.nan_to_num(samples.mean(axis=1))
    return from_float(mono), sample_rate


def write_take(session: RecordingSession, prompt_id: str, source: Path) -> Path:
    """Make a sound file the take of a sentence; it replaces an older take when it is complete.

    Raises:
        RecordingError: if the file cannot be read, or the take cannot be saved.
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
        raise RecordingError("The take cannot be saved: {reason}.", reason=error.strerror or error) from error
    return session.complete_take(prompt_id)
