"""A queue of the test's own, and a narrator whose sound is made of the letters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from timbre.text import TextError
from timbre.timing import TimedWord
from timbre_app.jobs.queue import JobQueue
from timbre_app.reading.sentence import SaidChunk

RATE = 22_050


class LetterNarrator:
    """A hundredth of a second a letter, in two chunks.

    Attributes:
        said: The sentences that were asked for.
        on_say: Called before each sentence.
        version: Stands for the content of the voices.
    """

    sample_rate = RATE

    def __init__(self, on_say=lambda text: None):
        self.said, self.on_say, self.version = [], on_say, 1

    def fingerprint(self, job):
        return f"{abs(hash((job, self.version))):x}"

    def say(self, job, should_stop):
        self.said.append(job.text)
        self.on_say(job.text)
        if "🙂" in job.text:
            raise TextError("There is nothing to speak in this text.")
        levels = np.frombuffer(job.text.encode("utf-32-le"), np.uint32).astype(np.int16) * 50 + self.version
        pcm = np.repeat(levels, RATE // 100)
        half = len(pcm) // 2
        yield SaidChunk(pcm[:half], [TimedWord(job.text, 0, len(job.text), 0.0, len(pcm) / RATE)])
        yield SaidChunk(pcm[half:])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def queue(home: Path) -> JobQueue:
    return JobQueue()


@pytest.fixture
def narrator() -> LetterNarrator:
    return LetterNarrator()
