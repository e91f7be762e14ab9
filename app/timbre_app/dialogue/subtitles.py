"""Writes subtitles of a dialogue with the speakers' names, line by line."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from timbre import files
from timbre.audio import SYNTHETIC_TAG
from timbre_app.dialogue.performance import PlacedLine
from timbre_app.output.subtitles import Cue, check_subtitle_suffix, cues, escaped, time_mark

_EMPHASIS = re.compile(r"\*+(?=\S)([^*\n]+?)(?<=\S)\*+")
SRT = ".srt"
EARLIEST_S = 0.5
"""How much earlier than its speech the first word of a line may be timed."""


class SubtitleWriter:
    """Writes cues into an open file, in the order in which they begin."""

    def __init__(self, file: IO[bytes], suffix: str) -> None:
        self._file, self._is_srt = file, suffix.lower() == SRT
        self._number = 0
        self._waiting: list[tuple[float, str, Cue]] = []
        if not self._is_srt:
            file.write(f"WEBVTT\n\nNOTE {SYNTHETIC_TAG}\n\n".encode())

    def add(self, placed: PlacedLine) -> None:
        """Add a line; its cues are written as soon as no earlier cue can follow."""
        for number, cue in enumerate(cues(placed.line.written, placed.words)):
            self._waiting.append((cue.start_s, placed.line.speaker if self._names(number) else "", cue))
        self._write_until(placed.next_from_s - EARLIEST_S)

    def finish(self) -> None:
        """Write what is left."""
        self._write_until(float("inf"))

    def _names(self, number: int) -> bool:
        """Whether a cue says who speaks: WebVTT marks each, in SubRip the first of a line begins with the name."""
        return not self._is_srt or number == 0

    def _write_until(self, seconds: float) -> None:
        self._waiting.sort(key=lambda entry: entry[0])
        while self._waiting and self._waiting[0][0] < seconds:
            _, speaker, cue = self._waiting.pop(0)
            self._number += 1
            self._file.write(self._text(speaker, cue).encode())

    def _text(self, speaker: str, cue: Cue) -> str:
        text = _EMPHASIS.sub(r"\1", cue.text)
        if self._is_srt:
            times = f"{time_mark(cue.start_s, ',')} --> {time_mark(cue.end_s, ',')}"
            return f"{self._number}\n{times}\n{f'{speaker}: ' if speaker else ''}{text}\n\n"
        times = f"{time_mark(cue.start_s, '.')} --> {time_mark(cue.end_s, '.')}"
        return f"{times}\n<v {escaped(speaker)}>{escaped(text)}\n\n"


@contextmanager
def writing_subtitles(path: Path) -> Generator[SubtitleWriter]:
    """A file of subtitles, whole or absent; the suffix chooses the format.

    Raises:
        AudioError: if the suffix is neither .srt nor .vtt.
        OSError: if the file cannot be written.
    """
    check_subtitle_suffix(path)
    with files.writing(path) as file:
        writer = SubtitleWriter(file, path.suffix)
        yield writer
        writer.finish()


def paths_of(path: Path, suffixes: Sequence[str]) -> list[Path]:
    """The files of subtitles beside a sound file."""
    return [path.with_suffix(suffix) for suffix in suffixes]
