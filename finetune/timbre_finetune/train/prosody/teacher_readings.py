"""`timbre-train teacher`: readings of any texts in Kokoro's voices, for the prosody to learn from."""

from __future__ import annotations

import argparse
import csv
import math
import multiprocessing
import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre import files
from timbre.mel import MelSpec
from timbre.speech.encoded import round_durations
from timbre.text.symbols import PUNCTUATION, SYMBOLS, WORD_BOUNDARY, symbol_ids
from timbre_finetune.train.prosody.data import PHONE, symbol_kinds
from timbre_finetune.train.prosody.kokoro_phonemes import Unit, units
from timbre_finetune.train.prosody.readings import Readings
from timbre_finetune.train.prosody.teacher import (
    DURATION_S,
    LONGEST,
    ProsodyTeacher,
    TeacherReading,
    cut_graph,
)

LEAST_F0_HZ = 30.0
LEAST_F0_SHARE = 0.65
"""A sound whose F0 is below this share of the median is unvoiced: there Kokoro's F0 sinks, and does not stop."""
VOICELESS = frozenset("ptkfθsʃhʔ") | PUNCTUATION | {WORD_BOUNDARY}
EDGE_FRAMES = 2
"""Longest duration of start and end symbols, as in trimmed recordings; Kokoro's silences are longer."""
SPEEDS = (0.88, 1.0, 1.14)
Shares = Mapping[str, np.ndarray]
"""Share of a unit's time that each of our symbols takes, by the unit's symbols."""


def learn_shares(readings: Readings, vocabulary: Iterable[str]) -> Shares:
    """Learn from readings of recordings how our aligner divides a unit's frames among the unit's symbols."""
    symbols = set(vocabulary)
    total: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(1))
    for start, end in zip(readings.offsets[:-1] + 1, readings.offsets[1:] - 1, strict=True):
        text = "".join(SYMBOLS[i] for i in readings.phonemes[start:end])
        at = start
        for unit in units(text, symbols):
            size = len(unit.ours)
            if size > 1:
                total[unit.ours] = total[unit.ours] + readings.durations[at : at + size].astype(float)
            at += size
    return {ours: frames / frames.sum() for ours, frames in total.items()}


class SentenceReading(NamedTuple):
    """How the teacher reads a sentence, in our phonemes.

    Attributes:
        ids: Our phonemes, (T_text,).
        durations: Frames, (T_text,).
        log_f0: Mean log Hz, interpolated where unvoiced, (T_text,).
        loudness: Loudness of each symbol, in the unit that Kokoro measures, (T_text,).
        voiced: Log Hz of all voiced places, (n,).
    """

    ids: np.ndarray
    durations: np.ndarray
    log_f0: np.ndarray
    loudness: np.ndarray
    voiced: np.ndarray


def in_our_phonemes(parts: Sequence[Unit], reading: TeacherReading, shares: Shares) -> SentenceReading:
    """Translate a reading of the teacher's symbols into one of ours.

    Args:
        parts: The sentence's units.
        reading: The teacher's reading of the units.
        shares: See Shares; a unit that is not in it is divided evenly.
    """
    sizes = np.array([1, *(len(unit.theirs) for unit in parts), 1])
    unit_shares = [
        np.ones(1),
        *(shares.get(u.ours, np.full(len(u.ours), 1 / len(u.ours))) for u in parts),
        np.ones(1),
    ]
    edges = np.cumsum([0, *sizes])[:-1]
    seconds = np.add.reduceat(reading.durations.clip(min=1), edges) * DURATION_S
    places = np.add.reduceat(reading.grid, edges) * 2.0
    frame_rate = MelSpec().frame_rate
    frames = np.concatenate([s * share for s, share in zip(seconds * frame_rate, unit_shares, strict=True)])
    frames[[0, -1]] = frames[[0, -1]].clip(max=EDGE_FRAMES)
    ends = np.cumsum(np.concatenate([p * share for p, share in zip(places, unit_shares, strict=True)]))
    log_f0 = voiced_log_f0(reading.f0)
    symbols = "".join(unit.ours for unit in parts)
    voiced = np.array([False, *(symbol not in VOICELESS for symbol in symbols), False])
    inside = voiced[np.searchsorted(ends, np.arange(len(log_f0)) + 0.5).clip(max=len(ends) - 1)]
    return SentenceReading(
        np.array(symbol_ids(symbols)),
        round_durations(frames, 1.0),
        _interpolated(_means(log_f0, ends, log_f0 > 0) * voiced),
        _means(reading.loudness, ends, np.ones(len(log_f0), bool)),
        log_f0[inside & (log_f0 > 0)],
    )


def voiced_log_f0(f0: np.ndarray) -> np.ndarray:
    """Log of Kokoro's F0 (n,) in Hz; 0 where F0 is so far below its median that the sound is unvoiced."""
    above = f0[f0 > LEAST_F0_HZ]
    least = max(LEAST_F0_HZ, LEAST_F0_SHARE * float(np.median(above))) if len(above) else LEAST_F0_HZ
    return np.where(f0 > least, np.log(f0.clip(min=LEAST_F0_HZ)), 0)


def _means(values: np.ndarray, ends: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Mean of the masked values between each end and the one before, 0 without any. No part is empty."""
    last = np.clip(np.ceil(ends).astype(int), 1, len(values))
    first = np.minimum(np.floor(np.concatenate([[0], ends[:-1]])).astype(int), last - 1)
    sums = np.concatenate([[0], np.cumsum(values * mask)])
    counts = np.concatenate([[0], np.cumsum(mask)])
    return (sums[last] - sums[first]) / np.maximum(counts[last] - counts[first], 1)


def _interpolated(values: np.ndarray) -> np.ndarray:
    """Replace zeros by interpolated values; the first and the last value go on to the edges."""
    places = np.flatnonzero(values)
    return np.interp(np.arange(len(values)), places, values[places]) if len(places) else values


@dataclass(frozen=True)
class Job:
    """A sentence for the teacher to read.

    Attributes:
        phonemes: Our phonemes, without start and end.
        speaker: Number of the speaker.
        mix: The speaker's mix of Kokoro's voices, see ProsodyTeacher.style.
        speed: Kokoro's speed.
    """

    phonemes: str
    speaker: int
    mix: str
    speed: float


@cache
def _teacher(folder: Path) -> ProsodyTeacher:
    """The teacher, which a worker process keeps between sentences."""
    return ProsodyTeacher(folder)


def _read(task: tuple[Path, Shares, Job]) -> SentenceReading | None:
    folder, shares, job = task
    teacher = _teacher(folder)
    parts = units(job.phonemes, teacher.vocabulary)
    theirs = "".join(unit.theirs for unit in parts)
    if not parts or not 0 < len(theirs) <= LONGEST:
        return None
    return in_our_phonemes(parts, teacher.read(theirs, job.mix, job.speed), shares)


def teach(
    folder: Path, jobs: Sequence[Job], shares: Shares, workers: int, seconds: float = math.inf
) -> Iterator[tuple[Job, SentenceReading]]:
    """Read sentences in several processes; leaves out sentences that the teacher cannot read.

    After `seconds` no further sentence is begun: those that are left stay unread.
    """
    cut_graph(folder)
    end = time.monotonic() + seconds
    tasks = ((folder, shares, job) for job in takewhile(lambda _: time.monotonic() < end, jobs))
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for job, reading in zip(jobs, pool.imap(_read, tasks, chunksize=32), strict=False):
            if reading is not None:
                yield job, reading


def is_phone(phonemes: np.ndarray) -> np.ndarray:
    """Whether each id is a phone: no space, no punctuation, no edge."""
    return symbol_kinds().numpy()[phonemes] == PHONE


def as_readings(
    sentences: Sequence[tuple[Job, SentenceReading]], speakers: Sequence[int], like: Readings
) -> Readings:
    """Put the teacher's sentences together as readings.

    Args:
        sentences: All sentences.
        speakers: For each speaker of the jobs, the place of the same voice in `like`.
        like: Readings of recordings of the same voices; gives the embeddings, and the loudness to match.
    """
    ids = np.array([job.speaker for job, _ in sentences], np.int64)
    lens = np.array([len(reading.ids) for _, reading in sentences])
    phonemes = np.concatenate([reading.ids for _, reading in sentences]).astype(np.uint8)
    loudness = np.concatenate([reading.loudness for _, reading in sentences])
    energy = np.zeros(len(loudness))
    phoneme_ids, like_ids = ids.repeat(lens), like.speaker_ids.repeat(like.lens)
    stats = np.zeros((len(speakers), 2), np.float32)
    for speaker in np.unique(ids):
        place = speakers[speaker]
        inside, phone = phoneme_ids == speaker, is_phone(phonemes)
        target = like.energy[(like_ids == place) & is_phone(like.phonemes)].astype(float)
        source = loudness[inside & phone]
        energy[inside] = target.mean() + (loudness[inside] - source.mean()) * target.std() / source.std()
        voiced = np.concatenate([reading.voiced for job, reading in sentences if job.speaker == speaker])
        stats[speaker] = voiced.mean(), max(voiced.std(), 0.08)
    return Readings(
        np.array([f"{like.speakers[place]}:{i}" for i, place in enumerate(speakers)]),
        like.references[list(speakers)],
        stats,
        np.ones(len(speakers), bool),
        ids,
        np.ones(len(ids), np.float32),
        np.cumsum([0, *lens], dtype=np.int64),
        phonemes,
        np.concatenate([reading.durations for _, reading in sentences]).clip(0, 255).astype(np.uint8),
        np.concatenate([reading.log_f0 for _, reading in sentences]).astype(np.float16),
        energy.astype(np.float16),
    )


def read_voices(path: Path, speakers: Sequence[str]) -> list[tuple[int, str]]:
    """Read a table of voices with the columns speaker and mix.

    Args:
        path: The table, a CSV file.
        speakers: Names, CORPUS:SPEAKER each.
    Returns:
        For each voice of a named speaker the speaker's place and the mix.
    """
    places = {name.rpartition(":")[2]: place for place, name in enumerate(speakers)}
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return [(places[row["speaker"]], row["mix"]) for row in rows if row["speaker"] in places]


def plan(sentences: Sequence[str], mixes: Sequence[str], seed: int) -> list[Job]:
    """Give each sentence a voice and one of SPEEDS at random; a voice at one speed counts as one speaker."""
    pairs = [(mix, speed) for mix in mixes for speed in SPEEDS]
    draws = np.random.default_rng(seed).integers(len(pairs), size=len(sentences))
    return [Job(text, int(i), *pairs[i]) for text, i in zip(sentences, draws, strict=True)]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train teacher`."""
    parser.add_argument("--teacher", type=Path, help="folder with Kokoro's files")
    parser.add_argument("--texts", type=Path, help="a file with a sentence a line")
    parser.add_argument(
        "--phonemes", type=Path, required=True, help="the same as phonemes, written if --texts is given"
    )
    parser.add_argument(
        "--like", type=Path, help="readings of recordings, among them those of the teacher's voices"
    )
    parser.add_argument("--voices", type=Path, help="table of those voices: speaker, mix")
    parser.add_argument(
        "--out", type=Path, help="file to write, NAME.npz; without it --phonemes alone is written"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="minutes to read; what is left then stays unread"
    )
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> int:
    """Phonemize texts (needs espeak-ng), then have the teacher read phonemes (takes many processors)."""
    if args.texts:
        from timbre.text import Frontend

        sentences = Frontend().phonemize_many(args.texts.read_text("utf-8").splitlines())
        files.write(args.phonemes, "".join(f"{line}\n" for line in sentences if line))
    if not args.out:
        return 0
    if not (args.teacher and args.like and args.voices):
        raise ValueError("--out needs --teacher, --like and --voices")
    like = Readings.load(args.like)
    voices = read_voices(args.voices, like.speakers.tolist())
    vocabulary = ProsodyTeacher(args.teacher).vocabulary
    jobs = plan(args.phonemes.read_text("utf-8").splitlines(), [mix for _, mix in voices], args.seed)
    shares = learn_shares(like, vocabulary)
    sentences = list(teach(args.teacher, jobs, shares, args.workers, 60 * args.minutes))
    if not sentences:
        raise ValueError("the teacher has read nothing: give it more --minutes or other --phonemes")
    places = [place for place, _ in voices for _ in SPEEDS]
    as_readings(sentences, places, like).save(args.out)
    return 0
