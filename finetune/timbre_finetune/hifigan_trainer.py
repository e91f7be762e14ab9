"""`timbre-train hifigan`: train the vocoder on a pack.

At first the generator learns alone from the mel and STFT losses, several times faster than with
discriminators. It stays in float32 (TF32 on a GPU): in bfloat16 the phases of the inverse STFT are so coarse
that the waveform carries noise at -27 dB. The discriminators do well in bfloat16.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import Tensor, distributed, nn

from timbre.models.causal import add_weight_norm
from timbre.models.hifigan import HifiganConfig, HifiganGenerator
from timbre_finetune.discriminators import Discriminators, Judgement
from timbre_finetune.packs import Pack
from timbre_finetune.predicted_mels import PREDICTED_FILE
from timbre_finetune.training import (
    AveragedWeights,
    Budget,
    Processes,
    TrainLog,
    add_budget_arguments,
    join_processes,
    load_checkpoint,
    save_checkpoint,
)
from timbre_finetune.vocoder_data import Segments, VocoderData
from timbre_finetune.vocoder_losses import (
    MultiResolutionStft,
    MultiScaleMel,
    adversarial_loss,
    discriminator_loss,
    feature_loss,
)

CHECKPOINT = "hifigan.pt"
WEIGHTS = "hifigan.safetensors"
CONTEXT_FRAMES = 12
RATE = 3e-4
MEL_WEIGHT = 30.0
STFT_WEIGHT = 2.0
FEATURE_WEIGHT = 2.0
STEPS_BEFORE_CAPTURE = 3


class Recipe(NamedTuple):
    """How to train.

    Attributes:
        batch: Segments a step and process.
        frames: Their length.
        warmup_steps: Steps before the discriminators join.
        validate_every: Steps between two validations.
        save_minutes: Minutes between two checkpoints.
        judge_channels: Width of the discriminators.
        cuda_graph: Run the steps with discriminators as one CUDA graph: thousands of small kernels at one launch.
    """

    batch: int = 32
    frames: int = 32
    warmup_steps: int = 3000
    validate_every: int = 1000
    save_minutes: float = 2.0
    judge_channels: int = 16
    cuda_graph: bool = False


class CapturedStep:
    """A training step on segments of one size, as a CUDA graph."""

    def __init__(self, learn: Callable[[Segments], dict[str, Tensor]], example: Segments) -> None:
        """Capture the step, after a few ordinary ones, in which libraries choose kernels and optimizers their state."""
        self._segments = Segments(*(tensor.clone() for tensor in example))
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(STEPS_BEFORE_CAPTURE):
                learn(self._segments)
        torch.cuda.current_stream().wait_stream(stream)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._parts = learn(self._segments)

    def __call__(self, segments: Segments) -> dict[str, Tensor]:
        """Run it; the next call overwrites the losses returned."""
        for kept, given in zip(self._segments, segments, strict=True):
            kept.copy_(given)
        self._graph.replay()
        return self._parts


def _optimizer(parameters: Iterable[nn.Parameter], device: torch.device) -> torch.optim.AdamW:
    """AdamW whose rate is a tensor, so that a captured step follows the rate's course."""
    cuda = device.type == "cuda"
    rate = torch.tensor(RATE, device=device)
    return torch.optim.AdamW(parameters, rate, (0.8, 0.99), fused=cuda, capturable=cuda)


class HifiganTrainer:
    """Generator, discriminators and their optimizers."""

    def __init__(
        self,
        generator: HifiganGenerator,
        data: VocoderData,
        budget: Budget,
        out: Path,
        processes: Processes,
        recipe: Recipe,
    ) -> None:
        self.generator, self.data, self.budget = generator, data, budget
        self.out, self.processes, self.recipe = out, processes, recipe
        device = processes.device
        torch.manual_seed(1)
        self.judges = Discriminators(recipe.judge_channels).to(device)
        self.mel_distance = MultiScaleMel(data.log_mel.spec).to(device)
        self.stft_distance = MultiResolutionStft().to(device)
        self.optimizer = _optimizer(generator.parameters(), device)
        self.judge_optimizer = _optimizer(self.judges.parameters(), device)
        self.averaged = AveragedWeights(generator, 0.999)
        self.log = TrainLog(out / "hifigan.jsonl", processes.is_main)
        self._captured: CapturedStep | None = None
        self.step = 0

    def resume(self) -> None:
        """Go on from the last checkpoint, if there is one."""
        saved = load_checkpoint(self.out / CHECKPOINT, self.processes.device)
        if saved is None:
            return
        self.generator.load_state_dict(saved["generator"])
        self.judges.load_state_dict(saved["judges"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.judge_optimizer.load_state_dict(saved["judge_optimizer"])
        for optimizer in (self.optimizer, self.judge_optimizer):
            for group in optimizer.param_groups:
                group["lr"] = torch.as_tensor(group["lr"], device=self.processes.device)
        self.averaged.weights = saved["averaged"]
        self.step, self.budget.elapsed_before_s = saved["step"], saved["elapsed_s"]

    def compile(self) -> None:
        """Compile the networks in place, so that their weights keep their names."""
        for network in (self.generator, *self.judges.members):
            network.compile()

    def save(self) -> None:
        """Write a checkpoint to resume from, and the averaged generator alone, small, in fp16."""
        if not self.processes.is_main:
            return
        state: dict[str, Any] = {
            "generator": self.generator.state_dict(),
            "judges": self.judges.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "judge_optimizer": self.judge_optimizer.state_dict(),
            "averaged": self.averaged.weights,
            "step": self.step,
            "elapsed_s": self.budget.elapsed_s,
            "config": self.generator.config.to_dict(),
        }
        save_checkpoint(self.out / CHECKPOINT, state)
        plain = HifiganGenerator(self.generator.config).to(self.processes.device)
        plain.load_state_dict(self.averaged.weights)
        plain.remove_weight_norm()
        temporary = self.out / f"{WEIGHTS}.tmp"
        weights = {k: v.detach().half().cpu().contiguous() for k, v in plain.state_dict().items()}
        save_file(weights, temporary, {"config": json.dumps(self.generator.config.to_dict())})
        temporary.replace(self.out / WEIGHTS)

    def _autocast(self) -> torch.autocast:
        cuda = self.processes.device.type == "cuda"
        return torch.autocast(self.processes.device.type, torch.bfloat16, cuda)

    def generate(self, segments: Segments) -> Tensor:
        """Waveforms (B, T * hop_length) of the middle of some segments."""
        waveform = self.generator(segments.mel)
        hop, begin = self.data.hop, self.data.context * self.data.hop
        return waveform[:, begin : waveform.shape[1] - self.data.lookahead * hop]

    def _train_judges(self, real: Tensor, made: Tensor) -> tuple[Tensor, Judgement]:
        """One step of the discriminators; also their judgement of the real waveforms, before the step."""
        self.judges.requires_grad_(True)
        with self._autocast():
            judged = self.judges(real)
            loss = discriminator_loss(judged, self.judges(made.detach()))
        self.judge_optimizer.zero_grad()
        loss.backward()
        self.processes.average_gradients(self.judges.parameters())
        self.judge_optimizer.step()
        self.judges.requires_grad_(False)  # the generator's step needs no gradients of theirs
        return loss.detach(), judged

    def train_step(self, segments: Segments) -> dict[str, Tensor]:
        """One step of both; the generator alone at first."""
        for optimizer in (self.optimizer, self.judge_optimizer):
            for group in optimizer.param_groups:
                group["lr"].fill_(RATE * self.budget.rate(self.step))
        if self.recipe.cuda_graph and self.judging and self._captured is None:
            self._captured = CapturedStep(self.learn, segments)
        parts = self.learn(segments) if self._captured is None else self._captured(segments)
        self.step += 1
        self.averaged.update(self.generator, self.step)
        return parts

    @property
    def judging(self) -> bool:
        """Whether the discriminators have joined."""
        return self.step >= self.recipe.warmup_steps

    def learn(self, segments: Segments) -> dict[str, Tensor]:
        """Change the weights, with what does not depend on the step's number alone; returns the losses."""
        made = self.generate(segments)
        real_waveform = segments.waveform
        parts = {
            n: d(made, real_waveform) for n, d in (("mel", self.mel_distance), ("stft", self.stft_distance))
        }
        total = MEL_WEIGHT * parts["mel"] + STFT_WEIGHT * parts["stft"]
        if self.judging:
            parts["judges"], real = self._train_judges(real_waveform, made)
            with self._autocast():
                judged = self.judges(made)
            parts["adversarial"], parts["features"] = adversarial_loss(judged), feature_loss(real, judged)
            total = total + parts["adversarial"] + FEATURE_WEIGHT * parts["features"]
        self.optimizer.zero_grad()
        total.backward()
        self.processes.average_gradients(self.generator.parameters())
        parts["norm"] = torch.nn.utils.clip_grad_norm_(self.generator.parameters(), 100.0)
        self.optimizer.step()
        return parts

    @torch.no_grad()
    def validate(self) -> float:
        """L1 distance of log mels on held-out speech, of the averaged weights."""
        current = {k: v.clone() for k, v in self.generator.state_dict().items()}
        self.generator.load_state_dict(self.averaged.weights)
        segments = self.data.held_out_segments()
        log_mel = self.data.log_mel
        distance = float((log_mel(self.generate(segments)) - log_mel(segments.waveform)).abs().mean())
        self.generator.load_state_dict(current)
        return distance

    def train(self, seed: int) -> None:
        """Train until the budget is used."""
        draw = torch.Generator(self.processes.device)
        draw.manual_seed(seed + 1000 * self.processes.rank + self.step)
        saved_s = self.budget.elapsed_s
        while self.budget.progress(self.step) < 1:
            parts = self.train_step(self.data.segments(self.recipe.batch, self.recipe.frames, draw))
            if self.step % 100 == 0:
                self.log.write(step=self.step, elapsed_s=self.budget.elapsed_s, **parts)
            if self.step % self.recipe.validate_every == 0:
                self.log.write(step=self.step, elapsed_s=self.budget.elapsed_s, held_out_mel=self.validate())
            if self.budget.elapsed_s - saved_s >= 60 * self.recipe.save_minutes:
                self.save()
                saved_s = self.budget.elapsed_s
        if self.step % self.recipe.validate_every:
            self.log.write(step=self.step, elapsed_s=self.budget.elapsed_s, held_out_mel=self.validate())
        self.save()


def load_generator(weights: Path) -> HifiganGenerator:
    """The generator of a weights file that the trainer wrote, without weight norm, in float32."""
    with safe_open(weights, "pt") as file:
        stored = (file.metadata() or {}).get("config")
    config = HifiganConfig.from_dict(json.loads(stored)) if stored else HifiganConfig()
    generator = HifiganGenerator(config)
    generator.remove_weight_norm()
    generator.load_state_dict({k: v.float() for k, v in load_file(weights).items()})
    return generator.eval()


def begin_with(earlier: HifiganGenerator, config: HifiganConfig) -> HifiganGenerator:
    """A generator to train whose layers are those of an earlier one, wherever their sizes and the head are the same."""
    generator = HifiganGenerator(config)
    generator.remove_weight_norm()
    weights = generator.state_dict()
    same_head = earlier.config.head == config.head
    for name, tensor in earlier.state_dict().items():
        if name in weights and weights[name].shape == tensor.shape and (same_head or "head." not in name):
            weights[name] = tensor
    generator.load_state_dict(weights)
    add_weight_norm(generator)
    return generator.train()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train hifigan`."""
    parser.add_argument("--pack", type=Path, required=True, help="folder that `timbre-train prepare` wrote")
    each = " (default: %(default)s)"
    default = Recipe()
    parser.add_argument("--batch", type=int, default=default.batch, help="segments a step and process" + each)
    parser.add_argument(
        "--warmup-steps", type=int, default=default.warmup_steps, help="steps of the generator alone" + each
    )
    parser.add_argument(
        "--validate-every", type=int, default=default.validate_every, help="steps between validations" + each
    )
    parser.add_argument(
        "--save-minutes", type=float, default=default.save_minutes, help="minutes between checkpoints" + each
    )
    parser.add_argument(
        "--judge-channels",
        type=int,
        default=default.judge_channels,
        help="width of the discriminators" + each,
    )
    parser.add_argument(
        "--config",
        type=json.loads,
        default={},
        metavar="JSON",
        help='sizes that differ from the usual ones, such as {"channels": 256}',
    )
    parser.add_argument("--init", type=Path, help="weights to begin with; layers of other sizes start afresh")
    parser.add_argument("--synthetic", type=float, default=0.2, help="weight of synthetic speech" + each)
    parser.add_argument(
        "--predicted",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="share of segments with predicted mels (`timbre-train predict` first)",
    )
    parser.add_argument("--compile", action="store_true", help="compile the networks with torch.compile")
    parser.add_argument("--cuda-graph", action="store_true", help="run a step as one CUDA graph (one GPU)")
    add_budget_arguments(parser, steps=400_000)


def run(args: argparse.Namespace) -> int:
    """Train the vocoder."""
    processes = join_processes()
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    config = HifiganConfig.from_dict(HifiganConfig().to_dict() | args.config)
    generator = HifiganGenerator(config)
    if args.init is not None:
        generator = begin_with(load_generator(args.init), config)
    pack, lookahead = Pack.load(args.pack), config.lookahead_frames
    data = VocoderData(pack, processes.device, CONTEXT_FRAMES, lookahead, args.synthetic)
    if args.predicted:
        data.load_predicted(args.pack / PREDICTED_FILE, args.predicted)
    generator = generator.to(processes.device)
    budget = Budget(args.steps, args.minutes, processes=processes)
    recipe = Recipe(
        args.batch,
        Recipe().frames,
        args.warmup_steps,
        args.validate_every,
        args.save_minutes,
        args.judge_channels,
        args.cuda_graph,
    )
    trainer = HifiganTrainer(generator, data, budget, args.out, processes, recipe)
    trainer.resume()
    if args.compile:
        trainer.compile()
    trainer.train(args.seed)
    if processes.world > 1:
        distributed.destroy_process_group()
    return 0
