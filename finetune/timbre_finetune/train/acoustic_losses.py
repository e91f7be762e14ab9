"""The loss of FastPitch, shared by the base model's training and by the adaptation to a voice."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from timbre.models.fastpitch import FastPitch, average_by_duration, regulate_len
from timbre.models.fastpitch_layers import VoiceTensors, lengths_to_mask
from timbre.models.prosody import Prosody
from timbre_finetune.corpus.acoustic_data import AcousticBatch

ENERGY_CENTRE = -6.5
ENERGY_SCALE = 1.5


def fill_unvoiced(values: Tensor, voiced: Tensor) -> Tensor:
    """Interpolate values (B, T) over unvoiced positions; the first and the last voiced value go on to the edges."""
    size = values.shape[1]
    steps = torch.arange(size, device=values.device).expand_as(values)
    before = torch.where(voiced, steps, -1).cummax(1).values
    after = (size - 1) - torch.where(voiced, (size - 1) - steps, -1).flip(1).cummax(1).values.flip(1)
    has_before, has_after = before >= 0, after < size
    left = values.gather(1, before.clamp(min=0))
    right = values.gather(1, after.clamp(max=size - 1))
    weight = (steps - before) / (after - before).clamp(min=1)
    mixed = torch.where(
        has_before & has_after, left + (right - left) * weight, torch.where(has_before, left, right)
    )
    return torch.where(has_before | has_after, mixed, 0.0)


def measure_prosody(batch: AcousticBatch, pitch_stats: Tensor) -> Prosody:
    """Measure durations, pitch and energy of each phoneme in the recordings; pitch_stats (B, 2)."""
    assert batch.dur_tgt is not None, "align first"
    log_f0 = average_by_duration(batch.log_f0, batch.dur_tgt)
    log_f0 = fill_unvoiced(log_f0, log_f0 > 0)
    pitch = torch.where(log_f0 > 0, (log_f0 - pitch_stats[:, :1]) / pitch_stats[:, 1:], 0.0).clamp(-4, 4)
    loudness = average_by_duration(batch.mel.mean(1), batch.dur_tgt)
    energy = (loudness - ENERGY_CENTRE) / ENERGY_SCALE
    mask = lengths_to_mask(batch.lens, batch.phonemes.shape[1])
    return Prosody((batch.dur_tgt + 1).float().log(), pitch * mask, energy * mask)


def _masked_mean(values: Tensor, mask: Tensor) -> Tensor:
    weight = mask.to(values.dtype)
    return (values * weight).sum() / weight.sum().clamp(min=1)


class Forced(NamedTuple):
    """A teacher-forced batch.

    Attributes:
        errors: Absolute error of log mel, mean over the bands, (B, T_mel).
        mask: True for frames, False for padding, (B, T_mel).
        mel: Predicted log mel, (B, n_mels, T_mel).
    """

    errors: Tensor
    mask: Tensor
    mel: Tensor

    def loss(self, rows: slice = slice(None)) -> Tensor:
        """Mean error of some of the utterances, as if these were the whole batch."""
        return _masked_mean(self.errors[rows], self.mask[rows])


def teacher_force(
    network: FastPitch, batch: AcousticBatch, voice: VoiceTensors, adapt: bool = False
) -> Forced:
    """Predict a batch with the durations, pitch and energy of its recordings.

    Args:
        network: The acoustic model.
        batch: Utterances with durations.
        voice: Their voices, (B, ...) each.
        adapt: Whether to use the voices' adapters.
    """
    assert batch.dur_tgt is not None, "align first"
    prosody = measure_prosody(batch, voice.pitch_stats)
    states, mask = network.encode(batch.phonemes, batch.lens, voice)
    states = network.condition(states, mask, prosody.pitch, prosody.energy, voice.pitch_stats)
    frames, _ = regulate_len(states, batch.dur_tgt, batch.mel.shape[2])
    mel = network.decoder(frames, voice, adapt)
    errors = (mel.float() - batch.mel).abs().mean(1)
    return Forced(errors, lengths_to_mask(batch.mel_lens, batch.mel.shape[2]), mel)
