"""A critic of mel spectrograms, against the blur of a network that learns from an L1 distance alone.

Sources: Yang et al. 2021, GANSpeech, arXiv 2106.15153 (adversarial FastSpeech 2, feature matching scaled to the
reconstruction loss); Isola et al. 2017, arXiv 1611.07004 (a critic of patches); Mao et al. 2017 (least squares).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.parametrizations import weight_norm

from timbre.models.fastpitch_decoder import MEL_CENTRE, MEL_SCALE
from timbre_finetune.train.training import Processes

PATCH_FRAMES = 96
SLOPE = 0.2
ADVERSARIAL_WEIGHT = 0.05


class Verdict(NamedTuple):
    """Scores of patches, and the features of the critic's layers."""

    scores: Tensor
    features: list[Tensor]


class MelCritic(nn.Module):
    """Tells recorded mels from predicted ones, patch by patch."""

    def __init__(self, channels: int = 32) -> None:
        super().__init__()
        c = channels
        shapes = [
            (1, c, (5, 5), (2, 1)),
            (c, 2 * c, (5, 5), (2, 2)),
            (2 * c, 4 * c, (5, 5), (2, 2)),
            (4 * c, 4 * c, (3, 3), (1, 1)),
        ]
        self.convs = nn.ModuleList(
            weight_norm(nn.Conv2d(a, b, size, stride, (size[0] // 2, size[1] // 2)))
            for a, b, size, stride in shapes
        )
        self.out = weight_norm(nn.Conv2d(4 * c, 1, 3, padding=1))

    def forward(self, mel: Tensor) -> Verdict:
        """Judge log mels (B, n_mels, T)."""
        x, features = ((mel - MEL_CENTRE) / MEL_SCALE)[:, None], []
        for conv in self.convs:
            x = F.leaky_relu(conv(x), SLOPE)
            features.append(x)
        return Verdict(self.out(x), features)


def cut_patches(mels: list[Tensor], mel_lens: Tensor) -> list[Tensor]:
    """Cut one random patch out of each utterance, at the same place in several mels.

    Args:
        mels: Log mels of the same utterances, (B, n_mels, T) each.
        mel_lens: Frames of the utterances, (B,); those shorter than a patch are left out.
    Returns:
        For each of the mels its patches, (B', n_mels, PATCH_FRAMES); B' may be 0.
    """
    rows = (mel_lens >= PATCH_FRAMES).nonzero().squeeze(1)
    room = mel_lens[rows] - PATCH_FRAMES + 1
    first = (torch.rand(len(rows), device=mel_lens.device) * room).long()
    at = first[:, None] + torch.arange(PATCH_FRAMES, device=mel_lens.device)
    return [mel[rows].gather(2, at[:, None].expand(-1, mel.shape[1], -1)) for mel in mels]


def critic_loss(real: Verdict, fake: Verdict) -> Tensor:
    """Least squares: real scores to 1, fake ones to 0."""
    return (1 - real.scores.float()).square().mean() + fake.scores.float().square().mean()


def sharpness_loss(real: Verdict, fake: Verdict, mel_loss: Tensor) -> Tensor:
    """The acoustic model's loss: the critic's doubt, and the distance of features, scaled to the mel loss."""
    doubt = (1 - fake.scores.float()).square().mean()
    pairs = zip(real.features, fake.features, strict=True)
    distance = torch.stack([(r.detach() - f).abs().mean(dtype=torch.float32) for r, f in pairs]).sum()
    return ADVERSARIAL_WEIGHT * doubt + (mel_loss / distance).detach() * distance


class Sharpener:
    """A critic in training, and the loss that it gives the acoustic model."""

    def __init__(self, processes: Processes) -> None:
        self.critic = MelCritic().to(processes.device)
        self._processes = processes
        self._optimizer = torch.optim.AdamW(self.critic.parameters(), 2e-4, (0.8, 0.99))

    def loss(self, fake: Tensor, real: Tensor, mel_lens: Tensor, mel_loss: Tensor) -> Tensor:
        """Train the critic one step; return the acoustic model's loss.

        Args:
            fake: Predicted log mel, (B, n_mels, T).
            real: Recorded log mel, (B, n_mels, T).
            mel_lens: Frames of the utterances, (B,).
            mel_loss: The L1 distance, to which the loss is scaled.
        Returns:
            A scalar; 0 if every utterance is shorter than a patch.
        """
        fake, real = cut_patches([fake.float(), real], mel_lens)
        if not len(fake):
            return mel_loss.new_zeros(())
        self.critic.requires_grad_(True)
        loss = critic_loss(self.critic(real), self.critic(fake.detach()))
        self._optimizer.zero_grad()
        loss.backward()
        self._processes.average_gradients(self.critic.parameters())
        self._optimizer.step()
        self.critic.requires_grad_(False)  # the acoustic model's step needs no gradients of the critic
        return sharpness_loss(self.critic(real), self.critic(fake), mel_loss)

    def state(self) -> dict[str, Any]:
        """State of critic and optimizer, for a checkpoint."""
        return {"critic": self.critic.state_dict(), "optimizer": self._optimizer.state_dict()}

    def load_state(self, state: dict[str, Any]) -> None:
        """Go on from what `state` returned."""
        self.critic.load_state_dict(state["critic"])
        self._optimizer.load_state_dict(state["optimizer"])
