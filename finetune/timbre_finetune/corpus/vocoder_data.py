"""Random segments of a pack's waveforms, on the training device."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from timbre.models.spectrogram import LogMel
from timbre_finetune.corpus.packs import Pack

HELD_OUT_EVERY = 97
EDGE_FRAMES = 3
HELD_OUT_FRAMES = 200
GAIN_DB = (-12.0, 3.0)


class Segments(NamedTuple):
    """Mels to vocode and the waveforms that they stand for.

    Attributes:
        mel: Log mels, (B, n_mels, context + T + lookahead).
        waveform: Samples of the T frames in the middle, (B, T * hop_length).
        pitch: F0 in periods per frame, (B, context + T + lookahead): 0 where unvoiced, -1 where the mel is predicted.
    """

    mel: Tensor
    waveform: Tensor
    pitch: Tensor


class VocoderData:
    """A pack's samples on one device, 2 bytes each."""

    def __init__(
        self, pack: Pack, device: torch.device, context: int, lookahead: int, synthetic: float = 1.0
    ) -> None:
        """Put a pack on a device.

        Args:
            pack: The pack.
            device: The training device.
            context: Frames of mel before a segment.
            lookahead: Frames of mel after a segment.
            synthetic: Weight of synthetic speech against recordings; 0 leaves it out.
        """
        self.device, self.context, self.lookahead = device, context, lookahead
        self.hop = pack.mel_spec.hop_length
        self.log_mel = LogMel(pack.mel_spec).to(device)
        self.samples = torch.from_numpy(np.array(pack.audio)).to(device)
        periods = np.array(pack.pitch, np.float32) * self.hop / pack.mel_spec.sample_rate
        self.pitch = torch.from_numpy(periods).to(device)
        offsets, frames = np.asarray(pack.sample_offsets[:-1]), np.asarray(pack.n_frames)
        self.offsets, self.frames = (torch.as_tensor(x).to(device) for x in (offsets, frames))
        weights = frames * pack.weights * np.where(pack.is_synthetic, synthetic, 1.0)
        self.held_out = np.arange(len(frames))[::HELD_OUT_EVERY]
        weights[self.held_out] = 0
        if not weights.any():
            raise ValueError("the pack holds no utterance to train on.")
        self._weights = torch.as_tensor(weights, dtype=torch.float32).to(device)
        self._n_mels = pack.mel_spec.n_mels
        self._n_predicted = int(pack.n_frames[: int(pack.has_text.sum())].sum())
        self._first_frames = torch.as_tensor(np.cumsum(pack.n_frames) - pack.n_frames).to(device)
        self._predicted: Tensor | None = None
        self._predicted_share = 0.0

    def load_predicted(self, path: Path, share: float) -> None:
        """Read the mels that `timbre-train predict` wrote; `share` of the segments then have predicted mels.

        Raises:
            ValueError: if the file belongs to another pack.
        """
        mels = np.fromfile(path, np.float16)
        if len(mels) != self._n_predicted * self._n_mels:
            raise ValueError(f"{path} belongs to another pack: run `timbre-train predict` again.")
        self._predicted = torch.from_numpy(mels.reshape(-1, self._n_mels)).to(self.device)
        self._predicted_share = share

    def draw(self, count: int, generator: torch.Generator) -> Tensor:
        """Draw random utterances, (count,), each with a chance in proportion to its length and weight."""
        return torch.multinomial(self._weights, count, replacement=True, generator=generator)

    def segments(self, count: int, length: int, generator: torch.Generator) -> Segments:
        """Draw random segments of `length` frames, with a random gain."""
        rows = self.draw(count, generator)
        span = self.context + length + self.lookahead
        room = (self.frames[rows] - length).clamp(min=0) + 1
        first = (torch.rand(count, device=self.device, generator=generator) * room).long() - self.context
        low, high = GAIN_DB
        gain = torch.rand(count, device=self.device, generator=generator) * (high - low) + low
        gain = 10 ** (gain / 20)
        recordings = self._cut(rows, first, span, length, gain)
        if self._predicted is None:
            return recordings
        chance = torch.rand(count, device=self.device, generator=generator)
        is_predicted = (chance < self._predicted_share) & (self._first_frames[rows] < self._n_predicted)
        mel = torch.where(is_predicted[:, None, None], self._predict(rows, first, span, gain), recordings.mel)
        return Segments(mel, recordings.waveform, torch.where(is_predicted[:, None], -1.0, recordings.pitch))

    def _predict(self, rows: Tensor, first: Tensor, span: int, gain: Tensor) -> Tensor:
        """Predicted log mels (B, n_mels, span) of utterances from frame `first` on; silence outside the utterances."""
        assert self._predicted is not None
        index, inside = self._frames_of(rows, first, span)
        mel = self._predicted[index.clamp(0, self._n_predicted - 1)].float() + gain.log()[:, None, None]
        floor = math.log(self.log_mel.spec.log_floor)
        return torch.where(inside[..., None], mel, floor).clamp(min=floor).transpose(1, 2)

    def _cut(self, rows: Tensor, first: Tensor, span: int, length: int, gain: Tensor) -> Segments:
        """Cut out frames first .. first + span of utterances; outside the utterances there is silence."""
        edge = EDGE_FRAMES
        steps = torch.arange((span + 2 * edge) * self.hop, device=self.device)
        at = (first[:, None] - edge) * self.hop + steps
        inside = (at >= 0) & (at < self.frames[rows][:, None] * self.hop)
        index = (self.offsets[rows][:, None] + at).clamp(0, len(self.samples) - 1)
        wave = self.samples[index].float() * inside / 32768 * gain[:, None]
        mel = self.log_mel(wave)[:, :, edge : edge + span]
        begin = (edge + self.context) * self.hop
        frames, spoken = self._frames_of(rows, first, span)
        pitch = self.pitch[frames.clamp(0, len(self.pitch) - 1)] * spoken
        return Segments(mel, wave[:, begin : begin + length * self.hop], pitch)

    def _frames_of(self, rows: Tensor, first: Tensor, span: int) -> tuple[Tensor, Tensor]:
        """Index of frames first .. first + span of utterances, and whether each is inside; (B, span) both."""
        at = first[:, None] + torch.arange(span, device=self.device)
        return self._first_frames[rows][:, None] + at, (at >= 0) & (at < self.frames[rows][:, None])

    def held_out_segments(self, count: int = 48) -> Segments:
        """The middle of some utterances that are never trained on, at their own level, without silence around."""
        held_out = torch.as_tensor(self.held_out).to(self.device)
        frames = self.frames[held_out]
        length = min(HELD_OUT_FRAMES, int(frames.max()))
        rows = held_out[frames >= length]
        rows = rows[:: -(-len(rows) // count)]
        first = (self.frames[rows] - length) // 2 - self.context
        gain = torch.ones(len(rows), device=self.device)
        return self._cut(rows, first, self.context + length + self.lookahead, length, gain)
