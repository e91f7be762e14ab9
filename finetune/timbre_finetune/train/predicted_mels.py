"""`timbre-train predict`: the acoustic model's mels of a pack's utterances, for the vocoder to train on.

The mels are predicted with the durations, pitch and energy of the recordings, so each frame belongs to the same
samples as the frame of the recording. Predicted mels are blurred, and a vocoder that has been trained on such mels
speaks more clearly (Kong et al. 2020, HiFi-GAN, section 4.4).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from timbre.models.fastpitch import FastPitch, FastPitchConfig
from timbre_finetune.corpus.acoustic_data import AcousticData
from timbre_finetune.corpus.packs import Pack
from timbre_finetune.train.acoustic_losses import teacher_force
from timbre_finetune.train.aligner_trainer import DURATIONS_FILE
from timbre_finetune.train.training import join_processes

PREDICTED_FILE = "predicted.f16"
MAX_FRAMES = 40_000


@torch.no_grad()
def predict_mels(network: FastPitch, embeddings: torch.Tensor, data: AcousticData) -> np.ndarray:
    """Predict every usable utterance.

    Args:
        network: The acoustic model, in evaluation mode.
        embeddings: Embeddings of the model's speakers, (n_speakers, D).
        data: Utterances with durations.
    Returns:
        Log mels of all utterances with text, one after the other, (frames, n_mels) float16. Utterances that the
        acoustic model does not train on keep the mels of their recordings.
    """
    mels = data.mel.clone()
    stats = data.speaker_pitch()
    rows = np.concatenate([data.rows.train, data.rows.held_out])
    for batch in data.batches(rows, MAX_FRAMES):
        voice = network.voice_tensors(embeddings[batch.speaker_ids], stats[batch.speaker_ids])
        mel = teacher_force(network, batch, voice).mel.transpose(1, 2)
        for row, count, frames in zip(batch.rows, batch.mel_lens, mel, strict=True):
            start = int(data.frame_starts[row])
            mels[start : start + int(count)] = frames[: int(count)].half()
    return mels.cpu().numpy()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `timbre-train predict`."""
    parser.add_argument(
        "--pack", type=Path, required=True, help="folder with durations that `timbre-train aligner` wrote"
    )
    parser.add_argument("--fastpitch", type=Path, required=True, help="fastpitch.pt")


def run(args: argparse.Namespace) -> int:
    """Write the predicted mels into the pack's folder."""
    device = join_processes().device
    data = AcousticData(Pack.load(args.pack), device)
    data.load_durations(args.pack / DURATIONS_FILE)
    saved = torch.load(args.fastpitch, map_location=device, weights_only=True)
    network = FastPitch(FastPitchConfig(**saved["config"])).to(device)
    network.load_state_dict(saved["averaged"])
    embeddings = network.speakers.weight
    if network.reference_in is not None:
        embeddings = embeddings + network.embed_reference(saved["references"].float())
    predict_mels(network.eval(), embeddings.detach(), data).tofile(args.pack / PREDICTED_FILE)
    return 0
