"""Likeness to a person by a second speaker encoder, which Timbre has never learned from or been chosen by.

```
waveform ─ log mel, without each band's mean ─ convolutions over time ─ attentive statistics ─ (192,), of length 1
```

A small ECAPA-TDNN (Desplanques et al. 2020, ECAPA-TDNN, arXiv 2005.07143), which `train_second_encoder.py` trains to
tell the speakers of a pack apart. The mean of each band is taken away, so neither a microphone's colour nor brightness
counts.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional as F

from timbre.mel import MelSpec

SPEC = MelSpec(n_mels=64, f_min=60.0, f_max=7600.0)
CHANNELS, EMBEDDING = 256, 192
KERNEL = 3
DILATIONS = (2, 3, 4)
SCALE = 4
"""Parts of a block's channels, each convolved after the one before it was added (Res2Net)."""
WEIGHTS = Path(__file__).with_name("second_encoder.safetensors")


class LogMel(nn.Module):
    """Waveforms (B, n) at 22,050 Hz to log mel (B, n_mels, T), the mean of each band taken away."""

    window: Tensor
    bands: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("window", torch.hann_window(SPEC.win_length), persistent=False)
        self.register_buffer("bands", torch.tensor(SPEC.filterbank()), persistent=False)

    def forward(self, waveforms: Tensor) -> Tensor:
        """See the class."""
        spectrum = torch.stft(waveforms, SPEC.n_fft, SPEC.hop_length, window=self.window, return_complex=True)
        mel = (self.bands @ spectrum.abs()).clamp(min=SPEC.log_floor).log()
        return mel - mel.mean(2, keepdim=True)


class ResidualBlock(nn.Module):
    """SE-Res2Block: a chain of dilated convolutions over parts of the channels, then each channel's weight."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        width = channels // SCALE
        self.before = nn.Sequential(nn.Conv1d(channels, channels, 1), nn.ReLU(), nn.BatchNorm1d(channels))
        self.parts = nn.ModuleList(
            nn.Sequential(
                nn.Conv1d(width, width, KERNEL, padding=dilation, dilation=dilation),
                nn.ReLU(),
                nn.BatchNorm1d(width),
            )
            for _ in range(SCALE - 1)
        )
        self.after = nn.Sequential(nn.Conv1d(channels, channels, 1), nn.ReLU(), nn.BatchNorm1d(channels))
        self.weigh = nn.Sequential(
            nn.Conv1d(channels, channels // 4, 1),
            nn.ReLU(),
            nn.Conv1d(channels // 4, channels, 1),
            nn.Sigmoid(),
        )

    def forward(self, x: Tensor) -> Tensor:
        """(B, C, T) to (B, C, T)."""
        first, *rest = self.before(x).chunk(SCALE, 1)
        made = [first]
        for part, convolve in zip(rest, self.parts, strict=True):
            made.append(convolve(part + made[-1]))
        y = self.after(torch.cat(made, 1))
        return x + y * self.weigh(y.mean(2, keepdim=True))


class SecondEncoder(nn.Module):
    """Log mel to an embedding."""

    def __init__(self) -> None:
        super().__init__()
        c = CHANNELS
        self.front = nn.Sequential(nn.Conv1d(SPEC.n_mels, c, 5, padding=2), nn.ReLU(), nn.BatchNorm1d(c))
        self.blocks = nn.ModuleList(ResidualBlock(c, dilation) for dilation in DILATIONS)
        wide = len(DILATIONS) * c
        self.join = nn.Sequential(nn.Conv1d(wide, wide, 1), nn.ReLU())
        self.attend = nn.Sequential(nn.Conv1d(wide, 64, 1), nn.Tanh(), nn.Conv1d(64, wide, 1))
        self.norm = nn.BatchNorm1d(2 * wide)
        self.out = nn.Linear(2 * wide, EMBEDDING)

    def forward(self, mel: Tensor) -> Tensor:
        """Log mel (B, n_mels, T) to embeddings of length 1, (B, EMBEDDING)."""
        x, made = self.front(mel), []
        for block in self.blocks:
            x = block(x)
            made.append(x)
        x = self.join(torch.cat(made, 1))
        share = self.attend(x).float().softmax(2)
        mean = (share * x).sum(2)
        deviation = ((share * x.square()).sum(2) - mean.square()).clamp(min=1e-6).sqrt()
        return F.normalize(self.out(self.norm(torch.cat([mean, deviation], 1))).float(), dim=1)


@cache
def _encoder() -> tuple[LogMel, SecondEncoder]:
    encoder = SecondEncoder()
    encoder.load_state_dict(
        {name: weight.float() for name, weight in load_file(WEIGHTS).items()}, strict=False
    )
    return LogMel().eval(), encoder.eval()


@torch.inference_mode()
def embed(waveform: np.ndarray) -> np.ndarray:
    """The embedding of mono samples (n,) at 22,050 Hz, a vector of length 1, (EMBEDDING,) float32."""
    mel, encoder = _encoder()
    return encoder(mel(torch.from_numpy(waveform.astype(np.float32))[None]))[0].numpy()
