"""`timbre-train brighten`: gives speech back the power that it lacks in some bands, beside recordings.

FastPitch's mels are softer than those of recordings in the bands in which people differ from reading to reading, and
the vocoder loses a little more. How much is missing is about the same for every speaker, so it is measured once, on
recordings of many. Then the vocoder's first bias is changed as if its mels were louder by as much, which costs nothing
when it runs. The pitch tracker still gets the mels as they are.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from timbre.base import BaseModel
from timbre.mel import MelSpec
from timbre.models.hifigan import MEL_SCALE, HifiganConfig, HifiganGenerator
from timbre.models.loading import load_fastpitch, load_hifigan
from timbre.paths import base_dir
from timbre_finetune.corpus.acoustic_data import AcousticData
from timbre_finetune.corpus.packs import FULL_SCALE, Pack
from timbre_finetune.train.aligner_trainer import load_or_align
from timbre_finetune.train.generator_weights import save_plain
from timbre_finetune.train.predicted_mels import predict_mels

DB_A_NEPER = 20 / math.log(10)


def band_levels(waveform: Tensor, config: HifiganConfig) -> Tensor:
    """Power of a waveform (n,) in the bands of the vocoder's head, in dB, (head_bins,)."""
    window = torch.hann_window(config.head_fft)
    spectrum = torch.stft(
        waveform, config.head_fft, config.head_hop, window=window, center=False, return_complex=True
    )
    return 10 * spectrum.abs().square().sum(-1).clamp(min=1e-10).log10()


@torch.no_grad()
def missing_levels(pack: Pack, mels: Tensor, generator: HifiganGenerator) -> np.ndarray:
    """Measure how much power speech lacks, compared with recordings of the same sentences.

    Args:
        pack: Utterances with text.
        mels: The acoustic model's log mels of them, one after the other, (frames, n_mels).
        generator: The vocoder.
    Returns:
        dB in the bands of the vocoder's head, (head_bins,), relative to the lowest band; mean over utterances.
    """
    hop, rows = pack.mel_spec.hop_length, []
    at = 0
    for start, frames in zip(pack.sample_offsets, pack.n_frames, strict=False):
        count = int(frames)
        samples = np.asarray(pack.audio[int(start) : int(start) + count * hop], np.float32)
        recording = torch.from_numpy(samples) / FULL_SCALE
        speech = generator(mels[at : at + count].float().T[None])[0]
        rows.append(band_levels(recording, generator.config) - band_levels(speech, generator.config))
        at += count
    mean = torch.stack(rows).mean(0)
    return (mean - mean[0]).numpy()


def mel_offsets(missing_db: np.ndarray, spec: MelSpec) -> np.ndarray:
    """What to add to log mels, (n_mels,), so that speech gains levels (bins,) in dB, bands from 0 Hz to half the rate.

    Bands above the mel's highest frequency cannot be heard in mels: they take the level of the highest band below it.
    """
    half = spec.sample_rate / 2
    hz = np.linspace(0, half, len(missing_db))
    heard = hz <= spec.f_max
    filters = spec.filterbank()
    centres = filters @ np.linspace(0, half, filters.shape[1]) / filters.sum(1)
    return np.interp(centres, hz[heard], missing_db[heard]) / DB_A_NEPER


@torch.no_grad()
def brighten(generator: HifiganGenerator, offsets: np.ndarray) -> None:
    """Let a vocoder without weight norm hear log mels (n_mels, T) as if `offsets` (n_mels,) were added to them."""
    weights = generator.front.weight.sum(2)
    assert generator.front.bias is not None
    generator.front.bias += weights @ torch.from_numpy(offsets / MEL_SCALE).to(weights)


def base_mels(base: BaseModel, pack: Pack, data: AcousticData) -> np.ndarray:
    """Speak a pack's utterances with the prosody of the recordings and the rows of their speakers; see predict_mels.

    Raises:
        ValueError: if the base model does not know a speaker of the pack.
    """
    network = load_fastpitch(base)
    rows = {speaker.name: row for speaker, row in zip(base.speakers, network.speakers.weight, strict=True)}
    _check_known(pack.speakers, rows)
    table = torch.stack([rows[name] for name in pack.speakers]).detach()
    return predict_mels(network, table, data)


def _check_known(speakers: Iterable[str], rows: dict[str, Tensor]) -> None:
    unknown = [name for name in speakers if name not in rows]
    if unknown:
        raise ValueError(f"the base model does not know {', '.join(unknown)}: leave them out of the pack")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train brighten`."""
    parser.add_argument("--pack", type=Path, required=True, help="a few recordings of each of many people")
    parser.add_argument("--base", type=Path, default=base_dir(), help="the base model (default: Timbre's)")
    parser.add_argument(
        "--out", type=Path, required=True, help="the vocoder's file to write, for `export --hifigan`"
    )


def run(args: argparse.Namespace) -> int:
    """Write the vocoder."""
    pack, base = Pack.load(args.pack).acoustic(), BaseModel.open(args.base)
    data = AcousticData(pack, torch.device("cpu"))
    load_or_align(data, args.pack, base)
    generator = load_hifigan(base)
    missing = missing_levels(pack, torch.from_numpy(base_mels(base, pack, data)), generator)
    brighten(generator, mel_offsets(missing, pack.mel_spec))
    print(*(f"{level:+.2f}" for level in missing), "dB")  # noqa: T201 - a command line
    save_plain(args.out, generator)
    return 0
