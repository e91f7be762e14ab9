"""Imports recordings that exist already: finds them in folders and files, cuts long ones at their pauses.

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

from timbre.archive import METADATA, SOUND_SUFFIXES, TakesError, read_metadata
from timbre.audio import FRAME_S, frame_levels_db
from timbre.messages import Message, message_of
from timbre_app.sound.pcm import to_float
from timbre_app.takes.files import read_sound, write_samples
from timbre_app.takes.prompts import NewVoice, Prompt, PromptList
from timbre_app.takes.recordings import RecordingError, RecordingSession

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
        text: The text that is spoken; empty if it is not known.
        duration_s: Length of the piece.
        start: First sample of the piece.
        end: The sample after its last one.
    """

    path: Path
    text: str
    duration_s: float
    start: int
    end: int

    @property
    def name(self) -> str:
        """The name to show in a list."""
        return self.path.stem

    def sound(self) -> tuple[np.ndarray, int]:
        """Samples, (n,) int16, and their rate.

        Raises:
            RecordingError: if the file cannot be read.
        """
        samples, sample_rate = read_sound(self.path)
        return samples[self.start : self.end], sample_rate


@dataclass(frozen=True)
class BrokenFile:
    """A file or folder that gives no take; the others are not affected.

    Attributes:
        path: The file.
        reason: Why, as a sentence for a person.
    """

    path: Path
    reason: Message

    @property
    def name(self) -> str:
        """The name to show in a list."""
        return self.path.name


def find_takes(paths: Sequence[Path]) -> list[FoundTake | BrokenFile]:
    """Find the takes in folders and files, in order, and the files that give none.

    Raises:
        RecordingError: if there is no sound file at all, or there are too many.
    """
    takes: list[FoundTake | BrokenFile] = []
    for path in paths:
        for take in _takes_of(path):
            takes.append(take)
            if len(takes) > MOST_TAKES:
                raise RecordingError(
                    "There are more than {limit} recordings: choose the best twenty to a hundred of them.",
                    limit=MOST_TAKES,
                )
    if not takes:
        raise RecordingError("No recordings were found there: choose WAV, FLAC, OGG or MP3 files.")
    return takes


def start_session(
    root: Path, voice: NewVoice, prompts: PromptList, takes: Sequence[tuple[FoundTake, str]]
) -> RecordingSession:
    """Make a session of recordings. Its sentences are theirs, then the usual ones; consent is asked for as always.

    Args:
        root: The folder of all sessions.
        voice: What the person has filled in about the voice.
        prompts: The statement of consent, and more sentences to read.
        takes: Recordings, each with its text, which the person may have changed.
    Raises:
        RecordingError: if a text is missing or a file cannot be read or written.
    """
    texts = [one_line(text) for _, text in takes]
    if not all(texts):
        raise RecordingError("A recording has no text: type what is said in it, or leave it out.")
    new_prompts = [Prompt(f"i{at:03d}", text) for at, text in enumerate(texts, 1)]
    all_prompts = PromptList(prompts.consent, (*new_prompts, *prompts.prompts), prompts.consent_of_another)
    session = RecordingSession.create(root, voice, all_prompts)
    for prompt, (take, _) in zip(new_prompts, takes, strict=True):
        samples, sample_rate = take.sound()
        write_samples(session, prompt.id, samples, sample_rate)
    return session


def one_line(text: str) -> str:
    """Put a text on one line, without the separator of metadata.csv."""
    return " ".join(text.replace("|", " ").split())


def split_at_pauses(samples: np.ndarray, sample_rate: int) -> list[tuple[int, int]]:
    """Find where the sentences of a long recording begin and end.

    Args:
        samples: (n,) int16.
        sample_rate: In Hz.
    Returns:
        The first sample of each piece, and the sample after its last one. Pieces have about 3 to 12 s where the
            pauses allow that.
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
    """Find the speech between pauses; yields begin and end of each run, in seconds."""
    levels = frame_levels_db(to_float(samples), sample_rate)
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


def _takes_of(path: Path) -> Iterator[FoundTake | BrokenFile]:
    try:
        if not path.is_dir():
            yield from _takes_of_file(path, _text_beside(path))
        elif (path / METADATA).is_file():
            yield from _takes_of_metadata(path)
        else:
            for file in sorted(path.iterdir()):
                if file.suffix.lower() in SOUND_SUFFIXES and not file.name.startswith("."):
                    yield from _takes_of_file(file, _text_beside(file))
    except OSError as error:
        message = Message.of(
            "{path} cannot be opened: {reason}.", path=path.name, reason=error.strerror or error
        )
        yield BrokenFile(path, message)


def _takes_of_metadata(folder: Path) -> Iterator[FoundTake | BrokenFile]:
    try:
        for entry in read_metadata(folder):
            if isinstance(entry, TakesError):
                yield BrokenFile(folder / METADATA, entry.message)
            else:
                yield from _takes_of_file(entry.path, entry.text)
    except TakesError as error:
        yield BrokenFile(folder / METADATA, error.message)


def _takes_of_file(path: Path, text: str) -> Iterator[FoundTake | BrokenFile]:
    try:
        samples, sample_rate = read_sound(path)
    except RecordingError as error:
        yield BrokenFile(path, message_of(error))
        return
    if not len(samples):
        yield BrokenFile(path, Message.of("{file} holds no sound: leave it out.", file=path.name))
        return
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
