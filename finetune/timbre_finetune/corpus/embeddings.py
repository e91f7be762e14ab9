"""`timbre-train embed`: a speaker embedding of every utterance of a pack, and the mean embedding of a speaker."""

from __future__ import annotations

import argparse
import functools
import json
import multiprocessing
import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor

from timbre import audio, files
from timbre.base import BaseModel
from timbre_finetune.corpus.packs import FULL_SCALE, Pack
from timbre_finetune.corpus.speaker_encoder import EMBEDDING_RATE, SpeakerEncoder

EMBEDDINGS_FILE = "speaker_embeddings.npy"
CENTROID_TAKES = 6


@functools.cache
def _tools(folder: Path) -> tuple[Pack, SpeakerEncoder]:
    """The pack and the encoder, which a worker process keeps between utterances."""
    torch.set_num_threads(1)
    return Pack.load(folder), SpeakerEncoder()


def _embed(job: tuple[Path, int]) -> np.ndarray:
    folder, row = job
    pack, encoder = _tools(folder)
    begin, end = pack.sample_offsets[row : row + 2]
    waveform = np.asarray(pack.audio[begin:end], np.float32) / FULL_SCALE
    return encoder.embed(waveform, pack.mel_spec.sample_rate).astype(np.float16)


def embed_pack(folder: Path, workers: int, most: int | None = None) -> np.ndarray:
    """Embed utterances that have text, and write the embeddings into the pack's folder.

    Only utterances with text need an embedding: it conditions FastPitch, which learns from them alone.

    Args:
        folder: Folder of the pack.
        workers: Number of processes.
        most: How many utterances of a speaker are embedded; the others get one of theirs. None embeds all.
    Returns:
        (n, 256) float16, in the pack's order.
    """
    rows, sources = np.unique(_sources(Pack.load(folder).acoustic().speaker_ids, most), return_inverse=True)
    embeddings = embed_rows(folder, rows, workers)[sources]
    with files.writing(folder / EMBEDDINGS_FILE) as file:
        np.save(file, embeddings)
    return embeddings


def _sources(speaker_ids: np.ndarray, most: int | None) -> np.ndarray:
    """The utterance whose embedding each utterance gets, (n,): its own, or one of its speaker's first `most`."""
    sources = np.arange(len(speaker_ids))
    for speaker in np.unique(speaker_ids):
        rows = np.flatnonzero(speaker_ids == speaker)
        sources[rows] = np.resize(rows[:most], len(rows))
    return sources


def embed_rows(folder: Path, rows: Iterable[int], workers: int) -> np.ndarray:
    """Embed some utterances of a pack, (len(rows), 256) float16."""
    jobs = [(folder, int(row)) for row in rows]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return np.stack(pool.map(_embed, jobs, chunksize=16))


def read_centroids(base: BaseModel) -> np.ndarray:
    """The mean computed embedding of each of the base model's speakers, (n_speakers, 256)."""
    return load_file(base.path("speakers.safetensors"))["centroids"].float().numpy()


def manifest_centroids(manifest: Path, root: Path, speakers: Sequence[str]) -> Tensor:
    """Compute the centroid of each speaker from the speaker's first utterances in a manifest.

    Args:
        manifest: manifest.jsonl of `timbre-train prepare`.
        root: Folder that the manifest's paths are relative to.
        speakers: Names, in the base model's order.
    Returns:
        (n_speakers, 256), zero for a speaker without utterances.
    """
    paths_of: dict[str, list[str]] = defaultdict(list)
    for line in manifest.read_text().splitlines():
        row = json.loads(line)
        if len(paths_of[row["speaker"]]) < CENTROID_TAKES:
            paths_of[row["speaker"]].append(row["path"])
    encoder = SpeakerEncoder()
    out = torch.zeros(len(speakers), 256)
    for i, name in enumerate(speakers):
        waves = [audio.load(root / path, EMBEDDING_RATE) for path in paths_of.get(name, [])]
        if waves:
            centroid = encoder.centroid([encoder.embed(wave, EMBEDDING_RATE) for wave in waves])
            out[i] = torch.from_numpy(centroid)
    return out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train embed`."""
    parser.add_argument("--pack", type=Path, required=True, help="folder that `timbre-train prepare` wrote")
    parser.add_argument(
        "--most", type=int, help="utterances of a speaker to embed (default: all); the others share theirs"
    )
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: %(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the embeddings."""
    embed_pack(args.pack, args.workers, args.most)
    return 0
