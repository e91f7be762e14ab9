"""Performs a script: asks for its lines in order, one ahead, and mixes them at the times that their pauses say.

    Ann   ▁▂████████▃▁                 the first and the last sample of a line's speech count;
    Ben        pause ▸|▁▂█████▃▁       the silence around it overlaps with the pause

A sample of the mix is given out as soon as no later line can begin before it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from timbre.contract import SAMPLE_RATE
from timbre.messages import InputError, TimbreError
from timbre.timing import TimedMark, TimedWord
from timbre_app.client.streams import RequestCancelled, RequestError
from timbre_app.dialogue.loudness import SpeechEnds
from timbre_app.dialogue.mixer import MixBlock, Mixer
from timbre_app.dialogue.plan import LEAD_S, first_start, next_start
from timbre_app.dialogue.script import USUAL_PAUSE_S, Line
from timbre_app.reading.sentence import SaidChunk
from timbre_app.server.errors import ServerError

LEAD_SAMPLES = round(LEAD_S * SAMPLE_RATE)


class LineError(TimbreError, RuntimeError):
    """A line cannot be spoken; the message names the line."""


class DialogueSpeech(Protocol):
    """Speaks the lines of a dialogue."""

    def ask(self, line: Line) -> Generator[SaidChunk, None, None]:
        """Speak a line; the work is under way when this returns. Closing the generator ends it."""
        ...

    def gain(self, speaker: str) -> float:
        """The factor that makes a speaker as loud as the others."""
        ...


@dataclass(frozen=True)
class PlacedLine:
    """A line whose speech is whole.

    Attributes:
        index: Number of the line in the script, from 0.
        start_s: Where its speech begins in the mix.
        end_s: Where its speech ends.
        words: Its words, with times in the mix and characters in the line.
        next_from_s: The next line begins at this time or later.
        marks: Those of its SSML, with times in the mix.
    """

    index: int
    line: Line
    start_s: float
    end_s: float
    words: tuple[TimedWord, ...] = ()
    next_from_s: float = 0.0
    marks: tuple[TimedMark, ...] = ()


@dataclass(frozen=True)
class How:
    """How to perform a script.

    Attributes:
        stems: Names of the speakers whose stems are wanted.
        pause_s: The pause before a line that names none.
        first: Number of the first line to perform; it begins at once, whatever its pause.
        should_stop: Called again and again.
        on_placed: Gets each line as soon as its speech is whole.
    """

    stems: Sequence[str] = ()
    pause_s: float = USUAL_PAUSE_S
    first: int = 0
    should_stop: Callable[[], bool] = lambda: False
    on_placed: Callable[[PlacedLine], None] = lambda _: None


def perform(
    lines: Sequence[Line], speech: DialogueSpeech, how: How | None = None
) -> Generator[MixBlock, None, None]:
    """Speak and mix lines; yields the mix while it is made.

    Raises:
        RequestCancelled: if should_stop returned True.
        LineError: if a line cannot be spoken.
        ServerError: if the server is gone.
    """
    how = how or How()
    performance = _Performance(lines, speech, how)
    try:
        yield from performance.blocks()
    finally:
        performance.close()


@dataclass
class _Take:
    """One line on its way into the mix; positions are samples of the mix.

    Attributes:
        start: Where its speech begins.
        silence: Silence that follows it, as its own text asks for.
    """

    start: int
    silence: int = 0
    ends: SpeechEnds = field(default_factory=SpeechEnds)
    waiting: list[np.ndarray] = field(default_factory=list)
    words: list[TimedWord] = field(default_factory=list)
    marks: list[TimedMark] = field(default_factory=list)

    @property
    def offset(self) -> int:
        """Where the line's first sample lies."""
        return self.start - (self.ends.first or 0)

    @property
    def end(self) -> int:
        """The sample at which its speech ends, as far as that is known."""
        return self.offset + self.ends.last if self.ends.first is not None else self.start

    @property
    def silence_end(self) -> int:
        """Where the silence behind it ends."""
        return self.end + self.silence

    @property
    def received(self) -> int:
        """The earliest place of samples of this line that are still to come."""
        return self.start - LEAD_SAMPLES if self.ends.first is None else self.offset + self.ends.count


class _Performance:
    def __init__(self, lines: Sequence[Line], speech: DialogueSpeech, how: How) -> None:
        self._lines, self._speech, self._how = lines, speech, how
        self._mixer = Mixer(how.stems)
        self._asked: dict[int, Generator[SaidChunk, None, None]] = {}
        self._end = 0

    def blocks(self) -> Generator[MixBlock, None, None]:
        start = LEAD_SAMPLES
        for index in range(self._how.first, len(self._lines)):
            if index == 0:
                start = round(first_start(self._lines[0]) * SAMPLE_RATE)
            elif index > self._how.first:
                start = self._next_start(index, start, self._end)
            take = _Take(start, round(self._lines[index].silences.behind * SAMPLE_RATE))
            yield from self._perform(index, take)
            self._end = max(self._end, take.silence_end)
            self._how.on_placed(self._placed(index, take))
            yield from self._mixer.release(self._bound(index, take))
        yield from self._mixer.finish()

    def close(self) -> None:
        """End the work for lines that were asked for."""
        for chunks in self._asked.values():
            chunks.close()
        self._asked.clear()

    def _perform(self, index: int, take: _Take) -> Generator[MixBlock, None, None]:
        line = self._lines[index]
        chunks = self._ask(index)
        with _errors_of(line):
            gain = self._speech.gain(line.speaker)
        for chunk in self._chunks(line, chunks):
            take.words += chunk.words
            take.marks += chunk.marks
            self._add(take, line.speaker, chunk.pcm.astype(np.float32) * np.float32(gain / 32_768))
            if index + 1 < len(self._lines):
                self._ask(index + 1)
            yield from self._mixer.release(self._bound(index, take))
        del self._asked[index]
        if take.ends.first is None:  # nothing in it is loud enough to be speech
            take.ends.first, take.ends.last = 0, take.ends.count
            self._add(take, line.speaker, np.zeros(0, np.float32))

    def _chunks(self, line: Line, chunks: Iterator[SaidChunk]) -> Iterator[SaidChunk]:
        while True:
            if self._how.should_stop():
                raise RequestCancelled("The dialogue was stopped.")
            with _errors_of(line):
                chunk = next(chunks, None)
            if chunk is None:
                return
            yield chunk

    def _ask(self, index: int) -> Generator[SaidChunk, None, None]:
        if index not in self._asked:
            with _errors_of(self._lines[index]):
                self._asked[index] = self._speech.ask(self._lines[index])
        return self._asked[index]

    def _add(self, take: _Take, speaker: str, samples: np.ndarray) -> None:
        """Put samples into the mix; those before the speech wait until it is known where the speech begins."""
        at = take.ends.count
        take.ends.add(samples)
        if take.ends.first is None:
            take.waiting.append(samples)
            return
        if take.waiting:
            samples = np.concatenate([*take.waiting, samples])
            take.waiting, at = [], 0
        skipped = max(0, take.ends.first - LEAD_SAMPLES - at)
        self._mixer.add(speaker, take.offset + at + skipped, samples[skipped:])

    def _bound(self, index: int, take: _Take) -> int:
        """The sample of the mix before which nothing will be added any more."""
        if index + 1 == len(self._lines):
            return take.received
        next_start = self._next_start(index + 1, take.start, max(self._end, take.silence_end))
        return min(take.received, next_start - LEAD_SAMPLES)

    def _next_start(self, index: int, start: int, end: int) -> int:
        rate = SAMPLE_RATE
        return round(next_start(self._lines[index], start / rate, end / rate, self._how.pause_s) * rate)

    def _placed(self, index: int, take: _Take) -> PlacedLine:
        following, offset_s = index + 1, take.offset / SAMPLE_RATE
        next_from = (
            self._next_start(following, take.start, self._end) if following < len(self._lines) else self._end
        )
        return PlacedLine(
            index,
            self._lines[index],
            take.start / SAMPLE_RATE,
            take.end / SAMPLE_RATE,
            tuple(word.shifted(0, offset_s) for word in take.words),
            next_from / SAMPLE_RATE,
            tuple(TimedMark(mark.name, max(0.0, mark.time_s + offset_s)) for mark in take.marks),
        )


@contextmanager
def _errors_of(line: Line) -> Iterator[None]:
    """Let errors that are the line's own name it."""
    try:
        yield
    except (RequestCancelled, ServerError):
        raise
    except (InputError, RequestError) as error:
        raise LineError("Line {line} cannot be spoken: {reason}", line=line.number, reason=error) from error
