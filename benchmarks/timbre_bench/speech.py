"""The speech that quality is measured on: a folder with manifest.csv, split the same way every time."""

from __future__ import annotations

import argparse
import csv
import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

USER, READER = "user", "train"
"""Roles: people from whom no model has learned, and people from whom the base model has."""
USER_SPEAKERS = ("1088", "118", "3947")
N_TAKES = 20
N_HELD_OUT = 10
N_OTHERS = 40
MIN_SECONDS = 2.5
MAX_WHISPER_ERROR = 0.1


class SpeechError(ValueError):
    """The speech folder cannot be used; the message says why."""


@dataclass(frozen=True)
class Utterance:
    """One recording and its text."""

    path: Path
    speaker: str
    role: str
    corpus: str
    seconds: float
    text: str
    whisper_error: float


@dataclass(frozen=True)
class Person:
    """One person's recordings, as a user of Timbre would have them.

    Attributes:
        takes: The recordings that the clone is made from.
        held_out: Recordings of other sentences, from which the clone does not learn.
        others: Utterances of other people, one from each; they set the zero of likeness.
        more_takes: Further recordings, a little longer, for clones of more takes.
    """

    speaker: str
    takes: tuple[Utterance, ...]
    held_out: tuple[Utterance, ...]
    others: tuple[Utterance, ...]
    more_takes: tuple[Utterance, ...]


def read_speech_options(
    parser: argparse.ArgumentParser, arguments: Sequence[str] | None
) -> tuple[argparse.Namespace, Path]:
    """The options of a program with --speech, and the speech folder; ends the program if none is named."""
    options = parser.parse_args(arguments)
    folder = options.speech or Path(os.environ.get("TIMBRE_SPEECH", ""))
    if folder == Path():
        parser.error("give the speech folder with --speech or TIMBRE_SPEECH")
    return options, folder


def read_manifest(folder: Path) -> list[Utterance]:
    """Read every utterance of the folder's manifest that has a text.

    Raises:
        SpeechError: if there is no manifest.
    """
    manifest = folder / "manifest.csv"
    if not manifest.is_file():
        raise SpeechError(
            f"{folder} has no manifest.csv; give the speech folder with --speech or TIMBRE_SPEECH."
        )
    with manifest.open(encoding="utf-8", newline="") as lines:
        return [
            Utterance(
                path=folder / row["path"],
                speaker=row["speaker"],
                role=row["role"],
                corpus=row["corpus"],
                seconds=float(row["seconds"]),
                text=row["text"],
                whisper_error=float(row["whisper_cer"]) if row["whisper_cer"] else 0.0,
            )
            for row in csv.DictReader(lines)
            if row["text"]
        ]


def choose_person(
    utterances: list[Utterance],
    speaker: str,
    n_takes: int = N_TAKES,
    n_held_out: int = N_HELD_OUT,
    role: str = USER,
) -> Person:
    """Split one person's recordings into takes and held-out sentences.

    The shortest recordings whose text is right are used, because people read sentences and not paragraphs;
    which of them are takes is drawn with a fixed seed.

    Args:
        utterances: Everybody's.
        speaker: Label of the person.
        n_takes: Recordings that a clone is made from.
        n_held_out: Recordings of other sentences.
        role: USER, or READER for somebody from whom the base model has learned.

    Raises:
        SpeechError: if the speaker has too few recordings.
    """
    usable = _usable([u for u in utterances if u.speaker == speaker and u.role == role])
    selection, rest = usable[: n_takes + n_held_out], usable[n_takes + n_held_out :]
    if len(selection) < n_takes + n_held_out:
        raise SpeechError(
            f"speaker {speaker} has {len(selection)} usable recordings; {n_takes + n_held_out} are needed."
        )
    random.Random(f"takes of {speaker}").shuffle(selection)
    return Person(
        speaker=speaker,
        takes=tuple(selection[:n_takes]),
        held_out=tuple(selection[n_takes:]),
        others=choose_others(utterances, speaker),
        more_takes=tuple(rest),
    )


def choose_readers(utterances: list[Utterance], count: int) -> list[Person]:
    """Choose LibriSpeech readers of the base model whose sentences are shortest; split as `choose_person` does.

    Raises:
        SpeechError: if fewer readers have enough recordings.
    """
    by_speaker: dict[str, list[Utterance]] = {}
    for utterance in utterances:
        if utterance.role == READER and "librispeech" in utterance.corpus:
            by_speaker.setdefault(utterance.speaker, []).append(utterance)
    needed = N_TAKES + N_HELD_OUT
    seconds = {
        speaker: sum(u.seconds for u in usable[:needed])
        for speaker, recordings in by_speaker.items()
        if len(usable := _usable(recordings)) >= needed
    }
    if len(seconds) < count:
        raise SpeechError(
            f"{len(seconds)} readers have {needed} usable recordings; ask for so many with --readers."
        )
    readers = sorted(seconds, key=lambda speaker: (seconds[speaker], speaker))[:count]
    return [choose_person(utterances, speaker, role=READER) for speaker in readers]


def _usable(recordings: list[Utterance]) -> list[Utterance]:
    """The recordings whose text is right, the shortest first."""
    usable = [u for u in recordings if u.seconds >= MIN_SECONDS and u.whisper_error < MAX_WHISPER_ERROR]
    return sorted(usable, key=lambda u: (u.seconds, u.path.name))


def choose_others(utterances: list[Utterance], speaker: str, count: int = N_OTHERS) -> tuple[Utterance, ...]:
    """Draw one utterance from each of some other LibriSpeech readers, with a fixed seed."""
    by_speaker: dict[str, list[Utterance]] = {}
    for utterance in utterances:
        if utterance.speaker != speaker and "librispeech" in utterance.corpus:
            by_speaker.setdefault(utterance.speaker, []).append(utterance)
    generator = random.Random(f"others of {speaker}")
    speakers = generator.sample(sorted(by_speaker), min(count, len(by_speaker)))
    return tuple(generator.choice(by_speaker[other]) for other in speakers)
