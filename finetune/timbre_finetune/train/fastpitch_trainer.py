"""`timbre-train fastpitch`: train the multi-speaker acoustic model on an aligned pack."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from timbre import files
from timbre.base import BaseModel
from timbre.models.fastpitch import FastPitch, FastPitchConfig
from timbre.text.symbols import SYMBOLS
from timbre_finetune.corpus.acoustic_data import AcousticBatch, AcousticData, BatchSize, Planned
from timbre_finetune.corpus.embeddings import EMBEDDINGS_FILE
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.train.acoustic_losses import Forced, teacher_force
from timbre_finetune.train.aligner_trainer import DURATIONS_FILE
from timbre_finetune.train.captured_gradients import SizedGradients
from timbre_finetune.train.fastpitch_start import begin_from
from timbre_finetune.train.mel_critic import Sharpener
from timbre_finetune.train.training import (
    AveragedWeights,
    Budget,
    Processes,
    TrainLog,
    add_budget_arguments,
    add_config_argument,
    join_processes,
    load_checkpoint,
    save_checkpoint,
)

CHECKPOINT = "fastpitch.pt"
SPEAKER_NOISE = 0.05
REFERENCE_NOISE = 0.015  # standard deviation in each of 256 entries of a unit vector: turns it by 13 degrees
TABLE_DROPOUT = 0.5


class FastPitchTrainer:
    """Network, optimizer and averaged weights of one training run.

    Args:
        network: The acoustic model.
        data: The utterances, with durations.
        budget: How long to train.
        out: Folder of checkpoint and log.
        processes: This process among those that train together.
        sharpen_from: The share of the budget after which a critic of mels joins; with 1 it never does.
        cuda_graph: Whether gradients are computed by captured graphs, one for each size of a batch. A critic cannot
            be captured.
        rate: Learning rate after the warm-up.
    """

    def __init__(
        self,
        network: FastPitch,
        data: AcousticData,
        budget: Budget,
        out: Path,
        processes: Processes,
        sharpen_from: float = 1.0,
        cuda_graph: bool = False,
        rate: float = 1e-3,
    ) -> None:
        self.network, self.data, self.budget, self.rate = network, data, budget, rate
        self.out, self.processes = out, processes
        self.pitch_stats = data.speaker_pitch()[: network.config.n_speakers]
        has_references = network.config.reference_channels > 0
        self.references = (
            data.mean_references() if has_references else torch.zeros(network.config.n_speakers, 0)
        )
        self.optimizer = torch.optim.AdamW(
            network.parameters(),
            lr=rate,
            betas=(0.9, 0.98),
            weight_decay=0.01,
            fused=processes.device.type == "cuda",
        )
        for parameter in network.parameters():
            parameter.grad = torch.zeros_like(parameter)
        self.averaged = AveragedWeights(network)
        self.sharpener, self.sharpen_from = Sharpener(processes), sharpen_from
        self._gradients = SizedGradients(self.learn, processes.device, cuda_graph)
        self.log = TrainLog(out / "fastpitch.jsonl", processes.is_main)
        self.step = 0

    def resume(self) -> None:
        """Go on from the last checkpoint, if there is one."""
        saved = load_checkpoint(self.out / CHECKPOINT, self.processes.device)
        if saved is None:
            return
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.averaged.weights = saved["averaged"]
        self.sharpener.load_state(saved["sharpener"])
        self.step, self.budget.elapsed_before_s = saved["step"], saved["elapsed_s"]

    def save(self) -> None:
        """Write a checkpoint, for `resume` and for `timbre-train export`."""
        if not self.processes.is_main:
            return
        state = {
            "network": self.network.state_dict(),
            "averaged": self.averaged.weights,
            "optimizer": self.optimizer.state_dict(),
            "sharpener": self.sharpener.state(),
            "step": self.step,
            "elapsed_s": self.budget.elapsed_s,
            "config": self.network.config.to_dict(),
            "pitch_stats": self.pitch_stats,
            "references": self.references,
        }
        save_checkpoint(self.out / CHECKPOINT, state)

    def speaker_embedding(self, speaker_ids: Tensor) -> Tensor:
        """Embeddings (B, D) of speakers (B,): learned ones from a table, plus computed ones if the network uses them.

        With computed embeddings, training sometimes leaves out the learned one, so that the network does not
        depend on it: a person to be cloned is not in the table.
        """
        table, is_training = self.network.speakers(speaker_ids), self.network.training
        if is_training:
            table = table + SPEAKER_NOISE * torch.randn_like(table)
        if self.network.reference_in is None:
            return table
        reference = self.data.draw_references(speaker_ids) if is_training else self.references[speaker_ids]
        if is_training:
            reference = reference + REFERENCE_NOISE * torch.randn_like(reference)
            table = table * (torch.rand_like(table[:, :1]) >= TABLE_DROPOUT)
        return table + self.network.embed_reference(reference)

    def force(self, batch: AcousticBatch) -> Forced:
        """Predict a batch with the prosody of its recordings."""
        embedding = self.speaker_embedding(batch.speaker_ids)
        with torch.autocast(self.processes.device.type, torch.bfloat16, self.processes.device.type == "cuda"):
            voice = self.network.voice_tensors(embedding, self.pitch_stats[batch.speaker_ids])
            return teacher_force(self.network, batch, voice)

    def learn(self, rows: Tensor, size: BatchSize) -> Tensor:
        """Compute the gradients of some utterances (B,); returns the loss, a scalar."""
        self.optimizer.zero_grad(set_to_none=False)
        batch = self.data.gather_sized(rows, size)
        forced = self.force(batch)
        loss = total = forced.loss()
        if self.budget.progress(self.step) >= self.sharpen_from:
            total = loss + self.sharpener.loss(forced.mel, batch.mel, batch.mel_lens, loss)
        total.backward()
        return loss.detach()

    def train_step(self, planned: Planned) -> Tensor:
        """Make one optimizer step on some utterances of the pack; returns the loss, a scalar."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * self.budget.rate(self.step)
        loss = self._gradients(planned.rows, planned.size)
        self.processes.average_gradients(self.network.parameters())
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.step += 1
        self.averaged.update(self.network, self.step)
        return loss

    @torch.no_grad()
    def validate(self) -> Tensor:
        """The loss of the averaged weights on held-out utterances, a scalar."""
        current = {k: v.clone() for k, v in self.network.state_dict().items()}
        self.network.load_state_dict(self.averaged.weights)
        self.network.eval()
        plan = self.data.plan(self.data.rows.held_out, 48_000, None)
        parts = [self.force(self.data.gather(rows)).loss() * len(rows) for rows in plan]
        mean = torch.stack(parts).sum() / sum(len(rows) for rows in plan)
        self.network.load_state_dict(current)
        self.network.train()
        return mean

    def train(self, max_frames: int, seed: int, every: int = 250) -> None:
        """Train until the budget is used."""
        rng = np.random.default_rng([seed, self.processes.rank, self.step])
        while self.budget.progress(self.step) < 1:
            for planned in self.data.plan_sizes(self.data.rows.train, max_frames, rng):
                loss = self.train_step(planned)
                if self.step % 50 == 0:
                    self.log.write(step=self.step, elapsed_s=self.budget.elapsed_s, mel=loss)
                if self.step % every == 0:
                    self._log_held_out()
                if self.step % (4 * every) == 0:
                    self.save()
                if self.budget.progress(self.step) >= 1:
                    break
        self._log_held_out()
        self.save()

    def _log_held_out(self) -> None:
        self.log.write(step=self.step, elapsed_s=self.budget.elapsed_s, held_out_mel=self.validate())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train fastpitch`."""
    parser.add_argument(
        "--pack", type=Path, required=True, help="folder with durations that `timbre-train aligner` wrote"
    )
    parser.add_argument(
        "--max-frames", type=int, default=40_000, help="mel frames a batch (default: %(default)s)"
    )
    add_config_argument(parser, '{"decoder_layers": 4}')
    parser.add_argument(
        "--reference",
        action="store_true",
        help="tell the network a computed speaker embedding as well (`timbre-train embed` first)",
    )
    parser.add_argument(
        "--sharpen-from",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="share of the budget after which a critic of mels joins (default: never)",
    )
    parser.add_argument(
        "--cuda-graph", action="store_true", help="capture steps as CUDA graphs: several times faster"
    )
    parser.add_argument("--start", type=Path, metavar="BASE", help="go on from the weights of a base model")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate (default: %(default)s)")
    parser.add_argument("--no-synthetic", action="store_true", help="leave synthetic speech out")
    add_budget_arguments(parser, steps=12_000)


def run(args: argparse.Namespace) -> int:
    """Train the acoustic model."""
    if args.cuda_graph and args.sharpen_from < 1:
        raise ValueError("a critic cannot be captured: leave out --cuda-graph or --sharpen-from")
    processes = join_processes()
    torch.manual_seed(args.seed + processes.rank)
    files.make_folder(args.out)
    pack = Pack.load(args.pack)
    data = AcousticData(pack, processes.device, synthetic=not args.no_synthetic)
    data.load_durations(args.pack / DURATIONS_FILE)
    if args.reference:
        data.load_references(args.pack / EMBEDDINGS_FILE)
    torch.manual_seed(args.seed)
    config = FastPitchConfig(
        len(SYMBOLS),
        len(pack.speakers),
        reference_channels=data.reference_channels,
        **args.config,
    )
    budget = Budget(args.steps, args.minutes, processes=processes)
    network = FastPitch(config)
    if args.start:
        begin_from(network, BaseModel.open(args.start), pack.speakers)
    network = network.to(processes.device)
    trainer = FastPitchTrainer(
        network, data, budget, args.out, processes, args.sharpen_from, args.cuda_graph, args.rate
    )
    trainer.resume()
    trainer.train(args.max_frames, args.seed)
    return 0
