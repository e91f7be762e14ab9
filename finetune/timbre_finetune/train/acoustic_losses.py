"""Losses of FastPitch, shared by the base model's training and by the adaptation to a voice."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from timbre.models.fastpitch import (
    FastPitch,
    VoiceTensors,
    average_by_duration,
    lengths_to_mask,
    regulate_len,
)
from timbre_finetune.corpus.acoustic_data import AcousticBatch

ENERGY_CENTRE = -6.5
ENERGY_SCALE = 1.5


class Targets(NamedTuple):
    """What the predictors should predict, (B, T_text) each: see timbre.models.fastpitch.Prosody."""

    log_durations: Tensor
    pitch: Tensor
    energy: Tensor


class Losses(NamedTuple):
    """The parts of the loss, as scalars."""

    mel: Tensor
    duration: Tensor
    pitch: Tensor
    energy: Tensor

    @property
    def total(self) -> Tensor:
        """The weighted sum, which training minimises."""
        return self.mel + 0.1 * (self.duration + self.pitch + self.energy)


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


def prosody_targets(batch: AcousticBatch, pitch_stats: Tensor) -> Targets:
    """Measure durations, pitch and energy of each phoneme in the recordings; pitch_stats (B, 2)."""
    assert batch.dur_tgt is not None, "align first"
    log_f0 = average_by_duration(batch.log_f0, batch.dur_tgt)
    log_f0 = fill_unvoiced(log_f0, log_f0 > 0)
    pitch = torch.where(log_f0 > 0, (log_f0 - pitch_stats[:, :1]) / pitch_stats[:, 1:], 0.0).clamp(-4, 4)
    loudness = average_by_duration(batch.mel.mean(1), batch.dur_tgt)
    energy = (loudness - ENERGY_CENTRE) / ENERGY_SCALE
    mask = lengths_to_mask(batch.lens, batch.phonemes.shape[1])
    return Targets((batch.dur_tgt + 1).float().log(), pitch * mask, energy * mask)


def _masked_mean(values: Tensor, mask: Tensor) -> Tensor:
    weight = mask.to(values.dtype)
    return (values * weight).sum() / weight.sum().clamp(min=1)


class Errors(NamedTuple):
    """The errors of a prediction, frame by frame and phoneme by phoneme.

    Attributes:
        mel: Absolute error, mean over the bands, (B, T_mel).
        duration: Squared error, (B, T_text).
        pitch: Squared error, (B, T_text).
        energy: Squared error, (B, T_text).
        frame_mask: True for frames, False for padding, (B, T_mel).
        phoneme_mask: True for phonemes, False for padding, (B, T_text).
    """

    mel: Tensor
    duration: Tensor
    pitch: Tensor
    energy: Tensor
    frame_mask: Tensor
    phoneme_mask: Tensor

    def losses(self, rows: slice = slice(None)) -> Losses:
        """Losses of some of the utterances, as if these were the whole batch."""
        phonemes = self.phoneme_mask[rows]
        return Losses(
            _masked_mean(self.mel[rows], self.frame_mask[rows]),
            _masked_mean(self.duration[rows], phonemes),
            _masked_mean(self.pitch[rows], phonemes),
            _masked_mean(self.energy[rows], phonemes),
        )


class Forced(NamedTuple):
    """Losses of a teacher-forced batch, and its predicted log mel (B, n_mels, T_mel)."""

    losses: Losses
    mel: Tensor


def teacher_force(
    network: FastPitch, batch: AcousticBatch, voice: VoiceTensors, adapt: bool = False
) -> Forced:
    """Predict a batch as `forced_errors` does; returns losses instead of errors."""
    errors, mel = forced_errors(network, batch, voice, adapt)
    return Forced(errors.losses(), mel)


def forced_errors(
    network: FastPitch, batch: AcousticBatch, voice: VoiceTensors, adapt: bool = False
) -> tuple[Errors, Tensor]:
    """Predict a batch with the durations, pitch and energy of its recordings.

    Args:
        network: The acoustic model.
        batch: Utterances with durations.
        voice: Their voices, (B, ...) each.
        adapt: Whether to use the voices' adapters.
    Returns:
        The errors, and the predicted log mel (B, n_mels, T_mel).
    """
    assert batch.dur_tgt is not None, "align first"
    targets = prosody_targets(batch, voice.pitch_stats)
    states, mask = network.encode(batch.phonemes, batch.lens, voice)
    prosody = network.predict(states, mask)
    states = network.condition(states, mask, targets.pitch, targets.energy, voice.pitch_stats)
    frames, _ = regulate_len(states, batch.dur_tgt, batch.mel.shape[2])
    mel = network.decoder(frames, voice, adapt)
    errors = Errors(
        (mel.float() - batch.mel).abs().mean(1),
        (prosody.log_durations.float() - targets.log_durations).square(),
        (prosody.pitch.float() - targets.pitch).square(),
        (prosody.energy.float() - targets.energy).square(),
        lengths_to_mask(batch.mel_lens, batch.mel.shape[2]),
        mask.squeeze(-1),
    )
    return errors, mel
