"""What FastPitch's encoder and decoder are made of: their sizes, a voice's tensors, attention, layer norm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F


@dataclass(frozen=True)
class FastPitchConfig:
    """Sizes of the network. Frames are mel frames; channels are widths.

    `reference_channels` is the width of a computed speaker embedding that the network was trained to
    understand beside its table of speakers; 0 for none. `prosody` has the sizes of a ProsodyConfig; None leaves the
    network without prosody, as it is while it is trained.
    """

    n_symbols: int
    n_speakers: int
    n_mels: int = 80
    channels: int = 256
    heads: int = 4
    filter_channels: int = 640
    kernel_size: int = 3
    encoder_layers: int = 4
    decoder_layers: int = 6
    speaker_channels: int = 64
    reference_channels: int = 0
    adapter_rank: int = 8
    past_frames: int = 64
    lookahead_frames: int = 4
    dropout: float = 0.1
    prosody: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.channels % self.heads:
            raise ValueError(f"{self.channels} channels do not divide into {self.heads} heads")
        if self.kernel_size % 2 == 0:
            raise ValueError("kernel_size must be odd")
        if min(self.past_frames, self.lookahead_frames) < 1:
            raise ValueError("past_frames and lookahead_frames must be at least 1")

    @property
    def frame_channels(self) -> int:
        """Channels of a decoder input frame: the phoneme state, its place in the phoneme, its length."""
        return self.channels + 2

    @property
    def state_size(self) -> int:
        """Floats of one stream's decoder state."""
        front = self.frame_channels * 2 * self.lookahead_frames
        block = 2 * self.past_frames * self.channels + self.channels * (self.kernel_size - 1)
        return 1 + front + self.decoder_layers * block

    def to_dict(self) -> dict[str, Any]:
        """Return the sizes as plain values."""
        return asdict(self)


def lengths_to_mask(lens: Tensor, size: int) -> Tensor:
    """True where a position lies inside its row: lens (B,) to (B, size)."""
    return torch.arange(size, device=lens.device)[None] < lens[:, None]


class VoiceTensors(NamedTuple):
    """A batch of voices.

    Attributes:
        speaker_embedding: (B, speaker_channels).
        encoder_style: Scale and bias of each layer norm, (B, 2 * encoder_layers + 1, 2, C).
        decoder_style: The same for the decoder, (B, 2 * decoder_layers + 1, 2, C).
        adapter_down: (B, decoder_layers, C, rank).
        adapter_up: (B, decoder_layers, rank, C).
        pitch_stats: Mean and standard deviation of log F0 in log Hz, (B, 2).
    """

    speaker_embedding: Tensor
    encoder_style: Tensor
    decoder_style: Tensor
    adapter_down: Tensor
    adapter_up: Tensor
    pitch_stats: Tensor


class NormStyle(NamedTuple):
    """A voice's own factor and bias of a layer norm, both (B, 1, C)."""

    factor: Tensor
    bias: Tensor


def norm_styles(style: Tensor) -> list[NormStyle]:
    """The styles of all layer norms, (B, n, 2, C) with scales around zero, one by one."""
    scales, biases = style.unbind(2)
    pairs = zip((1 + scales).split(1, 1), biases.split(1, 1), strict=True)
    return [NormStyle(*pair) for pair in pairs]


def styled_norm(x: Tensor, style: NormStyle) -> Tensor:
    """Layer norm of x (B, T, C) with a voice's own factor and bias."""
    size = [int(x.shape[-1])]
    if x.is_cuda and len(x) == len(style.factor) == 1:
        return F.layer_norm(x, size, style.factor[0, 0], style.bias[0, 0])  # one kernel and not three
    return F.layer_norm(x, size) * style.factor + style.bias


def convolve_windows(conv: nn.Conv1d, x: Tensor) -> Tensor:
    """A convolution of frames as one matrix product: x (B, T + kernel - 1, C_in) to (B, T, C_out).

    Frames stay the rows, so nothing is transposed, and a chunk of few frames costs little more than its
    share of a long one.
    """
    last = conv.kernel_size[0] - 1
    if not last:
        return F.linear(x, conv.weight[:, :, 0], conv.bias)
    windows = torch.cat([x[:, tap : tap - last] for tap in range(last)] + [x[:, last:]], 2)
    return F.linear(windows, conv.weight.transpose(1, 2).flatten(1), conv.bias)


def convolve_centred(conv: nn.Conv1d, x: Tensor) -> Tensor:
    """A convolution whose output is as long as its input, zeros beyond both ends: (B, T, C_in) to (B, T, C_out)."""
    side = conv.kernel_size[0] // 2
    return convolve_windows(conv, F.pad(x, (0, 0, side, side)))


class SelfAttention(nn.Module):
    """Multi-head self-attention."""

    def __init__(self, channels: int, heads: int) -> None:
        super().__init__()
        self.heads, self.width = heads, channels // heads
        self.qkv = nn.Linear(channels, 3 * channels)
        self.out = nn.Linear(channels, channels)

    def split(self, x: Tensor, shape: tuple[int, int]) -> tuple[Tensor, Tensor]:
        """Queries (B, heads, T, width), and keys and values (B, 2 * heads, T, width), of x (B, T, C).

        Args:
            x: The frames.
            shape: B and T, given because an exported graph would otherwise compute them again in every block.
        """
        heads = self.qkv(x).reshape(*shape, 3 * self.heads, self.width).transpose(1, 2)
        queries, keys_values = heads.split([self.heads, 2 * self.heads], 1)
        return queries, keys_values

    def attend(self, queries: Tensor, keys_values: Tensor, bias: Tensor, shape: tuple[int, int]) -> Tensor:
        """Attend with an additive bias that broadcasts to (B, heads, T_query, T_key); returns (B, T_query, C).

        Args:
            queries: See split.
            keys_values: See split.
            bias: Added to the scores; a large negative number where a query must not see a key.
            shape: B and T_query.
        """
        keys, values = keys_values.split(self.heads, 1)
        mask, scale = bias.to(queries.dtype), self.width**-0.5
        mixed = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask, scale=scale)
        return self.out(mixed.transpose(1, 2).reshape(*shape, self.heads * self.width))

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """Attend within x (B, T, C); `bias` is that of `attend`."""
        shape = x.shape[0], x.shape[1]
        return self.attend(*self.split(x, shape), bias, shape)
