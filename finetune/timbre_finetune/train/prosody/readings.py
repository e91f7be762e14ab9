"""Readings: how sentences were read, phoneme by phoneme, without their sound. `timbre-train prosody` learns from them.

    NAME.npz    phonemes, durations, log F0 and energy of all readings one after the other; the speakers' embeddings

`timbre-train readings` takes readings from the recordings of a pack, `timbre-train teacher` from a teacher that reads
any text.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
import torch

from timbre import files
from timbre.base import BaseModel
from timbre.models.fastpitch import average_by_duration
from timbre.models.fastpitch_layers import lengths_to_mask
from timbre.paths import base_dir
from timbre_finetune.corpus.acoustic_data import AcousticBatch, AcousticData
from timbre_finetune.corpus.embeddings import embed_rows
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.train.acoustic_losses import ENERGY_CENTRE, ENERGY_SCALE, fill_unvoiced
from timbre_finetune.train.aligner_trainer import load_or_align

REFERENCES = 8
"""Number of embeddings per speaker; a speaker with fewer utterances has some of them twice."""


@dataclass(frozen=True)
class Readings:
    """n readings by s speakers, m phonemes in all.

    Attributes:
        speakers: Names, (s,) str.
        references: Speaker embeddings of unit length, (s, REFERENCES, 256) float16.
        pitch_stats: Mean and standard deviation of log F0 in log Hz over voiced frames, (s, 2) float32.
        is_synthetic: (s,) bool.
        speaker_ids: (n,) int64.
        weights: How many times a pass shows the reading, (n,) float32.
        offsets: Where each reading's phonemes begin, (n + 1,) int64.
        phonemes: Ids, (m,) uint8.
        durations: Frames, (m,) uint8; 255 stands for 255 or more.
        log_f0: Mean log Hz of each phoneme, (m,) float16. Unvoiced phonemes have values between those of their
            neighbours; 0 if the whole reading is unvoiced.
        energy: Energy of each phoneme, in the unit of timbre.models.prosody.Prosody, (m,) float16.
    """

    speakers: np.ndarray
    references: np.ndarray
    pitch_stats: np.ndarray
    is_synthetic: np.ndarray
    speaker_ids: np.ndarray
    weights: np.ndarray
    offsets: np.ndarray
    phonemes: np.ndarray
    durations: np.ndarray
    log_f0: np.ndarray
    energy: np.ndarray

    def __len__(self) -> int:
        return len(self.speaker_ids)

    @property
    def lens(self) -> np.ndarray:
        """Number of phonemes of each reading, (n,)."""
        return np.diff(self.offsets)

    def save(self, path: Path) -> None:
        """Write the readings, whole or not at all."""
        with files.writing(path) as file:
            np.savez_compressed(file, **{field.name: getattr(self, field.name) for field in fields(self)})

    @staticmethod
    def load(path: Path) -> Readings:
        """Read what `save` wrote."""
        with np.load(path) as arrays:
            return Readings(**{field.name: arrays[field.name] for field in fields(Readings)})

    @staticmethod
    def join(parts: Sequence[Readings]) -> Readings:
        """Join readings of several files. Each file has its own speakers: none of them are merged."""
        speakers = np.cumsum([0, *(len(part.speakers) for part in parts)])
        renumbered = [
            replace(part, speaker_ids=part.speaker_ids + first)
            for part, first in zip(parts, speakers, strict=False)
        ]
        whole = {
            f.name: np.concatenate([getattr(part, f.name) for part in renumbered]) for f in fields(Readings)
        }
        whole["offsets"] = np.cumsum([0, *np.concatenate([part.lens for part in parts])], dtype=np.int64)
        return Readings(**whole)


def batch_readings(batch: AcousticBatch) -> tuple[torch.Tensor, torch.Tensor]:
    """Measure log F0, interpolated where unvoiced, and energy of each phoneme of recordings, (B, T_text) each."""
    assert batch.dur_tgt is not None, "align first"
    log_f0 = average_by_duration(batch.log_f0, batch.dur_tgt)
    energy = (average_by_duration(batch.mel.mean(1), batch.dur_tgt) - ENERGY_CENTRE) / ENERGY_SCALE
    return fill_unvoiced(log_f0, log_f0 > 0), energy


def pack_readings(pack: Pack, data: AcousticData, references: np.ndarray) -> Readings:
    """Measure the readings of a pack's utterances.

    Args:
        pack: The pack's utterances with text.
        data: The same utterances, with durations.
        references: Speaker embeddings, (speakers, REFERENCES, 256).
    """
    log_f0 = np.zeros(len(pack.phonemes), np.float16)
    energy = np.zeros_like(log_f0)
    rows = np.sort(np.concatenate([data.rows.train, data.rows.held_out]))
    rows = rows[pack.speeds[rows] == 1]  # copies would be the same readings once more
    for batch in data.batches(rows, 100_000):
        mask = lengths_to_mask(batch.lens, batch.phonemes.shape[1])
        steps = torch.arange(mask.shape[1], device=mask.device)
        at = (data.phoneme_starts[batch.rows][:, None] + steps)[mask].cpu().numpy()
        pitches, energies = batch_readings(batch)
        log_f0[at], energy[at] = pitches[mask].cpu().numpy(), energies[mask].cpu().numpy()
    assert data.dur_tgt is not None, "align first"
    is_usable = np.isin(np.arange(len(pack)), rows)
    inside = np.repeat(is_usable, np.diff(pack.phoneme_offsets))
    synthetic = np.zeros(len(pack.speakers), bool)
    synthetic[pack.speaker_ids[pack.is_synthetic]] = True
    return Readings(
        np.array(pack.speakers),
        references.astype(np.float16),
        data.speaker_pitch().cpu().numpy(),
        synthetic,
        np.asarray(pack.speaker_ids[is_usable], np.int64),
        np.asarray(pack.weights[is_usable], np.float32),
        np.cumsum([0, *np.diff(pack.phoneme_offsets)[is_usable]], dtype=np.int64),
        np.asarray(pack.phonemes[inside], np.uint8),
        data.dur_tgt.cpu().numpy()[inside].clip(0, 255).astype(np.uint8),
        log_f0[inside],
        energy[inside],
    )


def some_rows(pack: Pack, seed: int) -> np.ndarray:
    """Draw REFERENCES random utterances of each speaker, (speakers, REFERENCES)."""
    rng = np.random.default_rng(seed)
    rows_of = [np.flatnonzero(pack.speaker_ids == speaker) for speaker in range(len(pack.speakers))]
    return np.stack([np.resize(rng.permutation(rows), REFERENCES) for rows in rows_of])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train readings`."""
    parser.add_argument("--pack", type=Path, required=True, help="folder that `timbre-train prepare` wrote")
    parser.add_argument("--out", type=Path, required=True, help="file to write, NAME.npz")
    parser.add_argument("--base", type=Path, default=base_dir(), help="whose aligner, if none was trained")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)


def run(args: argparse.Namespace) -> int:
    """Write the readings of a pack. The base model aligns the pack if `timbre-train aligner` has not."""
    pack = Pack.load(args.pack).acoustic()
    data = AcousticData(pack, torch.device("cpu"))
    load_or_align(data, args.pack, BaseModel.open(args.base))
    rows = some_rows(pack, args.seed)
    unique_rows, places = np.unique(rows, return_inverse=True)
    references = embed_rows(args.pack, unique_rows, args.workers)[places].reshape(*rows.shape, -1)
    pack_readings(pack, data, references).save(args.out)
    return 0
