"""The trainable part of a clone, and its training, alone or together with other clones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from timbre.models.fastpitch import FastPitch, VoiceTensors
from timbre_finetune.clone.takes_data import TakeExample, collate
from timbre_finetune.train.acoustic_losses import teacher_force


@dataclass(frozen=True)
class Recipe:
    """How a voice is trained; benchmarks/adaptation.py compares others with this one.

    Attributes:
        embedding_rate: Peak learning rate of the speaker embedding.
        style_rate: Peak learning rate of the scales and biases of layer norms.
        adapter_rate: Peak learning rate of the decoder's adapters.
        warmup_steps: Steps until the rates are at their peak.
        measure_every: Steps between two measurements on the held-out takes.
        patience: The number of measurements without a better one after which training ends.
    """

    embedding_rate: float = 2e-2
    style_rate: float = 8e-3
    adapter_rate: float = 6e-3
    warmup_steps: int = 5
    measure_every: int = 10
    patience: int = 3


@dataclass
class VoiceParameters:
    """The parameters that a clone learns.

    Attributes:
        embedding: Speaker embedding, (1, D).
        encoder_style: Difference to the base model's scales and biases, (1, 2n + 1, 2, C).
        decoder_style: The same for the decoder.
        adapter_down: (1, decoder_layers, C, rank), random at first.
        adapter_up: (1, decoder_layers, rank, C), zero at first.
        pitch_stats: The person's own, (1, 2), fixed.
    """

    embedding: Tensor
    encoder_style: Tensor
    decoder_style: Tensor
    adapter_down: Tensor
    adapter_up: Tensor
    pitch_stats: Tensor

    @staticmethod
    def start(network: FastPitch, embedding: Tensor, pitch_stats: Tensor, seed: int) -> VoiceParameters:
        """The parameters of a voice that starts from a speaker embedding (1, D)."""
        voice = network.voice_tensors(embedding.detach(), pitch_stats)
        draw = torch.Generator().manual_seed(seed)
        down = torch.randn(voice.adapter_down.shape, generator=draw) * network.config.channels**-0.5
        return VoiceParameters(
            embedding=embedding.detach().clone().requires_grad_(),
            encoder_style=torch.zeros_like(voice.encoder_style).requires_grad_(),
            decoder_style=torch.zeros_like(voice.decoder_style).requires_grad_(),
            adapter_down=down.to(embedding.device).requires_grad_(),
            adapter_up=torch.zeros_like(voice.adapter_up).contiguous().requires_grad_(),
            pitch_stats=pitch_stats,
        )

    def trained(self) -> list[Tensor]:
        """The tensors that are trained."""
        return [self.embedding, self.encoder_style, self.decoder_style, self.adapter_down, self.adapter_up]

    def groups(self, recipe: Recipe) -> list[dict[str, Any]]:
        """Optimizer groups with their rates."""
        return [
            {"params": [self.embedding], "peak": recipe.embedding_rate},
            {"params": [self.encoder_style, self.decoder_style], "peak": recipe.style_rate},
            {"params": [self.adapter_down, self.adapter_up], "peak": recipe.adapter_rate},
        ]

    def voice(self, network: FastPitch, size: int) -> VoiceTensors:
        """The voice as the network takes it, for a batch of `size`."""
        base = network.voice_tensors(self.embedding, self.pitch_stats)
        row = VoiceTensors(
            base.speaker_embedding,
            base.encoder_style + self.encoder_style,
            base.decoder_style + self.decoder_style,
            self.adapter_down,
            self.adapter_up,
            self.pitch_stats,
        )
        return VoiceTensors(*(tensor.expand(size, *tensor.shape[1:]) for tensor in row))

    @torch.no_grad()
    def export(self, network: FastPitch) -> dict[str, np.ndarray]:
        """A voice file's tensors, in float16."""
        voice = self.voice(network, 1)._asdict()
        voice.pop("pitch_stats")
        return {name: value[0].cpu().numpy().astype(np.float16) for name, value in voice.items()}


@dataclass
class BestVoice:
    """The best voice so far: its step, its mel distance on held-out takes, its parameters."""

    step: int
    loss: float
    parameters: list[Tensor]


@dataclass(frozen=True)
class TrainingPlan:
    """The takes that a voice is trained on, and for how long.

    Attributes:
        takes: Takes to train on.
        held_out: Takes to measure on.
        batch: The number of takes in a step.
        max_steps: The largest number of steps.
        seed: Seed of the order of the takes.
    """

    takes: Sequence[TakeExample]
    held_out: Sequence[TakeExample]
    batch: int
    max_steps: int
    seed: int


class VoiceTrainer:
    """The training of one voice: its plan, its optimizer, its best measurement."""

    def __init__(
        self,
        network: FastPitch,
        parameters: VoiceParameters,
        plan: TrainingPlan,
        recipe: Recipe | None = None,
    ) -> None:
        self.network, self.parameters = network, parameters
        self.plan, self.recipe = plan, recipe or Recipe()
        groups = parameters.groups(self.recipe)
        self.optimizer = torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.98), weight_decay=0.01)
        self.step = 0
        self.first_loss = float("inf")
        self.best = BestVoice(0, float("inf"), [])

    @property
    def best_parameters(self) -> VoiceParameters:
        """The parameters of the best voice so far; the present ones while none was measured."""
        best = self.best.parameters or self.parameters.trained()
        return VoiceParameters(*best, pitch_stats=self.parameters.pitch_stats)

    @property
    def has_ended(self) -> bool:
        """Whether all steps were made, or the last measurements were not better."""
        patience = self.recipe.patience * self.recipe.measure_every
        return self.step >= self.plan.max_steps or self.step - self.best.step >= patience

    @property
    def is_measured(self) -> bool:
        """Whether the voice is measured after the step that it has made."""
        return self.step % self.recipe.measure_every == 0 or self.step == self.plan.max_steps

    @property
    def _rate(self) -> float:
        """Factor of the learning rates: a short rise, then down to a tenth."""
        rise = min(1.0, (self.step + 1) / self.recipe.warmup_steps)
        cosine = np.cos(np.pi * min(1.0, self.step / self.plan.max_steps))
        # A plain float, because a checkpoint must not contain numpy types.
        return float(rise * (0.1 + 0.9 * 0.5 * (1 + cosine)))

    def next_takes(self) -> list[TakeExample]:
        """The takes of the next step; every take comes once before any comes again."""
        takes, batch = self.plan.takes, self.plan.batch
        per_pass = max(1, len(takes) // batch)
        order = np.random.default_rng([self.plan.seed, self.step // per_pass]).permutation(len(takes))
        first = self.step % per_pass * batch
        return [takes[i] for i in order[first : first + batch]]

    def descend(self) -> None:
        """Make a step along the gradients."""
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * self._rate
        torch.nn.utils.clip_grad_norm_(self.parameters.trained(), 1.0)
        self.optimizer.step()
        self.step += 1

    def note(self, loss: float) -> None:
        """Note a measurement on the held-out takes; keeps the voice if it is the best."""
        if self.step == 0:
            self.first_loss = loss
        if loss < self.best.loss:
            self.best = BestVoice(self.step, loss, [p.detach().clone() for p in self.parameters.trained()])

    def state(self) -> dict[str, Any]:
        """The state that a resumed training needs."""
        return {
            "parameters": [p.detach() for p in self.parameters.trained()],
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "first_loss": self.first_loss,
            "best": {"step": self.best.step, "loss": self.best.loss, "parameters": self.best.parameters},
        }

    @torch.no_grad()
    def load_state(self, state: dict[str, Any]) -> None:
        """Go on from what `state` has returned."""
        for parameter, value in zip(self.parameters.trained(), state["parameters"], strict=True):
            parameter.copy_(value)
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.first_loss = state["step"], state["first_loss"]
        self.best = BestVoice(**state["best"])


def gradients_together(trainers: Sequence[VoiceTrainer]) -> Tensor:
    """Compute the gradients of each voice's next step, all in one pass through the network.

    Rows of a batch do not mix, and the network itself is not trained: a voice learns the same
    beside others as alone. No voice changes before its trainer descends, so this can be repeated.

    Returns:
        The loss of each voice, (n,).
    """
    for trainer in trainers:
        trainer.optimizer.zero_grad()
    losses = _losses_together(trainers, [trainer.next_takes() for trainer in trainers])
    losses.sum().backward()
    return losses.detach()


@torch.no_grad()
def measure_together(trainers: Sequence[VoiceTrainer]) -> None:
    """Measure each voice's mel distance on its held-out takes, all in one pass through the network."""
    losses = _losses_together(trainers, [trainer.plan.held_out for trainer in trainers])
    for trainer, loss in zip(trainers, losses.tolist(), strict=True):
        trainer.note(loss)


def _losses_together(trainers: Sequence[VoiceTrainer], takes: Sequence[Sequence[TakeExample]]) -> Tensor:
    """Compute the loss of each voice on its own takes, (n,); all voices belong to one network."""
    network = trainers[0].network
    device = trainers[0].parameters.embedding.device
    batch = collate([take for group in takes for take in group], device)
    voices = [t.parameters.voice(network, len(group)) for t, group in zip(trainers, takes, strict=True)]
    voice = VoiceTensors(*(torch.cat(rows) for rows in zip(*voices, strict=True)))
    forced = teacher_force(network, batch, voice, adapt=True)
    ends = np.cumsum([len(group) for group in takes]).tolist()
    slices = [slice(end - len(group), end) for group, end in zip(takes, ends, strict=True)]
    return torch.stack([forced.loss(rows) for rows in slices])
