"""FastPitch's decoder: frames to mel, whole or chunk by chunk with the same result."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from timbre.models.fastpitch_layers import (
    FastPitchConfig,
    NormStyle,
    SelfAttention,
    VoiceTensors,
    convolve_windows,
    norm_styles,
    styled_norm,
)

MEL_CENTRE = -5.0
MEL_SCALE = 2.0
UNSEEN = -1e4
"""Attention bias of frames that must not be seen."""


class BlockState(NamedTuple):
    """What a decoder block keeps between two chunks.

    Attributes:
        keys_values: See SelfAttention.split, (B, 2 * heads, past, width).
        conv: The convolution's input, (B, k - 1, C).
    """

    keys_values: Tensor
    conv: Tensor


class Adapter(NamedTuple):
    """A voice's low-rank residual adapter of one block: down (B, C, rank), up (B, rank, C)."""

    down: Tensor
    up: Tensor

    def __call__(self, x: Tensor) -> Tensor:
        """The term that is added for x (B, T, C)."""
        return F.gelu(x @ self.down) @ self.up


class BlockVoice(NamedTuple):
    """A voice's part in one decoder block; without an adapter for a voice that has none."""

    attention_norm: NormStyle
    transform_norm: NormStyle
    adapter: Adapter | None


class DecoderBlock(nn.Module):
    """Feed-forward transformer block that sees only the past."""

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.attention = SelfAttention(config.channels, config.heads)
        c, f, k = config.channels, config.filter_channels, config.kernel_size
        self.past, self.context = config.past_frames, k - 1
        self.conv1 = nn.Conv1d(c, f, k)
        self.conv2 = nn.Conv1d(f, c, 1)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor, voice: BlockVoice, bias: Tensor) -> Tensor:
        """Whole utterance: x (B, T, C), bias (heads, T, T)."""
        x = x + self.dropout(self.attention(styled_norm(x, voice.attention_norm), bias))
        h = styled_norm(x, voice.transform_norm)
        padded = F.pad(h, (0, 0, self.context, 0))
        y = self.conv2(self.dropout(F.gelu(self.conv1(padded.transpose(1, 2))))).transpose(1, 2)
        return x + self.dropout(y if voice.adapter is None else y + voice.adapter(h))

    def stream(
        self, x: Tensor, voice: BlockVoice, state: BlockState, bias: Tensor, shape: tuple[int, int]
    ) -> tuple[Tensor, BlockState]:
        """One chunk x (B, T, C).

        Args:
            x: The chunk.
            voice: The voice's part.
            state: The block's state after the chunk before.
            bias: Bias of T queries over past + T keys, which broadcasts to (B, heads, T, past + T).
            shape: B and T.
        """
        queries, new = self.attention.split(styled_norm(x, voice.attention_norm), shape)
        keys_values = torch.cat([state.keys_values, new], 2)
        x = x + self.attention.attend(queries, keys_values, bias, shape)
        h = styled_norm(x, voice.transform_norm)
        padded = torch.cat([state.conv, h], 1)
        y = convolve_windows(self.conv2, F.gelu(convolve_windows(self.conv1, padded)))
        if voice.adapter is not None:
            y = y + voice.adapter(h)
        return x + y, BlockState(keys_values[:, :, -self.past :], padded[:, -self.context :])


class DecoderState(NamedTuple):
    """What a stream keeps: frames seen (B, 1), the last 2 * lookahead frames, one state a block."""

    seen: Tensor
    front: Tensor
    blocks: list[BlockState]

    def pack(self) -> Tensor:
        """One row of floats a stream, (B, S): what travels and what ONNX sees."""
        parts = [self.seen, self.front, *(part for block in self.blocks for part in block)]
        return torch.cat([part.flatten(1) for part in parts], 1)

    @staticmethod
    def unpack(packed: Tensor, config: FastPitchConfig) -> DecoderState:
        """Inverse of pack."""
        front = (2 * config.lookahead_frames, config.frame_channels)
        keys_values = (2 * config.heads, config.past_frames, config.channels // config.heads)
        conv = (config.kernel_size - 1, config.channels)
        shapes = [(1,), front, *([keys_values, conv] * config.decoder_layers)]
        parts = packed.split([math.prod(shape) for shape in shapes], 1)
        tensors = [part.reshape(-1, *shape) for part, shape in zip(parts, shapes, strict=True)]
        blocks = [BlockState(*tensors[i : i + 2]) for i in range(2, len(tensors), 2)]
        return DecoderState(tensors[0], tensors[1], blocks)


class Decoder(nn.Module):
    """Frames to mel, causal with a delay of `lookahead_frames`."""

    slopes: Tensor

    def __init__(self, config: FastPitchConfig) -> None:
        super().__init__()
        self.config = config
        self.front = nn.Conv1d(config.frame_channels, config.channels, 2 * config.lookahead_frames + 1)
        self.blocks = nn.ModuleList(DecoderBlock(config) for _ in range(config.decoder_layers))
        self.out = nn.Linear(config.channels, config.n_mels)
        # Near frames weigh more, by a slope a head: Press et al. 2022, ALiBi, arXiv 2108.12409.
        slopes = torch.tensor([2.0 ** (-8 * (head + 1) / config.heads) for head in range(config.heads)])
        self.register_buffer("slopes", slopes[:, None, None], persistent=False)

    def bias(self, queries: int, keys: int) -> Tensor:
        """Additive bias (heads, queries, keys) of the last `queries` of `keys` consecutive frames."""
        places = torch.arange(keys, device=self.slopes.device)
        ages = places[keys - queries :, None] - places
        past = self.config.past_frames
        seen = (ages >= 0) & (ages <= past)
        return -self.slopes * ages.clamp(0, past) + (~seen).to(self.slopes.dtype) * UNSEEN

    def voice_parts(self, voice: VoiceTensors, adapt: bool) -> tuple[list[BlockVoice], NormStyle]:
        """The parts of voices for each block and for `finish`, with their adapters or without."""
        *styles, last = norm_styles(voice.decoder_style)
        adapters: list[Adapter | None] = [None] * len(self.blocks)
        if adapt:
            pairs = zip(voice.adapter_down.unbind(1), voice.adapter_up.unbind(1), strict=True)
            adapters = [Adapter(*pair) for pair in pairs]
        rows = zip(styles[::2], styles[1::2], adapters, strict=True)
        return [BlockVoice(*row) for row in rows], last

    def finish(self, x: Tensor, style: NormStyle) -> Tensor:
        """States (B, T, C) to log mel (B, n_mels, T)."""
        return (self.out(styled_norm(x, style)) * MEL_SCALE + MEL_CENTRE).transpose(1, 2)

    def forward(self, frames: Tensor, voice: VoiceTensors, adapt: bool = False) -> Tensor:
        """Whole utterances: frames (B, T_mel, C + 2) to log mel (B, n_mels, T_mel).

        The rows before the first frame that the delay produces are computed and dropped, as they
        are when streaming.
        """
        ahead = self.config.lookahead_frames
        padded = F.pad(frames, (0, 0, 2 * ahead, ahead))
        x = self.front(padded.transpose(1, 2)).transpose(1, 2)
        bias = self.bias(x.shape[1], x.shape[1])
        parts, last = self.voice_parts(voice, adapt)
        for block, part in zip(self.blocks, parts, strict=True):
            x = block(x, part, bias)
        return self.finish(x, last)[:, :, ahead:]

    def stream(self, frames: Tensor, voice: VoiceTensors, packed: Tensor) -> tuple[Tensor, Tensor]:
        """One chunk: frames (B, T, C + 2) and a state (B, S) to log mel (B, n_mels, T) and the next state.

        The mel comes `lookahead_frames` late. Start with zeros; end with that many zero frames.
        """
        config, shape = self.config, (frames.shape[0], frames.shape[1])
        state = DecoderState.unpack(packed, config)
        padded = torch.cat([state.front, frames], 1)
        x = convolve_windows(self.front, padded)
        keys = config.past_frames + shape[1]
        slots = torch.arange(keys, device=frames.device)
        unseen = (slots < config.past_frames - state.seen).to(x.dtype) * UNSEEN
        bias = self.bias(shape[1], keys) + unseen[:, None, None]
        parts, last = self.voice_parts(voice, adapt=True)
        blocks: list[BlockState] = []
        for block, part, before in zip(self.blocks, parts, state.blocks, strict=True):
            assert isinstance(block, DecoderBlock)
            x, after = block.stream(x, part, before, bias, shape)
            blocks.append(after)
        seen = (state.seen + shape[1]).clamp(max=config.past_frames)
        following = DecoderState(seen, padded[:, -2 * config.lookahead_frames :], blocks)
        return self.finish(x, last), following.pack()
