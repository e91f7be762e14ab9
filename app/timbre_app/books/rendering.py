"""Speaks a book: several sentences at once, each on the disk as soon as it is whole.

    chapters ─▶ sentences ─▶ those that are missing ─▶ WORKERS requests in flight ─▶ sentences/….flac

The server batches what is in flight. Only as many sentences as are in flight are in memory. What is on the disk stays
after a crash, and the next call goes on there.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

import numpy as np

from timbre.text import TextError
from timbre_app.books.model import USUALLY_SKIPPED, BookError, Sentence
from timbre_app.books.project import BookProject
from timbre_app.client.streams import RequestCancelled
from timbre_app.reading.sentence import HowToSpeak, Narrator, SentenceRequest

WORKERS = 8
SILENCE_S = 0.05
"""Length of a sentence that the speech model finds no words in."""
RATE_WINDOW_S = 60.0


@dataclass(frozen=True)
class BookOrder:
    """Which part of a book to speak, and how.

    Attributes:
        chapters: Numbers of the chapters, in order.
        voice_id: The name under which the narrator knows the voice.
        skipped: Kinds of blocks (keys of SKIPPABLE) that are left out inside of chapters.
    """

    chapters: tuple[int, ...]
    voice_id: str
    how: HowToSpeak = field(default_factory=HowToSpeak)
    skipped: frozenset[str] = USUALLY_SKIPPED


@dataclass(frozen=True)
class BookProgress:
    """How far a book is.

    Attributes:
        chapter: Number of the chapter that is being spoken.
        done: Characters that have been spoken.
        all: Characters to speak.
        left_s: Estimate of the time left, None until there is one.
    """

    chapter: int
    done: int
    all: int
    left_s: float | None = None

    @property
    def share(self) -> float:
        """Share that is done, 0 to 1."""
        return min(1.0, self.done / self.all) if self.all else 1.0


@dataclass(frozen=True)
class Line:
    """A sentence of an order, with the key of its speech."""

    chapter: int
    sentence: Sentence
    request: SentenceRequest
    key: str


def lines_of(project: BookProject, order: BookOrder, chapter: int, narrator: Narrator) -> list[Line]:
    """The sentences of a chapter as the order wants them."""
    seeds = project.seeds(chapter)
    lines: list[Line] = []
    for sentence in project.chapter(chapter).sentences(order.skipped):
        how = replace(order.how, seed=order.how.seed + seeds.get(sentence.number, 0))
        request = SentenceRequest(sentence.text, order.voice_id, how)
        lines.append(Line(chapter, sentence, request, narrator.fingerprint(request)))
    return lines


def render(
    project: BookProject,
    order: BookOrder,
    narrator: Narrator,
    on_progress: Callable[[BookProgress], None] = lambda _progress: None,
    should_stop: Callable[[], bool] = lambda: False,
    workers: int = WORKERS,
) -> None:
    """Speak all sentences of an order that are missing.

    Args:
        project: The book.
        order: What to speak.
        narrator: Speaks sentences; used from `workers` threads at once.
        on_progress: Called after each sentence, on the caller's thread.
        should_stop: Called often, also by the threads; once it is True, sentences in flight are given up.
        workers: How many sentences are in flight.
    Raises:
        RequestCancelled: if should_stop returned True.
        OSError: if the disk is full.
        Whatever the narrator raises.
    """
    flight = _Flight(project, narrator, should_stop, workers)
    count = _Count(order, project)
    try:
        for chapter in order.chapters:
            for line in lines_of(project, order, chapter, narrator):
                if project.has_sentence(line.key):
                    count.skip(line)
                else:
                    flight.start(line)
                for spoken in flight.landed(leave=workers - 1):
                    count.add(spoken)
                    on_progress(count.progress(chapter))
            on_progress(count.progress(chapter))
        for spoken in flight.landed(leave=0):
            count.add(spoken)
            on_progress(count.progress(order.chapters[-1]))
    finally:
        flight.close()


def speak_line(
    project: BookProject, line: Line, narrator: Narrator, should_stop: Callable[[], bool] = lambda: False
) -> None:
    """Speak one sentence and keep it.

    Raises:
        RequestCancelled: if should_stop returned True; nothing is kept.
        OSError: if the disk is full.
        Whatever the narrator raises.
    """
    parts = [np.zeros(0, np.int16)]
    try:
        parts += [chunk.pcm for chunk in narrator.say(line.request, should_stop)]
    except TextError:
        parts = [np.zeros(round(SILENCE_S * project.sample_rate), np.int16)]
    if should_stop():
        raise RequestCancelled("The book was paused.")
    project.put_sentence(line.key, np.concatenate(parts))


class _Flight:
    """The sentences in flight."""

    def __init__(
        self, project: BookProject, narrator: Narrator, should_stop: Callable[[], bool], workers: int
    ) -> None:
        self._project, self._narrator, self._should_stop = project, narrator, should_stop
        self._crew = ThreadPoolExecutor(workers, thread_name_prefix="book")
        self._lines: dict[Future[None], Line] = {}
        self._keys: set[str] = set()
        self._closed = False

    def start(self, line: Line) -> None:
        """Have a sentence spoken, unless the same one is in flight."""
        if line.key not in self._keys:
            self._keys.add(line.key)
            self._lines[self._crew.submit(self._speak, line)] = line

    def landed(self, leave: int) -> Iterator[Line]:
        """Sentences that have been spoken; waits until no more than `leave` are in flight."""
        while self._lines:
            self._check()
            waits = len(self._lines) > leave
            landed, _ = wait(self._lines, 0.2 if waits else 0, FIRST_COMPLETED)
            for future in landed:
                line = self._lines.pop(future)
                self._keys.discard(line.key)
                future.result()
                yield line
            if not landed and not waits:
                return

    def close(self) -> None:
        """Give up what is in flight."""
        self._closed = True
        self._crew.shutdown(wait=True, cancel_futures=True)

    def _check(self) -> None:
        if self._should_stop():
            raise RequestCancelled("The book was paused.")

    def _stops(self) -> bool:
        return self._closed or self._should_stop()

    def _speak(self, line: Line) -> None:
        speak_line(self._project, line, self._narrator, self._stops)


@dataclass
class _Count:
    """Counts characters, and how fast they are spoken."""

    order: BookOrder
    project: BookProject
    done: int = 0
    made: deque[tuple[float, int]] = field(default_factory=deque)
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        entries = (self.project.chapter_entry(number) for number in self.order.chapters)
        self.all = sum(entry.spoken_characters(self.order.skipped) for entry in entries)

    def skip(self, line: Line) -> None:
        """Count a sentence that was there."""
        self.done += len(line.sentence.text)

    def add(self, line: Line) -> None:
        """Count a sentence that was spoken now."""
        now = time.monotonic()
        self.done += len(line.sentence.text)
        self.made.append((now, len(line.sentence.text)))
        while self.made[0][0] < now - RATE_WINDOW_S:
            self.made.popleft()

    def progress(self, chapter: int) -> BookProgress:
        """How far the book is."""
        made = sum(length for _, length in self.made)
        elapsed_s = min(RATE_WINDOW_S, time.monotonic() - self.began)
        left_s = (self.all - self.done) * elapsed_s / made if made else None
        return BookProgress(chapter, min(self.done, self.all), self.all, left_s)


def chapter_numbers(text: str, count: int) -> Sequence[int]:
    """Numbers that a text such as "1-3,7" names.

    Raises:
        BookError: if it names none, or one that is not there.
    """
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise BookError("“{text}” names no chapters: write them as in 1-3,7.", text=text)
        numbers |= set(range(int(first), min(int(last or first), count + 1) + 1))
    if not numbers or not numbers <= set(range(1, count + 1)):
        raise BookError(
            "“{text}” names chapters that are not there: there are 1 to {count}.", text=text, count=count
        )
    return sorted(numbers)
