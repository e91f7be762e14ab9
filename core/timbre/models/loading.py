"""Read the base model's networks from its safetensors files."""

from __future__ import annotations

import torch
from safetensors.torch import load_file

from timbre.base import BaseModel
from timbre.models.aligner import Aligner, AlignerConfig
from timbre.models.fastpitch import FastPitch, FastPitchConfig
from timbre.models.hifigan import HifiganConfig, HifiganGenerator


def _weights(base: BaseModel, name: str) -> dict[str, torch.Tensor]:
    return {k: v.float() for k, v in load_file(base.path(name)).items()}


def load_fastpitch(base: BaseModel) -> FastPitch:
    """The acoustic model in float32, in evaluation mode."""
    network = FastPitch(FastPitchConfig(**base.fastpitch))
    network.load_state_dict(_weights(base, "fastpitch.safetensors"))
    return network.eval()


def load_hifigan(base: BaseModel) -> HifiganGenerator:
    """The vocoder in float32, in evaluation mode, without weight norm."""
    generator = HifiganGenerator(HifiganConfig.from_dict(base.hifigan))
    generator.remove_weight_norm()
    generator.load_state_dict(_weights(base, "hifigan.safetensors"))
    return generator.eval()


def load_aligner(base: BaseModel) -> Aligner:
    """The aligner in float32, in evaluation mode."""
    aligner = Aligner(AlignerConfig(**base.config["aligner"]))
    aligner.load_state_dict(_weights(base, "aligner.safetensors"))
    return aligner.eval()
