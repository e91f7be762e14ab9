"""The networks as the engines call them: plain tensors in, plain tensors out."""

from __future__ import annotations

from typing import ClassVar

import torch
from torch import Tensor, nn

from timbre.models.branches import both
from timbre.models.fastpitch import FastPitch, VoiceTensors
from timbre.models.hifigan import HifiganGenerator
from timbre.models.prosody import Prosody, ProsodyFlow
from timbre.text.symbols import PAUSE_IDS


def stretch(values: Tensor, mask: Tensor, factor: Tensor) -> Tensor:
    """Move each phoneme's pitch or energy away from its sentence's mean.

    Args:
        values: Pitch or energy, (B, T_text).
        mask: 1 for phonemes, 0 for padding, (B, T_text).
        factor: Factor of the distance from the mean, (B, 1).
    """
    mean = (values * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True)
    return (mean + (values - mean) * factor) * mask


def pause_mask(phonemes: Tensor) -> Tensor:
    """True for the ids of spaces and punctuation marks, of the same shape."""
    return (phonemes >= PAUSE_IDS.start) & (phonemes < PAUSE_IDS.stop)


def lengthen_pauses(log_durations: Tensor, phonemes: Tensor, pauses: Tensor) -> Tensor:
    """Make the pauses longer or shorter: multiply the frames of spaces and punctuation marks beyond the first one.

    Args:
        log_durations: log(1 + frames) of each phoneme, (B, T_text).
        phonemes: Phoneme ids, (B, T_text).
        pauses: The voices' factors, (B, 1).
    Returns:
        The new log(1 + frames), (B, T_text).
    """
    longer = (log_durations.exp() - 2).clamp(min=0) * pauses  # ONNX has no expm1
    return torch.where(pause_mask(phonemes), (longer + 2).log(), log_durations)


class EncoderGraph(nn.Module):
    """Phonemes to conditioned states and durations; see timbre.engines.base.Network."""

    INPUTS: ClassVar = (
        "phonemes",
        "lens",
        "speaker_embedding",
        "encoder_style",
        "pitch_stats",
        "prosody_voice",
        "melody",
        "dynamics",
        "pauses",
        "pitch_shift",
        "energy_shift",
    )
    OUTPUTS: ClassVar = ("states", "log_durations")

    def __init__(self, network: FastPitch) -> None:
        super().__init__()
        if network.prosody is None:
            raise ValueError("this acoustic model has no prosody: it was not exported")
        self.network = network

    def forward(
        self,
        phonemes: Tensor,
        lens: Tensor,
        speaker_embedding: Tensor,
        encoder_style: Tensor,
        pitch_stats: Tensor,
        prosody_voice: Tensor,
        melody: Tensor,
        dynamics: Tensor,
        pauses: Tensor,
        pitch_shift: Tensor,
        energy_shift: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Shapes as in timbre.engines.base.Network."""
        nothing = torch.empty(0)
        voice = VoiceTensors(speaker_embedding, encoder_style, nothing, nothing, nothing, pitch_stats)
        flow = self.network.prosody
        assert flow is not None

        def read() -> Prosody:
            context = flow.encode(phonemes, lens, prosody_voice)
            return flow.reading(flow.mean(context), context)

        prosody, (states, mask) = both(read, lambda: self.network.encode(phonemes, lens, voice), phonemes)
        pitch = stretch(prosody.pitch, mask.squeeze(-1), melody) + pitch_shift / pitch_stats[:, 1:]
        energy = stretch(prosody.energy, mask.squeeze(-1), dynamics) + energy_shift
        log_durations = lengthen_pauses(prosody.log_durations, phonemes, pauses)
        return self.network.condition(states, mask, pitch, energy, pitch_stats), log_durations


class VariationGraph(nn.Module):
    """How another reading of a sentence differs from the usual one; see timbre.speech.variation."""

    INPUTS: ClassVar = ("phonemes", "lens", "prosody_voice", "noise")
    OUTPUTS: ClassVar = ("log_durations", "pitch", "energy")

    def __init__(self, flow: ProsodyFlow) -> None:
        super().__init__()
        self.prosody = flow

    def forward(
        self, phonemes: Tensor, lens: Tensor, prosody_voice: Tensor, noise: Tensor
    ) -> tuple[Tensor, ...]:
        """Phonemes (B, T_text), lens (B,), voices (B, P) and noise (B, T_text, 3) to (B, T_text) each."""
        context = self.prosody.encode(phonemes, lens, prosody_voice)
        mean = self.prosody.mean(context)
        other = self.prosody.reading(self.prosody.vary(context, mean, noise), context)
        usual = self.prosody.reading(mean, context)
        return tuple(value - usual_value for value, usual_value in zip(other, usual, strict=True))


class DecoderGraph(nn.Module):
    """A chunk of frames to a chunk of mel; see timbre.engines.base.Network."""

    INPUTS: ClassVar = ("frames", "decoder_style", "adapter_down", "adapter_up", "state")
    OUTPUTS: ClassVar = ("mel", "next_state")

    def __init__(self, network: FastPitch) -> None:
        super().__init__()
        self.decoder = network.decoder

    def forward(
        self, frames: Tensor, decoder_style: Tensor, adapter_down: Tensor, adapter_up: Tensor, state: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Shapes as in timbre.engines.base.Network."""
        nothing = torch.empty(0)
        voice = VoiceTensors(nothing, nothing, decoder_style, adapter_down, adapter_up, nothing)
        return self.decoder.stream(frames, voice, state)


class VocoderGraph(nn.Module):
    """A chunk of mel to a chunk of waveform; see timbre.engines.base.Network."""

    INPUTS: ClassVar = ("mel", "state")
    OUTPUTS: ClassVar = ("waveform", "next_state")

    def __init__(self, generator: HifiganGenerator) -> None:
        super().__init__()
        self.generator = generator

    def forward(self, mel: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """Shapes as in timbre.engines.base.Network."""
        return self.generator.stream(mel, state)
