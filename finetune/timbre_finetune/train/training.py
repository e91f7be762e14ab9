"""What every trainer shares: processes, budget, log, checkpoints, averaged weights."""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, distributed, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from timbre import files

AGREE_EVERY = 20


@dataclass(frozen=True)
class Processes:
    """This process among those that torchrun started; without torchrun there is one process."""

    rank: int
    world: int
    device: torch.device

    @property
    def is_main(self) -> bool:
        """Whether this process writes files."""
        return self.rank == 0

    def shared(self, value: float) -> float:
        """The value of the first process, for values that must not differ between processes, such as elapsed time."""
        if self.world == 1:
            return value
        box = torch.tensor([value], dtype=torch.float64, device=self.device)
        distributed.broadcast(box, 0)
        return float(box)

    def average_gradients(self, parameters: Iterable[nn.Parameter]) -> None:
        """Average the gradients over all processes, in a single message."""
        if self.world == 1:
            return
        grads = [p.grad for p in parameters if p.grad is not None]
        flat = torch.cat([g.flatten() for g in grads])
        distributed.all_reduce(flat)
        parts = (flat / self.world).split([g.numel() for g in grads])
        for grad, part in zip(grads, parts, strict=True):
            grad.copy_(part.view_as(grad))


def join_processes() -> Processes:
    """Join the processes that torchrun describes in the environment; each gets a GPU if there are any."""
    rank, world = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    cuda = torch.cuda.is_available()
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0))) if cuda else torch.device("cpu")
    if cuda:
        torch.cuda.set_device(device)
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
    if world > 1:
        distributed.init_process_group("nccl" if cuda else "gloo")
    return Processes(rank, world, device)


@dataclass
class Budget:
    """How long to train: a number of steps, or minutes of wall-clock time, whichever ends first.

    The learning rate rises over `warmup` steps and then falls along half a cosine to a hundredth. Several
    processes agree on the elapsed time every `AGREE_EVERY` steps.
    """

    steps: int
    minutes: float | None = None
    warmup: int = 500
    processes: Processes | None = None
    elapsed_before_s: float = 0.0
    _began: float = field(default_factory=time.monotonic)
    _agreed_s: float | None = field(default=None, init=False)

    @property
    def elapsed_s(self) -> float:
        """Seconds trained so far, including those before a resume."""
        return self.elapsed_before_s + time.monotonic() - self._began

    def progress(self, step: int) -> float:
        """Share of the budget that is used, 0 to 1."""
        used = step / self.steps
        if self.minutes is not None:
            used = max(used, self._agreed_elapsed_s(step) / (60 * self.minutes))
        return min(used, 1.0)

    def _agreed_elapsed_s(self, step: int) -> float:
        if self.processes is None or self.processes.world == 1:
            return self.elapsed_s
        if self._agreed_s is None or step % AGREE_EVERY == 0:
            self._agreed_s = self.processes.shared(self.elapsed_s)
        return self._agreed_s

    def rate(self, step: int) -> float:
        """The factor by which the learning rate is multiplied at a step."""
        cosine = 0.5 * (1 + math.cos(math.pi * self.progress(step)))
        return min(1.0, (step + 1) / self.warmup) * (0.01 + 0.99 * cosine)


class TrainLog:
    """A file with a JSON line for each report."""

    def __init__(self, path: Path, enabled: bool) -> None:
        self._path = path if enabled else None

    def write(self, **values: Any) -> None:
        """Append a line; tensors become numbers."""
        if self._path is None:
            return
        plain = {
            k: round(float(v.detach() if isinstance(v, Tensor) else v), 5)
            if isinstance(v, Tensor | float)
            else v
            for k, v in values.items()
        }
        with files.append(self._path) as file:
            file.write(f"{json.dumps(plain)}\n".encode())


class AveragedWeights:
    """Exponential moving average of a network's weights."""

    def __init__(self, network: nn.Module, decay: float = 0.999) -> None:
        self.decay = decay
        self.weights = {k: v.detach().clone() for k, v in network.state_dict().items()}

    def update(self, network: nn.Module, step: int) -> None:
        """Move the average towards the network's weights, faster in the first steps."""
        decay = min(self.decay, (1 + step) / (10 + step))
        current = network.state_dict()
        floats = [k for k, v in self.weights.items() if v.is_floating_point()]
        move = get_ema_multi_avg_fn(decay)
        move([self.weights[k] for k in floats], [current[k].detach() for k in floats], None)


def save_checkpoint(path: Path, state: Mapping[str, Any]) -> None:
    """Write a checkpoint, whole or not at all."""
    with files.writing(path) as file:
        torch.save(dict(state), file)


def load_checkpoint(path: Path, device: torch.device) -> dict[str, Any] | None:
    """Read a checkpoint of tensors and plain values; None if there is no file."""
    return torch.load(path, map_location=device, weights_only=True) if path.exists() else None


def add_config_argument(parser: argparse.ArgumentParser, example: str) -> None:
    """Add the option that changes the sizes of a network; `example` is a JSON object."""
    parser.add_argument(
        "--config",
        type=json.loads,
        default={},
        metavar="JSON",
        help=f"sizes that differ from the usual ones, such as {example}",
    )


def add_budget_arguments(parser: argparse.ArgumentParser, steps: int) -> None:
    """Add the options that every trainer has."""
    parser.add_argument("--steps", type=int, default=steps, help="steps at most (default: %(default)s)")
    parser.add_argument("--minutes", type=float, help="minutes of wall-clock time at most")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints and the log")
    parser.add_argument("--seed", type=int, default=1)
