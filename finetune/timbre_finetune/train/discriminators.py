"""Discriminators that train the vocoder: of periods (HiFi-GAN) and of resolutions (UnivNet).

The convolutions use the memory layout "channels last", for which GPUs have fast half-precision kernels.

Sources: Kong et al. 2020, arXiv 2010.05646, section 2.3; Jang et al. 2021, arXiv 2106.07889, section 2.3.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.parametrizations import weight_norm

PERIODS = (2, 3, 5, 7, 11)
RESOLUTIONS = ((1024, 120, 600), (2048, 240, 1200), (512, 50, 240))
SLOPE = 0.1


class Judgement(NamedTuple):
    """Scores of all discriminators, and the features of their layers."""

    scores: list[Tensor]
    features: list[list[Tensor]]

    def halves(self) -> tuple[Judgement, Judgement]:
        """Split the judgement into that of the first and that of the second half of the waveforms."""
        half = len(self.scores[0]) // 2
        first = Judgement([s[:half] for s in self.scores], [[f[:half] for f in row] for row in self.features])
        second = Judgement(
            [s[half:] for s in self.scores], [[f[half:] for f in row] for row in self.features]
        )
        return first, second


def _features(x: Tensor, convs: nn.ModuleList) -> list[Tensor]:
    """The output of each convolution for x (B, 1, H, W), (B, C, H, W) each."""
    features: list[Tensor] = []
    for conv in convs:
        # The input has one channel, where both layouts are the same. So each output is asked for the layout.
        x = F.leaky_relu(conv(x), SLOPE).contiguous(memory_format=torch.channels_last)
        features.append(x)
    return features


class PeriodDiscriminator(nn.Module):
    """Judges a waveform folded into columns: column i has samples i, i + period, i + 2 * period and so on."""

    def __init__(self, period: int, channels: int = 32) -> None:
        super().__init__()
        self.period = period
        c = channels
        widths = (1, c, 4 * c, 16 * c, 32 * c)
        convs = [nn.Conv2d(a, b, (5, 1), (3, 1), padding=(2, 0)) for a, b in pairwise(widths)]
        convs.append(nn.Conv2d(32 * c, 32 * c, (5, 1), padding=(2, 0)))
        self.convs = nn.ModuleList(weight_norm(conv) for conv in convs)
        self.out = weight_norm(nn.Conv2d(32 * c, 1, (3, 1), padding=(1, 0)))

    def forward(self, waveform: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Judge a waveform (B, 1, n): score and features."""
        b, c, n = waveform.shape
        x = F.pad(waveform, (0, -n % self.period), mode="reflect").view(b, c, -1, self.period)
        features = _features(x, self.convs)
        return self.out(features[-1]), features


class ResolutionDiscriminator(nn.Module):
    """Judges the magnitude spectrogram at one resolution (n_fft, hop, window in samples)."""

    window: Tensor

    def __init__(self, resolution: tuple[int, int, int], channels: int = 32) -> None:
        super().__init__()
        self.n_fft, self.hop, self.size = resolution
        self.register_buffer("window", torch.hann_window(self.size), persistent=False)
        c = channels
        shapes = [(1, (3, 9), (1, 1)), *([(c, (3, 9), (1, 2))] * 3), (c, (3, 3), (1, 1))]
        self.convs = nn.ModuleList(
            weight_norm(nn.Conv2d(a, c, k, s, padding=(k[0] // 2, k[1] // 2))) for a, k, s in shapes
        )
        self.out = weight_norm(nn.Conv2d(c, 1, (3, 3), padding=(1, 1)))

    def forward(self, waveform: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Judge a waveform (B, 1, n): score and features."""
        with torch.autocast(waveform.device.type, enabled=False):
            spectrum = torch.stft(
                waveform.squeeze(1).float(), self.n_fft, self.hop, self.size, self.window, return_complex=True
            )
            x = spectrum.abs().clamp(min=1e-5).transpose(1, 2)[:, None]
        features = _features(x, self.convs)
        return self.out(features[-1]), features


class Discriminators(nn.Module):
    """All discriminators; `channels` is the width of their first convolutions."""

    def __init__(self, channels: int = 32) -> None:
        super().__init__()
        periods = [PeriodDiscriminator(period, channels) for period in PERIODS]
        resolutions = [ResolutionDiscriminator(resolution, channels) for resolution in RESOLUTIONS]
        self.members = nn.ModuleList([*periods, *resolutions])

    def forward(self, waveform: Tensor) -> Judgement:
        """Judge waveforms (B, n)."""
        results = [member(waveform[:, None]) for member in self.members]
        return Judgement([score for score, _ in results], [features for _, features in results])
