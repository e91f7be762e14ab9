"""A voice's pitch, read from its mel, and sines that follow it, as an input of the vocoder.

A network of convolutions has nowhere to count periods, so the low harmonics that it makes up waver by tens of cents.
Here F0 is read from the mel, its phase is counted from where the voice sets in, and sines and cosines of its
harmonics enter the generator at the rate of each upsampling.

Phases are counted in integers, so that chunks add up to exactly what the whole does.

Sources: Wang et al. 2019, neural source-filter models, arXiv 1904.12088; Li et al. 2023, HiFTNet, arXiv 2309.09493
(F0 from the mel, and an inverse STFT); Kim et al. 2018, CREPE, arXiv 1802.06182 (F0 as a class).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from timbre.models.causal import CausalConv1d, StateReader

SLOPE = 0.1
KERNEL = 5
LAYERS = 3
MIX_KERNEL = 3
INITIAL_STD = 0.01
"""Deviation of the generator's weights before training; those of the tracker begin as torch makes them."""
BINS_PER_OCTAVE = 40
BINS = 132
LOWEST = 0.6
"""F0 of the first bin, in periods a frame: 52 Hz for frames of 256 samples at 22,050 Hz."""
SHARPNESS = 4.0
"""Scores are multiplied by it before F0 is read, so that a less likely octave hardly counts."""
TICKS = 1 << 24
"""Parts of a period in which phases are counted; as many as float32 tells apart."""
HIGHEST_SHARE = 0.45
"""Harmonics are left out above this share of a stage's rate."""


def bin_of(periods: Tensor) -> Tensor:
    """Where F0 in periods a frame lies among the bins; a float."""
    return torch.log2(periods / LOWEST) * BINS_PER_OCTAVE


class PitchTracker(nn.Module):
    """F0 and voicing from a normalised mel; a frame's values are those at the end of the frame."""

    def __init__(self, n_mels: int, channels: int) -> None:
        super().__init__()
        sizes = (n_mels, *[channels] * (LAYERS - 1))
        self.convs = nn.ModuleList(CausalConv1d(size, channels, KERNEL) for size in sizes)
        self.out = CausalConv1d(channels, BINS + 1, 1)

    def forward(self, mel: Tensor, state: StateReader | None = None) -> tuple[Tensor, Tensor]:
        """Mel (B, n_mels, T) to scores of bins (B, BINS, T) and of voicing (B, T)."""
        x = mel
        for i, conv in enumerate(self.convs):
            assert isinstance(conv, CausalConv1d)
            layer = F.leaky_relu(conv(x) if state is None else conv.stream(x, state), SLOPE)
            x = x + layer if i else layer
        x = self.out(x)
        return x[:, :BINS], x[:, BINS]


class HarmonicSines(nn.Module):
    """Counts the phase of a voice's pitch, in float32 also where the networks around it are in fp16."""

    bins: Tensor
    step_rates: Tensor
    steps: Tensor

    def __init__(self, harmonics: int, rates: tuple[int, ...]) -> None:
        super().__init__()
        self.harmonics, self.rates = harmonics, rates
        self.register_buffer("bins", torch.arange(BINS, dtype=torch.float32), persistent=False)
        # Of the steps within a frame, at all rates side by side: their rates and their numbers. Whole numbers stay
        # whole where the networks are made fp16.
        steps = [(rate, step) for rate in rates for step in range(rate)]
        self.register_buffer("step_rates", torch.tensor([rate for rate, _ in steps]), persistent=False)
        self.register_buffer("steps", torch.tensor([step for _, step in steps]), persistent=False)

    def forward(self, scores: Tensor, voicing: Tensor, before: Tensor) -> tuple[list[Tensor], Tensor]:
        """Sines and cosines that follow a tracker's pitch.

        Args:
            scores: The tracker's scores of bins, (B, BINS, T).
            voicing: The tracker's scores of voicing, (B, T).
            before: F0, voicing and phase at the end of the frame before, (B, 3, 1).
        Returns:
            (B, 2 * harmonics, T * rate) at each rate, and `before` for the frames to come.
        """
        pitch, voiced = self.read(scores), (voicing.float() > 0).float()
        before = before.float()
        was, was_voiced = (
            torch.cat([x, y[:, :-1]], 1) for x, y in ((before[:, 0], pitch), (before[:, 1], voiced))
        )
        # Where a voice sets in or ends, its pitch is that of the voiced side.
        begin = torch.where(was_voiced > 0, was, pitch)
        end = torch.where(voiced > 0, pitch, begin)
        ticks = (TICKS * (begin + end) / 2).round().long()
        first = (TICKS * before[:, 2]).round().long()
        # A phase is counted from where its voice set in: the ticks before it of the same run.
        run = (was_voiced == 0).long().cumsum(1)
        earlier = torch.ones(run.shape[1], run.shape[1], dtype=torch.long, device=run.device).tril(-1)
        since = earlier * (run[:, :, None] == run[:, None]).long()
        counted = (since * ticks[:, None]).sum(2) + first * (run == 0).long()
        phase = (counted + ticks)[:, -1:] % TICKS
        after = torch.stack([pitch[:, -1:], voiced[:, -1:], phase.float() / TICKS], 1)
        starts = (counted % TICKS).float() / TICKS
        return self._waves(begin.is_cuda, begin, end, was_voiced, voiced, starts), after

    def read(self, scores: Tensor) -> Tensor:
        """Scores (B, BINS, T) to F0 in periods a frame, (B, T)."""
        weights = (SHARPNESS * scores.float()).softmax(1)
        octaves = (weights * self.bins[:, None]).sum(1) / BINS_PER_OCTAVE
        return LOWEST * (math.log(2) * octaves).exp()

    def _waves(self, together: bool, *frames: Tensor) -> list[Tensor]:
        """Sines and cosines (B, 2 * harmonics, T * rate) at each rate; `frames` are the arguments of _at.

        Computed together, the rates are columns of one tensor: on a GPU the number of operations counts. What a
        processor computes for one rate still fits its cache.
        """
        if together:
            waves = self._at(self.step_rates, self.steps, *frames).split(self.rates, 3)
        else:
            columns = zip(self.step_rates.split(self.rates), self.steps.split(self.rates), strict=True)
            waves = [self._at(rates, steps, *frames) for rates, steps in columns]
        return [wave.flatten(2) for wave in waves]

    def _at(
        self,
        rates: Tensor,
        steps: Tensor,
        begin: Tensor,
        end: Tensor,
        was_voiced: Tensor,
        voiced: Tensor,
        starts: Tensor,
    ) -> Tensor:
        """Sines and cosines (B, 2 * harmonics, T, steps); F0 and voicing go from one value to another in a frame."""
        within = (steps + 0.5) / rates
        rise = (end - begin)[..., None] * within
        periods = starts[..., None] + (begin[..., None] + rise / 2) * within
        pitch = begin[..., None] + rise
        loud = was_voiced[..., None] + (voiced - was_voiced)[..., None] * within
        order = torch.arange(1, self.harmonics + 1, device=begin.device, dtype=torch.float32)[:, None, None]
        heard = loud[:, None] * (order * pitch[:, None] < HIGHEST_SHARE * rates).float()
        angle = 2 * math.pi * ((order * periods[:, None]) % 1)
        return torch.cat([heard * angle.sin(), heard * angle.cos()], 1)


class HarmonicSource(nn.Module):
    """Sines and cosines of a voice's harmonics at several rates, each through a convolution of its own."""

    state_size = 3
    """Floats of the state beside those of the convolutions: F0, voicing and phase at the last frame's end."""

    def __init__(
        self, n_mels: int, harmonics: int, channels: int, rates: tuple[int, ...], widths: tuple[int, ...]
    ) -> None:
        """Make a source.

        Args:
            n_mels: Bands of the mel.
            harmonics: How many, the fundamental among them.
            channels: Width of the pitch tracker.
            rates: Steps a frame of each stage.
            widths: Channels of each stage.
        """
        super().__init__()
        self.tracker = PitchTracker(n_mels, channels)
        self.sines = HarmonicSines(harmonics, rates)
        self.mixes = nn.ModuleList(CausalConv1d(2 * harmonics, width, MIX_KERNEL) for width in widths)
        for mix in self.mixes:
            nn.init.normal_(mix.weight, std=INITIAL_STD)  # pyright: ignore

    def forward(self, mel: Tensor, state: StateReader | None) -> list[Tensor]:
        """Normalised mel (B, n_mels, T) to what each stage adds, (B, width, T * rate)."""
        with torch.no_grad():
            sines = self._sines(mel, state)
        pairs = zip(self.mixes, sines, strict=True)
        return [mix(x) if state is None else mix.stream(x, state) for mix, x in pairs]  # pyright: ignore

    def _sines(self, mel: Tensor, state: StateReader | None) -> list[Tensor]:
        scores, voicing = self.tracker(mel, state)
        before = torch.zeros_like(mel[:, :3, :1]) if state is None else state.take(self.state_size, 1)
        sines, after = self.sines(scores, voicing, before)
        if state is not None:
            state.keep(after.to(mel.dtype))
        return [sine.to(mel.dtype) for sine in sines]


def pitch_losses(scores: Tensor, voicing: Tensor, periods: Tensor) -> tuple[Tensor, Tensor]:
    """The losses of a pitch tracker: how far its pitch is from the pitch that was measured.

    Args:
        scores: The tracker's scores of bins, (B, BINS, T).
        voicing: The tracker's scores of voicing, (B, T).
        periods: F0 of each frame in periods a frame, (B, T + 1): 0 where unvoiced, negative where not known.
    Returns:
        Cross-entropies of F0 and of voicing, means of the frames in which they are known.
    """
    here, later = periods[:, :-1], periods[:, 1:]
    known = ((here >= 0) & (later >= 0)).float()
    both = known * (torch.minimum(here, later) > 0).float()
    where = (bin_of(here.clamp(min=LOWEST)) + bin_of(later.clamp(min=LOWEST))) / 2
    bins = torch.arange(BINS, device=scores.device, dtype=torch.float32)[:, None]
    wanted = torch.softmax(-0.5 * (bins - where[:, None]).square(), 1)
    pitch = -(wanted * scores.log_softmax(1)).sum(1)
    voiced = F.binary_cross_entropy_with_logits(voicing, (later > 0).float(), reduction="none")
    return (pitch * both).sum() / (both.sum() + 1), (voiced * known).sum() / (known.sum() + 1)
