"""`timbre-train prosody`: learn the distribution of readings."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save
from torch import Tensor

from timbre import files
from timbre.models.prosody import VALUES, ProsodyConfig, ProsodyFlow, flow_loss
from timbre.text.symbols import SYMBOLS
from timbre_finetune.train.captured_gradients import SizedGradients
from timbre_finetune.train.prosody.data import Planned, ProsodyData, ReadingBatch
from timbre_finetune.train.prosody.readings import Readings
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

CHECKPOINT = "prosody.pt"
WEIGHTS = "prosody.safetensors"
CONFIG = "config.json"
REFERENCE_NOISE = 0.015
UNKNOWN = 0.1
"""Share of readings without the voice's embedding, and share of readings without its habits."""
HELD_OUT_EVERY = 7
LEAST_READINGS, MOST_READINGS = 30, 300


def choose_held_out(readings: Readings) -> frozenset[str]:
    """Choose every seventh person of those with LEAST_READINGS to MOST_READINGS readings."""
    number = np.bincount(readings.speaker_ids, minlength=len(readings.speakers))
    is_candidate = (number >= LEAST_READINGS) & (number <= MOST_READINGS)
    names = readings.speakers[is_candidate & ~readings.is_synthetic]
    return frozenset(names[::HELD_OUT_EVERY].tolist())


def load_prosody(weights: Path, config: Path | None = None) -> ProsodyFlow:
    """The network that `timbre-train prosody` wrote, in float32, in evaluation mode.

    Args:
        weights: prosody.safetensors.
        config: Sizes; None for config.json beside the weights.
    """
    sizes = json.loads((config or weights.with_name(CONFIG)).read_text("utf-8"))
    network = ProsodyFlow(ProsodyConfig(**sizes))
    network.load_state_dict({name: weight.float() for name, weight in load_file(weights).items()})
    return network.eval()


class ProsodyTrainer:
    """Network, optimizer and averaged weights of one training run."""

    def __init__(
        self,
        network: ProsodyFlow,
        data: ProsodyData,
        budget: Budget,
        out: Path,
        processes: Processes,
        rate: float = 1e-3,
        cuda_graph: bool = False,
    ) -> None:
        self.network, self.data, self.budget = network, data, budget
        self.out, self.processes, self.rate = out, processes, rate
        self._gradients = SizedGradients(self.learn, processes.device, cuda_graph)
        for parameter in network.parameters():
            parameter.grad = torch.zeros_like(parameter)
        self.optimizer = torch.optim.AdamW(
            network.parameters(),
            lr=rate,
            betas=(0.9, 0.98),
            weight_decay=0.01,
            fused=processes.device.type == "cuda",
        )
        self.averaged = AveragedWeights(network)
        self.log = TrainLog(out / "prosody.jsonl", processes.is_main)
        self.step, self.best = 0, math.inf

    def resume(self) -> None:
        """Go on from the last checkpoint, if there is one."""
        saved = load_checkpoint(self.out / CHECKPOINT, self.processes.device)
        if saved is None:
            return
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.averaged.weights = saved["averaged"]
        self.step, self.best, self.budget.elapsed_before_s = saved["step"], saved["best"], saved["elapsed_s"]

    def save(self) -> None:
        """Write a checkpoint, for `resume`."""
        if not self.processes.is_main:
            return
        state = {
            "network": self.network.state_dict(),
            "averaged": self.averaged.weights,
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "best": self.best,
            "elapsed_s": self.budget.elapsed_s,
            "config": self.network.config.to_dict(),
        }
        save_checkpoint(self.out / CHECKPOINT, state)

    def keep_best(self, held_out: dict[str, Tensor]) -> None:
        """Write the averaged weights, in fp16, if they are the best on held-out speakers; later ones overfit."""
        loss = sum(float(value) for value in held_out.values())
        if loss >= self.best or not self.processes.is_main:
            return
        self.best = loss
        half = {name: weight.half().contiguous() for name, weight in self.averaged.weights.items()}
        files.write(self.out / WEIGHTS, save(half))
        files.write(self.out / CONFIG, json.dumps(self.network.config.to_dict(), indent=1) + "\n")

    def losses(self, batch: ReadingBatch, generator: torch.Generator | None = None) -> Tensor:
        """Mean squared error of duration, pitch and energy, (VALUES,)."""
        device = self.processes.device
        reading = self.network.normalised(batch.prosody(generator), batch.phonemes)
        noise = torch.randn(reading.shape, device=device, generator=generator)
        count = len(batch.lens)
        # Times spread evenly over the batch give less noisy gradients than independent ones.
        time = (
            torch.rand(1, device=device, generator=generator) + torch.arange(count, device=device) / count
        ) % 1
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            voice = self.network.voice(batch.reference, batch.habits)
            context = self.network.encode(batch.phonemes, batch.lens, voice)
            errors = flow_loss(self.network, reading, context, noise, time)
        return errors.sum((0, 1)) / batch.lens.sum()

    def forget(self, batch: ReadingBatch) -> ReadingBatch:
        """Leave out the embeddings of some voices and the habits of some, and add noise to the other embeddings."""
        b, device = len(batch.lens), self.processes.device
        reference = batch.reference + REFERENCE_NOISE * torch.randn_like(batch.reference)
        is_known = torch.rand(2, b, 1, device=device) >= UNKNOWN
        habits = torch.where(is_known[1], batch.habits, self.network.habit_centre)
        return batch._replace(reference=reference * is_known[0], habits=habits)

    def learn(self, rows: Tensor, width: int) -> Tensor:
        """Compute the gradients of some readings (B,); returns the losses."""
        self.optimizer.zero_grad(set_to_none=False)
        losses = self.losses(self.forget(self.data.gather(rows, width)))
        losses.mean().backward()
        return losses.detach()

    def train_step(self, planned: Planned) -> Tensor:
        """Make one optimizer step on some readings; returns the losses."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * self.budget.rate(self.step)
        losses = self._gradients(planned.rows, planned.width)
        self.processes.average_gradients(self.network.parameters())
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.step += 1
        self.averaged.update(self.network, self.step)
        return losses

    @torch.no_grad()
    def validate(self) -> dict[str, Tensor]:
        """Losses of the averaged weights on held-out speakers, with the same noise each time."""
        if not len(self.data.held_out):
            return {}
        current = {k: v.clone() for k, v in self.network.state_dict().items()}
        self.network.load_state_dict(self.averaged.weights)
        self.network.eval()
        generator = torch.Generator(self.processes.device).manual_seed(0)
        plan = [
            p for i in range(4) for p in self.data.plan(self.data.held_out, 16_000, np.random.default_rng(i))
        ]
        batches = [
            self.data.gather(torch.as_tensor(p.rows).to(self.processes.device), p.width, generator)
            for p in plan
        ]
        parts = torch.stack([self.losses(batch, generator) for batch in batches])
        sizes = torch.tensor([len(p.rows) for p in plan], device=parts.device)
        self.network.load_state_dict(current)
        self.network.train()
        return name_losses("held_out", (parts * sizes[:, None]).sum(0) / sizes.sum())

    def train(self, max_phonemes: int, seed: int, every: int = 500) -> None:
        """Train until the budget is used."""
        rng = np.random.default_rng([seed, self.processes.rank, self.step])
        while self.budget.progress(self.step) < 1:
            for planned in self.data.plan(self.data.train, max_phonemes, rng):
                losses = self.train_step(planned)
                if self.step % 100 == 0:
                    self.report(name_losses("train", losses))
                if self.step % every == 0:
                    self.examine()
                if self.step % (4 * every) == 0:
                    self.save()
                if self.budget.progress(self.step) >= 1:
                    break
        self.examine()
        self.save()

    def examine(self) -> None:
        """Validate the weights, and write them if they are the best so far."""
        held_out = self.validate()
        self.report(held_out)
        self.keep_best(held_out)

    def report(self, values: dict[str, Tensor]) -> None:
        """Log values, with the step and the time."""
        self.log.write(step=self.step, elapsed_s=self.budget.elapsed_s, **values)


def name_losses(kind: str, losses: Tensor) -> dict[str, Tensor]:
    """Losses (VALUES,) by name."""
    names = ("duration", "pitch", "energy")
    assert len(names) == VALUES
    return {f"{kind}_{name}": value for name, value in zip(names, losses, strict=True)}


def begin(network: ProsodyFlow, data: ProsodyData, start: Path | None) -> None:
    """Give a network the statistics of the data, and the weights of an earlier one if there are any."""
    network.centre, network.scale = data.symbol_statistics(data.train)
    network.habit_centre, network.habit_scale = data.habit_statistics(data.train)
    if start:
        network.load_state_dict({name: weight.float() for name, weight in load_file(start).items()})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train prosody`."""
    parser.add_argument(
        "--readings",
        type=Path,
        action="append",
        required=True,
        help="what `timbre-train readings` and `timbre-train teacher` wrote, may be repeated",
    )
    parser.add_argument(
        "--synthetic-weight", type=float, default=1.0, help="passes show synthetic readings so many times"
    )
    parser.add_argument(
        "--start", type=Path, help="weights to begin with, prosody.safetensors of another run"
    )
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate (default: %(default)s)")
    parser.add_argument(
        "--max-phonemes", type=int, default=32_000, help="phonemes a batch (default: %(default)s)"
    )
    parser.add_argument(
        "--cuda-graph", action="store_true", help="capture steps as CUDA graphs: several times faster"
    )
    parser.add_argument("--every", type=int, default=500, help="steps between two looks at held-out speakers")
    add_config_argument(parser, '{"layers": 4}')
    add_budget_arguments(parser, steps=20_000)


def run(args: argparse.Namespace) -> int:
    """Train the prosody."""
    processes = join_processes()
    files.make_folder(args.out)
    readings = Readings.join([Readings.load(path) for path in args.readings])
    synthetic = readings.is_synthetic[readings.speaker_ids]
    readings = replace(
        readings, weights=readings.weights * np.where(synthetic, args.synthetic_weight, 1).astype(np.float32)
    )
    data = ProsodyData(readings, processes.device, choose_held_out(readings))
    torch.manual_seed(args.seed)
    network = ProsodyFlow(ProsodyConfig(len(SYMBOLS), **args.config)).to(processes.device)
    begin(network, data, args.start)
    torch.manual_seed(args.seed + processes.rank)
    budget = Budget(args.steps, args.minutes, processes=processes)
    trainer = ProsodyTrainer(network, data, budget, args.out, processes, args.rate, args.cuda_graph)
    trainer.resume()
    trainer.train(args.max_phonemes, args.seed, args.every)
    return 0
