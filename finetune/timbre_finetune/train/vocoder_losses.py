"""Losses of the vocoder."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from timbre.audio import SPEECH_LEVEL_DB
from timbre.mel import MelSpec
from timbre.models.spectrogram import LogMel
from timbre_finetune.train.discriminators import Judgement

# (n_fft, hop, n_mels) of the multi-scale mel loss.
SCALES = ((256, 64, 20), (512, 128, 40), (1024, 256, 80), (2048, 512, 120))
# (n_fft, hop, window) of the STFT loss, as in Yamamoto et al. 2020.
RESOLUTIONS = ((512, 50, 240), (1024, 120, 600), (2048, 240, 1200))
MAGNITUDE_FLOOR = 1e-4
# The model of hearing: windows of 32 ms that overlap by half, and 49 bands up to 8 kHz, as in PESQ.
HEARING_S = 0.032
HEARING_BANDS = 49
HEARING_TOP_HZ = 8000.0
SPEECH_DB_SPL = 79.0


class MultiScaleMel(nn.Module):
    """L1 distance of log mels at several resolutions; all but that of the vocoder's own mels cover the full band."""

    def __init__(self, spec: MelSpec) -> None:
        super().__init__()
        rate = spec.sample_rate
        tops = (spec.f_max if n == spec.n_fft else rate / 2 for n, _, _ in SCALES)
        specs = (MelSpec(rate, n, h, n, m, 0.0, top) for (n, h, m), top in zip(SCALES, tops, strict=True))
        self.mels = nn.ModuleList(LogMel(s) for s in specs)

    def forward(self, fake: Tensor, real: Tensor) -> Tensor:
        """Compute the distance of waveforms (B, n)."""
        return torch.stack([(mel(fake) - mel(real)).abs().mean() for mel in self.mels]).mean()


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

    def forward(self, fake: Tensor, real: Tensor) -> Tensor:
        """Compute the distance of waveforms (B, n)."""
        total: list[Tensor] = []
        for i in range(len(RESOLUTIONS)):
            f, r = self._magnitude(fake, i), self._magnitude(real, i)
            total += [torch.linalg.norm(r - f) / torch.linalg.norm(r), (r.log() - f.log()).abs().mean()]
        return torch.stack(total).sum() / len(RESOLUTIONS)


class LoudnessDistance(nn.Module):
    """How differently two waveforms sound, by loudness in bands of equal width in Bark.

    Only the part of a difference that exceeds a quarter of the softer loudness counts. Where the fake waveform has more
    sound than the real one, it counts a second time, with more weight. The levels of frames are made equal before, so
    that the distance measures the colour of a sound.

    Source: ITU-T Recommendation P.862 (PESQ), section 10.2, without its time alignment. Segments must have the
    level of timbre.audio.normalize_loudness. Threshold in quiet: Terhardt 1979.
    """

    bands: Tensor
    threshold: Tensor
    exponent: Tensor
    window: Tensor

    def __init__(self, spec: MelSpec) -> None:
        super().__init__()
        size = round(HEARING_S * spec.sample_rate)
        hz = np.arange(size // 2 + 1) * spec.sample_rate / size
        edges = np.linspace(0, _bark(np.array(HEARING_TOP_HZ)), HEARING_BANDS + 1)
        band = np.searchsorted(edges, _bark(hz), side="right") - 1
        members = (band == np.arange(HEARING_BANDS)[:, None]) & (hz > 0) & (hz < HEARING_TOP_HZ)
        members = members[members.any(1)]
        khz = (members @ hz) / members.sum(1) / 1000
        quiet = 3.64 * khz**-0.8 - 6.5 * np.exp(-0.6 * (khz - 3.3) ** 2) + 1e-3 * khz**4
        window = torch.hann_window(size)
        level = 10 ** ((SPEECH_DB_SPL - SPEECH_LEVEL_DB) / 10) * 2 / (size * float(window.square().sum()))
        self.size = size
        self.register_buffer("window", window, persistent=False)
        numbers = {
            "bands": members * level,
            "threshold": 10 ** (np.minimum(quiet, 60.0) / 10),
            "exponent": 0.23 * np.clip(6 / (_bark(1000 * khz) + 2), 1, 2) ** 0.15,
        }
        for name, values in numbers.items():
            self.register_buffer(name, torch.tensor(values, dtype=torch.float32), persistent=False)
        self.width = float(edges[1])

    def _powers(self, waveform: Tensor) -> Tensor:
        """Convert waveforms (B, n) to powers of bands (B, T, bands); 1 is a sound pressure level of 0 dB."""
        spectrum = torch.stft(
            waveform, self.size, self.size // 2, window=self.window, center=False, return_complex=True
        )
        return (self.bands @ (spectrum.real.square() + spectrum.imag.square())).transpose(1, 2)

    def _loudness(self, power: Tensor) -> Tensor:
        """Loudness of each band in sone per Bark (Zwicker and Feldtkeller 1967)."""
        above = (0.5 + 0.5 * power / self.threshold) ** self.exponent - 1
        return 0.187 * (2 * self.threshold) ** self.exponent * above.clamp(min=0)

    def _audible(self, power: Tensor) -> Tensor:
        return (power * (power > self.threshold)).sum(-1, keepdim=True)

    def forward(self, fake: Tensor, real: Tensor) -> Tensor:
        """Compute the distance of waveforms (B, n), on PESQ's scale before PESQ maps it to the scale of opinions."""
        f, r = self._powers(fake), self._powers(real)
        f = f * ((self._audible(r) + 5e3) / (self._audible(f) + 5e3)).clamp(3e-4, 5)
        fake_loudness, real_loudness = self._loudness(f), self._loudness(r)
        masked = 0.25 * torch.minimum(fake_loudness, real_loudness)
        difference = self.width * ((fake_loudness - real_loudness).abs() - masked).clamp(min=0)
        total = self.width * difference.shape[-1]
        asymmetry = ((f + 50) / (r + 50)) ** 1.2
        asymmetry = torch.where(asymmetry < 3, 0.0, asymmetry.clamp(max=12))
        symmetric = (total * difference.square().sum(-1) + 1e-6).sqrt()
        return (0.1 * _worst(symmetric) + 0.0309 * _worst((difference * asymmetry).sum(-1))).mean()


def _bark(hz: np.ndarray) -> np.ndarray:
    """Convert a frequency to Bark, as PESQ does (Schroeder 1979)."""
    return 7 * np.arcsinh(hz / 650)


def _worst(disturbance: Tensor) -> Tensor:
    """Average a disturbance (B, T) over time with a norm of order 6, in which the worst moments weigh most."""
    return (disturbance.clamp(max=45).pow(6).mean(-1) + 1e-9).pow(1 / 6)


def discriminator_loss(real: Judgement, fake: Judgement) -> Tensor:
    """Least squares: real scores to 1, fake ones to 0 (Mao et al. 2017)."""
    pairs = zip(real.scores, fake.scores, strict=True)
    return torch.stack([(1 - r.float()).square().mean() + f.float().square().mean() for r, f in pairs]).sum()


def adversarial_loss(fake: Judgement) -> Tensor:
    """Least squares: fake scores to 1."""
    return torch.stack([(1 - f.float()).square().mean() for f in fake.scores]).sum()


def feature_loss(real: Judgement, fake: Judgement) -> Tensor:
    """L1 distance of the discriminators' features (Kumar et al. 2019)."""
    total: list[Tensor] = []
    for real_layers, fake_layers in zip(real.features, fake.features, strict=True):
        pairs = zip(real_layers, fake_layers, strict=True)
        total += [(r.detach() - f).abs().mean(dtype=torch.float32) for r, f in pairs]
    return torch.stack(total).sum()
