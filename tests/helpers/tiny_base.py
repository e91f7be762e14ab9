"""A tiny base model with random weights: real files, real graphs, no meaning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from timbre.models.fastpitch import FastPitchConfig


def tiny_fastpitch_config(n_symbols: int, reference_channels: int = 0) -> FastPitchConfig:
    """Sizes of an acoustic model of 4 speakers that is made in no time."""
    from timbre.models.fastpitch import FastPitchConfig
    from timbre.models.prosody import ProsodyConfig

    prosody = ProsodyConfig(
        n_symbols,
        channels=32,
        filter_channels=32,
        layers=1,
        field_channels=32,
        field_filter_channels=32,
        field_layers=1,
        head_channels=16,
        condition_channels=16,
    )
    return FastPitchConfig(
        n_symbols=n_symbols,
        n_speakers=4,
        channels=32,
        heads=2,
        filter_channels=48,
        encoder_layers=2,
        decoder_layers=2,
        speaker_channels=8,
        reference_channels=reference_channels,
        adapter_rank=2,
        past_frames=16,
        prosody=prosody.to_dict(),
    )


def make_tiny_base(folder: Path, reference_channels: int = 0) -> Path:
    """Write a base model of 4 speakers into a folder and return it; with 256 channels it knows computed embeddings."""
    import torch

    from timbre.models.aligner import Aligner, AlignerConfig
    from timbre.models.fastpitch import FastPitch
    from timbre.models.hifigan import HifiganConfig, HifiganGenerator
    from timbre.text.symbols import SYMBOLS
    from timbre_finetune.export.base_model import export_base

    torch.manual_seed(7)
    fastpitch = FastPitch(tiny_fastpitch_config(len(SYMBOLS), reference_channels))
    # About 60 ms a phoneme, so that a sentence has a plausible length.
    assert fastpitch.prosody is not None
    fastpitch.prosody.centre[:, 0] = 1.8
    torch.nn.init.normal_(
        fastpitch.prosody.velocity_out.weight, std=0.1
    )  # random weights hardly move anything
    torch.manual_seed(7)  # the vocoder does not change when the acoustic model has other sizes
    generator = HifiganGenerator(
        HifiganConfig(channels=16, kernels=(3,), dilations=((1, 3),), pitch_channels=16)
    )
    generator.remove_weight_norm()
    aligner = Aligner(AlignerConfig(len(SYMBOLS), channels=16, attention_channels=8))
    speakers = [{"name": f"tiny:{i}", "log_hz_mean": 4.8 + 0.1 * i, "log_hz_std": 0.2} for i in range(4)]
    centroids = torch.nn.functional.normalize(torch.randn(4, 256).abs(), dim=1)
    export_base(fastpitch, generator, aligner, speakers, centroids, folder)
    return folder
