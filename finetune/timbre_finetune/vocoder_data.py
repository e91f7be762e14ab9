"""Random segments of a pack's waveforms, on the training device."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from timbre.models.spectrogram import LogMel
from timbre_finetune.packs import Pack

HELD_OUT_EVERY = 97
EDGE_FRAMES = 3
HELD_OUT_FRAMES = 200
GAIN_DB = (-12.0, 3.0)


class Segments(NamedTuple):
    """Log mels (B, n_mels, context + T + lookahead) and the waveforms (B, T * hop_length) of their middle."""

    mel: Tensor
    waveform: Tensor


class VocoderData:
    """A pack's samples on one device, 2 bytes each."""

    def __init__(
        self, pack: Pack, device: torch.device, context: int, lookahead: int, synthetic: float = 1.0
    ) -> None:
        """Take hold of a pack.

        Args:
            pack: The pack.
            device: Where its samples go.
            context: Frames of mel before a segment.
            lookahead: Frames of mel after it.
            synthetic: Weight of synthetic speech against recordings; 0 leaves it out.
        """
        self.device, self.context, self.lookahead = device, context, lookahead
        self.hop = pack.mel_spec.hop_length
        self.log_mel = LogMel(pack.mel_spec).to(device)
        self.samples = torch.from_numpy(np.array(pack.audio)).to(device)
        offsets, frames = np.asarray(pack.sample_offsets[:-1]), np.asarray(pack.n_frames)
        self.offsets, self.frames = (torch.as_tensor(x).to(device) for x in (offsets, frames))
        weights = frames * pack.weights * np.where(pack.is_synthetic, synthetic, 1.0)
        self.held_out = np.arange(len(frames))[::HELD_OUT_EVERY]
        weights[self.held_out] = 0
        if not weights.any():
            raise ValueError("the pack holds no utterance to train on.")
        self._weights = torch.as_tensor(weights, dtype=torch.float32).to(device)

    def draw(self, count: int, generator: torch.Generator) -> Tensor:
        """Rows of random utterances, (count,); long ones and those of more weight more often."""
        return torch.multinomial(self._weights, count, replacement=True, generator=generator)

    def segments(self, count: int, length: int, generator: torch.Generator) -> Segments:
        """Draw random segments of `length` frames, with random gain."""
        rows = self.draw(count, generator)
        span = self.context + length + self.lookahead
        room = (self.frames[rows] - length).clamp(min=0) + 1
        first = (torch.rand(count, device=self.device, generator=generator) * room).long() - self.context
        low, high = GAIN_DB
        gain = torch.rand(count, device=self.device, generator=generator) * (high - low) + low
        return self._cut(rows, first, span, length, 10 ** (gain / 20))

    def _cut(self, rows: Tensor, first: Tensor, span: int, length: int, gain: Tensor) -> Segments:
        """Cut frames first .. first + span of utterances; outside of them there is silence."""
        edge = EDGE_FRAMES
        steps = torch.arange((span + 2 * edge) * self.hop, device=self.device)
        at = (first[:, None] - edge) * self.hop + steps
        inside = (at >= 0) & (at < self.frames[rows][:, None] * self.hop)
        index = (self.offsets[rows][:, None] + at).clamp(0, len(self.samples) - 1)
        wave = self.samples[index].float() * inside / 32768 * gain[:, None]
        mel = self.log_mel(wave)[:, :, edge : edge + span]
        begin = (edge + self.context) * self.hop
        return Segments(mel, wave[:, begin : begin + length * self.hop])

    def held_out_segments(self, count: int = 48) -> Segments:
        """The middle of some utterances never trained on, at their own level, without silence around them."""
        held_out = torch.as_tensor(self.held_out).to(self.device)
        frames = self.frames[held_out]
        length = min(HELD_OUT_FRAMES, int(frames.max()))
        rows = held_out[frames >= length]
        rows = rows[:: -(-len(rows) // count)]
        first = (self.frames[rows] - length) // 2 - self.context
        gain = torch.ones(len(rows), device=self.device)
        return self._cut(rows, first, self.context + length + self.lookahead, length, gain)
