"""Makes an audiobook as `timbre book` does: speed, and memory over time of the program that makes it.

The book's text is drawn from our own sentences with a seed, in chapters of about 25 minutes, unless --book names a
file.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from timbre_bench import page
from timbre_bench.sentences import EIGHT_SECONDS, FIVE_SECONDS

MINUTES_A_CHAPTER = 25.0
SECONDS_A_CHARACTER = 0.062
PARAGRAPH_SENTENCES = 6
SAMPLE_EVERY_S = 0.5
SEED = 7


@dataclass
class MemoryOverTime:
    """Watches this process's memory from a thread of its own."""

    readings: list[tuple[float, float]] = field(default_factory=list)

    def __enter__(self) -> MemoryOverTime:
        self._began, self._ended = time.monotonic(), threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def peak_mb(self) -> float:
        """The most that the process held."""
        return max(megabytes for _, megabytes in self.readings)

    def at_share(self, share: float) -> float:
        """Median around a share of the time, 0 to 1."""
        count = len(self.readings)
        near = self.readings[
            max(0, int(share * count) - count // 40 - 1) : int(share * count) + count // 40 + 1
        ]
        values = sorted(megabytes for _, megabytes in near or self.readings)
        return values[len(values) // 2]

    def _watch(self) -> None:
        from timbre_app.studio.probe import memory_mb

        while not self._ended.wait(SAMPLE_EVERY_S if self.readings else 0):
            self.readings.append((time.monotonic() - self._began, memory_mb()))


def main() -> int:
    """Run the benchmark; returns 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--hours", type=page.at_least(0.01, float), default=0.25, help="of speech (default 0.25)"
    )
    parser.add_argument("--book", type=Path, metavar="FILE", help="a book to read in place of a drawn one")
    parser.add_argument("--voice", metavar="NAME", help="default: the first speaker of the base model")
    parser.add_argument("--workers", type=page.at_least(1, int), metavar="N", help="sentences in flight")
    parser.add_argument("--m4b", action="store_true", help="also write an M4B")
    page.add_options(parser)
    options = parser.parse_args()
    where = page.machine()
    page.deliver(_measure(options), options, where)
    return 0


def drawn_book(path: Path, hours: float) -> None:
    """Write a text of so many hours of speech."""
    draw = random.Random(SEED)
    count = max(1, round(hours * 60 / MINUTES_A_CHAPTER))
    with path.open("w", encoding="utf-8") as file:
        for chapter in range(1, count + 1):
            file.write(f"Chapter {chapter}\n\n")
            left = hours * 3600 / count / SECONDS_A_CHARACTER
            while left > 0:
                text = " ".join(_sentence(draw) for _ in range(PARAGRAPH_SENTENCES))
                file.write(f"{text}\n\n")
                left -= len(text)


def _sentence(draw: random.Random) -> str:
    """A sentence that the book has only once: two of ours, joined, with a number drawn."""
    sentences: Sequence[str] = FIVE_SECONDS + EIGHT_SECONDS
    sentence = draw.choice(sentences)
    return (
        f"It was number {draw.randrange(10**5)}. {sentence}"
        if draw.random() < 0.2
        else _varied(draw, sentence)
    )


def _varied(draw: random.Random, sentence: str) -> str:
    words = sentence.split()
    at = draw.randrange(1, len(words))
    words.insert(at, draw.choice(("indeed", "perhaps", "then", "again", "quietly", "slowly", "now", "still")))
    return " ".join(words)


def _measure(options: argparse.Namespace) -> page.Report:
    from timbre_app.books.project import import_book
    from timbre_app.cli.session import open_session

    with tempfile.TemporaryDirectory(prefix="timbre-book-") as folder, MemoryOverTime() as memory:
        path = options.book or Path(folder) / "book.txt"
        if options.book is None:
            drawn_book(path, options.hours)
        began = time.monotonic()
        project = import_book(path, Path(folder) / "books")
        read_s = time.monotonic() - began
        with open_session() as session:
            spoken_s, written_s, duration_s = _make(project, session.client, options, Path(folder) / "out")
    ratio = duration_s / (read_s + spoken_s + written_s)
    values = {
        "hours": duration_s / 3600,
        "chapters": len(project.entry.chapters),
        "read_s": read_s,
        "spoken_s": spoken_s,
        "written_s": written_s,
        "times_real_time": ratio,
        "memory_mb": {f"{share:.2f}": memory.at_share(share) for share in (0.1, 0.3, 0.5, 0.7, 0.9)},
        "peak_mb": memory.peak_mb,
        "load": os.getloadavg()[0],
    }
    return page.Report("book", values, "", _described(values))


def _make(project, client, options: argparse.Namespace, out: Path) -> tuple[float, float, float]:
    """Speak the book and write its files; returns seconds for both and the length of the speech."""
    from timbre.base import BaseModel
    from timbre.paths import base_dir
    from timbre_app.books.assembling import Delivery, assemble
    from timbre_app.books.rendering import WORKERS, BookOrder, render
    from timbre_app.output.speaking import find_voice
    from timbre_app.reading.narrator import VoiceNarrator

    name = options.voice or f"base:{BaseModel.open(base_dir()).speakers[0].name}"
    voice = find_voice(name)
    narrator = VoiceNarrator(client, voice, {}, background=True)
    order = BookOrder(tuple(project.usual_chapters(frozenset())), name)
    with client.speak("This warms it up.", voice) as chunks:
        list(chunks)
    began = time.monotonic()
    render(project, order, narrator, workers=options.workers or WORKERS)
    spoken = time.monotonic()
    book = assemble(project, order, narrator, Delivery(out, "mp3", out / "book.m4b" if options.m4b else None))
    return spoken - began, time.monotonic() - spoken, book.duration_s


def _described(values: dict) -> str:
    memory = ", ".join(f"{megabytes:.0f}" for megabytes in values["memory_mb"].values())
    return (
        f"{values['hours']:.2f} hours of speech in {values['chapters']} chapters: read from the file in"
        f" {values['read_s']:.1f} s, spoken in {values['spoken_s']:.0f} s,"
        f" written as MP3 in {values['written_s']:.0f} s;"
        f" {values['times_real_time']:.1f} times as fast as real time, files included.\n\n"
        f"Memory of the program that makes it, server left out: {memory} MB after 10, 30, 50, 70 and 90 % of the time,"
        f" {values['peak_mb']:.0f} MB at most."
    )
