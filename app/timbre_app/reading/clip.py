"""The speech of one sentence on disk, which grows while it is made.

KEY.wav            the sound
KEY.json           words and phonemes with their times; written last, so it says that the sound is whole
KEY-*.part.wav     a sound in the making
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timbre.serving.timing import TimedPhoneme, TimedWord
from timbre_app.sound import wave_file
from timbre_app.sound.wave_file import HEADER_BYTES, SAMPLE_BYTES, WaveWriter

OUTLINE_SAMPLES = 256
"""Samples of one column of the outline: an hour has 1.2 MB of it, which may stay in memory."""


class Clip:
    """Sound, words and phonemes of a sentence. One thread appends; any thread reads."""

    def __init__(self, path: Path, sample_rate: int) -> None:
        self.path = path
        self.sample_rate = sample_rate
        self.sample_count = 0
        self.words: list[TimedWord] = []
        self.phonemes: list[TimedPhoneme] = []
        self.is_whole = False
        self._columns: list[np.ndarray] = []
        self._rest = np.zeros(0, np.int16)
        self._lock = threading.Lock()

    @property
    def duration_s(self) -> float:
        """Length so far."""
        return self.sample_count / self.sample_rate

    def read(self, start: int, count: int) -> np.ndarray:
        """Samples [start, start + count) as far as they exist, int16."""
        count = max(0, min(count, self.sample_count - start))
        with self._lock:
            file = open(self.path, "rb")  # noqa: SIM115 - closed below; the name may change at any time
        with file:
            file.seek(HEADER_BYTES + start * SAMPLE_BYTES)
            return np.frombuffer(file.read(count * SAMPLE_BYTES), "<i2").astype(np.int16)

    def move(self, path: Path) -> None:
        """Give the file another name, while others read it."""
        with self._lock:
            self.path.replace(path)
            self.path = path

    def outline(self) -> np.ndarray:
        """Lowest and highest sample of each OUTLINE_SAMPLES, (2, c) int16."""
        with self._lock:
            columns = list(self._columns)
        return np.concatenate(columns, 1) if columns else np.zeros((2, 0), np.int16)

    def grow(self, pcm: np.ndarray) -> None:
        """Count samples that are in the file now."""
        joined = np.concatenate([self._rest, pcm])
        whole = len(joined) // OUTLINE_SAMPLES * OUTLINE_SAMPLES
        with self._lock:
            if whole:
                rows = joined[:whole].reshape(-1, OUTLINE_SAMPLES)
                self._columns.append(np.stack([rows.min(1), rows.max(1)]))
            self._rest = joined[whole:]
            self.sample_count += len(pcm)


class ClipWriter:
    """Writes one clip; after `finish` the store finds it by its key."""

    def __init__(self, folder: Path, key: str, sample_rate: int) -> None:
        handle, name = tempfile.mkstemp(prefix=f"{key}-", suffix=".part.wav", dir=folder)
        os.close(handle)
        path = Path(name)
        path.unlink()
        self.clip = Clip(path, sample_rate)
        self._file = WaveWriter(path, sample_rate)
        self._whole_path = folder / f"{key}.wav"

    def add(
        self, pcm: np.ndarray, words: Sequence[TimedWord] = (), phonemes: Sequence[TimedPhoneme] = ()
    ) -> None:
        """Append a chunk; it can be read when this returns.

        Raises:
            OSError: if the disk is full or gone.
        """
        self._file.write(pcm)
        self.clip.words.extend(words)
        self.clip.phonemes.extend(phonemes)
        self.clip.grow(pcm)

    def finish(self) -> None:
        """Give the sound its name; the text beside it says that it is whole."""
        self._file.close()
        clip = self.clip
        clip.move(self._whole_path)
        described = {
            "words": [[w.text, w.char_start, w.char_end, w.start_s, w.end_s] for w in clip.words],
            "phonemes": [[p.symbol, p.start_s, p.end_s] for p in clip.phonemes],
        }
        fresh = clip.path.with_suffix(".json.part")
        fresh.write_text(json.dumps(described))
        fresh.replace(clip.path.with_suffix(".json"))
        clip.is_whole = True

    def abandon(self) -> None:
        """Give up; what was made can still be heard, and is removed later."""
        self._file.close()


class ClipStore:
    """Whole clips by what they were made of."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, key: str) -> Clip | None:
        """A whole clip, or None."""
        path = self.folder / f"{key}.wav"
        try:
            described = json.loads(path.with_suffix(".json").read_text())
            samples, sample_rate = wave_file.read(path)
            clip = Clip(path, sample_rate)
            clip.words = [TimedWord(*word) for word in described["words"]]
            clip.phonemes = [TimedPhoneme(*phoneme) for phoneme in described["phonemes"]]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        clip.grow(samples)
        clip.is_whole = True
        path.touch()
        return clip

    def begin(self, key: str, sample_rate: int) -> ClipWriter:
        """Start a new clip.

        Raises:
            OSError: if the folder cannot be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        return ClipWriter(self.folder, key, sample_rate)

    def tidy(self, keep_bytes: int, part_age_s: float = 86_400.0) -> None:
        """Remove the sounds that were heard longest ago, beyond so many bytes, and what was given up."""
        if not self.folder.is_dir():
            return
        files = [(file.stat(), file) for file in self.folder.iterdir() if file.suffix == ".wav"]
        newest = max((stat.st_mtime for stat, _ in files), default=0.0)
        total = 0
        for stat, file in sorted(files, key=lambda entry: -entry[0].st_mtime):
            is_part = file.name.endswith(".part.wav")
            total += stat.st_size
            if (is_part and newest - stat.st_mtime > part_age_s) or total > keep_bytes:
                file.unlink(missing_ok=True)
                file.with_suffix(".json").unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove every sound."""
        for file in self.folder.glob("*") if self.folder.is_dir() else ():
            file.unlink(missing_ok=True)
