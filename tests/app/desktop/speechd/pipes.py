"""speech-dispatcher's ends of the pipes to the module; the speech is made by the test."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np

from timbre.contract import SAMPLE_RATE
from timbre.timing import ChunkTiming, TimedWord
from timbre_app.client.streams import SpeechChunk
from timbre_app.desktop.speechd.module import OutputModule
from timbre_app.desktop.speechd.speaking import Backstage
from timbre_app.desktop.speechd.voices import SystemVoices
from timbre_app.desktop.speechd.wire import Wire
from timbre_app.output.known_voices import Voices
from timbre_app.reading.dictionary import Dictionary
from timbre_app.voices.library import VoiceLibrary

PATIENCE_S = 60.0
TRIES = 3
"""Of which the fastest counts, because the machine may be busy."""


class Speech:
    """A client and a session at once: a second of samples for each word of a text."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any, Any, str]] = []
        self.errors: list[Exception] = []
        self.silent_samples = 0
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.is_closed = threading.Event()

    def begin(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def speak(self, text: str, voice: Any, controls: Any, language: str, lexicon: object) -> Stream:
        self.asked.append((text, voice, controls, language))
        if self.errors:
            raise self.errors.pop()
        return Stream(self.chunks(text), self.is_closed)

    def chunks(self, text: str) -> Iterator[SpeechChunk]:
        words, at = [], 0
        for second, word in enumerate(text.split()):
            at = text.index(word, at)
            words.append(TimedWord(word, at, at + len(word), second, second + 1.0))
            at += len(word)
        for index, word in enumerate(words):
            self.may_go_on.wait(PATIENCE_S)
            timing = ChunkTiming(words if not index else (), word is words[-1], index * SAMPLE_RATE)
            pcm = np.full(SAMPLE_RATE, 1000 + index, np.int16)
            pcm[: self.silent_samples if not index else 0] = 20
            yield SpeechChunk(pcm, timing)


class Stream:
    """The speech of a text."""

    def __init__(self, chunks: Iterator[SpeechChunk], is_closed: threading.Event) -> None:
        self._chunks, self._is_closed = chunks, is_closed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[SpeechChunk]:
        return self._chunks

    def close(self) -> None:
        self._is_closed.set()


class Server:
    """speech-dispatcher's ends of the pipes to a module on a thread of its own."""

    def __init__(self, speech: Speech, library: VoiceLibrary) -> None:
        (commands, self._to), (self._from, answers) = os.pipe(), os.pipe()
        self._output = os.fdopen(self._from, "rb")
        self._files = os.fdopen(commands, "rb"), os.fdopen(answers, "wb"), self._output
        backstage = Backstage(Wire(*self._files[:2]), speech, SystemVoices(Voices(library)), Dictionary())  # pyright: ignore[reportArgumentType]
        self._thread = threading.Thread(target=OutputModule(backstage).run, daemon=True)
        self._thread.start()

    def send(self, *lines: str) -> None:
        os.write(self._to, "".join(f"{line}\n" for line in lines).encode())

    def message(self) -> list[bytes]:
        """The next reply or event."""
        lines = [self._output.readline().removesuffix(b"\n")]
        while lines[-1][3:4] == b"-":
            lines.append(self._output.readline().removesuffix(b"\n"))
        return lines

    def ask(self, *lines: str) -> list[bytes]:
        self.send(*lines)
        return self.message()

    def speak(self, text: str, command: str = "SPEAK") -> None:
        assert self.ask(command)[-1] == b"202 OK RECEIVING MESSAGE"
        assert self.ask(text, ".")[-1] == b"200 OK SPEAKING"

    def set(self, *lines: str) -> bytes:
        assert self.ask("SET")[-1].startswith(b"207")
        return self.ask(*lines, ".")[-1]

    def until(self, last: bytes) -> list[bytes]:
        """The events up to one, samples as b"705 NUMBER"; marks with their names."""
        events: list[bytes] = []
        while not events or events[-1] != last:
            lines = self.message()
            if lines[-1] == b"705 AUDIO":
                events.append(b"705 %d" % len(samples(lines)))
            else:
                events.append(lines[0])
        return events

    def end(self) -> None:
        assert self.ask("QUIT") == [b"210 OK QUIT"]
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        os.close(self._to)
        for file in self._files:
            file.close()


def samples(lines: Sequence[bytes]) -> np.ndarray:
    """What speech-dispatcher makes of an event's samples."""
    data, facts = b"", {}
    for line in lines[:-1]:
        if line.startswith(b"705-AUDIO\0"):
            data = line.removeprefix(b"705-AUDIO\0")
        else:
            name, _, value = line.removeprefix(b"705-").partition(b"=")
            facts[name.decode()] = int(value)
    assert facts | {"num_samples": 0} == {
        "bits": 16,
        "num_channels": 1,
        "sample_rate": SAMPLE_RATE,
        "num_samples": 0,
        "big_endian": 0,
    }
    plain, escapes = bytearray(), iter(data)
    for byte in escapes:
        plain.append(next(escapes) ^ 0x20 if byte == 0x7D else byte)
    assert len(plain) == 2 * facts["num_samples"]
    return np.frombuffer(bytes(plain), "<i2")
