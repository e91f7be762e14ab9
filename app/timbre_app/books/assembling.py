"""Puts spoken sentences together: a file a chapter, or one M4B, at the loudness of audiobooks.

    |<- 0.75 s ->| title |<- 1 s ->| sentence | 0.25 | sentence |<- 0.6 ->| sentence |<- 2 s ->|
      silence                                          paragraph                       silence

Sound passes from the disk through FFmpeg's filters into the encoder in pieces; no chapter is ever in memory. As many
chapters as there are processors are made side by side.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from timbre import files
from timbre_app.books.encoding import KINDS, AudiobookWriter, ChapterMark, write_audio
from timbre_app.books.levelling import LevelledSound
from timbre_app.books.loudness import TARGET_LUFS, Levelling
from timbre_app.books.model import BookError, Kind
from timbre_app.books.project import BookProject
from timbre_app.books.rendering import BookOrder, Line, lines_of
from timbre_app.client.streams import RequestCancelled
from timbre_app.output.watermarking import PcmMarker
from timbre_app.reading.sentence import Narrator

BEGIN_S, END_S = 0.75, 2.0
"""Silence at both ends of a chapter; shops ask for 0.5 to 1 s and for 1 to 5 s."""
SENTENCE_S, PARAGRAPH_S, HEADING_S = 0.25, 0.6, 1.0
MOST_SIDE_BY_SIDE = 8
"""Each chapter keeps up to 650 MB on the disk while it is made."""
_NAME_LETTERS = 60
_UNFIT = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')

Stop = Callable[[], bool]
T = TypeVar("T")


@dataclass(frozen=True)
class AssemblingProgress:
    """How far the files are: steps that are done, and all; a chapter has one for its own file and one for the M4B."""

    done: int
    all: int


@dataclass(frozen=True)
class Audiobook:
    """The files that were written, in order, and the length of the book.

    Attributes:
        m4b: The whole book, if it was wanted.
    """

    chapters: tuple[Path, ...]
    m4b: Path | None
    duration_s: float

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files."""
        return (*self.chapters, *((self.m4b,) if self.m4b else ()))


@dataclass(frozen=True)
class Delivery:
    """Where the files go.

    Attributes:
        folder: Folder of the files; made if it does not exist.
        suffix: Suffix of the chapters' files, a key of KINDS other than "m4b"; empty for no such files.
        m4b: File of the whole book; None for none.
    """

    folder: Path
    suffix: str = "mp3"
    m4b: Path | None = None


def chapter_sound(project: BookProject, lines: Sequence[Line], should_stop: Stop) -> Iterator[np.ndarray]:
    """The sound of a chapter, sentence by sentence, (n,) int16.

    Raises:
        RequestCancelled: if should_stop returned True.
        BookError: if a sentence is missing or damaged.
    """
    yield _silence(project, BEGIN_S)
    for line in lines:
        if should_stop():
            raise RequestCancelled("The book was paused.")
        yield project.sentence(line.key)
        if line is not lines[-1]:
            yield _silence(project, _pause_s(line))
    yield _silence(project, END_S)


def assemble(
    project: BookProject,
    order: BookOrder,
    narrator: Narrator,
    delivery: Delivery,
    on_progress: Callable[[AssemblingProgress], None] = lambda _progress: None,
    should_stop: Stop = lambda: False,
    target_lufs: float = TARGET_LUFS,
) -> Audiobook:
    """Write the files of an order whose sentences have all been spoken.

    Args:
        project: The book.
        order: What was spoken.
        narrator: Names the sentences' files.
        delivery: Which files to write.
        on_progress: Called after each chapter of each kind of file.
        should_stop: Called often.
        target_lufs: Loudness of each chapter.
    Raises:
        RequestCancelled: if should_stop returned True; files that are whole stay.
        BookError: if there is nothing to write, or a sentence is missing.
        OSError: if a file cannot be written.
    """
    files.make_folder(delivery.folder)
    count = len(order.chapters) * (1 + bool(delivery.m4b))
    steps = iter(range(1, count + 1))

    def step() -> None:
        on_progress(AssemblingProgress(next(steps), count))

    stops = _Halt(should_stop)
    work = _Assembly(project, order, narrator, stops)
    written: dict[int, tuple[Levelling, Path | None]] = {}
    make = partial(work.make_chapter, delivery, target_lufs)
    for chapter, result in _side_by_side(order.chapters, make, stops):
        written[chapter] = result
        step()
    levels = {chapter: level for chapter, (level, _) in written.items()}
    if delivery.m4b is not None:
        work.write_m4b(levels, delivery.m4b, step)
    paths = tuple(path for _, path in written.values() if path is not None)
    duration_s = sum(level.samples for level in levels.values()) / project.sample_rate
    return Audiobook(paths, delivery.m4b, duration_s)


class _Halt:
    """Tells whether to stop: because somebody asks for it, or because another chapter has failed."""

    def __init__(self, should_stop: Stop) -> None:
        self._should_stop = should_stop
        self._has_failed = False

    def __call__(self) -> bool:
        return self._has_failed or self._should_stop()

    def fail(self) -> None:
        """Stop the other chapters."""
        self._has_failed = True


def _side_by_side(chapters: Sequence[int], make: Callable[[int], T], stops: _Halt) -> Iterator[tuple[int, T]]:
    """Work on several chapters at once, and return the results in order.

    Threads suffice: each keeps a processor busy in FFmpeg, and needs Python's lock only now and then.
    """
    crew = ThreadPoolExecutor(_side_by_side_count(), thread_name_prefix="chapter")
    try:
        yield from zip(chapters, crew.map(make, chapters), strict=True)
    except BaseException:
        stops.fail()
        raise
    finally:
        crew.shutdown(wait=True, cancel_futures=True)


def _side_by_side_count() -> int:
    """How many chapters are made at once: one for each processor that this process may use."""
    has_affinity = hasattr(os, "sched_getaffinity")
    count = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    return min(MOST_SIDE_BY_SIDE, count)


class _Assembly:
    """Writes the files of one order."""

    def __init__(self, project: BookProject, order: BookOrder, narrator: Narrator, should_stop: Stop) -> None:
        self._project, self._order, self._narrator, self._should_stop = project, order, narrator, should_stop

    def raw(self, chapter: int) -> Iterator[np.ndarray]:
        """A chapter as it was spoken, with the watermark."""
        lines = lines_of(self._project, self._order, chapter, self._narrator)
        if not lines:
            raise BookError(
                "Chapter {number} has nothing to read: leave it out, or skip fewer parts.", number=chapter
            )
        marker = PcmMarker(self._project.sample_rate)
        for pcm in chapter_sound(self._project, lines, self._should_stop):
            yield marker.mark(pcm)
        yield marker.finish()

    def file_name(self, chapter: int) -> str:
        """Name of a chapter's file without suffix."""
        digits = max(2, len(str(len(self._project.entry.chapters))))
        return f"{chapter:0{digits}d} - {safe_name(self._project.chapter_entry(chapter).title)}"

    def make_chapter(
        self, delivery: Delivery, target_lufs: float, chapter: int
    ) -> tuple[Levelling, Path | None]:
        """Find a chapter's level, and write its file if there is to be one."""
        project = self._project
        source = self.raw(chapter)
        with LevelledSound(
            source, project.sample_rate, project.folder, target_lufs, self._end_if_stopped
        ) as sound:
            if not delivery.suffix:
                return sound.level, None
            path = delivery.folder / f"{self.file_name(chapter)}.{delivery.suffix}"
            self.write_chapter(chapter, sound.read(), path)
            return sound.level, path

    def _end_if_stopped(self) -> None:
        if self._should_stop():
            raise RequestCancelled("The book was paused.")

    def write_chapter(self, chapter: int, sound: Iterable[np.ndarray], path: Path) -> None:
        """Write a chapter's file of its sound at its level, arrays (n,) int16."""
        title = self._project.chapter_entry(chapter).title
        metadata = {
            **self._metadata(),
            "title": title,
            "track": f"{chapter}/{len(self._project.entry.chapters)}",
        }
        cover = self._project.cover
        with AudiobookWriter(path, self._project.sample_rate, metadata, cover) as writer:
            write_audio(writer, sound)

    def write_m4b(self, levels: dict[int, Levelling], path: Path, on_chapter: Callable[[], None]) -> None:
        """Write the whole book."""
        project, at, marks = self._project, 0, []
        for chapter, level in levels.items():
            title = project.chapter_entry(chapter).title
            marks.append(ChapterMark(title, at, at + level.samples))
            at += level.samples
        metadata = {**self._metadata(), "title": project.entry.title, "media_type": "2"}
        with AudiobookWriter(path, project.sample_rate, metadata, project.cover, marks) as writer:
            for chapter, level in levels.items():
                write_audio(writer, level.apply(self.raw(chapter)))
                on_chapter()

    def _metadata(self) -> dict[str, str]:
        entry = self._project.entry
        return {
            "album": entry.title,
            "artist": entry.author,
            "album_artist": entry.author,
            "genre": "Audiobook",
            "language": entry.language,
        }


def check_format(suffix: str) -> None:
    """Raise BookError if chapters cannot be written in a format."""
    if suffix not in KINDS or suffix == "m4b":
        raise BookError("There is no format {format!r}: choose wav, flac, mp3, m4a or opus.", format=suffix)


def safe_name(title: str) -> str:
    """A title as a part of a file's name on any system."""
    name = " ".join(_UNFIT.sub(" ", title).split())[:_NAME_LETTERS].strip(" .")
    return name or "untitled"


def _pause_s(line: Line) -> float:
    if line.sentence.kind is Kind.HEADING and line.sentence.ends_block:
        return HEADING_S
    return PARAGRAPH_S if line.sentence.ends_block else SENTENCE_S


def _silence(project: BookProject, seconds: float) -> np.ndarray:
    return np.zeros(round(seconds * project.sample_rate), np.int16)
