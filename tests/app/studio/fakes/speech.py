"""Speech and dialogues of tones."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np

from tests.app.studio.fakes.patience import PATIENCE_S
from tests.app.studio.fakes.sounds import RATE, steady, tone
from timbre.text import TextError
from timbre.timing import TimedPhoneme, TimedWord
from timbre_app.reading.dictionary import checked_ipa
from timbre_app.reading.sentence import SaidChunk
from timbre_app.server.errors import ServerError
from timbre_app.studio.backstage import StudioDialogue
from timbre_app.studio.items import (
    VoiceItem,
)


class FakePronunciations:
    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def entries(self) -> dict[str, str]:
        return dict(sorted(self.kept.items()))

    def put(self, word: str, ipa: str) -> None:
        self.kept[word] = checked_ipa(ipa)

    def usable(self) -> dict[str, str]:
        return self.entries()

    def remove(self, word: str) -> None:
        self.kept.pop(word, None)


class FakeSpeech:
    sample_rate = RATE

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.pronounced: list[str] = []
        self.gate.set()
        self.asked: list[tuple] = []
        self.stopped = False
        self.error: Exception | None = None
        self.requests: list = []
        self.salt = 0
        self.dies_after: int | None = None
        self.pronunciations = FakePronunciations()

    def speak(self, text, voice_id, options, should_stop) -> Iterator[np.ndarray]:
        self.asked.append((text, voice_id, options))
        if self.error:
            raise self.error
        try:
            for _ in text.split():
                yield tone(0.1, RATE)
                self.gate.wait(PATIENCE_S)
                if should_stop():
                    return
        finally:
            self.stopped = should_stop()

    def warm_up(self, voice_id: str) -> None:
        pass

    def try_out(self, text, voice: bytes, should_stop) -> Iterator[np.ndarray]:
        return self.speak(text, voice, None, should_stop)

    def pronounce(self, letters: str, voice_id: str) -> str:
        self.pronounced.append(letters)
        return letters.lower().replace("-", "")

    def fingerprint(self, request) -> str:
        return f"{abs(hash((request, self.salt))):x}"

    def say(self, request, should_stop) -> Iterator[SaidChunk]:
        """A tenth of a second a word; each letter is a phoneme. `gate` holds back all but the first word."""
        self.asked.append((request.text, request.voice_id, request.how))
        self.requests.append(request)
        if self.error:
            raise self.error
        if request.text == "🙂":
            raise TextError("There is nothing to speak in this text.")
        letters = f"^{request.text}$"
        factors = request.edits.duration or (1.0,) * len(letters)
        try:
            at, letter_s = 0, 0.1 * len(request.text.split()) / len(letters)
            for number, word in enumerate(request.text.split()):
                start = request.text.index(word, at)
                at = start + len(word)
                timed = TimedWord(word, start, at, number * 0.1, (number + 1) * 0.1)
                edges = np.cumsum([0, *factors]) * letter_s
                phonemes = [
                    TimedPhoneme(symbol, float(a), float(b))
                    for symbol, a, b in zip(letters, edges, edges[1:], strict=False)
                ]
                yield SaidChunk(tone(0.1, RATE), (timed,), () if number else phonemes)
                self.gate.wait(PATIENCE_S)
                if self.dies_after is not None and len(self.requests) > self.dies_after:
                    raise ServerError("The speech server does not answer.")
                if should_stop():
                    return
        finally:
            self.stopped = should_stop()


class FakeDialogue(StudioDialogue):
    """Performs dialogues with tones: a tenth of a second a word. `gate` holds back all but the first word of a line."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.asked: list[tuple[str, str]] = []
        self.error: Exception | None = None
        self.forgotten = 0
        self._server = SimpleNamespace(forget=self._forget)

    def _forget(self) -> None:
        self.forgotten += 1

    def built_in_voices(self) -> list[VoiceItem]:
        return [VoiceItem(f"base:{name}", name, is_bundled=True) for name in ("Bella", "George")]

    def speech(self, cast):
        return FakeLines(self, cast)


class FakeLines:
    def __init__(self, dialogue: FakeDialogue, cast) -> None:
        self.dialogue, self.cast = dialogue, cast

    def gain(self, speaker: str) -> float:
        return 1.0

    def ask(self, line):
        self.dialogue.asked.append((line.text, self.cast[line.speaker]))
        return self._said(line)

    def _said(self, line):
        if self.dialogue.error:
            raise self.dialogue.error
        at = 0
        for number, word in enumerate(line.written.split()):
            start = line.written.index(word, at)
            at = start + len(word)
            timed = TimedWord(word, start, at, number * 0.1, (number + 1) * 0.1)
            yield SaidChunk(steady(0.1), (timed,))
            self.dialogue.gate.wait(PATIENCE_S)
