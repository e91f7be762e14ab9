"""How surely the speaker of a statement of consent is known: cosines of people with themselves and with others.

Each speaker reads takes and a statement. The statement is another recording, cut to the length of the real
statement; with LibriSpeech it is also taken from another chapter, which was often recorded on another day. Synthetic
voices count as others alone: somebody may let one read the statement.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from timbre import audio, paths
from timbre.base import BaseModel
from timbre.mel import MelSpec
from timbre_bench.speech import Utterance, read_manifest, read_speech_options
from timbre_finetune.clone.consent import LEAST_LIKENESS, likeness
from timbre_finetune.clone.room import without_room
from timbre_finetune.corpus.embeddings import read_centroids
from timbre_finetune.corpus.speaker_encoder import SpeakerEncoder

TAKES, STATEMENTS = 12, 4
STATEMENT_S = 6.0
SHORTEST_S = 2.5
OTHERS = 40
SYNTHETIC = "kokoro-82m"


class Speaker(NamedTuple):
    """Embeddings of one speaker: of the takes (n, 256), of statements (m, 256), of statements of another day."""

    corpus: str
    takes: np.ndarray
    statements: np.ndarray
    elsewhere: np.ndarray


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the shares of refusals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speech", type=Path, help="folder with manifest.csv; default: $TIMBRE_SPEECH")
    parser.add_argument("--kept", type=Path, help="file (.npz) that keeps the embeddings for the next run")
    options, folder = read_speech_options(parser, arguments)
    if options.kept and options.kept.is_file():
        speakers = _load(options.kept)
    else:
        speakers = _embed_all(read_manifest(folder))
        if options.kept:
            _save(options.kept, speakers)
    _report(speakers)
    return 0


def _embed_all(utterances: Sequence[Utterance]) -> list[Speaker]:
    encoder, by_speaker = SpeakerEncoder(), defaultdict[tuple[str, str], list[Utterance]](list)
    for utterance in utterances:
        if utterance.seconds >= SHORTEST_S:
            by_speaker[utterance.corpus, utterance.speaker].append(utterance)
    return [
        _embed_speaker(encoder, corpus, recordings)
        for (corpus, _), recordings in sorted(by_speaker.items())
        if len(recordings) >= TAKES + STATEMENTS
    ]


def _embed_speaker(encoder: SpeakerEncoder, corpus: str, recordings: list[Utterance]) -> Speaker:
    random.Random(1).shuffle(recordings)
    chapter = _chapter(recordings[0])
    here = [one for one in recordings if _chapter(one) == chapter]
    if len(here) < TAKES + STATEMENTS:
        here = recordings
    elsewhere = [one for one in recordings if _chapter(one) != chapter][:STATEMENTS]
    takes, statements = here[:TAKES], here[TAKES : TAKES + STATEMENTS]
    return Speaker(
        corpus,
        np.stack([_embed(encoder, one) for one in takes]),
        np.stack([_embed(encoder, one, STATEMENT_S) for one in statements]),
        np.array([_embed(encoder, one, STATEMENT_S) for one in elsewhere], np.float32).reshape(-1, 256),
    )


def _chapter(utterance: Utterance) -> str:
    """The chapter in the name of a LibriSpeech file, speaker-chapter-number; empty in other corpora."""
    parts = utterance.path.stem.split("-")
    return parts[1] if len(parts) == 3 and "librispeech" in utterance.corpus else ""


def _embed(encoder: SpeakerEncoder, utterance: Utterance, longest_s: float = 12.0) -> np.ndarray:
    rate = MelSpec().sample_rate
    waveform = audio.load(utterance.path, rate)[: round(longest_s * rate)]
    return encoder.embed(audio.prepare_take(without_room(waveform, rate), rate), rate)


def _report(speakers: Sequence[Speaker]) -> None:
    """Print the share of refusals of people with themselves, with others, and with synthetic voices."""
    base = read_centroids(BaseModel.open(paths.base_dir()))
    people = [speaker for speaker in speakers if speaker.corpus != SYNTHETIC]
    print(f"{len(people)} people, {len(speakers) - len(people)} synthetic voices; threshold {LEAST_LIKENESS}")
    for count in (TAKES, 4, 3):
        _show(f"own, {count} takes", [_values(who.takes[:count], who.statements, base) for who in people])
    _show("own, another chapter", [_values(who.takes, who.elsewhere, base) for who in people])
    draw = random.Random(2)
    for name, corpus in (("another of the corpus", ""), ("synthetic", SYNTHETIC)):
        rows: list[list[float]] = []
        for who in people:
            pool = [
                other for other in speakers if other is not who and other.corpus == (corpus or who.corpus)
            ]
            chosen = draw.sample(pool, min(OTHERS, len(pool)))
            rows.append(_values(who.takes, [other.statements[0] for other in chosen], base))
        _show(name, rows)


def _values(takes: np.ndarray, statements: Iterable[np.ndarray], base: np.ndarray) -> list[float]:
    return [likeness(statement, takes, base) for statement in statements]


def _show(name: str, rows: Sequence[Sequence[float]]) -> None:
    values = np.concatenate([np.array(row) for row in rows if row])
    refused = np.mean(values < LEAST_LIKENESS)
    places = np.percentile(values, (0.5, 1, 50, 99)).round(2)
    print(f"{name:24}{len(values):6} refused {refused:7.2%}   0.5, 1, 50, 99 %: {places}")


def _save(path: Path, speakers: Sequence[Speaker]) -> None:
    arrays: dict[str, np.ndarray] = {}
    for at, who in enumerate(speakers):
        arrays |= {f"{field}{at}": np.asarray(value) for field, value in who._asdict().items()}
    np.savez(path, **arrays)  # pyright: ignore[reportArgumentType] - its stub confuses names with options


def _load(path: Path) -> list[Speaker]:
    with np.load(path) as arrays:
        count = sum(name.startswith("corpus") for name in arrays)
        return [
            Speaker(str(arrays[f"corpus{at}"]), *(arrays[f"{field}{at}"] for field in Speaker._fields[1:]))
            for at in range(count)
        ]
