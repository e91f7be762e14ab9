"""Stand-in speech for dialogues: tones with silence around them."""

from __future__ import annotations

import numpy as np

from timbre.contract import SAMPLE_RATE
from timbre.timing import TimedWord
from timbre_app.reading.sentence import SaidChunk

LEAD_S, TAIL_S = 0.13, 0.21
CHUNK = 1_777


def tone(seconds: float, level: float = 0.1) -> np.ndarray:
    """A tone, (n,) float32."""
    return (level * np.sin(2 * np.pi * 210 * np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE)).astype(
        np.float32
    )


class ToneSpeech:
    """Each line is a tone of a tenth of a second a word, with silence before and after it.

    Attributes:
        log: "ask N" when line N is asked for, "chunk N" for each of its chunks, "close N" at its end.
    """

    def __init__(self, level: float = 0.1, gain: float = 1.0) -> None:
        self.level, self.factor = level, gain
        self.log: list[str] = []
        self.errors: dict[int, Exception] = {}

    def gain(self, speaker: str) -> float:
        return self.factor

    def ask(self, line):
        self.log.append(f"ask {line.number}")
        chunks = self._chunks(line)
        next(chunks)
        return chunks

    def _chunks(self, line):
        try:
            yield SaidChunk(np.zeros(0, np.int16))
            silence = (
                np.zeros(round(LEAD_S * SAMPLE_RATE), np.float32),
                np.zeros(round(TAIL_S * SAMPLE_RATE), np.float32),
            )
            words = line.written.split()
            sound = np.concatenate([silence[0], tone(0.1 * len(words), self.level), silence[1]])
            pcm = (sound * 32_767).astype(np.int16)
            timed, at = [], 0
            for number, word in enumerate(words):
                at = line.written.index(word, at)
                timed.append(
                    TimedWord(word, at, at + len(word), LEAD_S + 0.1 * number, LEAD_S + 0.1 * (number + 1))
                )
                at += len(word)
            for start in range(0, len(pcm), CHUNK):
                if line.number in self.errors:
                    raise self.errors[line.number]
                self.log.append(f"chunk {line.number}")
                yield SaidChunk(pcm[start : start + CHUNK], () if start else timed)
        finally:
            self.log.append(f"close {line.number}")
