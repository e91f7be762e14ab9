"""Losses of the vocoder."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from timbre.mel import MelSpec
from timbre.models.spectrogram import LogMel
from timbre_finetune.discriminators import Judgement

# (n_fft, hop, n_mels) of the multi-scale mel loss.
SCALES = ((256, 64, 20), (512, 128, 40), (1024, 256, 80), (2048, 512, 120))
# (n_fft, hop, window) of the STFT loss, those of Yamamoto et al. 2020.
RESOLUTIONS = ((512, 50, 240), (1024, 120, 600), (2048, 240, 1200))
MAGNITUDE_FLOOR = 1e-4


class MultiScaleMel(nn.Module):
    """L1 distance of log mels at several resolutions, full band at the finer ones."""

    def __init__(self, spec: MelSpec) -> None:
        super().__init__()
        rate = spec.sample_rate
        tops = (spec.f_max if n == spec.n_fft else rate / 2 for n, _, _ in SCALES)
        specs = (MelSpec(rate, n, h, n, m, 0.0, top) for (n, h, m), top in zip(SCALES, tops, strict=True))
        self.mels = nn.ModuleList(LogMel(s) for s in specs)

    def forward(self, made: Tensor, real: Tensor) -> Tensor:
        """Distance of waveforms (B, n)."""
        return torch.stack([(mel(made) - mel(real)).abs().mean() for mel in self.mels]).mean()


class MultiResolutionStft(nn.Module):
    """Spectral convergence and L1 distance of log magnitudes, over the full band.

    Source: Yamamoto et al. 2020, Parallel WaveGAN, arXiv 1910.11480, section 2.2.
    """

    def __init__(self) -> None:
        super().__init__()
        for i, (_, _, size) in enumerate(RESOLUTIONS):
            self.register_buffer(f"window_{i}", torch.hann_window(size), persistent=False)

    def _magnitude(self, waveform: Tensor, i: int) -> Tensor:
        n_fft, hop, size = RESOLUTIONS[i]
        window = self.get_buffer(f"window_{i}")
        spectrum = torch.stft(waveform, n_fft, hop, size, window, return_complex=True)
        return (spectrum.real.square() + spectrum.imag.square() + MAGNITUDE_FLOOR**2).sqrt()

    def forward(self, made: Tensor, real: Tensor) -> Tensor:
        """Distance of waveforms (B, n)."""
        total: list[Tensor] = []
        for i in range(len(RESOLUTIONS)):
            m, r = self._magnitude(made, i), self._magnitude(real, i)
            total += [torch.linalg.norm(r - m) / torch.linalg.norm(r), (r.log() - m.log()).abs().mean()]
        return torch.stack(total).sum() / len(RESOLUTIONS)


def discriminator_loss(real: Judgement, made: Judgement) -> Tensor:
    """Least squares: real to 1, made to 0 (Mao et al. 2017)."""
    pairs = zip(real.scores, made.scores, strict=True)
    return torch.stack([(1 - r.float()).square().mean() + m.float().square().mean() for r, m in pairs]).sum()


def adversarial_loss(made: Judgement) -> Tensor:
    """Least squares: made to 1."""
    return torch.stack([(1 - m.float()).square().mean() for m in made.scores]).sum()


def feature_loss(real: Judgement, made: Judgement) -> Tensor:
    """L1 distance of the discriminators' features (Kumar et al. 2019)."""
    total: list[Tensor] = []
    for rows, others in zip(real.features, made.features, strict=True):
        pairs = zip(rows, others, strict=True)
        total += [(r.detach() - m).abs().mean(dtype=torch.float32) for r, m in pairs]
    return torch.stack(total).sum()
