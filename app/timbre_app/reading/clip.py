"""The speech of one sentence on disk. Its file grows while the speech is made.

KEY.wav            the sound
KEY.json           words, phonemes and marks with their times; written last, so the sound is whole if this file exists
KEY-*.part.wav     a sound that is being made, or that was given up
"""

from __future__ import annotations

import contextlib
import json
import secrets
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from timbre import files
from timbre.timing import TimedMark, TimedPhoneme, TimedWord
from timbre_app.sound import wave_file
from timbre_app.sound.wave_file import HEADER_BYTES, SAMPLE_BYTES, WaveWriter

OUTLINE_SAMPLES = 256
"""Number of samples per column of the outline. The outline of an hour has 1.2 MB and stays in memory."""


class Clip:
    """Sound, words and phonemes of a sentence. One thread appends to it; any thread may read it."""

    def __init__(self, path: Path, sample_rate: int) -> None:
        self.path = path
        self.sample_rate = sample_rate
        self.sample_count = 0
        self.words: list[TimedWord] = []
        self.phonemes: list[TimedPhoneme] = []
        self.marks: list[TimedMark] = []
        self.is_whole = False
        self._columns: list[np.ndarray] = []
        self._rest = np.zeros(0, np.int16)
        self._lock = threading.Lock()

    @property
    def duration_s(self) -> float:
        """Length so far."""
        return self.sample_count / self.sample_rate

    def read(self, start: int, count: int) -> np.ndarray:
        """Read the samples [start, start + count), int16, as far as they exist."""
        count = max(0, min(count, self.sample_count - start))
        with self._lock:
            file = open(self.path, "rb")  # noqa: SIM115 - closed below; the name may change at any time
        with file:
            file.seek(HEADER_BYTES + start * SAMPLE_BYTES)
            return np.frombuffer(file.read(count * SAMPLE_BYTES), "<i2").astype(np.int16)

    def move(self, path: Path) -> None:
        """Rename the file, while other threads may read it."""
        with self._lock:
            self.path.replace(path)
            self.path = path

    def outline(self) -> np.ndarray:
        """Lowest and highest sample of each part of OUTLINE_SAMPLES samples, (2, c) int16."""
        with self._lock:
            columns = list(self._columns)
        return np.concatenate(columns, 1) if columns else np.zeros((2, 0), np.int16)

    def grow(self, pcm: np.ndarray) -> None:
        """Add samples, which the file has by now, to the count and the outline."""
        joined = np.concatenate([self._rest, pcm])
        whole = len(joined) // OUTLINE_SAMPLES * OUTLINE_SAMPLES
        with self._lock:
            if whole:
                rows = joined[:whole].reshape(-1, OUTLINE_SAMPLES)
                self._columns.append(np.stack([rows.min(1), rows.max(1)]))
            self._rest = joined[whole:]
            self.sample_count += len(pcm)


class ClipWriter:
    """Writes one clip; after `finish` the store can find the clip by its key."""

    def __init__(self, folder: Path, key: str, sample_rate: int) -> None:
        path = folder / f"{key}-{secrets.token_hex(8)}.part.wav"
        self.clip = Clip(path, sample_rate)
        self._file = WaveWriter(path, sample_rate)
        self._whole_path = folder / f"{key}.wav"

    def add(
        self,
        pcm: np.ndarray,
        words: Sequence[TimedWord] = (),
        phonemes: Sequence[TimedPhoneme] = (),
        marks: Sequence[TimedMark] = (),
    ) -> None:
        """Append a chunk, which can be read when this returns.

        Raises:
            OSError: if the disk is full or gone.
        """
        self._file.write(pcm)
        self.clip.words.extend(words)
        self.clip.phonemes.extend(phonemes)
        self.clip.marks.extend(marks)
        self.clip.grow(pcm)

    def finish(self) -> None:
        """Give the sound its final name, and write words and phonemes beside it."""
        self._file.close()
        clip = self.clip
        clip.move(self._whole_path)
        details = {
            "words": [[w.text, w.char_start, w.char_end, w.start_s, w.end_s] for w in clip.words],
            "phonemes": [[p.symbol, p.start_s, p.end_s] for p in clip.phonemes],
            "marks": [list(mark) for mark in clip.marks],
        }
        files.write(clip.path.with_suffix(".json"), json.dumps(details))
        clip.is_whole = True

    def abandon(self) -> None:
        """Give the clip up; its sound can still be heard, and is removed later."""
        self._file.close()


class ClipStore:
    """The folder of clips. A clip's key stands for the request that the clip was made of.

    Args:
        folder: The folder.
        elsewhere: A store whose clips are copied when they are asked for, so that nobody removes them.
    """

    def __init__(self, folder: Path, elsewhere: ClipStore | None = None) -> None:
        self.folder, self._elsewhere = folder, elsewhere

    def find(self, key: str) -> Clip | None:
        """Find a whole clip; None if there is none."""
        clip = self._read(key)
        if clip is None and self._elsewhere is not None and (other := self._elsewhere.find(key)) is not None:
            files.make_folder(self.folder)
            with contextlib.suppress(FileNotFoundError):  # the other store was tidied meanwhile
                for path in (other.path, other.path.with_suffix(".json")):
                    files.copy(path, self.folder / path.name)
            clip = self._read(key)
        return clip

    def _read(self, key: str) -> Clip | None:
        path = self.folder / f"{key}.wav"
        try:
            details = json.loads(path.with_suffix(".json").read_text())
            samples, sample_rate = wave_file.read(path)
            clip = Clip(path, sample_rate)
            clip.words = [TimedWord(*word) for word in details["words"]]
            clip.phonemes = [TimedPhoneme(*phoneme) for phoneme in details["phonemes"]]
            clip.marks = [TimedMark(*mark) for mark in details.get("marks", ())]
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
        files.make_folder(self.folder)
        return ClipWriter(self.folder, key, sample_rate)

    def tidy(self, keep_bytes: int, part_age_s: float = 86_400.0) -> None:
        """Remove old sounds that were given up, and those heard longest ago beyond a size of `keep_bytes`."""
        if not self.folder.is_dir():
            return
        sounds = [(file.stat(), file) for file in self.folder.iterdir() if file.suffix == ".wav"]
        newest = max((stat.st_mtime for stat, _ in sounds), default=0.0)
        total = 0
        for stat, file in sorted(sounds, key=lambda entry: -entry[0].st_mtime):
            is_part = file.name.endswith(".part.wav")
            total += stat.st_size
            if (is_part and newest - stat.st_mtime > part_age_s) or total > keep_bytes:
                file.unlink(missing_ok=True)
                file.with_suffix(".json").unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove every sound."""
        for file in self.folder.glob("*") if self.folder.is_dir() else ():
            file.unlink(missing_ok=True)
