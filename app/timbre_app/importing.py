"""Recordings that exist already: found in folders and files, long ones cut at their pauses.

folder with metadata.csv and wavs/        each line a take, with its text
a.wav, with or without a.txt beside it    a take
a long recording without a text           its sentences:

    speech ▁▁▂▇▆▂▁▁▁▁▁▃▇▅▂▁▁▁▂▇▇▃▁▁        cut in the pauses, some quiet kept on both sides
           ├──── take ────┤├──── take ────┤
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from timbre.archive import METADATA, SOUND_SUFFIXES, TakesError, read_takes_folder
from timbre.audio import FRAME_S, frame_levels_db
from timbre_app.prompts import NewVoice, Prompt, PromptList
from timbre_app.recordings import RecordingError, RecordingSession
from timbre_app.take_files import read_sound, write_samples

LONG_S = 15.0
"""A recording without a text that is longer than this holds more than one sentence."""
SHORTEST_PIECE_S = 1.0
ENOUGH_S = 3.0
LONGEST_PIECE_S = 12.0
SHORTEST_PAUSE_S = 0.3
MARGIN_S = 0.25
SPEECH_BELOW_LOUD_DB = 30.0
ABOVE_FLOOR_DB = 8.0
MOST_TAKES = 300


@dataclass(frozen=True)
class FoundTake:
    """A recording, or a piece of one.

    Attributes:
        path: The sound file.
        text: What is said; empty if nobody has said so.
        duration_s: Length of the piece.
        start: First sample of the piece.
        end: Sample behind its last.
    """

    path: Path
    text: str
    duration_s: float
    start: int
    end: int

    @property
    def name(self) -> str:
        """What to call it in a list."""
        return self.path.stem

    def sound(self) -> tuple[np.ndarray, int]:
        """Samples, (n,) int16, and their rate.

        Raises:
            RecordingError: if the file cannot be read.
        """
        samples, sample_rate = read_sound(self.path)
        return samples[self.start : self.end], sample_rate


def find_takes(paths: Sequence[Path]) -> list[FoundTake]:
    """The takes in these folders and files, in order.

    Raises:
        RecordingError: if there are none, or a file cannot be read.
    """
    found: list[FoundTake] = []
    for path in paths:
        for one in _takes_of(path):
            found.append(one)
            if len(found) > MOST_TAKES:
                raise RecordingError(
                    f"There are more than {MOST_TAKES} recordings: choose the best twenty to a hundred of them."
                )
    if not found:
        raise RecordingError("No recordings were found there: choose WAV, FLAC, OGG or MP3 files.")
    return found


def start_session(
    root: Path, voice: NewVoice, prompts: PromptList, takes: Sequence[tuple[FoundTake, str]]
) -> RecordingSession:
    """Make a session whose sentences are these recordings, then the usual ones; consent is asked as ever.

    Args:
        root: Where sessions are kept.
        voice: What was filled in.
        prompts: The statement of consent, and what can be read beside.
        takes: Recordings, each with its text as the person left it.
    Raises:
        RecordingError: if a text is missing or a file cannot be read or written.
    """
    texts = [one_line(text) for _, text in takes]
    if not all(texts):
        raise RecordingError("A recording has no text: type what is said in it, or leave it out.")
    imported = [Prompt(f"i{at:03d}", text) for at, text in enumerate(texts, 1)]
    listed = PromptList(prompts.consent, (*imported, *prompts.prompts), prompts.consent_of_another)
    session = RecordingSession.create(root, voice, listed)
    for prompt, (take, _) in zip(imported, takes, strict=True):
        samples, sample_rate = take.sound()
        write_samples(session, prompt.id, samples, sample_rate)
    return session


def one_line(text: str) -> str:
    """A text as metadata.csv can hold it."""
    return " ".join(text.replace("|", " ").split())


def split_at_pauses(samples: np.ndarray, sample_rate: int) -> list[tuple[int, int]]:
    """Where the sentences of a long recording begin and end.

    Args:
        samples: (n,) int16.
        sample_rate: In Hz.
    Returns:
        First sample and sample behind the last, of each piece; pieces of about 3 to 12 s where pauses allow.
    """
    pieces: list[tuple[float, float]] = []
    begin = end = None
    for start_s, stop_s in _speech_runs(samples, sample_rate):
        if begin is None or end is None:
            begin, end = start_s, stop_s
        elif end - begin >= ENOUGH_S or stop_s - begin > LONGEST_PIECE_S:
            pieces.append((begin, end))
            begin, end = start_s, stop_s
        else:
            end = stop_s
    if begin is not None and end is not None:
        pieces.append((begin, end))
    length_s = len(samples) / sample_rate
    return [
        (round(max(0.0, start - MARGIN_S) * sample_rate), round(min(length_s, stop + MARGIN_S) * sample_rate))
        for start, stop in pieces
        if stop - start >= SHORTEST_PIECE_S
    ]


def _speech_runs(samples: np.ndarray, sample_rate: int) -> Iterator[tuple[float, float]]:
    """Begin and end of what is said between two pauses, in seconds."""
    levels = frame_levels_db(samples.astype(np.float32) / 32768.0, sample_rate)
    loud, floor = np.percentile(levels, 95), np.percentile(levels, 5)
    threshold = max(loud - SPEECH_BELOW_LOUD_DB, min(floor + ABOVE_FLOOR_DB, loud - 12.0))
    speech = np.flatnonzero(levels > threshold)
    if not len(speech):
        return
    gaps = np.flatnonzero(np.diff(speech) * FRAME_S >= SHORTEST_PAUSE_S)
    firsts = [speech[0], *speech[gaps + 1]]
    lasts = [*speech[gaps], speech[-1]]
    for first, last in zip(firsts, lasts, strict=True):
        yield first * FRAME_S, (last + 1) * FRAME_S


def _takes_of(path: Path) -> Iterator[FoundTake]:
    if not path.is_dir():
        yield from _takes_of_file(path, _text_beside(path))
    elif (path / METADATA).is_file():
        try:
            listed = read_takes_folder(path)
        except TakesError as error:
            raise RecordingError(str(error)) from error
        for take in listed:
            yield from _takes_of_file(take.path, take.text)
    else:
        for file in sorted(path.iterdir()):
            if file.suffix.lower() in SOUND_SUFFIXES and not file.name.startswith("."):
                yield from _takes_of_file(file, _text_beside(file))


def _takes_of_file(path: Path, text: str) -> Iterator[FoundTake]:
    samples, sample_rate = read_sound(path)
    duration_s = len(samples) / sample_rate
    if text or duration_s <= LONG_S:
        yield FoundTake(path, text, duration_s, 0, len(samples))
        return
    for start, end in split_at_pauses(samples, sample_rate):
        yield FoundTake(path, "", (end - start) / sample_rate, start, end)


def _text_beside(path: Path) -> str:
    try:
        return one_line(path.with_suffix(".txt").read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return ""
