"""A tiny pack of sung tones, and one process of a training on it."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import soundfile

from tests.helpers.speech_like import SAMPLE_RATE, speech_like

if TYPE_CHECKING:
    from timbre_finetune.train.training import Processes
    from timbre_finetune.train.vocoder_trainer import HifiganTrainer, Recipe


def write_tiny_pack(folder: Path, utterances: int = 4) -> Path:
    """Write a pack of utterances of 1.5 s, the last of them synthetic, and return its folder."""
    from timbre_finetune.corpus.manifest import ManifestLine
    from timbre_finetune.corpus.packs import build_pack

    folder.mkdir(parents=True)
    lines = []
    for i in range(utterances):
        wave = speech_like(1.5, lead_in_s=0.05, tail_s=0.05, f0_hz=200.0, seed=i)
        soundfile.write(folder / f"{i}.wav", wave, SAMPLE_RATE)
        last = i == utterances - 1
        lines.append(ManifestLine(f"{i}.wav", "tones", "tones:a", "aa", "ah", "train", 1.5, last, 1.0))
    manifest = folder / "manifest.jsonl"
    manifest.write_text("".join(json.dumps(asdict(line)) + "\n" for line in lines), "utf-8")
    build_pack(manifest, folder, folder / "pack", workers=1)
    return folder / "pack"


def tiny_trainer(
    pack: Path, out: Path, recipe: Recipe, steps: int, processes: Processes | None = None, **sizes: int
) -> HifiganTrainer:
    """A trainer of a small generator and small discriminators; `sizes` are of the HifiganConfig."""
    import torch

    from timbre.models.hifigan import HifiganConfig, HifiganGenerator
    from timbre_finetune.corpus.packs import Pack
    from timbre_finetune.corpus.vocoder_data import VocoderData
    from timbre_finetune.train.hifigan_trainer import CONTEXT_FRAMES
    from timbre_finetune.train.training import Budget, Processes
    from timbre_finetune.train.vocoder_trainer import HifiganTrainer

    torch.manual_seed(1)
    processes = processes or Processes(0, 1, torch.device("cpu"))
    config = HifiganConfig(channels=32, kernels=(3,), dilations=((1, 3),), **{"pitch_channels": 16, **sizes})
    data = VocoderData(Pack.load(pack), processes.device, CONTEXT_FRAMES, config.lookahead_frames)
    budget = Budget(steps, warmup=10, processes=processes)
    return HifiganTrainer(HifiganGenerator(config), data, budget, out, processes, recipe)


def train_in_a_group(rank: int, pack: Path, out: Path) -> None:
    """Be one of two processes that train together; leaves the weights in out/rank.pt."""
    import torch
    from torch import distributed

    from timbre_finetune.train.training import join_processes
    from timbre_finetune.train.vocoder_trainer import Recipe

    os.environ.update(RANK=str(rank), WORLD_SIZE="2", MASTER_ADDR="127.0.0.1")
    torch.set_num_threads(1)
    recipe = Recipe(batch=2, frames=8, warmup_steps=1, judge_channels=2)
    trainer = tiny_trainer(pack, out, recipe, steps=3, processes=join_processes())
    trainer.train(seed=1)
    torch.save({**trainer.generator.state_dict(), **trainer.judges.state_dict()}, out / f"{rank}.pt")
    distributed.destroy_process_group()
