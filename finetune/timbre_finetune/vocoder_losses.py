"""Losses of the vocoder."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from timbre.mel import MelSpec
from timbre.models.spectrogram import LogMel
from timbre_finetune.discriminators import Judgement

# (n_fft, hop, n_mels) of the multi-scale mel loss.
SCALES = ((256, 64, 20), (512, 128, 40), (1024, 256, 80), (2048, 512, 120))


class MultiScaleMel(nn.Module):
    """L1 distance of log mels at several resolutions, full band at the finer ones."""

    def __init__(self, spec: MelSpec) -> None:
        super().__init__()
        specs = [
            MelSpec(spec.sample_rate, n, h, n, m, 0.0, spec.f_max if n == spec.n_fft else spec.sample_rate / 2)
            for n, h, m in SCALES
        ]
        self.mels = nn.ModuleList(LogMel(s) for s in specs)

    def forward(self, made: Tensor, real: Tensor) -> Tensor:
        """Distance of waveforms (B, n)."""
        return torch.stack([(mel(made) - mel(real)).abs().mean() for mel in self.mels]).mean()


def discriminator_loss(real: Judgement, made: Judgement) -> Tensor:
    """Least squares: real to 1, made to 0 (Mao et al. 2017)."""
    pairs = zip(real.scores, made.scores, strict=True)
    return torch.stack([(1 - r.float()).square().mean() + m.float().square().mean() for r, m in pairs]).sum()


def adversarial_loss(made: Judgement) -> Tensor:
    """Least squares: made to 1."""
    return torch.stack([(1 - m.float()).square().mean() for m in made.scores]).sum()


def feature_loss(real: Judgement, made: Judgement) -> Tensor:
    """L1 distance of the discriminators' features (Kumar et al. 2019)."""
    total = []
    for rows, others in zip(real.features, made.features, strict=True):
        total += [(r.detach().float() - m.float()).abs().mean() for r, m in zip(rows, others, strict=True)]
    return torch.stack(total).sum()
