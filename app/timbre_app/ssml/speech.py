"""A document of SSML as one stream of speech: its parts one after another, silences and marks between them.

```
Speech ─ Silence ─ Speech (another voice) ...      timbre.text.ssml.Document
   │ SpeechStream     │ SpeechStream
   ▼                  ▼
 chunks  ── zeros ── chunks ...                     SsmlChunk: samples, words, marks
```
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from types import TracebackType
from typing import NamedTuple, Protocol, Self

import numpy as np

from timbre import contract
from timbre.speech.acoustic import Controls
from timbre.text import TextError
from timbre.text.ssml import Document, Silence, Speech
from timbre.timing import ChunkTiming, TimedMark, TimedWord
from timbre.voice import Voice
from timbre_app.client.streams import SpeechChunk
from timbre_app.client.timbre_client import Markup
from timbre_app.ssml.edges import KEPT_S, Edges
from timbre_app.ssml.marks import PartTimes

_SENTENCE_ENDS = tuple(".!?…。！？")
_CLOSERS = "\"'”’»)]"
_WITHIN_S = 0.06
"""Pause between two voices in the middle of a sentence."""
_SILENT_CHUNK_S = 0.5
FULL_SCALE = 32_767


class SsmlChunk(NamedTuple):
    """A piece of a document.

    Attributes:
        pcm: (n,) int16 at `timbre.contract.SAMPLE_RATE`.
        timing: Words with their places in `Document.written`, and times from the document's start.
        marks: Those whose times are known now.
    """

    pcm: np.ndarray
    timing: ChunkTiming
    marks: tuple[TimedMark, ...] = ()


class PartStream(Protocol):
    """The speech of one part, as SpeechStream is."""

    def __iter__(self) -> Iterator[SpeechChunk]:
        """The chunks."""
        ...

    def close(self) -> None:
        """End the speech, from any thread."""
        ...


class Speaker(Protocol):
    """Speaks the parts of a document, as TimbreClient does."""

    def speak(
        self,
        text: str,
        voice: Voice,
        controls: Controls,
        language: str,
        lexicon: Mapping[str, str],
        *,
        markup: Markup,
    ) -> PartStream:
        """See TimbreClient.speak."""
        ...


@dataclass(frozen=True)
class SsmlDefaults:
    """How a document is spoken where it says nothing else.

    Attributes:
        voice: The voice.
        find: Finds other voices by their names.
        controls: How to speak; the document's own changes come on top.
        language: espeak's name; by default that of the voice.
        lexicon: Words with pronunciations in IPA.
        background: Whether nobody listens, so that all live speech goes first.
        gain: The factor by which a voice that the document names is made louder; None leaves all as they are.
    """

    voice: Voice
    find: Callable[[str], Voice]
    controls: Controls = field(default_factory=Controls)
    language: str | None = None
    lexicon: Mapping[str, str] = field(default_factory=dict)
    background: bool = False
    gain: Callable[[Voice], float] | None = None


class _Turn(NamedTuple):
    """A part that speaks, and the silence in front of it in seconds; None leaves the silence to the voice."""

    part: Speech
    silence_s: float | None


class SsmlSpeech:
    """Iterates over the speech of a document; `close` ends the work, from any thread.

    Args:
        client: The client of the speech server, or what speaks in its place.
        document: What is said.
        defaults: How to speak what the document itself does not set.
    Raises:
        VoiceError: if a voice that the document names does not exist; before anything is spoken.
        TextError: if the document is empty.
    """

    def __init__(self, client: Speaker, document: Document, defaults: SsmlDefaults) -> None:
        self._client, self._document, self._defaults = client, document, defaults
        self._voices = {name: defaults.find(name) for name in document.voices}
        self._closed = threading.Event()
        self._samples = 0
        self._has_spoken = False
        self._turns, self._last_silence_s = _turns_of(document, self._pause_s)
        self._stream = self._open(self._turns[0].part)  # at once, so that the server works already
        self._chunks = self._speak()

    def __iter__(self) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __next__(self) -> SsmlChunk:
        """The next chunk; raises as SpeechStream does."""
        try:
            return next(self._chunks)
        except StopIteration:
            raise
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the speech; does nothing if it has ended."""
        self._closed.set()
        if self._stream is not None:
            self._stream.close()

    def _open(self, part: Speech) -> PartStream | None:
        """The stream of a part; None if it has no text."""
        if not part.text:
            return None
        defaults, voice = self._defaults, self._voice_of(part)
        language = part.language or (defaults.language if part.voice is None else None) or voice.language
        ends = part.text.rstrip(_CLOSERS).endswith(_SENTENCE_ENDS)
        unfinished = not ends and part is not self._turns[-1].part
        markup = Markup(part.spans, unfinished, defaults.background)
        return self._client.speak(
            part.text, voice, defaults.controls, language, defaults.lexicon, markup=markup
        )

    def _voice_of(self, part: Speech) -> Voice:
        return self._defaults.voice if part.voice is None else self._voices[part.voice]

    def _pause_s(self, part: Speech) -> float:
        """The pause that a part's voice makes between two sentences, in seconds."""
        frames = self._voice_of(part).delivery.pause_frames
        return frames * contract.HOP_LENGTH / contract.SAMPLE_RATE

    def _speak(self) -> Generator[SsmlChunk, None, None]:
        chars = accumulate((len(turn.part.written) + 1 for turn in self._turns), initial=0)
        for number, (turn, start) in enumerate(zip(self._turns, chars, strict=False)):
            is_last = number + 1 == len(self._turns)
            if number:
                self._next_stream(turn.part)
            yield from self._silence((turn.silence_s or 0) - KEPT_S)
            edges = Edges(turn.silence_s is not None, not is_last or self._last_silence_s is not None)
            yield from self._part(turn.part, start, edges)
            if self._closed.is_set():
                return
        if not self._has_spoken:
            raise TextError("There is nothing to speak: the SSML has no words.")
        yield from self._silence(self._last_silence_s or 0)
        yield self._chunk(np.zeros(0, np.int16), final=True)
        self.close()

    def _next_stream(self, part: Speech) -> None:
        self._stream = None if self._closed.is_set() else self._open(part)
        if self._closed.is_set() and self._stream is not None:  # closed from another thread meanwhile
            self._stream.close()

    def _part(self, part: Speech, chars: int, edges: Edges) -> Generator[SsmlChunk, None, None]:
        """Speak one part."""
        times, start_s = PartTimes(part, chars), self._samples / contract.SAMPLE_RATE
        words_end_s = 0.0
        waiting = ChunkTiming()  # with words that came before the part was heard
        try:
            for chunk in self._stream or ():
                words = (*waiting.words, *chunk.timing.words)
                words_end_s = max([words_end_s, *(word.end_s for word in words)])
                pcm = edges.feed(self._louder(chunk.pcm, part), words_end_s)
                waiting = dataclasses.replace(chunk.timing, words=words)
                if not edges.has_begun or not (len(pcm) or words):
                    continue
                waiting = dataclasses.replace(waiting, words=())
                placed = times.words(words, start_s, edges.lead_samples / contract.SAMPLE_RATE)
                yield self._chunk(pcm, chunk.timing, placed, times.marks(words, placed))
                if self._closed.is_set():
                    return
        except TextError:
            if len(self._turns) == 1:
                raise
        placed = times.words(waiting.words, start_s, 0)
        marks = times.marks(waiting.words, placed)
        rest = edges.finish()
        end_s = (self._samples + len(rest)) / contract.SAMPLE_RATE
        marks += times.last_marks(end_s)
        if len(rest) or marks or placed:
            yield self._chunk(rest, waiting, placed, marks)

    def _louder(self, pcm: np.ndarray, part: Speech) -> np.ndarray:
        """A part's samples at the loudness that is wanted, (n,) int16."""
        if self._defaults.gain is None or part.voice is None:
            return pcm
        gain = self._defaults.gain(self._voice_of(part))
        return np.clip(np.round(pcm * gain), -FULL_SCALE - 1, FULL_SCALE).astype(np.int16)

    def _chunk(
        self,
        pcm: np.ndarray,
        timing: ChunkTiming | None = None,
        words: Sequence[TimedWord] = (),
        marks: Sequence[TimedMark] = (),
        final: bool = False,
    ) -> SsmlChunk:
        placed = dataclasses.replace(
            timing or ChunkTiming(),
            words=tuple(words),
            phonemes=(),
            final=final,
            first_sample=self._samples,
        )
        self._samples += len(pcm)
        self._has_spoken = self._has_spoken or (timing is not None and len(pcm) > 0)
        return SsmlChunk(pcm, placed, tuple(marks))

    def _silence(self, seconds: float) -> Generator[SsmlChunk, None, None]:
        left = round(seconds * contract.SAMPLE_RATE)
        while left > 0 and not self._closed.is_set():
            samples = min(left, round(_SILENT_CHUNK_S * contract.SAMPLE_RATE))
            left -= samples
            yield self._chunk(np.zeros(samples, np.int16))


def _turns_of(document: Document, pause_s: Callable[[Speech], float]) -> tuple[list[_Turn], float | None]:
    """The parts that speak with the silence in front of each, and the silence at the end."""
    turns: list[_Turn] = []
    silence_s: float | None = None
    for part in document.parts:
        if isinstance(part, Silence):
            silence_s = (silence_s or 0) + part.seconds
            continue
        if turns and silence_s is None:
            before = turns[-1].part
            ends = before.text.rstrip(_CLOSERS).endswith(_SENTENCE_ENDS)
            silence_s = pause_s(before) if ends or not before.text else _WITHIN_S
        turns.append(_Turn(part, silence_s))
        silence_s = None
    if not turns:
        raise TextError("There is nothing to speak: the SSML has no words.")
    return turns, silence_s
