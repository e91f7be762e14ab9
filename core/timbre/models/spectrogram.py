"""Log mels in torch; the twin of timbre.mel.log_mel."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from timbre.mel import MelSpec


class LogMel(nn.Module):
    """Waveforms to log mels, on any device."""

    window: Tensor
    filters: Tensor

    def __init__(self, spec: MelSpec) -> None:
        super().__init__()
        self.spec = spec
        self.register_buffer("window", torch.hann_window(spec.win_length), persistent=False)
        self.register_buffer("filters", torch.tensor(spec.filterbank()), persistent=False)

    def forward(self, waveform: Tensor) -> Tensor:
        """Waveforms (B, n) float32 to log mels (B, n_mels, n // hop_length)."""
        spec = self.spec
        padded = F.pad(waveform[:, None], (spec.padding, spec.padding), mode="reflect").squeeze(1)
        spectrum = torch.stft(
            padded,
            spec.n_fft,
            spec.hop_length,
            spec.win_length,
            self.window,
            center=False,
            return_complex=True,
        )
        magnitude = (spectrum.real.square() + spectrum.imag.square() + 1e-9).sqrt()
        return (self.filters @ magnitude).clamp(min=spec.log_floor).log()
