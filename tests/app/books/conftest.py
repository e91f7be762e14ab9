"""A book in a home of its own, and a narrator that makes speech-like sound at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator
from pathlib import Path

import numpy as np
import pytest

from tests.app.books import makers
from timbre.messages import TimbreError
from timbre_app.books.project import BookProject, import_book
from timbre_app.reading.dictionary import entries_in
from timbre_app.reading.sentence import SaidChunk, SentenceRequest

RATE = 22_050


class Narrator:
    """Hums each sentence; remembers which ones."""

    sample_rate = RATE

    def __init__(self) -> None:
        self.said: list[str] = []
        self.lexicon: dict[str, str] = {}
        self.fails_at = ""

    def fingerprint(self, request: SentenceRequest) -> str:
        words = sorted(entries_in(request.text, self.lexicon).items())
        return hashlib.sha256(f"{request}{words}".encode()).hexdigest()[:40]

    def say(
        self, request: SentenceRequest, should_stop: Callable[[], bool]
    ) -> Generator[SaidChunk, None, None]:
        if request.text == self.fails_at:
            raise TimbreError("The speech server is gone: start it.")
        self.said.append(request.text)
        yield SaidChunk(hum(request.text, request.how.seed))


def hum(text: str, seed: int = 0) -> np.ndarray:
    """Sound with the ups and downs of speech and sharp peaks, (n,) int16; the same for the same text and seed."""
    random = np.random.default_rng([seed, *text.encode()])
    time = np.arange(round(0.06 * len(text) * RATE) + RATE // 4) / RATE
    tone = sum(np.sin(2 * np.pi * 140 * k * time + random.uniform(0, 6)) / k for k in range(1, 20))
    level = 0.03 * (1 + np.sin(2 * np.pi * 4 * time)) * np.where(random.random(len(time)) > 0.9995, 6, 1)
    return (32767 * np.clip(tone * level, -1, 1)).astype(np.int16)


@pytest.fixture
def narrator() -> Narrator:
    return Narrator()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def project(home: Path, tmp_path: Path) -> BookProject:
    return import_book(makers.make_epub(tmp_path / "lamp.epub"))
