"""`timbre-train embed`: a speaker embedding of every utterance of a pack."""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import os
from pathlib import Path

import numpy as np

from timbre_finetune.nearest import SpeakerEncoder
from timbre_finetune.packs import FULL_SCALE, Pack

EMBEDDINGS_FILE = "speaker_embeddings.npy"


@functools.cache
def _tools(folder: Path) -> tuple[Pack, SpeakerEncoder]:
    """What a worker keeps between utterances."""
    import torch

    torch.set_num_threads(1)
    return Pack.load(folder), SpeakerEncoder()


def _embed(job: tuple[Path, int]) -> np.ndarray:
    folder, row = job
    pack, encoder = _tools(folder)
    begin, end = pack.sample_offsets[row : row + 2]
    waveform = np.asarray(pack.audio[begin:end], np.float32) / FULL_SCALE
    return encoder.embed(waveform, pack.mel_spec.sample_rate).astype(np.float16)


def embed_pack(folder: Path, workers: int) -> np.ndarray:
    """Embed every utterance that has text, in the pack's order, (n, 256) float16, and keep them in the pack's folder.

    Those without text have nothing to condition, so they are left out.
    """
    rows = int(Pack.load(folder).has_text.sum())
    jobs = [(folder, row) for row in range(rows)]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        embeddings = np.stack(pool.map(_embed, jobs, chunksize=16))
    np.save(folder / EMBEDDINGS_FILE, embeddings)
    return embeddings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train embed`."""
    parser.add_argument("--pack", type=Path, required=True, help="folder that `timbre-train prepare` wrote")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: %(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    """Write the embeddings."""
    embed_pack(args.pack, args.workers)
    return 0
