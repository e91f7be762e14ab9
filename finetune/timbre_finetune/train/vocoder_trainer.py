"""The vocoder's training.

At first the generator learns without discriminators, from the mel, STFT and loudness losses, which is several times
faster. It stays in float32 (TF32 on a GPU): in bfloat16 the phases of the inverse STFT are so coarse that the waveform
has noise at -27 dB. bfloat16 is good enough for the discriminators.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from timbre.models.harmonic_source import PitchTracker, pitch_losses
from timbre.models.hifigan import HifiganGenerator
from timbre_finetune.corpus.vocoder_data import Segments, VocoderData
from timbre_finetune.train.captured_step import CapturedStep
from timbre_finetune.train.discriminators import Discriminators, Judgement
from timbre_finetune.train.generator_weights import save_generator
from timbre_finetune.train.training import (
    AveragedWeights,
    Budget,
    Processes,
    TrainLog,
    load_checkpoint,
    save_checkpoint,
)
from timbre_finetune.train.vocoder_losses import (
    LoudnessDistance,
    MultiResolutionStft,
    MultiScaleMel,
    adversarial_loss,
    discriminator_loss,
    feature_loss,
)

CHECKPOINT = "hifigan.pt"
WEIGHTS = "hifigan.safetensors"
RATE = 3e-4
MEL_WEIGHT = 30.0
STFT_WEIGHT = 2.0
LOUDNESS_WEIGHT = 15.0
FEATURE_WEIGHT = 2.0


class Recipe(NamedTuple):
    """How to train the vocoder.

    Attributes:
        batch: Segments per step and process.
        frames: Length of a segment.
        warmup_steps: Steps before the discriminators join.
        validate_every: Steps between two validations.
        save_minutes: Minutes between two checkpoints.
        judge_channels: Width of the discriminators.
        cuda_graph: Whether a step with discriminators runs as one CUDA graph (see captured_step).
    """

    batch: int = 32
    frames: int = 32
    warmup_steps: int = 3000
    validate_every: int = 1000
    save_minutes: float = 2.0
    judge_channels: int = 16
    cuda_graph: bool = False


def _optimizer(parameters: Iterable[nn.Parameter], device: torch.device) -> torch.optim.AdamW:
    """Make AdamW with the rate in a tensor, so that a captured step follows the changes of the rate."""
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
        self.loudness_distance = LoudnessDistance(data.log_mel.spec).to(device)
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
        """Write a checkpoint to resume from, and a small file with only the averaged generator, in fp16."""
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
        save_generator(self.out / WEIGHTS, self.generator.config, self.averaged.weights)

    def _autocast(self) -> torch.autocast:
        cuda = self.processes.device.type == "cuda"
        return torch.autocast(self.processes.device.type, torch.bfloat16, cuda)

    def generate(self, segments: Segments) -> Tensor:
        """Generate the waveforms (B, T * hop_length) of the middle of segments."""
        waveform = self.generator(segments.mel)
        hop, begin = self.data.hop, self.data.context * self.data.hop
        return waveform[:, begin : waveform.shape[1] - self.data.lookahead * hop]

    def _train_judges(self, real: Tensor, fake: Tensor) -> tuple[Tensor, Judgement]:
        """Train the discriminators one step; returns their loss and their earlier judgement of the real waveforms."""
        self.judges.requires_grad_(True)
        with self._autocast():
            real_judgement, fake_judgement = self.judges(torch.cat([real, fake.detach()])).halves()
            loss = discriminator_loss(real_judgement, fake_judgement)
        self.judge_optimizer.zero_grad()
        loss.backward()
        self.processes.average_gradients(self.judges.parameters())
        self.judge_optimizer.step()
        self.judges.requires_grad_(False)  # the generator's step needs no gradients of the discriminators
        return loss.detach(), real_judgement

    def train_step(self, segments: Segments) -> dict[str, Tensor]:
        """Train the generator one step and, once they have joined, the discriminators too."""
        rate = RATE * self.budget.rate(self.step)
        for optimizer in (self.optimizer, self.judge_optimizer):
            for group in optimizer.param_groups:
                group["lr"].fill_(rate)
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
        """Change the weights; returns the losses. Can be captured, as it does not depend on the step's number."""
        real, fake = segments.waveform, self.generate(segments)
        parts = {
            "mel": self.mel_distance(fake, real),
            "stft": self.stft_distance(fake, real),
            "loudness": self.loudness_distance(fake, real),
        }
        total = MEL_WEIGHT * parts["mel"] + STFT_WEIGHT * parts["stft"] + LOUDNESS_WEIGHT * parts["loudness"]
        parts["pitch"], parts["voicing"] = self._pitch_losses(self.generator.source.tracker, segments)
        total = total + parts["pitch"] + parts["voicing"]
        if self.judging:
            parts["judges"], real_judgement = self._train_judges(real, fake)
            with self._autocast():
                fake_judgement = self.judges(fake)
            parts["adversarial"] = adversarial_loss(fake_judgement)
            parts["features"] = feature_loss(real_judgement, fake_judgement)
            total = total + parts["adversarial"] + FEATURE_WEIGHT * parts["features"]
        self.optimizer.zero_grad()
        total.backward()
        self.processes.average_gradients(self.generator.parameters())
        parts["norm"] = torch.nn.utils.clip_grad_norm_(self.generator.parameters(), 100.0)
        self.optimizer.step()
        # Detached: losses that keep this step's graph alive tie the gradients to its stream, and a capture then fails.
        return {name: part.detach() for name, part in parts.items()}

    def _pitch_losses(self, tracker: PitchTracker, segments: Segments) -> tuple[Tensor, Tensor]:
        """Losses of the pitch tracker against the measured pitch, on the segments after their context."""
        begin, ahead = self.data.context, self.data.lookahead
        pitch = segments.pitch[:, begin:]
        outputs = tracker(self.generator.normalized(segments.mel))
        scores, voicing = (x[..., begin + ahead :][..., : pitch.shape[1] - 1] for x in outputs)
        return pitch_losses(scores, voicing, pitch)

    @torch.no_grad()
    def validate(self) -> float:
        """L1 distance of log mels on held-out speech, with the averaged weights."""
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
