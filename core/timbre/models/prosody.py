"""Prosody that is drawn: a distribution over how a sentence is read, and readings drawn from it.

```
phonemes ─ encoder ─ states ─┐
noise ─┬─────────────────────┴─ field ─ velocity        repeated `steps` times:
       └─ + velocity / steps ──────────────────┐        noise becomes a reading
          log duration, pitch, energy ◀────────┘
```

A regression answers with the mean of all readings, which is flatter than any of them. Here a network learns the
velocity field that carries Gaussian noise to the readings of people (flow matching), so that other noise is another
reading. From noise of zero the first step leads to the mean of the readings. Everything is at the level of phonemes:
pauses are the durations of spaces and punctuation.

A voice reaches the network as one vector (`ProsodyFlow.voice_sizes`). A computed speaker embedding and the voice's
habits (`HABITS`), which are measured in readings by that voice, give its first part. The rest are differences to the
styles and to the last layer, zero unless a clone has learned them.

Sources: Lipman et al. 2023, Flow Matching, arXiv 2210.02747; Mehta et al. 2024, Matcha-TTS, arXiv 2309.03199.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from timbre.models.fastpitch_layers import (
    NormStyle,
    SelfAttention,
    convolve_centred,
    lengths_to_mask,
    styled_norm,
)

VALUES = 3
"""Values of a phoneme: log duration, pitch, energy."""
FARTHEST = 4.0
"""A value of a reading is at most this many deviations away from its symbol's mean."""
HABITS = (
    "log_hz_mean",
    "log_hz_std",
    "phone_log_duration_mean",
    "phone_log_duration_std",
    "space_log_duration_mean",
    "space_log_duration_std",
    "mark_log_duration_mean",
    "mark_log_duration_std",
    "pitch_mean",
    "pitch_std",
    "energy_mean",
    "energy_std",
)
"""Statistics of a voice. Phones are the symbols but spaces and punctuation; pitch and energy are those of phones."""


class Prosody(NamedTuple):
    """How each phoneme is read, all (B, T_text).

    Attributes:
        log_durations: log(1 + frames).
        pitch: F0 in standard deviations around the voice's mean.
        energy: Mean log mel, normalised.
    """

    log_durations: Tensor
    pitch: Tensor
    energy: Tensor


@dataclass(frozen=True)
class ProsodyConfig:
    """Sizes of the network. The encoder runs once for a sentence, the field once in each step."""

    n_symbols: int
    channels: int = 128
    filter_channels: int = 320
    layers: int = 3
    field_channels: int = 96
    field_filter_channels: int = 192
    field_layers: int = 3
    head_channels: int = 32
    condition_channels: int = 64
    reference_channels: int = 256
    dropout: float = 0.1

    def __post_init__(self) -> None:
        if self.channels % self.head_channels or self.field_channels % self.head_channels:
            raise ValueError("channels must be whole heads")
        if self.channels % 4:
            raise ValueError("channels must divide by 4, for places from both ends")

    def to_dict(self) -> dict[str, Any]:
        """Return the sizes as plain values."""
        return asdict(self)


class VoiceParts(NamedTuple):
    """The parts of voices' vectors.

    Attributes:
        condition: Vector that all blocks are conditioned on, (B, condition_channels).
        styles: Difference to the style of each block, encoder's first, (B, 4 * width) each.
        out_weight: Difference to the last layer's weights, (B, VALUES, field_channels).
        out_bias: Difference to its biases, (B, 1, VALUES).
    """

    condition: Tensor
    styles: tuple[Tensor, ...]
    out_weight: Tensor
    out_bias: Tensor


class Context(NamedTuple):
    """What the network knows of sentences and voices; the noise does not change it.

    Attributes:
        states: The phonemes' states, (B, T_text, field_channels).
        mask: (B, T_text, 1), 1 inside a sentence.
        bias: For attention, (B, 1, 1, T_text), very negative at padding.
        voice: The voices' parts, see ProsodyFlow.voice_sizes.
        phonemes: Ids, (B, T_text).
    """

    states: Tensor
    mask: Tensor
    bias: Tensor
    voice: VoiceParts
    phonemes: Tensor


class Block(nn.Module):
    """Feed-forward transformer block whose layer norms depend on the voice, and in the field on the time."""

    def __init__(self, channels: int, filter_channels: int, config: ProsodyConfig) -> None:
        super().__init__()
        self.attention = SelfAttention(channels, channels // config.head_channels)
        self.conv = nn.Conv1d(channels, filter_channels, 3, padding=1)
        self.out = nn.Linear(filter_channels, channels)
        self.style = nn.Linear(config.condition_channels, 4 * channels)
        self.dropout = nn.Dropout(config.dropout)
        for layer in (self.style, self.out):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(
        self, x: Tensor, context: tuple[Tensor, Tensor], condition: Tensor, difference: Tensor
    ) -> Tensor:
        """Args: x (B, T, C), mask (B, T, 1) and attention's bias, condition, difference to the style (B, 4 C)."""
        mask, bias = context
        style = self.style(condition) + difference
        factor, shift, factor2, shift2 = style[:, None].chunk(4, 2)
        x = x + self.dropout(self.attention(styled_norm(x, NormStyle(1 + factor, shift)), bias))
        h = convolve_centred(self.conv, styled_norm(x, NormStyle(1 + factor2, shift2)) * mask)
        return (x + self.dropout(self.out(self.dropout(F.gelu(h))))) * mask


def waves(places: Tensor, channels: int, longest: float) -> Tensor:
    """Sines and cosines of places (...), (..., channels), with periods from 2 pi to 2 pi * longest."""
    half = channels // 2
    exponent = -math.log(longest) * torch.arange(half, device=places.device) / half
    angle = places[..., None] * exponent.exp()
    return torch.cat([angle.sin(), angle.cos()], -1)


class ProsodyFlow(nn.Module):
    """Encoder of sentences and voices, and the velocity field over readings.

    The field works in values of mean 0 and deviation 1 for each symbol: `centre` and `scale`, both (n_symbols,
    VALUES), say where those lie. So do `habit_centre` and `habit_scale`, (len(HABITS),), of voices' habits.
    """

    centre: Tensor
    scale: Tensor
    habit_centre: Tensor
    habit_scale: Tensor

    def __init__(self, config: ProsodyConfig) -> None:
        super().__init__()
        self.config = config
        c, f, d = config.channels, config.field_channels, config.condition_channels
        self.embedding = nn.Embedding(config.n_symbols, c, padding_idx=0)
        nn.init.normal_(self.embedding.weight, std=1.0)
        self.voice_in = nn.Sequential(
            nn.Linear(config.reference_channels + len(HABITS), 2 * d), nn.GELU(), nn.Linear(2 * d, d)
        )
        self.blocks = nn.ModuleList(Block(c, config.filter_channels, config) for _ in range(config.layers))
        self.states_out = nn.Linear(c, f)
        self.time_in = nn.Sequential(nn.Linear(d, d), nn.GELU(), nn.Linear(d, d))
        self.values_in = nn.Linear(VALUES, f)
        self.field = nn.ModuleList(
            Block(f, config.field_filter_channels, config) for _ in range(config.field_layers)
        )
        self.velocity_out = nn.Linear(f, VALUES)
        self.register_buffer("centre", torch.zeros(config.n_symbols, VALUES))
        self.register_buffer("scale", torch.ones(config.n_symbols, VALUES))
        self.register_buffer("habit_centre", torch.zeros(len(HABITS)))
        self.register_buffer("habit_scale", torch.ones(len(HABITS)))

    @property
    def voice_sizes(self) -> tuple[int, ...]:
        """How many numbers of a voice's vector each of its parts takes: condition, styles, last layer."""
        config = self.config
        widths = [config.channels] * config.layers + [config.field_channels] * config.field_layers
        return (
            config.condition_channels,
            *(4 * width for width in widths),
            VALUES * config.field_channels,
            VALUES,
        )

    @property
    def voice_size(self) -> int:
        """How many numbers a voice's vector has."""
        return sum(self.voice_sizes)

    def voice(self, reference: Tensor, habits: Tensor) -> Tensor:
        """Vectors of voices as the network guesses them, before training on their takes, (B, voice_size).

        Args:
            reference: Speaker embeddings of unit length, (B, reference_channels); zero where unknown.
            habits: (B, len(HABITS)); habit_centre where unknown.
        """
        # Entries of a unit vector are small: scale them to about one.
        habits = (habits - self.habit_centre) / self.habit_scale
        features = torch.cat([reference * math.sqrt(self.config.reference_channels), habits], 1)
        return F.pad(self.voice_in(features), (0, self.voice_size - self.config.condition_channels))

    def _parts(self, voice: Tensor) -> VoiceParts:
        condition, *styles, weight, bias = voice.split(self.voice_sizes, 1)
        weight = weight.reshape(-1, VALUES, self.config.field_channels)
        return VoiceParts(condition, tuple(styles), weight, bias[:, None])

    def encode(self, phonemes: Tensor, lens: Tensor, voice: Tensor) -> Context:
        """Read sentences for voices.

        Args:
            phonemes: Ids, (B, T_text) int64.
            lens: (B,).
            voice: Their vectors, (B, voice_size).
        """
        mask = lengths_to_mask(lens, phonemes.shape[1])[..., None].to(self.states_out.weight.dtype)
        bias = (1 - mask.transpose(1, 2))[:, None] * -1e4
        parts = self._parts(voice)
        steps = torch.arange(phonemes.shape[1], device=phonemes.device)[None]
        quarter = self.config.channels // 2
        ends = torch.cat(
            [waves(p, quarter, 300.0) for p in (steps + 0 * lens[:, None], lens[:, None] - steps)], -1
        )
        x = (self.embedding(phonemes) + ends) * mask
        for block, style in zip(self.blocks, parts.styles, strict=False):
            x = block(x, (mask, bias), parts.condition, style)
        return Context(self.states_out(x) * mask, mask, bias, parts, phonemes)

    def velocity(self, values: Tensor, time: Tensor, context: Context) -> Tensor:
        """The velocity field: how fast, and in which direction, values change at a moment between noise and a reading.

        Args:
            values: Between noise and a reading, normalised, (B, T_text, VALUES), or 1 for B or T_text.
            time: From 0 (noise) to 1 (a reading), (B,) or (1,).
            context: From `encode`.
        Returns:
            (B, T_text, VALUES), zero at padding.
        """
        voice = context.voice
        condition = voice.condition + self.time_in(waves(time * 100, self.config.condition_channels, 100.0))
        x = (context.states + self.values_in(values)) * context.mask
        for block, style in zip(self.field, voice.styles[len(self.blocks) :], strict=True):
            x = block(x, (context.mask, context.bias), condition, style)
        x = F.layer_norm(x, [int(x.shape[-1])])
        learned = x @ voice.out_weight.transpose(1, 2) + voice.out_bias
        return (self.velocity_out(x) + learned) * context.mask

    def mean(self, context: Context) -> Tensor:
        """The mean of all readings, normalised, (B, T_text, VALUES)."""
        values = context.states.new_zeros(1, 1, VALUES)
        return self.velocity(values, values[0, 0, :1], context)

    def vary(self, context: Context, mean: Tensor, noise: Tensor) -> Tensor:
        """A reading that noise leads to by one step of the midpoint rule, normalised, (B, T_text, VALUES).

        The first half of the step goes towards the mean, from any noise: at its beginning the field knows no more.

        Args:
            context: From `encode`.
            mean: From `mean`.
            noise: Normal, (B, T_text, VALUES).
        """
        half = noise.new_full((1,), 0.5)
        return (noise + self.velocity((noise + mean) / 2, half, context)) * context.mask

    def reading(self, values: Tensor, context: Context) -> Prosody:
        """The prosody of normalised values (B, T_text, VALUES); far outliers are brought near."""
        values = values.clamp(-FARTHEST, FARTHEST)
        reading = values * self.scale[context.phonemes] + self.centre[context.phonemes]
        return Prosody(*(reading * context.mask).unbind(-1))

    def normalised(self, prosody: Prosody, phonemes: Tensor) -> Tensor:
        """Readings, (B, T_text) each, as the field's values (B, T_text, VALUES)."""
        return (torch.stack(prosody, -1) - self.centre[phonemes]) / self.scale[phonemes]

    def draw(self, context: Context, noise: Tensor, steps: int) -> Prosody:
        """Carry noise to a reading by the midpoint rule.

        Args:
            context: From `encode`.
            noise: Normal, times the temperature, (B, T_text, VALUES).
            steps: Steps of the rule, each of which runs the field twice; 0 for the mean, whatever the noise.
        """
        values = noise * context.mask
        for step in range(steps):
            now = torch.full_like(values[:, 0, 0], step / steps)
            middle = values + self.velocity(values, now, context) / (2 * steps)
            values = values + self.velocity(middle, now + 0.5 / steps, context) / steps
        return self.reading(values if steps else self.mean(context), context)


def flow_loss(network: ProsodyFlow, reading: Tensor, context: Context, noise: Tensor, time: Tensor) -> Tensor:
    """Squared error of the velocity at a point on the straight line from noise to a reading.

    Args:
        network: The flow.
        reading: Normalised, (B, T_text, VALUES).
        context: From `ProsodyFlow.encode`.
        noise: Normal, (B, T_text, VALUES).
        time: From 0 to 1, (B,).
    Returns:
        (B, T_text, VALUES), zero at padding.
    Source: Lipman et al. 2023, section 4.1, with no noise left at the end.
    """
    share = time[:, None, None]
    values = (1 - share) * noise + share * reading
    missed = network.velocity(values, time, context) - (reading - noise)
    return missed.float().square() * context.mask
