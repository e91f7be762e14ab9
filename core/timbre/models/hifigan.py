"""Causal HiFi-GAN generator with an inverse-STFT head.

```
mel ─ conv (sees `lookahead_frames` ahead) ─ trunk ─ [upsample ─ residual blocks] x n
    ─ conv ─ log magnitude, a vector in the direction of the phase ─ inverse STFT ─ waveform
```

Sines of the voice's harmonics enter after each upsampling (timbre.models.harmonic_source), because convolutions
cannot count periods.

The trunk is a residual block at the rate of mel frames, where a parameter costs an 8th or a 32nd of what it costs
after the upsamplings.

Sources: Kong et al. 2020, HiFi-GAN, arXiv 2010.05646 (residual blocks of its V3); Kaneko et al. 2022,
iSTFTNet, arXiv 2203.02395 (the head, which replaces the last upsamplings at a fraction of their cost);
Ai and Ling 2023, APNet, arXiv 2305.07952 (the phase as the direction of a vector).
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from timbre.models.branches import both
from timbre.models.causal import (
    CausalConv1d,
    CausalConvTranspose1d,
    StateReader,
    add_weight_norm,
    remove_weight_norm,
)
from timbre.models.harmonic_source import INITIAL_STD, HarmonicSource

MEL_FLOOR = math.log(1e-5)
MEL_SCALE = 5.0
SLOPE = 0.1
TRUNK_KERNEL = 3
FRONT_KERNEL = 7
DIRECTION_FLOOR = 1e-8
_CHANNELS_PER_BIN = 3
"""Channels of the head for a bin: log magnitude, and a vector of two whose direction is the phase."""
_NO_LONGER_CHOSEN = {"head": "vector", "next_blocks": 0}
"""Choices of the architecture that weight files still name, the shipped one among them; one value of each is left."""


@dataclass(frozen=True)
class HifiganConfig:
    """Sizes of the generator."""

    n_mels: int = 80
    hop_length: int = 256
    channels: int = 320
    upsampling: tuple[int, ...] = (8, 4)
    kernels: tuple[int, ...] = (3, 7)
    dilations: tuple[tuple[int, ...], ...] = ((1, 3), (1, 5))
    lookahead_frames: int = 2
    trunk: tuple[int, ...] = (1, 3, 9)
    """Dilations of the residual block before the first upsampling; empty for no such block."""
    head_kernel: int = 7
    harmonics: int = 8
    """Harmonics of the voice's pitch that enter at each upsampling."""
    pitch_channels: int = 128
    """Width of the network that reads the pitch from the mel."""

    def __post_init__(self) -> None:
        if any(stride < 2 for stride in self.upsampling):
            raise ValueError(f"upsampling {self.upsampling} must have steps of 2 or more")
        if self.hop_length % math.prod(self.upsampling):
            raise ValueError(f"upsampling {self.upsampling} does not divide a hop of {self.hop_length}")
        if not self.kernels or len(self.kernels) != len(self.dilations):
            raise ValueError("each residual kernel needs its dilations")
        if self.channels % 2 ** len(self.upsampling):
            raise ValueError(f"{self.channels} channels do not halve at each upsampling")
        if self.harmonics < 1:
            raise ValueError("a vocoder needs one harmonic or more")
        if self.lookahead_frames < 0:
            raise ValueError("lookahead cannot be negative")

    @property
    def head_hop(self) -> int:
        """Samples between two frames of the inverse STFT."""
        return self.hop_length // math.prod(self.upsampling)

    @property
    def head_fft(self) -> int:
        """Its window, in samples."""
        return 4 * self.head_hop

    @property
    def head_bins(self) -> int:
        """Bins of the inverse STFT."""
        return self.head_fft // 2 + 1

    def to_dict(self) -> dict[str, Any]:
        """Return the sizes as plain values."""
        return asdict(self)

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> HifiganConfig:
        """Inverse of to_dict, also after a journey through JSON.

        Raises:
            ValueError: if the sizes are impossible, or of a kind of vocoder that is no longer known.
        """
        for name, known in _NO_LONGER_CHOSEN.items():
            if values.get(name, known) != known:
                raise ValueError(
                    f"this vocoder has {name} {values[name]!r}, and Timbre knows only {known!r}: train it anew"
                )
        sizes = {k: v for k, v in values.items() if k not in _NO_LONGER_CHOSEN}
        sizes |= {k: tuple(sizes[k]) for k in ("upsampling", "kernels", "trunk") if k in sizes}
        sizes["dilations"] = tuple(tuple(row) for row in sizes["dilations"])
        sizes.setdefault("harmonics", 0)  # files of vocoders without a harmonic source do not name it
        return HifiganConfig(**sizes)


class ResidualBlock(nn.Module):
    """HiFi-GAN's second kind of residual block: dilated convolutions, each with a skip."""

    def __init__(self, channels: int, kernel: int, dilations: tuple[int, ...]) -> None:
        super().__init__()
        self.convs = nn.ModuleList(CausalConv1d(channels, channels, kernel, d) for d in dilations)

    def forward(self, x: Tensor, state: StateReader | None) -> Tensor:
        """(B, C, T) to (B, C, T)."""
        for conv in self.convs:
            assert isinstance(conv, CausalConv1d)
            h = F.leaky_relu(x, SLOPE)
            x = x + (conv(h) if state is None else conv.stream(h, state))
        return x


class InverseStft(nn.Module):
    """Magnitude and phase to waveform, by overlap-add, causal.

    The window's analysis and synthesis weights are folded into one matrix; with a hop of a quarter of
    the window the squared Hann windows add up to 1.5 everywhere.
    """

    basis: Tensor

    def __init__(self, n_fft: int, hop: int) -> None:
        super().__init__()
        self.n_fft, self.hop = n_fft, hop
        bins = n_fft // 2 + 1
        identity = np.eye(bins)
        cosine = np.fft.irfft(identity, n_fft)
        sine = np.fft.irfft(1j * identity, n_fft)
        window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(n_fft) / n_fft)
        basis = np.concatenate([cosine, sine]) * window / 1.5
        self.register_buffer("basis", torch.from_numpy(basis).float()[:, None], persistent=False)

    @property
    def context(self) -> int:
        """Earlier frames that still sound in the current one."""
        return self.n_fft // self.hop - 1

    def forward(self, spectrum: Tensor) -> Tensor:
        """Real and imaginary parts (B, n_fft + 2, context + T) to waveform (B, T * hop).

        The first `context` frames only sound on: they are zeros at the start of a stream.
        """
        waveform = F.conv_transpose1d(spectrum, self.basis.to(spectrum.dtype), stride=self.hop).squeeze(1)
        incomplete = self.n_fft - self.hop
        return waveform[:, incomplete : waveform.shape[1] - incomplete]


class HifiganGenerator(nn.Module):
    """Log mel to waveform. Made with weight norm; remove_weight_norm before streaming."""

    def __init__(self, config: HifiganConfig) -> None:
        super().__init__()
        self.config = config
        c = config.channels
        self.front = CausalConv1d(config.n_mels, c, FRONT_KERNEL)
        self.trunk = ResidualBlock(c, TRUNK_KERNEL, config.trunk)
        self.ups = nn.ModuleList()
        self.blocks = nn.ModuleList()
        for stride in config.upsampling:
            self.ups.append(CausalConvTranspose1d(c, c // 2, stride))
            c //= 2
            pairs = zip(config.kernels, config.dilations, strict=True)
            self.blocks.append(nn.ModuleList(ResidualBlock(c, k, d) for k, d in pairs))
        self.head = CausalConv1d(c, _CHANNELS_PER_BIN * config.head_bins, config.head_kernel)
        self.inverse = InverseStft(config.head_fft, config.head_hop)
        for module in self.modules():
            if isinstance(module, nn.Conv1d | nn.ConvTranspose1d):
                nn.init.normal_(module.weight, std=INITIAL_STD if module is not self.front else 0.05)
        self.source = self._source(config)
        add_weight_norm(self)

    @staticmethod
    def _source(config: HifiganConfig) -> HarmonicSource:
        rates = tuple(itertools.accumulate(config.upsampling, operator.mul))
        widths = tuple(config.channels >> (i + 1) for i in range(len(rates)))
        return HarmonicSource(config.n_mels, config.harmonics, config.pitch_channels, rates, widths)

    @property
    def delay_frames(self) -> int:
        """Mel frames that the waveform comes late in a stream."""
        return self.config.lookahead_frames

    def remove_weight_norm(self) -> None:
        """Fold weight norm into plain weights, for use rather than training."""
        remove_weight_norm(self)

    def initial_state(self, batch: int) -> Tensor:
        """State of streams that begin, (B, S): zeros, which stand for silence."""
        convs = [m for m in self.modules() if isinstance(m, CausalConv1d | CausalConvTranspose1d)]
        tail = self.inverse.context * (self.config.head_fft + 2)
        return torch.zeros(batch, sum(m.state_size for m in convs) + tail + self.source.state_size)

    def forward(self, mel: Tensor) -> Tensor:
        """Whole: log mel (B, n_mels, T) to waveform (B, T * hop_length)."""
        return self._run(self.normalized(mel), None)[
            :, self.config.lookahead_frames * self.config.hop_length :
        ]

    def normalized(self, mel: Tensor) -> Tensor:
        """Whole log mel (B, n_mels, T) as the network takes it, (B, n_mels, T + lookahead): silence follows."""
        return F.pad((mel - MEL_FLOOR) / MEL_SCALE, (0, self.config.lookahead_frames))

    def stream(self, mel: Tensor, packed: Tensor) -> tuple[Tensor, Tensor]:
        """One chunk: log mel (B, n_mels, T) and state (B, S) to waveform (B, T * hop_length), delayed, and state."""
        state = StateReader(packed)
        waveform = self._run((mel - MEL_FLOOR) / MEL_SCALE, state)
        return waveform, state.pack()

    def _run(self, x: Tensor, state: StateReader | None) -> Tensor:
        mel = x

        def begin() -> Tensor:
            front = self.front(mel) if state is None else self.front.stream(mel, state)
            return self._raised(0, self.trunk(front, state), state)

        x, harmonics = both(begin, lambda: self.source(mel, state), mel)
        for stage, (blocks, added) in enumerate(zip(self.blocks, harmonics, strict=True)):
            assert isinstance(blocks, nn.ModuleList)
            x = (self._raised(stage, x, state) if stage else x) + added
            x = functools.reduce(torch.add, (block(x, state) for block in blocks)) / len(blocks)
        x = F.leaky_relu(x)
        x = self.head(x) if state is None else self.head.stream(x, state)
        spectrum = self._spectrum(x)
        context, bands = self.inverse.context, self.config.head_fft + 2
        if state is None:
            return self.inverse(F.pad(spectrum, (context, 0)))
        spectrum = torch.cat([state.take(bands, context), spectrum], 2)
        state.keep(spectrum[:, :, -context:])
        return self.inverse(spectrum)

    def _raised(self, stage: int, x: Tensor, state: StateReader | None) -> Tensor:
        """The upsampling of a stage: (B, 2 * C, T) to (B, C, T * stride)."""
        up, x = self.ups[stage], F.leaky_relu(x, SLOPE)
        assert isinstance(up, CausalConvTranspose1d)
        return up(x) if state is None else up.stream(x, state)

    def _spectrum(self, x: Tensor) -> Tensor:
        """Head output (B, 3 * bins, T) to real and imaginary parts (B, 2 * bins, T), in float32."""
        magnitude, direction = x.float().split([self.config.head_bins, 2 * self.config.head_bins], 1)
        magnitude = magnitude.clamp(max=6).exp()
        real, imaginary = direction.chunk(2, 1)
        scale = magnitude * (real.square() + imaginary.square() + DIRECTION_FLOOR).rsqrt()
        return torch.cat([real * scale, imaginary * scale], 1)
